// From what came back for a probe to a verdict about the server's era. Pure: the same outcome always gives the same verdict.
#pragma once

#include "protocol/negotiationreport.h"
#include "session/probeoutcome.h"
#include "session/probereading.h"
#include "session/probetables.h"

#include <optional>
#include <string>
#include <vector>

namespace assayer {

struct ProbeVerdict {
    enum class Kind { Modern, Corrective, Legacy, Error };
    Kind kind = Kind::Error;
    Conclusion conclusion = Conclusion::Inconsistent;
    const ProbeRow *row = nullptr; ///< never null
    std::string version; ///< Modern, Corrective: the revision; Legacy: what initialize offers, empty for the client's first
    bool weak = false; ///< Legacy
    bool waits = false; ///< SDK policies: the verdict stands only when the probe time is over
    std::optional<Error> error; ///< Error; with `row` of a legacy conclusion where the mode allows no fallback
};

/// Judges a reading by one policy. A legacy conclusion becomes an error where the mode has no fallback.
ProbeVerdict judgeProbe(const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context, ProbePolicy policy);

/// One sentence about what was seen, for NegotiationReport.because: "the probe got 503 Service Unavailable, ...".
std::string describeReading(const ProbeReading &reading, const ProbeOutcome &outcome);
/// The word of a step's outcome: "result", "rpc-error", "http-error", "invalid-reply", "no-reply", "network", "auth",
/// "closed", "timeout".
std::string stepOutcome(const ProbeReading &reading);

/// A probe that was sent, with all that its judgement depends on.
struct JudgedProbe {
    ProbeOutcome outcome;
    ProbeContext context;
};
/// What the policies other than `own` conclude from the same probes, in their order. `ours`: the word of our own verdict.
std::vector<PolicyVerdict> otherVerdicts(const std::vector<JudgedProbe> &probes, ProbePolicy own, const ProbeVerdict &ours);
/// "modern", "legacy", "corrective", "error: kind cause".
std::string verdictWords(const ProbeVerdict &verdict);

} // namespace assayer
