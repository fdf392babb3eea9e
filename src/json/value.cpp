#include "json/value.h"

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
