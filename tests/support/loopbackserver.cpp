#include "support/loopbackserver.h"

#include "json/write.h"

#include <QHostAddress>
#include <QUrl>

namespace assayer::test {

void LoopbackExchange::respond(int status, const QByteArray &contentType, const QByteArray &responseBody, const QByteArray &extraHead)
{
    if (!m_socket)
        return;
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + " X\r\n" + extraHead;
    if (!contentType.isEmpty())
        head += "Content-Type: " + contentType + "\r\n";
    m_socket->write(head + "Content-Length: " + QByteArray::number(responseBody.size()) + "\r\n\r\n" + responseBody);
}

void LoopbackExchange::respondResult(const QByteArray &resultJson)
{
    respond(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":" + idJson + ",\"result\":" + resultJson + '}');
}

void LoopbackExchange::respondError(int code, const QByteArray &message, int status)
{
    respond(status, "application/json",
        "{\"jsonrpc\":\"2.0\",\"id\":" + idJson + ",\"error\":{\"code\":" + QByteArray::number(code) + ",\"message\":\"" + message + "\"}}");
}

void LoopbackExchange::openStream()
{
    if (m_socket)
        m_socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
}

void LoopbackExchange::event(const QByteArray &messageJson)
{
    const QByteArray text = "data: " + messageJson + "\n\n";
    if (m_socket)
        m_socket->write(QByteArray::number(text.size(), 16) + "\r\n" + text + "\r\n");
}

void LoopbackExchange::eventResult(const QByteArray &resultJson)
{
    event("{\"jsonrpc\":\"2.0\",\"id\":" + idJson + ",\"result\":" + resultJson + '}');
    end();
}

void LoopbackExchange::end()
{
    if (m_socket)
        m_socket->write("0\r\n\r\n");
}

void LoopbackExchange::drop()
{
    if (m_socket)
        m_socket->disconnectFromHost();
}

LoopbackServer::LoopbackServer(Handler handler)
    : m_handler(std::move(handler))
{
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                m_buffers.remove(socket);
                socket->deleteLater();
            });
        }
    });
}

QUrl LoopbackServer::url(const QString &path) const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(port()).arg(path));
}

void LoopbackServer::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    for (;;) {
        auto exchange = std::make_shared<LoopbackExchange>();
        if (!take(buffer, *exchange))
            return;
        exchange->m_socket = socket;
        m_requests.append(exchange);
        m_handler(exchange);
    }
}

bool LoopbackServer::take(QByteArray &buffer, LoopbackExchange &exchange) const
{
    const qsizetype end = buffer.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = buffer.left(end).split('\n');
    const QList<QByteArray> first = lines.first().trimmed().split(' ');
    exchange.verb = first.value(0);
    exchange.path = first.value(1);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const qsizetype colon = lines[i].indexOf(':');
        exchange.headers.insert(lines[i].left(colon).trimmed().toLower(), lines[i].mid(colon + 1).trimmed());
    }
    const qsizetype length = exchange.headers.value("content-length").toLongLong();
    if (buffer.size() < end + 4 + length)
        return false;
    exchange.body = buffer.mid(end + 4, length);
    buffer.remove(0, end + 4 + length);
    const auto parsed = json::Document::parse(exchange.body.toStdString());
    if (!parsed)
        return true;
    exchange.json = *parsed;
    const json::Value &root = exchange.json->root();
    const auto text = [](std::string_view view) { return QByteArray(view.data(), static_cast<qsizetype>(view.size())); };
    exchange.rpcMethod = text(root.stringAt("method").value_or(std::string_view()));
    if (const json::Value *id = root.find("id"))
        exchange.idJson = text(exchange.json->raw(*id));
    return true;
}

LoopbackServer::Handler mcpHandler(const QByteArray &revision, const QByteArray &capabilitiesJson, LoopbackServer::Handler handler)
{
    const bool modern = revision >= "2026-07-28";
    return [revision, capabilitiesJson, modern, handler = std::move(handler)](const LoopbackExchangePtr &exchange) {
        if (exchange->verb != "POST")
            return exchange->respond(405, {}, {});
        if (exchange->rpcMethod == "server/discover" && modern)
            return exchange->respondResult("{\"resultType\":\"complete\",\"supportedVersions\":[\"" + revision + "\"],\"capabilities\":" + capabilitiesJson
                + ",\"ttlMs\":0,\"cacheScope\":\"private\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}}");
        if (exchange->rpcMethod == "server/discover" || (exchange->rpcMethod == "initialize" && modern))
            return exchange->respondError(-32601, "Method not found", 400);
        if (exchange->rpcMethod == "initialize")
            return exchange->respondResult("{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilitiesJson
                + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
        if (exchange->idJson.isEmpty())
            return exchange->respond(202, {}, {});
        handler(exchange);
    };
}

} // namespace assayer::test
