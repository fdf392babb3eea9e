// Equality of JSON values: by value for numbers (1 equals 1.0), by name for objects (of duplicates the last), iterative.
#pragma once

#include "json/document.h"

#include <cstddef>

namespace assayer::json {

/// Each value with its own document's text (numbers beyond 64 bits are compared by their digits).
bool equal(const Document &documentA, const Value &a, const Document &documentB, const Value &b);
/// Consistent with equal(): equal values have equal hashes.
std::size_t hash(const Document &document, const Value &value);

} // namespace assayer::json
