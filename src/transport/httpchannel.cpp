#include "transport/httpchannel.h"

#include "transport/proxysettings.h"
#include "transport/tlssettings.h"

#include <algorithm>

namespace assayer {

namespace {

/// A stream may hold many small messages in one read: the limit of a message is not that of the buffer.
constexpr qint64 leastBuffer = qint64(4) << 20;

WireLimits limitsOf(const TransportLimits &limits)
{
    WireLimits wire;
    wire.body = std::max(limits.messageBytes, leastBuffer);
    return wire;
}

} // namespace

HttpChannel::HttpChannel(const Target &target, FrameSink &sink, QObject *parent)
    : QObject(parent)
    , m_target(target)
    , m_sink(sink)
{
    m_manager.setLimits(limitsOf(target.limits));
    m_manager.setProxyFactory(new ProxySettings(target.proxy));
    for (const QString &fingerprint : target.tls.trustedFingerprints)
        m_trusted.append(normalFingerprint(fingerprint));
    m_fault = findFault();
}

std::optional<Error> HttpChannel::findFault()
{
    const QUrl &url = m_target.url;
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != u"http" && url.scheme() != u"https"))
        return Error(
            "usage", QStringLiteral("\"%1\" is no http or https address").arg(url.toDisplayString()).toStdString());
    if (!ProxySettings::isUsable(m_target.proxy))
        return Error("usage", "The proxy setting is neither \"none\" nor the address of an http or socks5 proxy");
    const TlsOptions &options = m_target.tls; // of a plain address too: a redirect may lead to https
    if (url.scheme() != u"https" && options.caFile.isEmpty() && options.certificateFile.isEmpty())
        return std::nullopt;
    const Result<QSslConfiguration> tls = tlsConfiguration(options);
    if (!tls)
        return tls.error();
    m_template.setSslConfiguration(*tls);
    return std::nullopt;
}

QNetworkRequest HttpChannel::request(const QUrl &url) const
{
    QNetworkRequest request = m_template;
    request.setUrl(url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment));
    return request;
}

} // namespace assayer
