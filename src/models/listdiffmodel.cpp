#include "models/listdiffmodel.h"

namespace assayer {

namespace {

QString filterText(const DiffRow &row)
{
    return row.where + u'\n' + row.values.join(u'\n');
}

} // namespace

ListDiffModel::ListDiffModel(QObject *parent)
    : ValueModel(filterText, parent)
{
}

void ListDiffModel::setRuns(const QStringList &runs)
{
    clear();
    beginResetModel();
    m_runs = runs;
    endResetModel();
}

quint64 ListDiffModel::identity(qsizetype row) const
{
    return identityHash(value(row).where.toStdString());
}

QVariant ListDiffModel::cell(qsizetype row, int column, int role) const
{
    const DiffRow &difference = value(row);
    const int run = column - FirstRun;
    const bool there = column == Where || (run < difference.present.size() && difference.present[run]);
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return column == Where ? difference.where : there ? difference.values.value(run) : QString();
    case AbsentRole:
        return !there;
    case DiffersRole:
        return difference.differs;
    default:
        return {};
    }
}

} // namespace assayer
