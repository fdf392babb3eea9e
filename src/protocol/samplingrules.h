// What the messages of sampling/createMessage must look like beyond their shapes. Pure.
#pragma once

#include "json/value.h"

#include <optional>
#include <string>

namespace assayer {

/// Uses of tools and their results must match: a user message with tool results holds nothing else, and every tool_use is
/// answered by the next message. One sentence on the first fault, nullopt where there is none.
/// 2025-11-25 client/sampling#message-content-constraints.
std::optional<std::string> samplingMessagesFault(const json::Value &params);

} // namespace assayer
