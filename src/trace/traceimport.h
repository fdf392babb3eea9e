// Files of other programs as traces: HAR, JSON-RPC lines, the official Inspector's protocol export, logs of desktop hosts.
#pragma once

#include "base/error.h"

#include <QByteArray>

#include <string_view>

namespace assayer {

struct ImportedTrace {
    QByteArray lines; ///< a trace file of our own format
    QByteArray source; ///< "har", "json-rpc-lines", "inspector-export", "log"
    quint64 skipped = 0; ///< lines or entries that hold nothing to show
};

/// Makes a trace of what such a file tells. Fails with kind "unreadable-file", cause "not-a-trace", where it holds no JSON-RPC
/// message and no HTTP exchange. What the file does not say is not invented: a record's direction, where it is not stated, is the
/// one that its method has in MCP; times that are missing count up by a microsecond; heads are written from the fields of a HAR.
/// The header line names the source as "imported". Pure; any thread.
Result<ImportedTrace> importTrace(std::string_view contents);

} // namespace assayer
