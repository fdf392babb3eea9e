// The metaschemas of all dialects, built in: the specification's rules in our own compact wording.
#pragma once

#include "json/document.h"

#include <string_view>

namespace assayer::schema {

/// The built-in document with that URI (no fragment), or null. Parsed at first use; any thread.
json::DocumentPtr metaschema(std::string_view uri);

} // namespace assayer::schema
