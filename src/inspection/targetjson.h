// Whom a connection talked to, as JSON: for the report, and without secrets for the first line of a trace file.
#pragma once

#include "transport/target.h"

#include <QByteArray>

namespace assayer {

/// {"transport":"streamable-http","url":"…"} or {"transport":"stdio","command":[…]}. User info of a URL is left out.
/// `withoutSecrets` also masks query values and arguments that hold a secret.
QByteArray targetJson(const Target &target, bool withoutSecrets);

/// "streamable-http", "sse", "stdio".
const char *transportWord(TransportKind kind);

} // namespace assayer
