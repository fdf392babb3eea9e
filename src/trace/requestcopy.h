// A recorded request as something to run or paste elsewhere: a curl command, a command of assayer-cli, or JSON.
#pragma once

#include "trace/redactor.h"
#include "trace/tracefacts.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace assayer {

/// A command for a POSIX shell. Secrets stand in it as variables ("$AUTHORIZATION") that must be set first.
struct CopiedCommand {
    QByteArray text; ///< one command, lines joined by backslashes
    QByteArrayList variables; ///< names of the variables, in order
};

/// Each takes any record of the call; without a redactor secrets stand as they are (an explicit choice of the user).
/// The HTTP request as it was sent, by curl. Nullopt for calls that are no HTTP.
std::optional<CopiedCommand> copyAsCurl(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor);
/// The same call by the verbs of assayer-cli (call, read, prompt, list, else request), on the target that the trace names.
/// Nullopt where the record belongs to no request of ours.
std::optional<CopiedCommand> copyAsCli(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor);
/// The JSON-RPC text of the record itself, indented; empty where it completes none.
QByteArray copyAsJson(const TraceAnalyzer &trace, quint64 row, const Redactor *redactor);

} // namespace assayer
