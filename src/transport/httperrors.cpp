#include "transport/httperrors.h"

#include "transport/tlssettings.h"

namespace assayer {

namespace {

Error network(const char *cause, const QString &message)
{
    return { "network", message.toStdString(), cause };
}

QString cutWords(const WireReply &reply, const QString &where)
{
    if (reply.announcedBytes() >= 0)
        return QStringLiteral(
            "The connection to %1 was closed in the middle of the answer: the body is truncated, %2 of %3 bytes came")
            .arg(where)
            .arg(reply.encodedSize())
            .arg(reply.announcedBytes());
    return QStringLiteral(
        "The connection to %1 was closed in the middle of the answer, which is incomplete: %2 bytes of its body came")
        .arg(where)
        .arg(reply.encodedSize());
}

Error tlsError(const WireReply &reply, const QString &where)
{
    Error error = network("tls", QStringLiteral("The TLS connection to %1 failed: %2").arg(where, reply.endDetail()));
    for (const QSslCertificate &certificate : reply.peerChain())
        error.data.chain.push_back(certificateLine(certificate).toStdString());
    return error;
}

QString sentWords(const WireReply &reply)
{
    return reply.wasSent() ? QStringLiteral("; the request had been sent and is not repeated") : QString();
}

Error brokenError(const WireReply &reply, const QString &where)
{
    switch (reply.end()) {
    case WireEnd::Cut:
        return network("cut", cutWords(reply, where));
    case WireEnd::NoAnswer:
        return network(
            "no-answer", QStringLiteral("%1 closed the connection without an answer%2").arg(where, sentWords(reply)));
    case WireEnd::Reset:
        return network("reset",
            QStringLiteral("The connection to %1 was reset: %2%3").arg(where, reply.endDetail(), sentWords(reply)));
    case WireEnd::NotHttp:
        return network("not-http", QStringLiteral("What %1 answered is not HTTP: %2").arg(where, reply.endDetail()));
    default:
        return network("not-http", QStringLiteral("The answer of %1 breaks HTTP: %2").arg(where, reply.endDetail()));
    }
}

Error unreachedError(const WireReply &reply, const QString &where)
{
    switch (reply.end()) {
    case WireEnd::Refused:
        return network("refused", QStringLiteral("Nothing listens at %1: the connection was refused").arg(where));
    case WireEnd::NoSuchHost:
        return network(
            "dns", QStringLiteral("The host name of %1 cannot be resolved: %2").arg(where, reply.endDetail()));
    case WireEnd::ProxyError:
        return network("proxy", QStringLiteral("The proxy on the way to %1 failed: %2").arg(where, reply.endDetail()));
    case WireEnd::Timeout:
        return network("no-answer", QStringLiteral("%1 did not answer: %2").arg(where, reply.endDetail()));
    default:
        return network("unreachable", QStringLiteral("%1 cannot be reached: %2").arg(where, reply.endDetail()));
    }
}

void addPhase(QByteArray &text, const char *name, qint64 from, qint64 to)
{
    if (from >= 0 && to >= from)
        text += '"' + QByteArray(name) + "\":" + QByteArray::number(to - from) + ',';
}

} // namespace

QString endpointText(const QUrl &url)
{
    const QString host = url.host();
    const int port = url.port(url.scheme() == u"https" ? 443 : 80);
    return (host.contains(u':') ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(host).arg(port);
}

std::optional<Error> errorOf(const WireReply &reply)
{
    const QString where = endpointText(reply.url());
    switch (reply.end()) {
    case WireEnd::Running:
    case WireEnd::Whole:
    case WireEnd::BadEncoding:
        return std::nullopt;
    case WireEnd::TlsError:
        return tlsError(reply, where);
    case WireEnd::ProxyAuth:
        return Error("proxy-authentication-required",
            QStringLiteral("The proxy on the way to %1 wants a user name and password").arg(where).toStdString());
    case WireEnd::TooLarge:
        return Error("message-too-large",
            QStringLiteral("The answer of %1 is beyond the limits: %2").arg(where, reply.errorString()).toStdString());
    case WireEnd::BadRequest:
        return Error("usage", reply.endDetail().toStdString(), "header");
    case WireEnd::Aborted:
        return Error("cancelled", "The exchange was ended here");
    case WireEnd::Cut:
    case WireEnd::NoAnswer:
    case WireEnd::Reset:
    case WireEnd::NotHttp:
    case WireEnd::BadFraming:
        return brokenError(reply, where);
    case WireEnd::Refused:
    case WireEnd::NoSuchHost:
    case WireEnd::Unreachable:
    case WireEnd::Timeout:
    case WireEnd::ProxyError:
        break;
    }
    return unreachedError(reply, where);
}

Error tooLargeError(const QString &what, qint64 limit)
{
    return { "message-too-large",
        QStringLiteral("%1 is longer than the limit of %2 bytes; what came of it is in the trace")
            .arg(what)
            .arg(limit)
            .toStdString() };
}

QByteArray timingText(const WireReply &reply)
{
    const WireTiming &t = reply.timing();
    const qint64 ready = std::max({ t.start, t.connected, t.encrypted });
    QByteArray text = "{";
    text.reserve(160);
    addPhase(text, "dns", t.start, t.resolved);
    addPhase(text, "connect", std::max(t.start, t.resolved), t.connected);
    addPhase(text, "tls", t.connected, t.encrypted);
    addPhase(text, "send", ready, t.sent);
    addPhase(text, "wait", t.sent, t.firstByte);
    addPhase(text, "receive", t.firstByte, t.end);
    addPhase(text, "total", t.start, t.end);
    text += "\"connection\":" + QByteArray::number(reply.connectionId());
    return text + (reply.reusedConnection() ? ",\"reused\":true}" : ",\"reused\":false}");
}

} // namespace assayer
