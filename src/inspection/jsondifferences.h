// Where two JSON values differ.
#pragma once

#include "json/document.h"

#include <string>
#include <vector>

namespace assayer {

struct JsonDifference {
    std::string pointer; ///< JSON Pointer, the same on both sides
    std::string left; ///< exact text; empty: absent
    std::string right;
};

/// Objects are compared by name (of duplicates the last), arrays by index, numbers by value. At most `most` of them.
std::vector<JsonDifference> jsonDifferences(const json::Node &left, const json::Node &right, std::size_t most = 500);

} // namespace assayer
