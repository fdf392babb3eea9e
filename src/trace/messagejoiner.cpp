#include "trace/messagejoiner.h"

#include "trace/httphead.h"

#include <algorithm>
#include <limits>

namespace assayer {
namespace {

constexpr qsizetype stepBytes = 256 * 1024;
constexpr qsizetype longestText = qsizetype(1) << 30; ///< against bodies that unpack without end
constexpr quint64 mostExchanges = quint64(1) << 24;

std::string_view viewOf(const QByteArray &bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

/// Unpacks a piece behind `out`. False where it is corrupt.
bool unpack(ContentDecoder &decoder, const QByteArray &piece, QByteArray &out)
{
    QByteArrayView rest(piece);
    qsizetype before = -1;
    while (out.size() != before || !rest.isEmpty()) {
        before = out.size();
        const qsizetype left = rest.size();
        if (!decoder.step(rest, out, stepBytes) || out.size() > longestText)
            return false;
        if (rest.isEmpty() || (out.size() == before && rest.size() == left))
            break;
    }
    return true;
}

quint64 streamKey(quint64 exchange, Direction direction)
{
    return exchange * 2 + (direction == Direction::In ? 1 : 0);
}

QByteArray withoutLineEnd(QByteArray line)
{
    if (line.endsWith('\n'))
        line.chop(1);
    if (line.endsWith('\r'))
        line.chop(1);
    return line;
}

/// Begins like an object or an array, behind blanks and a byte order mark.
bool looksLikeJson(const QByteArray &line)
{
    const std::string_view text = viewOf(line);
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

} // namespace

/// One direction of an HTTP exchange.
struct MessageJoiner::Stream {
    QByteArray text; ///< unpacked, not yet complete
    std::unique_ptr<ContentDecoder> decoder;
    std::unique_ptr<SseParser> events; ///< an event stream that arrives as pieces of a body
    JsonEnd end;
    bool isEvents = false;
    bool dead = false; ///< nothing more to learn from this body
};

MessageJoiner::MessageJoiner() = default;
MessageJoiner::~MessageJoiner() = default;

int MessageJoiner::status(quint64 exchange) const
{
    return exchange < m_status.size() ? m_status[static_cast<std::size_t>(exchange)] : 0;
}

QByteArray MessageJoiner::eventData(const QByteArray &block)
{
    SseParser parser(block.size() + 1);
    parser.append(block);
    parser.finish();
    const std::optional<SseEvent> event = parser.next();
    return event && event->isMessage() ? event->data : QByteArray();
}

QByteArray MessageJoiner::decoded(const QByteArray &body, std::string_view coding)
{
    if (!ContentDecoder::understands(coding))
        return body;
    ContentDecoder decoder;
    decoder.start(coding);
    QByteArray out;
    unpack(decoder, body, out);
    return out;
}

void MessageJoiner::head(quint64 exchange, Direction direction, const QByteArray &bytes)
{
    const TracedHead head = TracedHead::read(viewOf(bytes));
    if (direction == Direction::In && head.status >= 100 && head.status < 200)
        return;
    if (direction == Direction::In && exchange < mostExchanges) {
        if (m_status.size() <= exchange)
            m_status.resize(static_cast<std::size_t>(exchange) + 1);
        m_status[static_cast<std::size_t>(exchange)] = static_cast<quint16>(std::clamp(head.status, 0, 999));
    }
    auto stream = std::make_unique<Stream>();
    stream->isEvents = sameName(head.mediaType(), "text/event-stream");
    const std::string_view coding = trimmed(head.value("content-encoding"));
    if (ContentDecoder::understands(coding)) {
        stream->decoder = std::make_unique<ContentDecoder>();
        stream->decoder->start(coding);
    }
    m_streams[streamKey(exchange, direction)] = std::move(stream);
}

JoinedText MessageJoiner::line(Channel channel, QByteArray bytes)
{
    QByteArray &open = m_openLine[static_cast<std::size_t>(channel)];
    if (!open.isEmpty())
        bytes.prepend(std::exchange(open, {}));
    if (!bytes.endsWith('\n'))
        open = bytes; // the last line of a stream, or cut in two: judged as it is, and again when more comes
    JoinedText joined;
    joined.text = withoutLineEnd(std::move(bytes));
    joined.noise = !looksLikeJson(joined.text);
    joined.complete = true;
    if (!joined.noise && !open.isEmpty()) {
        JsonEnd end;
        joined.complete = end.feed(viewOf(joined.text)).has_value();
        if (joined.complete)
            open.clear();
    }
    return joined;
}

std::vector<JoinedText> MessageJoiner::body(Stream &stream, const QByteArray &bytes)
{
    std::vector<JoinedText> texts;
    if (stream.dead)
        return texts;
    QByteArray piece = bytes;
    if (stream.decoder) {
        piece.clear();
        stream.dead = !unpack(*stream.decoder, bytes, piece);
    }
    if (stream.isEvents) {
        if (!stream.events)
            stream.events = std::make_unique<SseParser>(longestText);
        stream.events->append(piece);
        while (const std::optional<SseEvent> event = stream.events->next()) {
            if (event->isMessage())
                texts.push_back({ event->data, true, false });
        }
        return texts;
    }
    const std::optional<std::size_t> end = stream.end.feed(viewOf(piece));
    stream.text = stream.text.isEmpty() ? piece : stream.text.append(piece);
    if (end) {
        stream.text.chop(piece.size() - static_cast<qsizetype>(*end));
        texts.push_back({ std::exchange(stream.text, {}), true, false });
    }
    if (stream.end.isOther() || stream.end.isDone() || stream.text.size() > longestText) {
        stream.dead = true;
        stream.text.clear();
    }
    return texts;
}

bool MessageJoiner::passOver(const TraceLog &log, quint64 row)
{
    const std::optional<Direction> direction = log.direction(row);
    if (!direction)
        return false;
    const auto found = m_streams.find(streamKey(log.exchange(row), *direction));
    const Stream *stream = found == m_streams.end() ? nullptr : found->second.get();
    switch (log.type(row).value_or(FrameType::Process)) {
    case FrameType::Line:
        return m_openLine[static_cast<std::size_t>(log.channel(row))].isEmpty();
    case FrameType::Event:
        return !stream || !stream->decoder;
    case FrameType::Body:
        if (stream && (stream->decoder || stream->isEvents || stream->dead || !stream->text.isEmpty()))
            return false;
        if (found != m_streams.end())
            m_streams.erase(found);
        return true;
    default:
        return false;
    }
}

std::vector<JoinedText> MessageJoiner::feed(const TraceLog &log, quint64 row)
{
    const std::optional<FrameType> type = log.type(row);
    const std::optional<Direction> direction = log.direction(row);
    if (!type || !direction || !log.hasBytes(row))
        return {};
    const quint64 exchange = log.exchange(row);
    switch (*type) {
    case FrameType::Head:
        head(exchange, *direction, log.bytes(row));
        return {};
    case FrameType::Line:
        return { line(log.channel(row), log.bytes(row)) };
    case FrameType::Event: {
        const std::unique_ptr<Stream> &stream = m_streams[streamKey(exchange, *direction)];
        if (stream && stream->decoder)
            return body(*stream, log.bytes(row));
        QByteArray data = eventData(log.bytes(row));
        return data.isEmpty() ? std::vector<JoinedText>() : std::vector<JoinedText> { { std::move(data), true, false } };
    }
    case FrameType::Body: {
        std::unique_ptr<Stream> &stream = m_streams[streamKey(exchange, *direction)];
        if (!stream)
            stream = std::make_unique<Stream>();
        std::vector<JoinedText> texts = body(*stream, log.bytes(row));
        if (stream->end.isDone())
            m_streams.erase(streamKey(exchange, *direction));
        return texts;
    }
    case FrameType::Stderr:
    case FrameType::Process:
    case FrameType::Decision:
        break;
    }
    return {};
}

} // namespace assayer
