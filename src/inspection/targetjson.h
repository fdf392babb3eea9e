// Whom a connection talked to, as JSON: for the report, and without secrets for the first line of a trace file.
#pragma once

#include "trace/secretwatch.h"
#include "transport/target.h"

#include <QByteArray>

#include <vector>

namespace assayer {

/// {"transport":"streamable-http","url":"…"} or {"transport":"stdio","command":[…]}. User info of a URL is left out.
/// `withoutSecrets` also masks query values and arguments that hold a secret.
QByteArray targetJson(const Target &target, bool withoutSecrets);

/// What is secret of that which the server's process is given: its variables, and arguments of such a name. Empty for URLs.
std::vector<SecretWatch::Secret> givenSecrets(const Target &target);

/// "streamable-http", "sse", "stdio".
const char *transportWord(TransportKind kind);

} // namespace assayer
