// What the JSON text of a value held that other readers lose or refuse, as warnings.
#pragma once

#include "protocol/fault.h"

#include "json/document.h"

namespace assayer::rules {

/// Duplicate members, lone surrogates, numbers out of range and invalid UTF-8 inside `value`, with paths relative to it.
void appendFlaws(Faults &faults, const json::Document &document, const json::Value &value);
/// The same for what lies inside `value`, but outside of `except` (an array judged by itself).
void appendFlawsOutside(Faults &faults, const json::Document &document, const json::Value &value, const json::Value *except);
/// Path from `root` to the innermost value at that offset of the document.
json::Path pathAt(const json::Document &document, const json::Value &root, std::uint32_t offset);

} // namespace assayer::rules
