#include "ui/dialogs/secrettablemodel.h"

#include "platform/visibletext.h"

namespace assayer {
namespace {

constexpr qsizetype shortest = 12; ///< of shorter values nothing is shown
constexpr qsizetype tail = 4;

} // namespace

SecretTableModel::SecretTableModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void SecretTableModel::setValues(const NamedValues &values)
{
    beginResetModel();
    m_values = values;
    endResetModel();
}

void SecretTableModel::add()
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_values.append({ QString(), QString() });
    endInsertRows();
}

void SecretTableModel::removeAt(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_values.removeAt(row);
    endRemoveRows();
}

void SecretTableModel::setRevealed(bool revealed)
{
    m_revealed = revealed;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 1), index(rowCount() - 1, 1));
}

QString SecretTableModel::masked(const QString &value)
{
    if (value.isEmpty() || (value.startsWith(QLatin1String("${")) && value.endsWith(u'}')))
        return value;
    return QStringLiteral("****") + (value.size() >= shortest ? value.right(tail) : QString());
}

int SecretTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_values.size());
}

int SecretTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant SecretTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto &[name, value] = m_values[index.row()];
    if (role == Qt::EditRole)
        return index.column() == 0 ? name : value;
    if (role != Qt::DisplayRole)
        return {};
    return visible(index.column() == 0 ? name : m_revealed ? value : masked(value));
}

bool SecretTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    (index.column() == 0 ? m_values[index.row()].first : m_values[index.row()].second) = value.toString();
    Q_EMIT dataChanged(index, index);
    return true;
}

QVariant SecretTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == 0 ? QStringLiteral("Name") : QStringLiteral("Value");
}

Qt::ItemFlags SecretTableModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace assayer
