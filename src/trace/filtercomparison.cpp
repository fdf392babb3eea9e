#include "trace/filtercomparison.h"

namespace assayer {

/// Beyond 64 bits, or between two whole numbers.
std::strong_ordering Comparison::exactOrderOf(std::int64_t x, const FilterValue &value)
{
    return json::Number::parse(std::to_string(x)) <=> *value.number;
}

std::strong_ordering Comparison::orderOf(std::string_view x, const std::string &value)
{
    return x.compare(value) <=> 0; // UTF-8 sorts by code points
}

} // namespace assayer
