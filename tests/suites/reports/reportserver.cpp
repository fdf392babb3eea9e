#include "suites/reports/reportserver.h"

#include <QHostAddress>
#include <QPointer>
#include <QTimer>

#include <zlib.h>

namespace assayer::test {
namespace {

QByteArray bytesOf(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

QByteArray gzip(const QByteArray &plain)
{
    z_stream stream {};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray packed(qsizetype(deflateBound(&stream, uLong(plain.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(plain.data()));
    stream.avail_in = uInt(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

/// "{{bytes:split-in:X}}": the directive goes, and the bytes are cut behind the first byte of the first X.
QByteArrayList splitDirective(const QByteArray &text)
{
    if (!text.startsWith("{{bytes:split-in:"))
        return { text };
    const qsizetype end = text.indexOf("}}");
    const QByteArray mark = text.mid(17, end - 17);
    const QByteArray rest = text.mid(end + 2);
    const qsizetype at = rest.indexOf(mark) + 1;
    return { rest.left(at), rest.mid(at) };
}

QByteArrayList every(const QByteArray &bytes, qsizetype size)
{
    QByteArrayList pieces;
    for (qsizetype at = 0; at < bytes.size(); at += size)
        pieces.append(bytes.mid(at, size));
    return pieces;
}

} // namespace

ReportServer::ReportServer(const json::Node &entry)
    : m_script(entry)
{
    m_clock.start();
    m_server.listen(QHostAddress::LocalHost);
    m_other.listen(QHostAddress::LocalHost);
    m_script.setOrigin("http://127.0.0.1:" + std::to_string(m_server.serverPort()), std::to_string(m_other.serverPort()));
    connect(&m_other, &QTcpServer::newConnection, this, [this] { ++m_otherRequests; });
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                m_buffers.remove(socket);
                socket->deleteLater();
            });
        }
    });
}

void ReportServer::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    for (qsizetype end = buffer.indexOf("\r\n\r\n"); end >= 0; end = buffer.indexOf("\r\n\r\n")) {
        Seen request;
        const QList<QByteArray> lines = buffer.left(end).split('\n');
        request.verb = lines.first().trimmed().split(' ').value(0);
        request.path = lines.first().trimmed().split(' ').value(1);
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const qsizetype colon = lines[i].indexOf(':');
            request.headers.insert(lines[i].left(colon).trimmed().toLower(), lines[i].mid(colon + 1).trimmed());
        }
        const qsizetype length = request.headers.value("content-length").toLongLong();
        if (buffer.size() < end + 4 + length)
            return;
        request.body = buffer.mid(end + 4, length);
        request.ms = m_clock.elapsed();
        buffer.remove(0, end + 4 + length);
        answer(socket, request);
        if (!m_buffers.contains(socket))
            return;
    }
}

void ReportServer::answer(QTcpSocket *socket, const Seen &request)
{
    auto event = eventOf(request.verb.toStdString(), request.path.toStdString(), request.body.toStdString());
    m_seen.append(request);
    m_seen.last().method = QByteArray::fromStdString(event.method);
    releaseHold(request.body);
    if (const json::Value *scripted = m_script.match(event)) {
        const json::Value *delay = scripted->find("delayMs");
        QTimer::singleShot(delay ? int(*delay->integer()) : 0, socket, [this, socket, scripted, event] { reply(socket, *scripted, event); });
        return;
    }
    if (request.verb != "POST") {
        const bool ends = request.verb == "DELETE" && !m_script.isModern();
        socket->write(ends ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    int status = 200;
    const QByteArray body = QByteArray::fromStdString(m_script.defaultAnswer(event, status));
    socket->write("HTTP/1.1 " + QByteArray::number(status) + " X\r\n" + (body.isEmpty() ? "" : "Content-Type: application/json\r\n")
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

void ReportServer::reply(QTcpSocket *socket, const json::Value &reply, const ReportScript::Event &event)
{
    const auto abort = reply.stringAt("abort");
    if (abort == "beforeHeaders") {
        socket->disconnectFromHost();
        return;
    }
    const bool isStream = reply.find("sse");
    QByteArrayList pieces;
    std::size_t n = 0;
    const json::Value *events = reply.find("sse");
    for (const json::Value &piece : events ? events->items() : std::span<const json::Value>()) {
        // The directive stands before any placeholder: it names raw bytes of the text.
        const QByteArrayList parts = splitDirective(bytesOf(piece.string()));
        ++n;
        for (const QByteArray &part : parts)
            pieces.append(QByteArray::fromStdString(m_script.fill({ part.constData(), std::size_t(part.size()) }, event, n)));
    }
    QByteArray body = QByteArray::fromStdString(m_script.fill(reply.stringAt("bodyText").value_or(""), event));
    const qsizetype plain = body.size();
    if (reply.stringAt("compress") == "gzip")
        body = gzip(body);
    const json::Value *status = reply.find("status");
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status ? *status->integer() : 200) + " X\r\n";
    bool hasLength = false;
    const json::Value *headers = reply.find("headers");
    for (const json::Member &header : headers ? headers->members() : std::span<const json::Member>()) {
        QByteArray value = QByteArray::fromStdString(m_script.fill(header.value().string(), event));
        value.replace("{{uncompressedLength}}", QByteArray::number(plain));
        head += bytesOf(header.name()) + ": " + value + "\r\n";
        hasLength = hasLength || bytesOf(header.name()).toLower() == "content-length";
    }
    const bool close = reply.find("thenClose") || (isStream && !reply.find("hold"));
    if (!isStream && !hasLength)
        head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    if (isStream)
        head += "Connection: close\r\n";
    socket->write(head + "\r\n" + (isStream ? QByteArray() : body));
    if (const json::Value *size = reply.find("splitEvery"))
        pieces = every(pieces.join(), qsizetype(*size->integer()));
    rememberHold(socket, reply, event);
    const json::Value *delay = reply.find("delayBetweenMs");
    if (isStream || close)
        write(socket, pieces, delay ? int(*delay->integer()) : 2, close);
}

/// "until ID answered, then: TEXT": the text follows on the open stream once the client has answered that request.
void ReportServer::rememberHold(QTcpSocket *socket, const json::Value &reply, const ReportScript::Event &event)
{
    const QByteArray hold = bytesOf(reply.stringAt("hold").value_or(""));
    const qsizetype answered = hold.indexOf(" answered, then: ");
    if (hold.startsWith("until ") && answered > 0)
        m_holds.insert(hold.mid(6, answered - 6), { socket, QByteArray::fromStdString(m_script.fill(hold.mid(answered + 17).toStdString(), event)) });
}

void ReportServer::releaseHold(const QByteArray &body)
{
    const auto parsed = json::Document::parse(body.toStdString());
    const auto id = parsed && !(*parsed)->root().find("method") ? (*parsed)->root().stringAt("id") : std::nullopt;
    const auto hold = id ? m_holds.take(bytesOf(*id)) : std::pair<QPointer<QTcpSocket>, QByteArray>();
    if (hold.first) {
        hold.first->write(hold.second);
        hold.first->disconnectFromHost();
    }
}

void ReportServer::write(QTcpSocket *socket, QByteArrayList pieces, int delayMs, bool close)
{
    socket->flush();
    if (pieces.isEmpty()) {
        if (close)
            socket->disconnectFromHost();
        return;
    }
    socket->write(pieces.takeFirst());
    QTimer::singleShot(delayMs, socket, [this, socket, pieces, delayMs, close] { write(socket, pieces, delayMs, close); });
}

} // namespace assayer::test
