// A QNetworkAccessManager whose http and https exchanges are our own, down to the socket.
#pragma once

#include "transport/http/wiretypes.h"

#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QTimer>

#include <vector>

namespace assayer {

class WireConnection;
struct Route;

/// Returns WireReply for http and https; other schemes go to Qt. HTTP/1.1 only, no fixed number of connections. Nothing
/// is ever sent twice; redirects, cookies and credentials are the caller's business. QNetworkRequest attributes other
/// than those below (and CustomVerbAttribute) are ignored. Proxies: proxyFactory(), else proxy(). One thread.
class WireAccessManager : public QNetworkAccessManager {
    Q_OBJECT
public:
    /// int, milliseconds from sending to the end of the response head; catches a head that drips in for ever.
    static constexpr auto HeadTimeoutAttribute = QNetworkRequest::Attribute(QNetworkRequest::User + 0x77);
    /// WireOptions.
    static constexpr auto OptionsAttribute = QNetworkRequest::Attribute(QNetworkRequest::User + 0x78);

    explicit WireAccessManager(QObject *parent = nullptr);
    ~WireAccessManager() override;

    void setLimits(const WireLimits &limits) { m_limits = limits; }
    const WireLimits &limits() const { return m_limits; }
    /// Open connections, in use or not.
    qsizetype connectionCount() const { return qsizetype(m_connections.size()); }
    qsizetype idleCount() const { return qsizetype(m_idle.size()); }

protected:
    QNetworkReply *createRequest(Operation op, const QNetworkRequest &request, QIODevice *outgoing) override;

private:
    friend class WireConnection;
    void dispatch(WireReply *reply, const WireOptions &options);
    WireConnection *takeIdle(const Route &route);
    Route routeOf(const QNetworkRequest &request, const WireOptions &options) const;
    void release(WireConnection *connection);
    void forget(WireConnection *connection);
    void dropExpired();

    WireLimits m_limits;
    quint64 m_lastConnection = 0;
    std::vector<WireConnection *> m_connections;
    std::vector<WireConnection *> m_idle;
    QTimer m_sweep;
};

} // namespace assayer
