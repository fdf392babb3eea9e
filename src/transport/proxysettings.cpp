#include "transport/proxysettings.h"

#include <QUrl>

#include <optional>

namespace assayer {

namespace {

constexpr QLatin1String noProxy("none");

std::optional<QNetworkProxy> parsed(const QString &text)
{
    if (text == noProxy)
        return QNetworkProxy(QNetworkProxy::NoProxy);
    const QUrl url(text.contains(QLatin1String("://")) ? text : QStringLiteral("http://") + text, QUrl::StrictMode);
    const bool socks = url.scheme() == u"socks5" || url.scheme() == u"socks5h" || url.scheme() == u"socks";
    const bool http = url.scheme() == u"http";
    if (!url.isValid() || url.host().isEmpty() || !(socks || http))
        return std::nullopt;
    return QNetworkProxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(),
        quint16(url.port(socks ? 1080 : 8080)), url.userName(), url.password());
}

/// A caching proxy cannot carry a plain socket; the same server takes CONNECT.
QNetworkProxy tunnelling(QNetworkProxy proxy)
{
    if (proxy.type() == QNetworkProxy::HttpCachingProxy)
        proxy.setType(QNetworkProxy::HttpProxy);
    return proxy;
}

QNetworkProxy systemProxy(const QNetworkProxyQuery &query)
{
    for (const QNetworkProxy &proxy : QNetworkProxyFactory::systemProxyForQuery(query)) {
        if (proxy.type() != QNetworkProxy::FtpCachingProxy && proxy.type() != QNetworkProxy::DefaultProxy)
            return tunnelling(proxy);
    }
    return QNetworkProxy(QNetworkProxy::NoProxy);
}

} // namespace

ProxySettings::ProxySettings(const QString &proxy)
    : m_fixed(parsed(proxy).value_or(QNetworkProxy(QNetworkProxy::NoProxy)))
    , m_system(proxy.isEmpty())
{
}

bool ProxySettings::isUsable(const QString &proxy)
{
    return proxy.isEmpty() || parsed(proxy).has_value();
}

QList<QNetworkProxy> ProxySettings::queryProxy(const QNetworkProxyQuery &query)
{
    if (!m_system)
        return { m_fixed };
    const QString origin = query.url().adjusted(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery).toString();
    if (origin != m_askedFor) {
        m_answer = systemProxy(query);
        m_askedFor = origin;
    }
    return { m_answer };
}

} // namespace assayer
