// How the era was found: steps, evidence, verdict. The value every view and report prints.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "protocol/revision.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assayer {

struct NegotiationStep {
    std::string step; ///< "probe", "corrective-probe", "initialize", "initialized", "sse-fallback"
    std::string outcome; ///< "result", "rpc-error", "http-error", "invalid-reply", "no-reply", "network", "auth", "closed", "timeout", "cancelled"
    std::optional<int> httpStatus;
    std::optional<std::string> rpcCode; ///< JSON text of the code
    std::string verdict; ///< "modern", "corrective", "legacy", "error"; empty for initialize/initialized that went well
    std::string rule; ///< row of the classifier's table
    std::string sentence; ///< that row for people
    double elapsedMs = 0;
    std::int64_t startedWallNs = 0;
    std::string offered; ///< revision offered
    std::uint64_t requestFrame = 0;
    std::uint64_t answerFrame = 0;
    std::string evidence; ///< bounded text of the offending body, or the error's words; untrusted
    std::string stderrText; ///< stdio probe process, bounded; untrusted
};

struct PolicyVerdict {
    std::string policy; ///< "sdk-2571", "sdk-2.4.0"
    std::string verdict; ///< "modern", "legacy", "error: kind cause"
    std::string sentence; ///< "the published TypeScript client would have failed here: it reads a 5xx as an outage"
    bool differs = false; ///< from ours
};

struct NegotiationReport {
    std::string mode; ///< "auto", "legacy", "modern", "pin"
    std::string policy; ///< "assayer", "sdk-2571", "sdk-2.4.0"
    std::optional<std::string> strength; ///< "strong", "weak"
    std::string because; ///< one sentence
    std::vector<NegotiationStep> steps;
    std::vector<PolicyVerdict> otherPolicies;
    std::vector<std::string> states; ///< names of the machine's states, in the order they were entered
    std::optional<Era> era;
    std::optional<std::string> protocolVersion;
    std::optional<Error> error;
    Findings findings;
    int deciding = -1; ///< index of the step that decided
};

} // namespace assayer
