#include "ui/widgets/csvmodel.h"

#include "models/roles.h"
#include "platform/visibletext.h"

#include <algorithm>

namespace assayer {

namespace {

/// Reads one field, quoted or plain; leaves `at` on the separator, the line end, or the end.
QString readField(const QString &text, qsizetype &at, QChar separator)
{
    QString field;
    if (at >= text.size() || text[at] != u'"') {
        const qsizetype begin = at;
        while (at < text.size() && text[at] != separator && text[at] != u'\n' && text[at] != u'\r')
            ++at;
        return text.mid(begin, at - begin);
    }
    for (++at; at < text.size(); ++at) {
        if (text[at] != u'"') {
            field += text[at];
        } else if (at + 1 < text.size() && text[at + 1] == u'"') {
            field += u'"';
            ++at;
        } else {
            ++at;
            break;
        }
    }
    while (at < text.size() && text[at] != separator && text[at] != u'\n' && text[at] != u'\r')
        field += text[at++]; // what stands behind a closing quote is no field of its own
    return field;
}

} // namespace

CsvModel::CsvModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void CsvModel::setText(const QString &text, QChar separator)
{
    beginResetModel();
    m_rows.clear();
    m_columns = 0;
    m_cut = false;
    qsizetype at = 0;
    while (at < text.size()) {
        if (m_rows.size() >= mostRows) {
            m_cut = true;
            break;
        }
        QStringList row;
        for (;;) {
            const QString field = readField(text, at, separator);
            if (row.size() < mostColumns)
                row << field;
            else
                m_cut = true;
            if (at >= text.size() || text[at] != separator)
                break;
            ++at;
        }
        if (at < text.size() && text[at] == u'\r')
            ++at;
        if (at < text.size() && text[at] == u'\n')
            ++at;
        m_columns = std::max(m_columns, static_cast<int>(row.size()));
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

int CsvModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_rows.empty() ? 0 : static_cast<int>(m_rows.size()) - 1;
}

int CsvModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant CsvModel::data(const QModelIndex &index, int role) const
{
    const QStringList &row = m_rows[static_cast<std::size_t>(index.row()) + 1];
    const QString text = row.value(index.column());
    if (role == Qt::DisplayRole)
        return visible(text);
    return role == ExactTextRole ? QVariant(text) : QVariant();
}

QVariant CsvModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return orientation == Qt::Vertical || m_rows.empty() ? QVariant(section + 1) : QVariant(visible(m_rows.front().value(section)));
}

} // namespace assayer
