// What the HTTP layer tells about an exchange: how it ended, when each phase was over, and every byte of it.
#pragma once

#include "transport/http/responseparser.h"
#include "transport/target.h"

#include <QByteArray>
#include <QMetaType>
#include <QtGlobal>

namespace assayer {

class WireReply;

/// How an exchange ended. Only Whole means that the answer is complete; none of the others is ever retried.
enum class WireEnd {
    Running, ///< not ended yet
    Whole, ///< the framing says that every byte is there
    Cut, ///< the peer closed in the middle of the answer
    NoAnswer, ///< the peer closed before the first byte of an answer
    Reset, ///< the connection was reset (told apart from a close on direct TCP only)
    Refused, ///< nobody listens there
    NoSuchHost, ///< the name does not resolve
    Unreachable, ///< no route, or the connection was never answered
    Timeout, ///< nothing moved for the transfer timeout, or the head took longer than its limit
    TlsError, ///< handshake or certificate
    ProxyError, ///< the proxy refused or failed
    ProxyAuth, ///< the proxy wants credentials
    TooLarge, ///< head or body beyond the limits
    NotHttp, ///< the answer is not HTTP/1.x
    BadFraming, ///< HTTP, but the length of the body cannot be known (bad chunk size, contradicting lengths)
    BadEncoding, ///< whole on the wire, but gzip/deflate does not unpack
    BadRequest, ///< refused before sending: a header that would break the message
    Aborted, ///< abort() was called
};

/// Monotonic nanoseconds at which each phase was over; -1 where it did not happen (reused connection, plain TCP).
struct WireTiming {
    qint64 start = -1;
    qint64 resolved = -1;
    qint64 connected = -1;
    qint64 encrypted = -1;
    qint64 sent = -1;
    qint64 firstByte = -1;
    qint64 head = -1;
    qint64 end = -1;
};

/// Bounds on what a server may send, and on what is kept open.
struct WireLimits {
    ResponseParser::Limits parser; ///< lines, heads, number of headers
    qint64 body = qint64(1) << 30; ///< decoded bytes that wait for the reader; beyond it the end is TooLarge
    int idleMs = 4000; ///< unused connections live this long: below Node's 5 s, so the race is rare
    qsizetype idleCount = 64; ///< unused connections kept at most; those in use have no limit
    bool acceptedHasNoBody = true; ///< a 202 without length ends at its head instead of waiting for a close
};

/// Sees one exchange in order, before anyone interprets it. Called in the manager's thread, from inside the socket's
/// handlers: it must not abort or delete replies. Outlives the reply, or calls WireReply::setObserver(nullptr).
class WireObserver {
public:
    virtual ~WireObserver() = default;
    /// The exact head, about to be written.
    virtual void requestHead(const WireReply &, const QByteArray &) { }
    /// A piece of the request's body, about to be written.
    virtual void requestBody(const WireReply &, const QByteArray &) { }
    /// The whole request is with the kernel.
    virtual void requestSent(const WireReply &) { }
    /// A 1xx head.
    virtual void interimHead(const WireReply &, const ResponseHead &) { }
    /// The answer's head. The reply publishes it later.
    virtual void responseHead(const WireReply &, const ResponseHead &) { }
    /// The body without its chunk framing, still compressed.
    virtual void encodedBody(const WireReply &, const QByteArray &) { }
    /// Bytes that HTTP cannot place: what is no HTTP, what breaks the framing, what follows a whole answer.
    virtual void strayBytes(const WireReply &, const QByteArray &) { }
};

/// What a request may carry beyond QNetworkRequest; set as WireAccessManager::OptionsAttribute.
struct WireOptions {
    WireObserver *observer = nullptr;
    HeaderFields headers; ///< written after those of the request, as given: order, spelling, repetitions, empty values
    QStringList trusted; ///< SHA-256 fingerprints (hex, lower case, no colons) of certificates taken whatever is wrong
                         ///< with them
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::WireOptions)
