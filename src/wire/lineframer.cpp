#include "wire/lineframer.h"

#include <algorithm>
#include <utility>

namespace assayer {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

} // namespace

bool FramedLine::isBlank() const
{
    return std::all_of(raw.begin(), raw.end(), isSpace);
}

bool FramedLine::looksLikeJson() const
{
    QByteArrayView view(raw);
    if (view.startsWith("\xEF\xBB\xBF"))
        view = view.sliced(3);
    const auto first = std::find_if_not(view.begin(), view.end(), isSpace);
    return first != view.end() && (*first == '{' || *first == '[');
}

LineFramer::LineFramer(qsizetype longest)
    : m_longest(longest)
{
}

void LineFramer::append(QByteArrayView bytes)
{
    compact();
    m_buffer.append(bytes.data(), bytes.size());
}

std::optional<FramedLine> LineFramer::next()
{
    if (m_tooLong)
        return std::nullopt;
    const qsizetype lf = m_buffer.indexOf('\n', m_scanned);
    const qsizetype end = lf < 0 ? m_buffer.size() : lf;
    const bool cr = end > m_start && m_buffer[end - 1] == '\r'; // may belong to the line end
    if (end - m_start > m_longest + (cr ? 1 : 0)) {
        m_tooLong = true;
        return std::nullopt;
    }
    m_scanned = end;
    if (lf >= 0)
        return cut(lf + 1);
    if (m_finished && m_start < m_buffer.size())
        return cut(m_buffer.size());
    return std::nullopt;
}

FramedLine LineFramer::cut(qsizetype end)
{
    FramedLine line;
    const bool whole = m_start == 0 && end == m_buffer.size();
    line.raw = whole ? std::exchange(m_buffer, {}) : m_buffer.sliced(m_start, end - m_start);
    m_start = m_scanned = whole ? 0 : end;
    line.terminated = line.raw.endsWith('\n');
    line.crlf = line.raw.endsWith("\r\n");
    line.length = line.raw.size() - (line.crlf ? 2 : line.terminated ? 1 : 0);
    return line;
}

QByteArray LineFramer::takeRest()
{
    compact();
    m_scanned = 0;
    return std::exchange(m_buffer, {});
}

/// Moves the rest to the front, once per append, so that taking a line stays free of it.
void LineFramer::compact()
{
    if (m_start == 0)
        return;
    m_buffer.remove(0, m_start);
    m_scanned -= m_start;
    m_start = 0;
}

} // namespace assayer
