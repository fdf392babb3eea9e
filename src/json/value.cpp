#include "json/value.h"

#include <cmath>

namespace assayer::json {

const Value *Value::find(std::string_view name) const
{
    const auto all = members();
    for (std::size_t i = all.size(); i-- > 0;) {
        if (all[i].name() == name)
            return &all[i].value();
    }
    return nullptr;
}

std::optional<std::string_view> Value::stringAt(std::string_view name) const
{
    const Value *value = find(name);
    if (!value || !value->isString())
        return std::nullopt;
    return value->string();
}

std::optional<std::int64_t> Value::integer() const
{
    if (!isNumber())
        return std::nullopt;
    if (m_flags & Int64)
        return m_int;
    // 2^63 itself is representable as a double, but not as int64.
    if ((m_flags & WholeDouble) && m_double >= -9223372036854775808.0 && m_double < 9223372036854775808.0)
        return static_cast<std::int64_t>(m_double);
    return std::nullopt;
}

double Value::number() const
{
    if (!isNumber())
        return 0;
    return m_flags & Int64 ? static_cast<double>(m_int) : m_double;
}

std::string_view typeName(const Value &value)
{
    switch (value.kind()) {
    case Kind::Null:
        return "null";
    case Kind::False:
    case Kind::True:
        return "boolean";
    case Kind::Number:
        return "number";
    case Kind::String:
        return "string";
    case Kind::Array:
        return "array";
    case Kind::Object:
        break;
    }
    return "object";
}

} // namespace assayer::json
