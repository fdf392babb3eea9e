// Joins records into JSON texts: which record completes which text, and what the HTTP head around it said.
#pragma once

#include "trace/jsonend.h"
#include "trace/tracelog.h"
#include "transport/http/contentdecoder.h"
#include "wire/sseparser.h"

#include <QByteArray>

#include <memory>
#include <unordered_map>
#include <vector>

namespace assayer {

/// What a record completes.
struct JoinedText {
    QByteArray text; ///< JSON text, or a line that is none
    bool complete = false; ///< a text ended at this record
    bool noise = false; ///< a stdio line that begins like no message
};

/// Feed every record in order. One per analysis; not thread-safe.
class MessageJoiner {
public:
    MessageJoiner();
    ~MessageJoiner();

    /// Usually none or one text; a piece of a packed event stream may complete several.
    std::vector<JoinedText> feed(const TraceLog &log, quint64 row);
    /// Takes a record whose bytes are known to hold one whole JSON text (a line, an event, a body) without reading it. False, and
    /// nothing is taken, where what came before has a say in what it completes.
    bool passOver(const TraceLog &log, quint64 row);
    /// Status of the answer that this record belongs to, or 0.
    int status(quint64 exchange) const;

    /// The data of an event record; null where it carries none.
    static QByteArray eventData(const QByteArray &block);
    /// Removes content codings that are known (gzip, deflate); bytes of an unknown coding come back as they are.
    static QByteArray decoded(const QByteArray &body, std::string_view coding);

private:
    struct Stream;
    JoinedText line(Channel channel, QByteArray bytes);
    std::vector<JoinedText> body(Stream &stream, const QByteArray &bytes);
    void head(quint64 exchange, Direction direction, const QByteArray &bytes);

    std::unordered_map<quint64, std::unique_ptr<Stream>> m_streams; ///< exchange * 2 + direction
    std::vector<quint16> m_status; ///< by exchange
    QByteArray m_openLine[5]; ///< by channel: a line whose end has not come
};

} // namespace assayer
