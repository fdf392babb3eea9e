// The address a recorded HTTP request went to.
#pragma once

#include "trace/httphead.h"
#include "trace/tracelog.h"

#include <optional>

namespace assayer {

/// Scheme, host and target of a request's head. A head does not say whether it went through TLS: the record's own member "tls"
/// does, else the target in the header line, else the port. Valid UTF-8.
QByteArray requestUrl(const TraceLog &log, const TracedHead &head, std::optional<quint64> headRow);

} // namespace assayer
