// Ids of one value under one text.
#pragma once

#include "protocol/message.h"

#include <string>

namespace assayer {

/// The text under which our own ids and tokens are found again: 7.0 and 7e0 are 7, as other clients read them. Anything else as
/// it stands on the wire.
std::string idKey(const RequestId &id);

} // namespace assayer
