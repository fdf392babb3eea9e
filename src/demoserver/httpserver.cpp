#include "demoserver/httpserver.h"

#include "json/document.h"

#include <QHostAddress>
#include <QTimer>
#include <QUuid>

#include <algorithm>

namespace demo {
namespace {

void respond(QTcpSocket *socket, const QByteArray &status, const QByteArray &body, const QByteArray &headers = {})
{
    QByteArray head = "HTTP/1.1 " + status + "\r\n" + headers;
    if (!body.isEmpty())
        head += "Content-Type: application/json\r\n";
    head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n";
    socket->write(head + body);
}

QByteArray eventOf(const std::string &text)
{
    const QByteArray event = "event: message\ndata: " + QByteArray::fromStdString(text) + "\n\n";
    return QByteArray::number(event.size(), 16) + "\r\n" + event + "\r\n";
}

} // namespace

HttpServer::HttpServer(Conversation &conversation, QObject *parent)
    : QObject(parent)
    , m_conversation(conversation)
{
    connect(&m_server, &QTcpServer::newConnection, this, &HttpServer::accept);
}

bool HttpServer::listen(quint16 port)
{
    return m_server.listen(QHostAddress::LocalHost, port);
}

void HttpServer::accept()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { readFrom(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_buffers.remove(socket);
            socket->deleteLater();
        });
    }
}

void HttpServer::readFrom(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    Request request;
    while (takeRequest(buffer, request))
        answer(socket, request);
}

bool HttpServer::takeRequest(QByteArray &buffer, Request &request) const
{
    const qsizetype end = buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = buffer.left(end).split('\n');
    const QList<QByteArray> first = lines.first().trimmed().split(' ');
    request = {};
    request.verb = first.value(0);
    request.path = first.value(1);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const qsizetype colon = lines[i].indexOf(':');
        request.headers.insert(lines[i].left(colon).trimmed().toLower(), lines[i].mid(colon + 1).trimmed());
    }
    const qsizetype length = request.headers.value("content-length").toLongLong();
    if (buffer.size() < end + 4 + length)
        return false;
    request.body = buffer.mid(end + 4, length);
    buffer.remove(0, end + 4 + length);
    return true;
}

void HttpServer::answer(QTcpSocket *socket, const Request &request)
{
    if (request.verb == "POST")
        return post(socket, request);
    if (request.verb == "DELETE" && !m_session.isEmpty() && request.headers.value("mcp-session-id") == m_session) {
        m_session.clear();
        return respond(socket, "200 OK", {});
    }
    if (request.verb == "GET" && m_conversation.speaksLegacy() && request.headers.value("accept").contains("text/event-stream")) {
        // Held open; this server has nothing to say unasked.
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n:open\n\n\r\n");
        return;
    }
    respond(socket, "405 Method Not Allowed", {}, "Allow: POST\r\n");
}

/// What basic/transports/streamable-http of 2026-07-28 asks a server to refuse with -32020; empty where all is well.
QByteArray HttpServer::refuseHeaders(const Request &request) const
{
    const auto parsed = assayer::json::Document::parse(request.body.toStdString());
    if (!parsed || !m_conversation.speaksModern())
        return {};
    const auto *message = &(*parsed)->root();
    const auto *version = message->find("params", "_meta", "io.modelcontextprotocol/protocolVersion");
    const auto method = message->stringAt("method");
    if (!version || !method)
        return {};
    const auto same = [&request](const char *header, std::string_view value) { return request.headers.value(header) == QByteArray(value.data(), qsizetype(value.size())); };
    if (!same("mcp-protocol-version", version->string()))
        return "MCP-Protocol-Version is missing or differs from _meta";
    if (!same("mcp-method", *method))
        return "Mcp-Method is missing or differs from the method";
    return {};
}

void HttpServer::post(QTcpSocket *socket, const Request &request)
{
    if (const QByteArray fault = refuseHeaders(request); !fault.isEmpty())
        return respond(socket, "400 Bad Request", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"" + fault + "\"}}");
    const std::vector<Outgoing> messages = m_conversation.take({ request.body.constData(), static_cast<std::size_t>(request.body.size()) });
    const bool isInitialize = request.body.contains("\"initialize\"");
    QByteArray headers;
    if (isInitialize && m_conversation.speaksLegacy()) {
        m_session = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
        headers = "Mcp-Session-Id: " + m_session + "\r\n";
    }
    if (messages.empty())
        return respond(socket, "202 Accepted", {});
    const Outgoing &first = messages.front();
    if (m_streams.contains(QByteArray::fromStdString(first.forId)) && messages.size() == 1) {
        // The answer to a question of ours finishes the stream of the call that asked.
        sendEvent(first);
        return respond(socket, "202 Accepted", {});
    }
    if (messages.size() > 1 || !first.last || first.delayMs)
        return stream(socket, messages);
    const bool unknownMethod = first.error && first.text.find("-32601") != std::string::npos;
    respond(socket, unknownMethod ? "404 Not Found" : first.error ? "400 Bad Request" : "200 OK", QByteArray::fromStdString(first.text), headers);
}

void HttpServer::stream(QTcpSocket *socket, const std::vector<Outgoing> &messages)
{
    m_streams.insert(QByteArray::fromStdString(messages.front().forId), socket);
    socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const Outgoing &message : messages)
        QTimer::singleShot(message.delayMs, socket, [this, message] { sendEvent(message); });
}

void HttpServer::sendEvent(const Outgoing &message)
{
    const QByteArray id = QByteArray::fromStdString(message.forId);
    QTcpSocket *socket = m_streams.value(id);
    if (!socket) {
        m_streams.remove(id);
        return;
    }
    socket->write(eventOf(message.text));
    if (!message.last)
        return;
    socket->write("0\r\n\r\n");
    m_streams.remove(id);
}

} // namespace demo
