// Two columns of plain facts: what, and its text with escapes shown.
#pragma once

#include <QAbstractTableModel>
#include <QList>

namespace assayer {

struct ReviewRow {
    QString what; ///< ours
    QString text; ///< of a file: untrusted
};

class ReviewModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const QList<ReviewRow> &rows);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QList<ReviewRow> m_rows;
};

} // namespace assayer
