// Speaks MCP over Streamable HTTP on a loopback port. Small on purpose: enough HTTP/1.1 for well-behaved clients.
#pragma once

#include "demoserver/conversation.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

namespace demo {

class HttpServer : public QObject {
    Q_OBJECT
public:
    explicit HttpServer(Conversation &conversation, QObject *parent = nullptr);
    /// Port 0 takes any free one. False with a reason in error().
    bool listen(quint16 port);
    quint16 port() const { return m_server.serverPort(); }
    QString error() const { return m_server.errorString(); }

private:
    struct Request {
        QByteArray verb, path, body;
        QHash<QByteArray, QByteArray> headers; ///< names in lower case
    };
    void accept();
    void readFrom(QTcpSocket *socket);
    bool takeRequest(QByteArray &buffer, Request &request) const;
    void answer(QTcpSocket *socket, const Request &request);
    void post(QTcpSocket *socket, const Request &request);
    QByteArray refuseHeaders(const Request &request) const;
    void stream(QTcpSocket *socket, const std::vector<Outgoing> &messages);
    void sendEvent(const Outgoing &message);

    Conversation &m_conversation;
    QTcpServer m_server;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QHash<QByteArray, QPointer<QTcpSocket>> m_streams; ///< open event streams by the id of their request
    QByteArray m_session;
};

} // namespace demo
