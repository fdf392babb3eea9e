#include "models/treerows.h"

namespace assayer {

TwoLevelModel::TwoLevelModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

QModelIndex TwoLevelModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr(0));
}

QModelIndex TwoLevelModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr(0));
}

int TwoLevelModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return parents();
    return parent.internalId() == 0 && parent.column() == 0 ? children(parent.row()) : 0;
}

int TwoLevelModel::columnCount(const QModelIndex &) const
{
    return columns();
}

QVariant TwoLevelModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == 0)
        return parentCell(index.row(), index.column(), role);
    return childCell(static_cast<int>(index.internalId()) - 1, index.row(), index.column(), role);
}

QVariant TwoLevelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Horizontal ? QVariant(QString::number(section)) : QVariant();
}

} // namespace assayer
