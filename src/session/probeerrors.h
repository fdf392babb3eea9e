// The errors that a probe can end in: kind, cause, one sentence, and the evidence stamped on.
#pragma once

#include "base/error.h"
#include "session/probereading.h"
#include "session/probetables.h"

namespace assayer {

/// The error of a conclusion that is one.
Error probeError(Conclusion conclusion, const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context);

/// A legacy conclusion where the mode allows no initialize: the true cause is named. Kinds "unsupported-protocol-version"
/// (the server listed its revisions) and "era-negotiation-failed" with causes "closed", "pin-not-offered", "no-legacy-version".
Error noFallbackError(const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context);

/// "404 Not Found, text/plain", "silence", "-32601 \"Method not found\"": what came, in few words.
std::string seenWords(const ProbeReading &reading, const ProbeOutcome &outcome);

} // namespace assayer
