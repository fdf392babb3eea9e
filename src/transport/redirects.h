// Which redirects are followed, and whether two addresses are of one origin.
#pragma once

#include <QByteArray>
#include <QUrl>

#include <optional>

namespace assayer {

/// Scheme, host and port (defaults filled in) are equal.
bool isSameOrigin(const QUrl &a, const QUrl &b);

/// Where a redirect leads, if it is one that may be followed: 307 and 308 repeat the request, for GET any of 301, 302,
/// 303, 307 and 308; same origin only, with http to https on the default ports as the one step beyond. Otherwise the
/// 3xx is the answer. `location` is the field's value; relative ones are resolved against `from`.
std::optional<QUrl> redirectTarget(const QByteArray &method, const QUrl &from, int status, const QByteArray &location);

} // namespace assayer
