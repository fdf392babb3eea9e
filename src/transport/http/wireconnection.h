// One TCP or TLS connection: carries one exchange at a time and never repeats one.
#pragma once

#include "transport/http/responseparser.h"
#include "transport/http/wiretypes.h"

#include <QNetworkProxy>
#include <QObject>
#include <QPointer>
#include <QSslConfiguration>
#include <QTcpSocket>

namespace assayer {

class WireAccessManager;

/// What makes two connections interchangeable.
struct Route {
    QString host;
    QString peerName;
    quint16 port = 0;
    bool tls = false;
    QNetworkProxy proxy;
    QSslConfiguration ssl;
    QStringList trusted; ///< fingerprints, see WireOptions

    bool operator==(const Route &other) const
    {
        return port == other.port && tls == other.tls && host == other.host && proxy == other.proxy
            && (!tls || (peerName == other.peerName && ssl == other.ssl && trusted == other.trusted));
    }
};

/// Owned by the manager's pool. Plain sockets run unbuffered: the kernel is asked before each read, because Qt reports
/// a reset as an orderly close.
class WireConnection final : public QObject, private ResponseParser::Sink {
    Q_OBJECT
public:
    WireConnection(WireAccessManager &manager, quint64 id, const Route &route);
    ~WireConnection() override;

    quint64 id() const { return m_id; }
    const Route &route() const { return m_route; }
    QAbstractSocket &socket() const { return *m_socket; }
    /// Known to be open, with nothing unread: fit for another exchange.
    bool isQuiet() const;
    /// Monotonic nanoseconds until which it may wait for a next exchange.
    qint64 idleUntil() const { return m_idleUntil; }

    /// Connects if need be, then sends the reply's request, once.
    void start(WireReply *reply);
    /// Closes for good and leaves the pool.
    void retire();
    /// There is room for the body again.
    void resume();

private:
    enum class Peer { Unknown, Quiet, Data, Closed, Reset };

    void interimHead(const ResponseHead &head) override;
    void finalHead(const ResponseHead &head) override;
    void bodyPiece(std::string_view bytes) override;

    void open();
    void openTls();
    void onConnected();
    void onEncrypted();
    void send();
    bool write(const QByteArray &bytes);
    void push();
    void report();
    void onError(QAbstractSocket::SocketError error);
    void onSslErrors(const QList<QSslError> &errors);
    void readAvailable();
    bool closedWhileReading() const;
    bool isResetError() const;
    void received(QByteArrayView bytes);
    void peerClosed(bool reset);
    void conclude(WireEnd end, const QString &detail = {});
    bool isReusable() const;
    bool isTrusted() const;
    Peer peek() const;
    WireEnd endOf(QAbstractSocket::SocketError error) const;

    WireAccessManager &m_manager;
    const quint64 m_id;
    const Route m_route;
    QAbstractSocket *m_socket = nullptr;
    ResponseParser m_parser;
    QPointer<WireReply> m_reply;
    bool m_retired = false;
    bool m_ready = false;
    bool m_reading = false;
    bool m_closed = false;
    bool m_tolerated = false; ///< the owner of a reply took a certificate; the next one may not
    bool m_leftover = false;
    qint64 m_received = 0;
    qint64 m_pushed = 0;
    qint64 m_idleUntil = 0;
    QString m_tlsText;
};

} // namespace assayer
