// The tree of a parsed filter.
#pragma once

#include "json/number.h"
#include "trace/filterregex.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assayer {

enum class FilterField : std::uint8_t { Seq, Direction, Channel, Type, Exchange, Size, Text, HttpStatus, Kind, Method, Id, Tool, Uri,
    Duration, Status, Json, Rule, Severity, Era };

std::optional<FilterField> filterFieldFromName(std::string_view name);
std::string_view filterFieldName(FilterField field);

enum class FilterOp : std::uint8_t { Exists, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Contains, Matches, In };

struct FilterValue {
    std::string text; ///< decoded string, bare word, or the lexeme of a number
    bool bare = false; ///< true, false and null stand for themselves
    std::optional<json::Number> number;
    std::int64_t floor = 0; ///< of a number, clamped to 64 bits: the quick way to compare whole numbers
    bool exact = false; ///< the number is `floor`
    std::shared_ptr<const FilterRegex> regex;
};

/// A value, or from one to another, both included.
struct FilterItem {
    FilterValue low;
    std::optional<FilterValue> high;
};

struct FilterNode {
    enum Kind : std::uint8_t { And, Or, Not, Test };
    Kind kind = Test;
    std::vector<FilterNode> children;
    FilterField field {};
    FilterOp op = FilterOp::Exists;
    std::string pointer; ///< Json
    std::vector<FilterItem> items; ///< one value; several for In
    std::size_t number = 0; ///< of tests: each has one, from 0
};

} // namespace assayer
