// JSON Pointer, RFC 6901.
#pragma once

#include "json/value.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assayer::json {

/// A step of a path: a member name or an element index.
using Step = std::variant<std::string, std::size_t>;
using Path = std::vector<Step>;

/// Appends "/token" with ~ and / escaped.
void appendToken(std::string &pointer, std::string_view token);
void appendIndex(std::string &pointer, std::size_t index);
std::string toPointer(const Path &path);
/// "a.b.0": the form of salvage reasons.
std::string toDotted(const Path &path);
/// The value at that pointer (of duplicates the last), or null; also null for a malformed pointer.
const Value *resolve(const Value &root, std::string_view pointer);

} // namespace assayer::json
