// Words and kinds for exchanges that did not come whole.
#pragma once

#include "base/error.h"
#include "transport/http/wirereply.h"

#include <QUrl>

#include <optional>

namespace assayer {

/// "host:port" for messages; IPv6 in brackets.
QString endpointText(const QUrl &url);

/// Nothing for an exchange that is whole (a body that does not unpack counts as whole: what it says decides).
/// Kinds: network (causes refused, reset, cut, tls, dns, unreachable, no-answer, not-http, proxy),
/// proxy-authentication-required, message-too-large, usage, cancelled. Certificates stand in data.chain.
std::optional<Error> errorOf(const WireReply &reply);

/// The body, event or line is longer than `limit` bytes; `what` names it.
Error tooLargeError(const QString &what, qint64 limit);

/// Phases of the exchange as JSON object text: dns, connect, tls, send, wait, receive, total in ns; connection, reused.
QByteArray timingText(const WireReply &reply);

} // namespace assayer
