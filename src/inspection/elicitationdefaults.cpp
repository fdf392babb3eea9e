#include "inspection/elicitationdefaults.h"

#include "json/write.h"

#include <algorithm>

namespace assayer {

namespace {

bool isRequired(const json::Value &schema, std::string_view name)
{
    const json::Value *required = schema.find("required");
    const auto items = required ? required->items() : std::span<const json::Value>();
    return std::any_of(items.begin(), items.end(), [&](const json::Value &item) { return item.string() == name; });
}

/// First option of enum, or of oneOf and anyOf with const.
std::string firstOption(const json::Document &document, const json::Value &property)
{
    const json::Value *options = property.find("enum");
    if (options && options->size() > 0 && options->isArray())
        return std::string(document.raw(options->items().front()));
    for (const char *member : { "oneOf", "anyOf" }) {
        const json::Value *variants = property.find(member);
        const json::Value *fixed = variants && variants->isArray() && variants->size() > 0 ? variants->items().front().find("const") : nullptr;
        if (fixed)
            return std::string(document.raw(*fixed));
    }
    return {};
}

std::string smallest(const json::Document &document, const json::Value &property)
{
    if (std::string option = firstOption(document, property); !option.empty())
        return option;
    const std::string_view type = property.stringAt("type").value_or("string");
    if (type == "boolean")
        return "true";
    if (type == "array")
        return "[]";
    if (type == "integer" || type == "number") {
        const json::Value *minimum = property.find("minimum");
        return minimum && minimum->isNumber() ? std::string(document.raw(*minimum)) : "0";
    }
    const json::Value *length = property.find("minLength");
    const auto count = length && length->integer() ? std::clamp<std::int64_t>(*length->integer(), 0, 1000) : 0;
    return json::quoted(std::string(static_cast<std::size_t>(count), 'x'));
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
