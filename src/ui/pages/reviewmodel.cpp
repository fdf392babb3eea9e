#include "ui/pages/reviewmodel.h"

#include "models/roles.h"
#include "platform/visibletext.h"
#include "ui/presentation/presentation.h"

namespace assayer {

void ReviewModel::setRows(const QList<ReviewRow> &rows)
{
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int ReviewModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ReviewModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant ReviewModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ReviewRow &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? row.what : visible(row.text);
    case Qt::AccessibleTextRole:
        return row.what + QStringLiteral(", ") + spokenText(row.text);
    case ExactTextRole:
        return index.column() == 1 ? QVariant(row.text) : QVariant();
    case FixedFontRole:
        return index.column() == 1;
    default:
        return {};
    }
}

QVariant ReviewModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == 0 ? QStringLiteral("What") : QStringLiteral("Exactly");
}

} // namespace assayer
