// The policies: what each client concludes from a probe's outcome, as tables that are read from top to bottom.
#pragma once

#include "session/sessionoptions.h"

#include <cstdint>
#include <span>

namespace assayer {

/// What a row concludes.
enum class Conclusion {
    Modern, ///< at the shared revision
    Corrective, ///< one more probe, at the shared revision
    Legacy, ///< strong: another answer is not to be expected
    LegacyWeak, ///< a modern server could have looked like this at a bad moment or behind a bad proxy
    Unshared, ///< legacy, weak; if initialize fails the revision is the fault to report
    SharedLegacy, ///< legacy, strong; initialize offers the revision that the server lists
    Wait, ///< decides nothing: until the probe time is over, which then is silence
    AuthRequired,
    ScopeLacking,
    ForbiddenHere,
    ProxyAuthentication,
    NetworkFailure,
    TimedOut,
    Closed,
    CannotStart,
    TooLong,
    UnsupportedVersion,
    ModernRefused, ///< cause: the code
    Inconsistent, ///< proven modern before, yet this answer is not
    HttpStatus, ///< SDK policies: the status is taken for an outage
    SchemaInvalid, ///< SDK policies
    UnusableNotJson, ///< SDK policies
    UnusableType, ///< SDK policies
};

/// The first row whose three sets all hold the reading's facts decides. The last row of a table holds everything.
struct ProbeRow {
    const char *id;
    std::uint32_t carriers;
    std::uint32_t forms;
    std::uint32_t replies;
    Conclusion conclusion;
    const char *sentence; ///< for people, without a trailing period
    const char *source; ///< where the row comes from
};

/// `corrective`: the table for the answer to a corrective probe (the SDK policies have one table for both).
std::span<const ProbeRow> probeTable(ProbePolicy policy, bool corrective);
/// "assayer", "sdk-2571", "sdk-2.4.0".
const char *policyName(ProbePolicy policy);
const char *conclusionName(Conclusion conclusion);

} // namespace assayer
