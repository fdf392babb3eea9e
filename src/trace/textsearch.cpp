#include "trace/textsearch.h"

#include "trace/filter.h"
#include "trace/foldedfind.h"
#include "trace/jsontext.h"
#include "trace/parallelrows.h"

#include <algorithm>

namespace assayer {
namespace {

std::size_t findIn(std::string_view text, std::string_view wanted, bool ignoreCase, std::size_t from)
{
    return ignoreCase ? findFolded(text, wanted, from) : text.find(wanted, from);
}

} // namespace

TextSearch::TextSearch(std::string_view text, bool ignoreCase)
    : m_text(ignoreCase ? foldedText(text) : std::string(text))
    , m_ignoreCase(ignoreCase)
{
}

bool TextSearch::isIn(const TraceLog &log, quint64 row) const
{
    if (m_text.empty() || !log.hasBytes(row))
        return false;
    const TraceLog::Holds holds = m_ignoreCase ? log.holdsFolded(row, m_text) : log.holdsText(row, m_text);
    if (holds != TraceLog::Holds::Unknown)
        return holds == TraceLog::Holds::Yes;
    const QByteArray bytes = log.bytes(row);
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return findIn(text, m_text, m_ignoreCase, 0) != std::string_view::npos;
}

std::vector<quint32> TextSearch::rows(const TraceLog &log, quint64 from, quint64 to, const std::atomic<bool> *stop) const
{
    return rowsWhere(from, std::min(to, log.count()), [&] { return [&](quint64 row) { return isIn(log, row); }; }, stop);
}

std::vector<TextSearch::Hit> TextSearch::hits(const QByteArray &bytes, std::size_t most) const
{
    std::vector<Hit> hits;
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (m_text.empty())
        return hits;
    for (std::size_t at = findIn(text, m_text, m_ignoreCase, 0); at != std::string_view::npos && hits.size() < most;
         at = findIn(text, m_text, m_ignoreCase, at + m_text.size()))
        hits.push_back({ static_cast<qsizetype>(at), static_cast<qsizetype>(m_text.size()) });
    return hits;
}

QString TextSearch::filterExpression() const
{
    if (!m_ignoreCase) {
        QByteArray quoted;
        appendJsonString(quoted, toValidUtf8(m_text).toStdString());
        return QStringLiteral("text contains ") + QString::fromUtf8(quoted);
    }
    QString pattern;
    for (const QChar c : QString::fromStdString(m_text)) {
        if (!c.isLetterOrNumber() && c.unicode() < 128 && !c.isSpace())
            pattern += u'\\';
        pattern += c == u'\n' ? QStringLiteral("\\n") : QString(c);
    }
    return QStringLiteral("text matches /%1/i").arg(pattern);
}

} // namespace assayer
