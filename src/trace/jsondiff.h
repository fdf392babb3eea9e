// Where two JSON values differ: places, and what stood there.
#pragma once

#include "json/document.h"

#include <QByteArray>

#include <cstddef>
#include <limits>
#include <vector>

namespace assayer {

struct JsonDifference {
    enum Kind { Added, Removed, Changed };
    QByteArray pointer; ///< JSON Pointer into both values; of added and removed ones into the one that has it
    Kind kind = Changed;
    json::Node before; ///< null where added
    json::Node after; ///< null where removed
};

/// The deepest places that differ, at most `most`: members by name (of duplicates the last), elements by place, numbers by value.
/// Members come as they stand in `before`, then those that only `after` has. Pure; any thread.
std::vector<JsonDifference> jsonDifferences(const json::Node &before, const json::Node &after, std::size_t most = std::numeric_limits<std::size_t>::max());
/// A line per difference for people: "~ /a/b: 1 -> 2". Values are cut at `longest` bytes.
QByteArray differenceText(const std::vector<JsonDifference> &differences, int longest = 200);

} // namespace assayer
