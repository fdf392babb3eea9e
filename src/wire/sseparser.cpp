#include "wire/sseparser.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace assayer {

namespace {

/// Servers that send keep-alive comments without an empty line would otherwise never finish a block.
constexpr qsizetype commentRun = 4096;

constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF");

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<int> digits(QByteArrayView text)
{
    if (text.isEmpty() || !std::all_of(text.begin(), text.end(), isDigit))
        return std::nullopt;
    qint64 value = 0;
    for (char c : text)
        value = std::min<qint64>(value * 10 + (c - '0'), std::numeric_limits<int>::max());
    return int(value);
}

/// First CR or LF at or after `from`, or -1.
qsizetype lineEndAfter(const QByteArray &buffer, qsizetype from)
{
    const qsizetype lf = buffer.indexOf('\n', from);
    const qsizetype until = lf < 0 ? buffer.size() : lf;
    const void *cr = std::memchr(buffer.constData() + from, '\r', std::size_t(until - from));
    return cr ? static_cast<const char *>(cr) - buffer.constData() : lf;
}

} // namespace

SseParser::SseParser(qsizetype longest)
    : m_longest(longest)
{
}

void SseParser::append(QByteArrayView bytes)
{
    compact();
    m_buffer.append(bytes.data(), bytes.size());
}

std::optional<SseEvent> SseParser::next()
{
    while (!m_tooLarge) {
        const std::optional<Line> line = nextLine();
        if ((line ? line->next : m_buffer.size()) - m_block > m_longest) {
            m_tooLarge = true;
            break;
        }
        if (!line)
            break;
        if (endsBlock(*line))
            return cutBlock();
    }
    return std::nullopt;
}

/// The line at hand if it is whole. A CR that ends the buffer waits for its LF, unless the lines before it ended in a
/// bare CR: then the event is told at once, and the outcome never depends on where the bytes were cut.
std::optional<SseParser::Line> SseParser::nextLine()
{
    const qsizetype at = lineEndAfter(m_buffer, m_scanned);
    m_scanned = at < 0 ? m_buffer.size() : at;
    if (at < 0)
        return std::nullopt;
    if (m_buffer[at] == '\n')
        return Line { at - m_line, at + 1, LineEnd::Lf };
    const bool blank = at == m_line;
    if (blank && m_lastEnd == LineEnd::Cr)
        return Line { 0, at + 1, LineEnd::Cr };
    if (at + 1 == m_buffer.size())
        return m_finished ? std::optional(Line { at - m_line, at + 1, LineEnd::Cr }) : std::nullopt;
    const bool pair = m_buffer[at + 1] == '\n';
    return Line { at - m_line, pair ? at + 2 : at + 1, pair ? LineEnd::CrLf : LineEnd::Cr };
}

/// Steps over the line. True: the block is whole.
bool SseParser::endsBlock(const Line &line)
{
    const bool comment = line.length > 0 && m_buffer[m_line] == ':';
    m_comments = m_comments && (comment || line.length == 0);
    m_line = m_scanned = line.next;
    m_lastEnd = line.end;
    return line.length == 0 || (m_comments && m_line - m_block >= commentRun);
}

SseEvent SseParser::cutBlock()
{
    SseEvent event;
    const bool whole = m_block == 0 && m_line == m_buffer.size();
    event.raw = whole ? std::exchange(m_buffer, {}) : m_buffer.sliced(m_block, m_line - m_block);
    m_block = m_line = m_scanned = whole ? 0 : m_line;
    m_comments = true;
    readBlock(event);
    return event;
}

void SseParser::readBlock(SseEvent &event)
{
    QByteArrayView rest(event.raw);
    if (std::exchange(m_first, false) && rest.startsWith(byteOrderMark))
        rest = rest.sliced(byteOrderMark.size());
    QByteArray id = m_lastId;
    while (!rest.isEmpty()) {
        const char *lf = static_cast<const char *>(std::memchr(rest.data(), '\n', std::size_t(rest.size())));
        const qsizetype until = lf ? lf - rest.data() : rest.size();
        const char *cr = static_cast<const char *>(std::memchr(rest.data(), '\r', std::size_t(until)));
        const qsizetype end = cr ? cr - rest.data() : until;
        readField(rest.first(end), event, id);
        rest = rest.sliced(std::min(end + 1, rest.size()));
    }
    m_lastId = id;
    event.id = std::move(id);
    if (event.name.isEmpty())
        event.name = QByteArrayLiteral("message");
}

void SseParser::readField(QByteArrayView line, SseEvent &event, QByteArray &id)
{
    if (line.isEmpty() || line.front() == ':')
        return;
    const auto colon = std::find(line.begin(), line.end(), ':');
    const QByteArrayView field = line.first(colon - line.begin());
    QByteArrayView value = colon == line.end() ? QByteArrayView() : line.sliced(field.size() + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    if (field == "data") {
        if (std::exchange(event.hasData, true))
            event.data.append('\n');
        event.data.append(value.data(), value.size());
    } else if (field == "event") {
        event.name = value.toByteArray();
    } else if (field == "id" && !value.contains('\0')) {
        event.hasId = true;
        id = value.toByteArray();
    } else if (field == "retry") {
        if (const std::optional<int> retry = digits(value))
            event.retryMs = retry;
    }
}

QByteArray SseParser::takeRest()
{
    compact();
    m_block = m_line = m_scanned = 0;
    return std::exchange(m_buffer, {});
}

void SseParser::compact()
{
    if (m_block == 0)
        return;
    m_buffer.remove(0, m_block);
    m_line -= m_block;
    m_scanned -= m_block;
    m_block = 0;
}

} // namespace assayer
