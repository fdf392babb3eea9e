#include "trace/textsearch.h"

#include "trace/filter.h"
#include "trace/jsontext.h"

#include <algorithm>
#include <cstring>

namespace assayer {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

bool sameLetters(const char *text, std::string_view folded)
{
    for (std::size_t i = 0; i < folded.size(); ++i) {
        if (lower(text[i]) != folded[i])
            return false;
    }
    return true;
}

/// First place at or behind `from`, case folded: by both spellings of the first letter.
std::size_t findFolded(std::string_view text, std::string_view folded, std::size_t from)
{
    if (folded.empty() || text.size() < folded.size())
        return std::string_view::npos;
    const std::size_t last = text.size() - folded.size();
    const char spellings[2] { folded.front(), upper(folded.front()) };
    std::size_t next[2] { from, from };
    const auto advance = [&](int which, std::size_t at) {
        const void *found = at <= last ? std::memchr(text.data() + at, spellings[which], last - at + 1) : nullptr;
        next[which] = found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data()) : std::string_view::npos;
    };
    advance(0, from);
    if (spellings[0] == spellings[1])
        next[1] = std::string_view::npos;
    else
        advance(1, from);
    while (next[0] != std::string_view::npos || next[1] != std::string_view::npos) {
        const int which = next[0] < next[1] ? 0 : 1;
        if (sameLetters(text.data() + next[which], folded))
            return next[which];
        advance(which, next[which] + 1);
    }
    return std::string_view::npos;
}

std::size_t findIn(std::string_view text, std::string_view wanted, bool ignoreCase, std::size_t from)
{
    return ignoreCase ? findFolded(text, wanted, from) : text.find(wanted, from);
}

} // namespace

TextSearch::TextSearch(std::string_view text, bool ignoreCase)
    : m_text(text)
    , m_ignoreCase(ignoreCase)
{
    if (ignoreCase)
        std::transform(m_text.begin(), m_text.end(), m_text.begin(), lower);
}

bool TextSearch::isIn(std::string_view text) const
{
    if (!m_ignoreCase)
        return ::memmem(text.data(), text.size(), m_text.data(), m_text.size()) != nullptr;
    return findFolded(text, m_text, 0) != std::string_view::npos;
}

bool TextSearch::isIn(const TraceLog &log, quint64 row) const
{
    if (m_text.empty() || !log.hasBytes(row))
        return false;
    if (const auto plain = log.plainBytes(row))
        return isIn(*plain);
    if (!m_ignoreCase && !log.mayContain(row, m_text))
        return false;
    const QByteArray bytes = log.bytes(row);
    return isIn(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

std::vector<quint32> TextSearch::rows(const TraceLog &log, quint64 from, quint64 to, const std::atomic<bool> *stop) const
{
    std::vector<quint32> rows;
    for (quint64 row = from; row < std::min(to, log.count()); ++row) {
        if (stop && row % 1024 == 0 && stop->load(std::memory_order_relaxed))
            break;
        if (isIn(log, row))
            rows.push_back(static_cast<quint32>(row));
    }
    return rows;
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
