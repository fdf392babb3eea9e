#include "transport/redirects.h"

namespace assayer {

namespace {

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

bool isUpgrade(const QUrl &from, const QUrl &to)
{
    return from.scheme() == u"http" && to.scheme() == u"https" && from.host() == to.host() && portOf(from) == 80
        && portOf(to) == 443;
}

bool repeatsRequest(const QByteArray &method, int status)
{
    const bool repeats = status == 307 || status == 308;
    return repeats || (method == "GET" && status >= 301 && status <= 303);
}

} // namespace

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    return a.scheme() == b.scheme() && a.host() == b.host() && portOf(a) == portOf(b);
}

std::optional<QUrl> redirectTarget(const QByteArray &method, const QUrl &from, int status, const QByteArray &location)
{
    if (!repeatsRequest(method, status) || location.isEmpty())
        return std::nullopt;
    QUrl to = from.resolved(QUrl::fromEncoded(location));
    if (!to.isValid() || !(isSameOrigin(from, to) || isUpgrade(from, to)))
        return std::nullopt;
    to.setFragment(QString());
    to.setUserInfo(from.userInfo());
    return to;
}

} // namespace assayer
