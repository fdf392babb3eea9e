#include "inspection/elicitationdefaults.h"

#include "json/write.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assayer {

namespace {

bool isRequired(const json::Value &schema, std::string_view name)
{
    const json::Value *required = schema.find("required");
    const auto items = required ? required->items() : std::span<const json::Value>();
    return std::any_of(items.begin(), items.end(), [&](const json::Value &item) { return item.string() == name; });
}

/// Values of enum, or of oneOf and anyOf with const, as JSON texts.
std::vector<std::string> optionsOf(const json::Document &document, const json::Value &property)
{
    std::vector<std::string> options;
    const json::Value *listed = property.find("enum");
    for (const json::Value &option : listed ? listed->items() : std::span<const json::Value>())
        options.emplace_back(document.raw(option));
    for (const char *member : { "oneOf", "anyOf" }) {
        const json::Value *variants = property.find(member);
        for (const json::Value &variant : variants ? variants->items() : std::span<const json::Value>()) {
            if (const json::Value *fixed = variant.find("const"))
                options.emplace_back(document.raw(*fixed));
        }
    }
    return options;
}

std::string smallestNumber(const json::Document &document, const json::Value &property, bool whole)
{
    if (const json::Value *minimum = property.find("minimum"); minimum && minimum->isNumber())
        return whole && !minimum->isInteger() ? std::to_string(static_cast<std::int64_t>(std::ceil(minimum->number()))) : std::string(document.raw(*minimum));
    if (const json::Value *above = property.find("exclusiveMinimum"); above && above->isNumber())
        return std::to_string(static_cast<std::int64_t>(std::floor(above->number())) + 1);
    if (const json::Value *maximum = property.find("maximum"); maximum && maximum->isNumber() && maximum->number() < 0)
        return whole && !maximum->isInteger() ? std::to_string(static_cast<std::int64_t>(std::floor(maximum->number()))) : std::string(document.raw(*maximum));
    return "0";
}

/// As many of the choices as minItems asks for.
std::string fewestChoices(const json::Document &document, const json::Value &property)
{
    const json::Value *items = property.find("items");
    const json::Value *least = property.find("minItems");
    const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(least ? least->integer().value_or(0) : 0, 0, 1000));
    std::vector<std::string> options = items ? optionsOf(document, *items) : std::vector<std::string>();
    if (options.size() > count)
        options.resize(count);
    std::string out = "[";
    for (const std::string &option : options)
        out += (out.size() > 1 ? "," : "") + option;
    return out + "]";
}

std::string smallestText(const json::Value &property)
{
    const std::string_view format = property.stringAt("format").value_or("");
    if (format == "email")
        return "\"user@example.com\"";
    if (format == "uri")
        return "\"https://example.com/\"";
    if (format == "date")
        return "\"2026-01-01\"";
    if (format == "date-time")
        return "\"2026-01-01T00:00:00Z\"";
    const json::Value *length = property.find("minLength");
    const auto count = length && length->integer() ? std::clamp<std::int64_t>(*length->integer(), 0, 1000) : 0;
    return json::quoted(std::string(static_cast<std::size_t>(count), 'x'));
}

std::string smallest(const json::Document &document, const json::Value &property)
{
    if (const auto options = optionsOf(document, property); !options.empty())
        return options.front();
    const std::string_view type = property.stringAt("type").value_or("string");
    if (type == "boolean")
        return "true";
    if (type == "array")
        return fewestChoices(document, property);
    if (type == "integer" || type == "number")
        return smallestNumber(document, property, type == "integer");
    return smallestText(property);
}

} // namespace

QByteArray elicitationDefaults(const json::Node &params)
{
    json::Writer out;
    out.beginObject();
    const json::Value *schema = params.value ? params.value->find("requestedSchema") : nullptr;
    const json::Value *properties = schema ? schema->find("properties") : nullptr;
    for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
        const json::Value &property = member.value();
        if (const json::Value *given = property.find("default"))
            out.rawMember(member.name(), params.document->raw(*given));
        else if (isRequired(*schema, member.name()))
            out.rawMember(member.name(), smallest(*params.document, property));
    }
    return QByteArray::fromStdString(out.endObject().take());
}

} // namespace assayer
