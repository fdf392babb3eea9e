#include "transport/http/wireaccessmanager.h"

#include "base/clock.h"
#include "transport/http/wireconnection.h"
#include "transport/http/wirereply.h"

#include <QNetworkProxyFactory>

#include <algorithm>

namespace assayer {

WireAccessManager::WireAccessManager(QObject *parent)
    : QNetworkAccessManager(parent)
{
    m_sweep.setInterval(250);
    connect(&m_sweep, &QTimer::timeout, this, &WireAccessManager::dropExpired);
}

WireAccessManager::~WireAccessManager()
{
    for (WireReply *reply : findChildren<WireReply *>(Qt::FindDirectChildrenOnly))
        delete reply;
    while (!m_connections.empty())
        m_connections.back()->retire();
}

QNetworkReply *WireAccessManager::createRequest(Operation op, const QNetworkRequest &request, QIODevice *outgoing)
{
    const QString scheme = request.url().scheme();
    if (scheme != u"http" && scheme != u"https")
        return QNetworkAccessManager::createRequest(op, request, outgoing);
    QNetworkRequest own = request;
    if (own.transferTimeout() == 0)
        own.setTransferTimeout(transferTimeout());
    const auto options = own.attribute(OptionsAttribute).value<WireOptions>();
    auto *reply = new WireReply(*this, op, own);
    reply->setObserver(options.observer);
    if (reply->prepare(outgoing, options.headers))
        dispatch(reply, options);
    reply->arm();
    return reply;
}

void WireAccessManager::dispatch(WireReply *reply, const WireOptions &options)
{
    const Route route = routeOf(reply->request(), options);
    WireConnection *connection = takeIdle(route);
    if (!connection) {
        connection = new WireConnection(*this, ++m_lastConnection, route);
        m_connections.push_back(connection);
    }
    connection->start(reply);
}

Route WireAccessManager::routeOf(const QNetworkRequest &request, const WireOptions &options) const
{
    const QUrl url = request.url();
    Route route;
    route.tls = url.scheme() == u"https";
    route.host = url.host(QUrl::FullyEncoded);
    route.port = quint16(url.port(route.tls ? 443 : 80));
    route.proxy = proxy();
    if (QNetworkProxyFactory *factory = proxyFactory())
        route.proxy = factory->queryProxy(QNetworkProxyQuery(url)).value(0, route.proxy);
    if (route.tls) {
        route.ssl = request.sslConfiguration();
        route.peerName = request.peerVerifyName();
        route.trusted = options.trusted;
    }
    return route;
}

/// The connection used last is the one most likely to be open still.
WireConnection *WireAccessManager::takeIdle(const Route &route)
{
    for (std::size_t i = m_idle.size(); i-- > 0;) {
        WireConnection *connection = m_idle[i];
        if (!(connection->route() == route))
            continue;
        m_idle.erase(m_idle.begin() + std::ptrdiff_t(i));
        if (connection->isQuiet())
            return connection;
        connection->retire();
        i = std::min(i, m_idle.size());
    }
    return nullptr;
}

void WireAccessManager::release(WireConnection *connection)
{
    m_idle.push_back(connection);
    if (qsizetype(m_idle.size()) > m_limits.idleCount)
        m_idle.front()->retire();
    if (!m_sweep.isActive())
        m_sweep.start();
}

void WireAccessManager::forget(WireConnection *connection)
{
    std::erase(m_connections, connection);
    std::erase(m_idle, connection);
}

void WireAccessManager::dropExpired()
{
    const qint64 now = monotonicNs();
    const std::vector<WireConnection *> idle = m_idle;
    for (WireConnection *connection : idle) {
        if (connection->idleUntil() <= now)
            connection->retire();
    }
    if (m_idle.empty())
        m_sweep.stop();
}

} // namespace assayer
