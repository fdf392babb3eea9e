#include "support/negotiationserver.h"

#include <QJsonDocument>
#include <QTimer>

#include <zlib.h>

#include <utility>

namespace assayer::test {

namespace {

constexpr int resetAfterMs = 60;

QByteArray reasonOf(int status)
{
    static const QHash<int, QByteArray> reasons { { 200, "OK" }, { 201, "Created" }, { 202, "Accepted" }, { 204, "No Content" },
        { 301, "Moved Permanently" }, { 302, "Found" }, { 303, "See Other" }, { 304, "Not Modified" }, { 307, "Temporary Redirect" },
        { 308, "Permanent Redirect" }, { 400, "Bad Request" }, { 401, "Unauthorized" }, { 403, "Forbidden" }, { 404, "Not Found" },
        { 405, "Method Not Allowed" }, { 500, "Internal Server Error" }, { 502, "Bad Gateway" }, { 503, "Service Unavailable" },
        { 504, "Gateway Timeout" } };
    return reasons.value(status, "Status");
}

QByteArray chunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

QByteArray gzipped(const QByteArray &bytes)
{
    z_stream stream {};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

/// Takes one request off the buffer, if it is whole.
bool parse(QByteArray &buffer, ScriptedRequest &request)
{
    const qsizetype end = buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = buffer.first(end).split('\n');
    const QList<QByteArray> first = lines.first().trimmed().split(' ');
    request.httpMethod = first.value(0);
    request.path = first.value(1);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const qsizetype colon = lines.at(i).indexOf(':');
        request.headers.insert(lines.at(i).first(colon).trimmed().toLower(), lines.at(i).sliced(colon + 1).trimmed());
    }
    const qsizetype length = request.headers.value("content-length").toLongLong();
    if (buffer.size() < end + 4 + length)
        return false;
    request.body = buffer.sliced(end + 4, length);
    request.rpc = QJsonDocument::fromJson(request.body).object();
    buffer.remove(0, end + 4 + length);
    return true;
}

QJsonObject defaultAnswer(const ScriptedRequest &request)
{
    if (request.httpMethod == "GET")
        return { { QStringLiteral("status"), 405 } };
    if (request.httpMethod == "DELETE")
        return { { QStringLiteral("status"), 200 } };
    if (request.httpMethod == "POST" && !request.rpc.contains(u"id"))
        return { { QStringLiteral("status"), 202 } };
    return { { QStringLiteral("status"), 404 }, { QStringLiteral("bodyText"), QStringLiteral("not found") },
        { QStringLiteral("headers"), QJsonObject { { QStringLiteral("content-type"), QStringLiteral("text/plain") } } } };
}

void later(int ms, QObject *context, std::function<void()> work)
{
    QTimer::singleShot(ms, Qt::PreciseTimer, context, std::move(work));
}

} // namespace

NegotiationServer::NegotiationServer(const QJsonArray &rules, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
{
    m_server.listen(QHostAddress::LocalHost);
    m_places.base = origin();
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QObject::destroyed, this, [this, socket] { m_buffers.remove(socket); });
        }
    });
}

QString NegotiationServer::origin() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort());
}

void NegotiationServer::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    ScriptedRequest request;
    while (parse(buffer, request))
        take(socket, std::exchange(request, {}));
}

void NegotiationServer::take(QTcpSocket *socket, const ScriptedRequest &request)
{
    m_requests.append(request);
    if (request.httpMethod == "POST" && request.rpc.contains(u"id"))
        m_places.lastId = request.rpc.value(u"id");
    const QJsonObject rule = m_rules.match(request);
    const QJsonObject found = rule.isEmpty() ? defaultAnswer(request) : rule.value(u"answer").toObject();
    if (const int delay = found.value(u"delayMs").toInt(); delay > 0)
        later(delay, socket, [this, socket, found, request] { answer(socket, found, request); });
    else
        answer(socket, found, request);
}

void NegotiationServer::answer(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request)
{
    if (answer.value(u"hang").toBool())
        return;
    if (answer.value(u"closeWithoutAnswer").toBool())
        return socket->disconnectFromHost();
    if (answer.contains(u"rawBytes")) {
        socket->write(answer.value(u"rawBytes").toString().toLatin1());
        return socket->disconnectFromHost();
    }
    if (answer.contains(u"sse"))
        return answerStream(socket, answer, request);
    if (answer.contains(u"resetMidBody"))
        return answerReset(socket, answer, request);
    answerWhole(socket, answer, request);
}

QByteArray NegotiationServer::bodyOf(const QJsonObject &answer, const ScriptedRequest &request) const
{
    QByteArray body = answer.contains(u"bodyJson") ? scriptText(answer.value(u"bodyJson"), request, m_places)
                                                   : scriptString(answer.value(u"bodyText").toString(), request, m_places);
    body = answer.value(u"bodyPrefix").toString().toUtf8() + body + answer.value(u"bodySuffix").toString().toUtf8();
    if (answer.value(u"badUtf8").toBool())
        body.replace("@@BAD@@", "\xff\xfe\xc3");
    return answer.value(u"gzip").toBool() ? gzipped(body) : body;
}

