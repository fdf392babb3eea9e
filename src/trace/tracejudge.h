// Judges a whole trace against a revision, from its bytes: every message, and the framing around it.
#pragma once

#include "base/finding.h"
#include "protocol/revision.h"
#include "trace/tracefacts.h"

#include <optional>
#include <vector>

namespace assayer {

/// One thing that was looked at, so that a report can say what passed.
struct JudgedMessage {
    quint64 seq = 0;
    QByteArray name; ///< "tools/call request 3", "line without message"
    std::vector<std::size_t> findings; ///< indexes into TraceVerdict::findings
};

struct TraceVerdict {
    QByteArray revision; ///< name of the revision that was judged against; empty where none is known
    Findings findings; ///< in the order of the records
    std::vector<JudgedMessage> judged;
};

/// `revision`: nullopt takes the negotiated one, 2025-11-25 where none was. Pure; any thread.
TraceVerdict judgeTrace(const TraceAnalyzer &trace, std::optional<Revision> revision = std::nullopt);

/// What changes between two judgements of the same trace.
struct VerdictChange {
    Finding finding;
    bool added = false; ///< else removed
};
std::vector<VerdictChange> compareVerdicts(const Findings &before, const Findings &after);

} // namespace assayer
