// One thing that is off-spec, said once, with the place it was seen at.
#pragma once

#include <string>
#include <vector>

namespace assayer {

enum class Severity { Note, Warning, Error };

/// "note", "warning", "error".
constexpr const char *severityName(Severity severity)
{
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

struct Finding {
    std::string rule; ///< stable id, dotted: "tool.annotations", "stdio.noise"
    Severity severity = Severity::Warning;
    std::string message; ///< one sentence; names the side at fault
    std::string where; ///< JSON Pointer into the report, or "frame:N" with an optional pointer into that frame's message
    std::string spec; ///< section of the specification, e.g. "2025-11-25 server/tools#tool"
    std::string expected; ///< what the rule wants, empty where the message says all
    std::string received;
};

using Findings = std::vector<Finding>;

} // namespace assayer
