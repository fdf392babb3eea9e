// Identifiers and small languages.
#pragma once

#include <string_view>

namespace assayer::schema {

bool isUuid(std::string_view text); ///< RFC 4122
bool isJsonPointer(std::string_view text); ///< RFC 6901 section 5
bool isRelativeJsonPointer(std::string_view text);
bool isRegex(std::string_view text); ///< ECMA-262

} // namespace assayer::schema
