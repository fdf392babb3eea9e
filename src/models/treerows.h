// Index arithmetic of two-level models: parents, and children that know their parent by number.
#pragma once

#include "models/roles.h"

#include <QAbstractItemModel>

namespace assayer {

/// internalId of a parent is 0, of a child its parent's row + 1. The concrete model says how many there are and what they hold.
class TwoLevelModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit TwoLevelModel(QObject *parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const final;
    QModelIndex parent(const QModelIndex &child) const final;
    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    virtual int columns() const = 0;
    virtual int parents() const = 0;
    virtual int children(int parent) const = 0;
    virtual QVariant parentCell(int row, int column, int role) const = 0;
    virtual QVariant childCell(int parent, int row, int column, int role) const = 0;
};

} // namespace assayer
