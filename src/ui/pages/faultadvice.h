// What stands beside the exact bytes of a malformed entry: the fault in words, all faults, and how to mend it.
#pragma once

#include "protocol/listsnapshot.h"

#include <QString>

namespace assayer {

/// Plain text for people: what is expected, the well-known cause where there is one, the section of the specification.
QString faultAdvice(const MalformedEntry &entry, const Fault &fault);

} // namespace assayer
