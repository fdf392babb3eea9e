// Which revisions are offered and which one is chosen: the client's order decides, never recency.
#pragma once

#include "session/sessionoptions.h"

#include <optional>
#include <string>
#include <vector>

namespace assayer {

/// What this connect may offer. Spec: basic/lifecycle, "Version Negotiation".
struct RevisionChoice {
    std::vector<std::string> modern; ///< offered by probes, in preference order; never empty in the probing modes
    std::vector<std::string> legacy; ///< accepted from initialize; empty: no fallback
    bool fallback = false; ///< a legacy verdict may run initialize

    /// Auto without modern entries offers the built-in ones; Pin and Modern have no legacy entries.
    static RevisionChoice of(const SessionOptions &options);
    bool accepts(const std::string &legacyRevision) const;
};

/// First of `wanted` that stands in `listed`.
std::optional<std::string> firstShared(const std::vector<std::string> &wanted, const std::vector<std::string> &listed);
/// The enum of a negotiated name: the nearest known one at or below for names that have none ("2024-10-07", "2027-01-15").
Revision nearestRevision(const std::string &name);

} // namespace assayer
