// Where two results of calls differ, as texts to be shown side by side. (trace/jsondiff tells it as nodes, for whole traces.)
#pragma once

#include "json/document.h"

#include <string>
#include <vector>

namespace assayer {

struct ResultDifference {
    std::string pointer; ///< JSON Pointer, the same on both sides
    std::string left; ///< exact text; empty: absent
    std::string right;
};

/// Objects are compared by name (of duplicates the last), arrays by index, numbers by value. At most `most` of them.
std::vector<ResultDifference> resultDifferences(const json::Node &left, const json::Node &right, std::size_t most = 500);

} // namespace assayer
