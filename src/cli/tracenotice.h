// What people are told of the file of --trace.
#pragma once

#include "cli/console.h"
#include "trace/tracelog.h"

namespace assayer {

/// From now on stderr says when the file cannot take more; `context` ends it.
void tellTraceFailures(TraceLog &trace, const Console &console, QObject *context);

/// Writes what is left, and has it told what came of that.
void endTrace(TraceLog &trace);

} // namespace assayer
