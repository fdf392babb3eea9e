// Comma- or tab-separated text as a table; read once, never changed.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace assayer {

class CsvModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int mostRows = 20'000;
    static constexpr int mostColumns = 500;

    explicit CsvModel(QObject *parent = nullptr);
    /// RFC 4180: quotes may hold separators and line ends. The first row gives the headings.
    void setText(const QString &text, QChar separator);
    bool isCut() const { return m_cut; } ///< there were more rows or columns than are shown
    int columns() const { return m_columns; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<QStringList> m_rows;
    int m_columns = 0;
    bool m_cut = false;
};

} // namespace assayer
