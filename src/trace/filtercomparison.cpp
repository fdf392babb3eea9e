#include "trace/filtercomparison.h"

namespace assayer {

bool Comparison::holds(std::strong_ordering order, Op op)
{
    switch (op) {
    case Op::Equal:
        return order == 0;
    case Op::NotEqual:
        return order != 0;
    case Op::Less:
        return order < 0;
    case Op::LessEqual:
        return order <= 0;
    case Op::Greater:
        return order > 0;
    case Op::GreaterEqual:
        return order >= 0;
    case Op::Exists:
    case Op::Contains:
    case Op::Matches:
    case Op::In:
        break;
    }
    return false;
}

std::strong_ordering Comparison::orderOf(std::int64_t x, const FilterValue &value)
{
    if (x != value.floor)
        return x <=> value.floor;
    if (value.exact)
        return std::strong_ordering::equal;
    // Beyond 64 bits, or between two whole numbers.
    return json::Number::parse(std::to_string(x)) <=> *value.number;
}

std::strong_ordering Comparison::orderOf(std::string_view x, const std::string &value)
{
    return x.compare(value) <=> 0; // UTF-8 sorts by code points
}

} // namespace assayer