QByteArray NegotiationServer::headOf(const QJsonObject &answer, const ScriptedRequest &request, const QByteArray &defaultType, const QByteArray &framing) const
{
    const int status = answer.value(u"status").toInt(200);
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonOf(status) + "\r\n";
    const QJsonObject headers = answer.value(u"headers").toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it)
        head += it.key().toLatin1() + ": " + scriptString(it.value().toString(), request, m_places) + "\r\n";
    if (!defaultType.isEmpty() && !headers.contains(u"content-type") && !answer.value(u"noContentType").toBool())
        head += "content-type: " + defaultType + "\r\n";
    if (answer.value(u"gzip").toBool())
        head += "content-encoding: gzip\r\n";
    return head + framing + "\r\n\r\n";
}

void NegotiationServer::answerWhole(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request)
{
    const QByteArray type = answer.contains(u"bodyJson") ? "application/json" : "";
    const int status = answer.value(u"status").toInt(200);
    const QByteArray body = bodyOf(answer, request);
    if (status == 204 || status == 304) {
        socket->write(headOf(answer, request, type, "date: x"));
        return;
    }
    const QJsonObject pieces = answer.value(u"chunks").toObject();
    if (pieces.isEmpty()) {
        socket->write(headOf(answer, request, type, "content-length: " + QByteArray::number(body.size())) + body);
        return;
    }
    socket->write(headOf(answer, request, type, "transfer-encoding: chunked"));
    const int count = pieces.value(u"count").toInt();
    const qsizetype size = (body.size() + count - 1) / count;
    for (int i = 0; i < count; ++i) {
        const bool last = i == count - 1;
        later(i * pieces.value(u"delayMs").toInt(), socket, [socket, body, i, size, last] {
            socket->write(chunk(body.mid(i * size, size)) + (last ? "0\r\n\r\n" : ""));
        });
    }
}

void NegotiationServer::answerReset(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request)
{
    const QJsonObject reset = answer.value(u"resetMidBody").toObject();
    const bool chunked = !reset.contains(u"contentLength");
    const QByteArray part = reset.contains(u"prefixJson")
        ? scriptText(reset.value(u"prefixJson"), request, m_places).left(reset.value(u"keepBytes").toInt())
        : reset.value(u"prefixText").toString().toUtf8();
    socket->write(headOf(answer, request, {}, chunked ? "transfer-encoding: chunked" : "content-length: " + QByteArray::number(reset.value(u"contentLength").toInt())));
    socket->write(chunked ? chunk(part) : part);
    socket->flush();
    later(resetAfterMs, socket, [socket] { socket->abort(); });
}

void NegotiationServer::answerStream(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request)
{
    socket->write(headOf(answer, request, "text/event-stream", "transfer-encoding: chunked"));
    sendEvent(socket, answer, request, 0);
}

void NegotiationServer::sendEvent(const QPointer<QTcpSocket> &socket, const QJsonObject &answer, const ScriptedRequest &request, qsizetype index)
{
    const QJsonArray events = answer.value(u"sse").toArray();
    if (!socket)
        return;
    if (index == events.size()) {
        const QString end = answer.value(u"sseEnd").toString();
        if (end.isEmpty() || end == u"close")
            socket->write("0\r\n\r\n");
        else if (end == u"reset")
            later(resetAfterMs, socket, [socket] { socket->abort(); });
        return;
    }
    const QJsonObject event = events.at(index).toObject();
    later(event.value(u"delayMs").toInt(), socket, [this, socket, answer, request, index, event] {
        QByteArray text;
        const auto field = [&](const char *name, const QByteArray &value) { text += QByteArray(name) + ": " + value + '\n'; };
        if (event.contains(u"comment"))
            text += ": " + event.value(u"comment").toString().toUtf8() + '\n';
        if (event.contains(u"id"))
            field("id", event.value(u"id").toString().toUtf8());
        if (event.contains(u"retry"))
            field("retry", QByteArray::number(event.value(u"retry").toInt()));
        if (event.contains(u"event"))
            field("event", event.value(u"event").toString().toUtf8());
        if (event.contains(u"dataJson") && event.value(u"multiline").toBool())
            text += "data: " + scriptText(event.value(u"dataJson"), request, m_places).replace(",\"", "\ndata: ,\"") + '\n';
        else if (event.contains(u"dataJson"))
            field("data", scriptText(event.value(u"dataJson"), request, m_places));
        if (event.contains(u"dataText"))
            field("data", event.value(u"dataText").toString().toUtf8());
        text += '\n';
        if (answer.value(u"sseCrlf").toBool())
            text.replace("\n", "\r\n");
        socket->write(chunk(text));
        sendEvent(socket, answer, request, index + 1);
    });
}

} // namespace assayer::test
