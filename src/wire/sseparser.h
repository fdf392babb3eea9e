// Event streams (text/event-stream): bytes in, events with their exact bytes out, however the bytes were cut.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace assayer {

/// One block of an event stream, up to and with its empty line.
struct SseEvent {
    QByteArray raw; ///< exact bytes; the blocks of a stream, joined, are the stream
    QByteArray data; ///< the `data` lines, joined with LF
    QByteArray name; ///< the `event` field; "message" where there is none or an empty one
    QByteArray id; ///< the last event id as it stands after this block
    std::optional<int> retryMs; ///< the `retry` field, digits only; capped at 2^31-1
    bool hasData = false; ///< at least one `data` line, an empty one too
    bool hasId = false; ///< this block set the id (to an empty one, perhaps)

    /// Something for the reader above: an event that carries data. Priming events and comments do not.
    bool isMessage() const { return !data.isEmpty(); }
};

/// The parser's duties of WHATWG HTML 9.2.6: CR, LF and CRLF, a leading BOM, comments, fields without a colon, one
/// leading space off the value, `retry` of digits, no `id` with NUL, no dispatch without data, and the last event
/// dropped where its empty line is missing. An event with an empty `data` line is told (hasData) but is no message.
/// Spec: basic/transports, Streamable HTTP.
class SseParser {
public:
    /// `longest`: raw bytes a block may have.
    explicit SseParser(qsizetype longest);

    void append(QByteArrayView bytes);
    /// No more bytes will come: a CR at the very end is then a whole line end.
    void finish() { m_finished = true; }
    /// The next whole block, or nothing. Nothing for ever once the block at hand is too large.
    std::optional<SseEvent> next();
    /// The block at hand is larger than the limit; takeRest() has its bytes.
    bool isTooLarge() const { return m_tooLarge; }
    /// Bytes that belong to no whole block: the event that was cut off.
    QByteArray takeRest();
    /// What a reconnection sends as Last-Event-ID; empty: none.
    const QByteArray &lastEventId() const { return m_lastId; }

private:
    enum class LineEnd { None, Cr, Lf, CrLf };
    struct Line {
        qsizetype length = 0;
        qsizetype next = 0;
        LineEnd end = LineEnd::None;
    };

    std::optional<Line> nextLine();
    bool endsBlock(const Line &line);
    SseEvent cutBlock();
    void readBlock(SseEvent &event);
    void readField(QByteArrayView line, SseEvent &event, QByteArray &id);
    void compact();

    QByteArray m_buffer;
    QByteArray m_lastId;
    qsizetype m_longest;
    qsizetype m_block = 0; ///< where the block at hand begins
    qsizetype m_line = 0; ///< where the line at hand begins
    qsizetype m_scanned = 0; ///< no line end between m_line and here
    LineEnd m_lastEnd = LineEnd::None;
    bool m_comments = true; ///< the block at hand holds nothing but comments
    bool m_first = true;
    bool m_finished = false;
    bool m_tooLarge = false;
};

} // namespace assayer
