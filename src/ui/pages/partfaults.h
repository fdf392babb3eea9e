// What is wrong with the parts of a result, lined up with them.
#pragma once

#include "inspection/action.h"
#include "protocol/fault.h"
#include "protocol/revision.h"

#include <vector>

namespace assayer {

/// `[i]`: the faults of part i that refuse it (empty for a good one). `member` as in judgeParts().
std::vector<Faults> partFaults(const ActionResult &result, Revision revision, const char *member);

} // namespace assayer
