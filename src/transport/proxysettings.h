// Which proxy an address is reached through.
#pragma once

#include <QNetworkProxyFactory>

namespace assayer {

/// Answers for one target: "none" for no proxy, a URL (http, https, socks5, socks5h; with credentials perhaps) for that
/// one, an empty text for what the system says (environment or desktop settings, asked once per origin).
class ProxySettings final : public QNetworkProxyFactory {
public:
    explicit ProxySettings(const QString &proxy);
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override;

    /// False: the text is neither empty, "none" nor a proxy address we can use.
    static bool isUsable(const QString &proxy);

private:
    QNetworkProxy m_fixed;
    bool m_system;
    QString m_askedFor;
    QNetworkProxy m_answer;
};

} // namespace assayer
