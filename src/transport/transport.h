// The abstract way to a server. Bytes only: what a message means is decided above. One thread, never blocking.
#pragma once

#include "base/error.h"
#include "transport/target.h"
#include "wire/frame.h"

#include <QObject>

#include <memory>

namespace assayer {

/// A message to send, dressed by the era's dialect.
struct OutgoingMessage {
    QByteArray body; ///< JSON text, exact; stdio appends the line end
    HeaderFields headers; ///< HTTP only: MCP-Protocol-Version, Mcp-*, session id...
    bool expectsReply = true; ///< false for notifications and responses
    bool resumable = false; ///< legacy Streamable HTTP: a stream that broke after an event id is taken up by GET
};

/// One JSON-RPC text as it was carried.
struct Arrival {
    enum class Carrier { Line, SseEvent, JsonBody };
    Carrier carrier = Carrier::Line;
    QByteArray bytes; ///< a line without its end, an event's data, a decoded body
    quint64 frame = 0; ///< the record that completed it
    quint64 exchange = 0;
    qint64 monoNs = 0; ///< when it was complete
    QByteArray eventName; ///< SSE: "message" unless named
    QByteArray eventId;
};

struct HttpHead {
    int status = 0;
    QByteArray reason;
    HeaderFields fields; ///< in wire order
    quint64 frame = 0;

    /// First value of that name (ASCII case ignored), or a null array.
    QByteArray value(const char *name) const;
    /// All values of that name, in order.
    QList<QByteArray> values(const char *name) const;
    /// Media type of Content-Type in lower case without parameters; empty where there is none.
    QByteArray mediaType() const;
};

/// How a delivery ended. Exactly one of: whole answer, `error`.
struct DeliveryEnd {
    std::optional<Error> error; ///< kinds "network" (causes refused, reset, cut, tls, dns, unreachable, no-answer, not-http, proxy),
                                ///< "message-too-large", "proxy-authentication-required", "usage" (a header that cannot be sent),
                                ///< "unreadable-file" (a certificate), "cancelled"; "connection-closed" on stdio
    bool aborted = false; ///< abort() was called
    std::optional<HttpHead> head; ///< the final answer's, after redirects that were followed
    QByteArray body; ///< whole or partial decoded body of an answer that is no event stream
    quint64 bodyFrame = 0; ///< record that completed the body (or the head, where there is no body)
    bool stream = false; ///< the answer was an event stream
    int events = 0; ///< message events delivered
    int redirects = 0;
    qint64 monoNs = 0;
    QByteArray timing; ///< JSON object text: phases in ns
};

/// One message on its way and what comes back for it. Created by a transport, deletes itself after `ended`.
/// On stdio, and for what HTTP+SSE answers with 2xx, it ends without head and body as soon as the message was taken:
/// answers come on Transport::arrived. Signals come from the event loop, never inside the call that made it.
class Delivery : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// Number of the HTTP exchange; 0 on stdio.
    virtual quint64 exchange() const = 0;
    /// Record of the request's last byte; 0 until written.
    virtual quint64 requestFrame() const = 0;
    /// Ends it now: HTTP closes the exchange. `ended` follows (queued) with `aborted`.
    virtual void abort() = 0;
    /// The reply has been seen: a stream that ends is not taken up again.
    virtual void setAnswered() = 0;

Q_SIGNALS:
    void written(); ///< given to the kernel as a whole
    void headReceived(const assayer::HttpHead &head); ///< HTTP; not for redirects that are followed
    void arrived(const assayer::Arrival &arrival); ///< events of an event stream that carry data
    void ended(const assayer::DeliveryEnd &end); ///< once, last
};

/// Why a connection is over.
struct TransportEnd {
    std::optional<Error> error; ///< none after close()
    std::optional<int> exitCode;
    std::optional<int> signal;
    QByteArray stderrTail; ///< last 4 KiB, stdio
};

class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual TransportKind kind() const = 0;
    /// stdio starts the process, HTTP+SSE opens its stream, Streamable HTTP has nothing to open. Answer: opened() or ended().
    virtual void open() = 0;
    /// Never null. Errors arrive through the delivery's `ended`, queued.
    virtual Delivery *send(const OutgoingMessage &message) = 0;
    /// Legacy Streamable HTTP: the GET stream. Null where the transport has none.
    virtual Delivery *openStream(const HeaderFields &headers, const QByteArray &lastEventId = {});
    /// Legacy Streamable HTTP: DELETE. Null where the transport has none.
    virtual Delivery *endSession(const HeaderFields &headers);
    /// Ends everything in order (stdio: stdin, wait, SIGTERM, SIGKILL to the group). ended() follows. Idempotent.
    virtual void close() = 0;
    /// stdio: pid of the process, else 0.
    virtual qint64 processId() const { return 0; }

Q_SIGNALS:
    void opened();
    /// A message outside any delivery: a stdio line, an event of the HTTP+SSE stream.
    void arrived(const assayer::Arrival &arrival);
    /// A stdout line that is no JSON, or any other thing worth a finding. Text is plain.
    void noise(const QByteArray &rule, const QString &message, quint64 frame);
    void stderrReceived(const QByteArray &bytes, quint64 frame);
    void ended(const assayer::TransportEnd &end); ///< once
};

/// The only place that knows the concrete classes. `sink` outlives the transport. `parent` owns it.
Transport *makeTransport(const Target &target, FrameSink &sink, QObject *parent);

} // namespace assayer

