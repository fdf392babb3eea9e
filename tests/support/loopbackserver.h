// A Streamable HTTP server on the loopback inside the test's own event loop; a handler says what each request gets.
#pragma once

#include "json/document.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>

namespace assayer::test {

/// One request and the chance to answer it, now or later.
class LoopbackExchange {
public:
    QByteArray verb, path, body;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray rpcMethod; ///< of a JSON-RPC body, else empty
    QByteArray idJson;
    json::DocumentPtr json; ///< null where the body is no JSON

    void respond(int status, const QByteArray &contentType, const QByteArray &responseBody, const QByteArray &extraHead = {});
    void respondResult(const QByteArray &resultJson);
    void respondError(int code, const QByteArray &message, int status = 200);
    /// An answer in pieces: text/event-stream, chunked. event() adds one message, end() ends the body.
    void openStream();
    void event(const QByteArray &messageJson);
    void eventResult(const QByteArray &resultJson); ///< the answer to this request, and the end
    void end();
    void drop(); ///< closes without an answer
    bool isOpen() const { return m_socket && m_socket->state() == QAbstractSocket::ConnectedState; }

private:
    friend class LoopbackServer;
    QPointer<QTcpSocket> m_socket;
};
using LoopbackExchangePtr = std::shared_ptr<LoopbackExchange>;

class LoopbackServer : public QObject {
    Q_OBJECT
public:
    using Handler = std::function<void(const LoopbackExchangePtr &)>;
    explicit LoopbackServer(Handler handler);

    QUrl url(const QString &path = QStringLiteral("/mcp")) const;
    quint16 port() const { return m_server.serverPort(); }
    /// Every request so far.
    const QList<LoopbackExchangePtr> &requests() const { return m_requests; }

private:
    void read(QTcpSocket *socket);
    bool take(QByteArray &buffer, LoopbackExchange &exchange) const;

    Handler m_handler;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QList<LoopbackExchangePtr> m_requests;
    QTcpServer m_server; ///< last: its sockets speak to the members above while they go
};

/// A server of one era: opens the connection as that era does and leaves the rest to `handler`.
/// `revision` "2025-11-25" refuses server/discover with 400 and -32601; "2026-07-28" refuses initialize.
LoopbackServer::Handler mcpHandler(const QByteArray &revision, const QByteArray &capabilitiesJson, LoopbackServer::Handler handler);

} // namespace assayer::test
