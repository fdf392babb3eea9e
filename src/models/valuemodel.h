// A flat model over a vector of plain values: most models are this plus their columns.
#pragma once

#include "models/rowmodel.h"

#include <memory>
#include <utility>
#include <vector>

namespace assayer {

/// Row: a plain value. The concrete class names columns and cells; the text a filter looks at is given as a function,
/// since it is called in another thread.
template<class Row>
class ValueModel : public RowModel {
public:
    using FilterText = QString (*)(const Row &);

    explicit ValueModel(FilterText filterText = nullptr, QObject *parent = nullptr)
        : RowModel(parent)
        , m_filterText(filterText)
    {
    }

    void setRows(std::vector<Row> rows)
    {
        auto next = std::make_shared<std::vector<Row>>(std::move(rows));
        replaceSource([&] { m_rows.swap(next); });
    }
    void clear() { setRows({}); }
    /// Adds rows at the end.
    void append(std::vector<Row> rows)
    {
        detach();
        const qsizetype before = sourceRows();
        m_rows->insert(m_rows->end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
        appendedTo(before);
    }
    /// Replaces one row of the source in place.
    void update(qsizetype row, Row value)
    {
        detach();
        (*m_rows)[static_cast<std::size_t>(row)] = std::move(value);
        changed(row, row);
    }
    const std::vector<Row> &rows() const { return *m_rows; }
    /// Value of a visible row.
    const Row &at(int row) const { return value(sourceRow(row)); }

protected:
    qsizetype sourceRows() const final { return static_cast<qsizetype>(m_rows->size()); }
    const Row &value(qsizetype row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }
    Matcher matcher(const QString &text) const override
    {
        if (!m_filterText)
            return {};
        return [rows = m_rows, filterText = m_filterText, text](qsizetype row) {
            return filterText((*rows)[static_cast<std::size_t>(row)]).contains(text, Qt::CaseInsensitive);
        };
    }

private:
    /// A filter job may still read the vector.
    void detach()
    {
        if (m_rows.use_count() > 1)
            m_rows = std::make_shared<std::vector<Row>>(*m_rows);
    }

    std::shared_ptr<std::vector<Row>> m_rows = std::make_shared<std::vector<Row>>();
    FilterText m_filterText;
};

} // namespace assayer
