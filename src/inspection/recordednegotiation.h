// The negotiation of a recorded connection, judged anew from its bytes by any policy.
#pragma once

#include "protocol/negotiationreport.h"
#include "session/probeclassifier.h"
#include "trace/tracefacts.h"

#include <optional>
#include <string>
#include <vector>

namespace assayer {

/// What a trace holds of a probe: the request's row, and what came back.
struct RecordedProbe {
    quint64 requestRow = 0;
    ProbeOutcome outcome;
    std::string offered; ///< revision of this probe
};

/// Requests server/discover of ours before the first initialize, and their answers as far as the trace holds them. Pure.
std::vector<RecordedProbe> recordedProbes(const TraceAnalyzer &trace);

/// What this policy concludes from the recorded probes: strength, because, era or error, what the other policies say, and one
/// step for each probe with verdict, rule and sentence. Nullopt where the trace holds no probe. Pure; any thread.
std::optional<NegotiationReport> judgeRecordedNegotiation(const TraceAnalyzer &trace, ProbePolicy policy = ProbePolicy::Assayer);
/// Its conclusion in some words: "modern (strong)", "error: era-negotiation-failed no-legacy-version".
std::string eraVerdict(const NegotiationReport &report);

} // namespace assayer
