// Names and values of headers or variables; values are masked unless revealed, in every role.
#pragma once

#include "profiles/serverprofile.h"

#include <QAbstractTableModel>

namespace assayer {

class SecretTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SecretTableModel(QObject *parent = nullptr);

    void setValues(const NamedValues &values);
    const NamedValues &values() const { return m_values; }
    void add();
    void removeAt(int row);
    void setRevealed(bool revealed);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    /// "****" and the last four of a value that is long enough; references like ${NAME} are no secrets and stay.
    static QString masked(const QString &value);

private:
    NamedValues m_values;
    bool m_revealed = false;
};

} // namespace assayer
