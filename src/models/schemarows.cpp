#include "models/schemarows.h"

#include "json/pointer.h"
#include "models/nodes.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace assayer {

namespace {

constexpr std::array constraintNames { "const", "enum", "default", "format", "pattern", "minLength", "maxLength", "minimum",
    "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties",
    "maxProperties", "x-mcp-header" };
constexpr std::array schemaMaps { "properties", "patternProperties", "dependentSchemas" };
constexpr std::array schemaLists { "prefixItems", "allOf", "anyOf", "oneOf" };
constexpr std::array schemaMembers { "items", "contains", "additionalProperties", "propertyNames", "unevaluatedProperties",
    "unevaluatedItems", "not", "if", "then", "else", "additionalItems" };
constexpr std::size_t constraintText = 200; ///< bytes of a constraint's value in the row
constexpr int referenceLimit = 32; ///< references that only refer on

bool isSchema(const json::Value &value)
{
    return value.isObject() || value.isBool();
}

QString appended(const QString &pointer, std::string_view token)
{
    std::string out;
    json::appendToken(out, token);
    return pointer + fromWire(out);
}

/// Follows local references; pointer and value then are those of the target.
void follow(const json::Node &schema, SchemaRow &row)
{
    for (int i = 0; i < referenceLimit && row.value; ++i) {
        const auto reference = row.value->stringAt("$ref");
        if (!reference || !(reference->starts_with("#/") || *reference == "#"))
            return;
        const json::Value *target = json::resolve(*schema.value, reference->substr(1));
        if (!target)
            return;
        row.pointer = fromWire(reference->substr(1));
        row.value = target;
    }
}

QString typeOf(const json::Value *value)
{
    if (!value || value->isTrue())
        return QStringLiteral("any");
    if (value->isFalse())
        return QStringLiteral("never");
    const json::Value *type = value->find("type");
    if (type && type->isString())
        return fromWire(type->string());
    QStringList types;
    for (const json::Value &item : type ? type->items() : std::span<const json::Value>())
        types += fromWire(item.string());
    if (!types.isEmpty())
        return types.join(QStringLiteral(" | "));
    if (const auto reference = value->stringAt("$ref"))
        return fromWire(*reference);
    for (const char *word : { "enum", "const", "anyOf", "oneOf", "allOf" }) {
        if (value->find(word))
            return QLatin1String(word);
    }
    return value->find("properties") ? QStringLiteral("object") : QStringLiteral("any");
}

QString constraintsOf(const json::Node &schema, const json::Value *value)
{
    QStringList out;
    for (const char *name : constraintNames) {
        const json::Value *constraint = value ? value->find(name) : nullptr;
        if (!constraint)
            continue;
        const std::string_view text = schema.document->raw(*constraint);
        out += QLatin1String(name) + u' ' + fromWire(text.substr(0, constraintText)) + (text.size() > constraintText ? QStringLiteral("\u2026") : QString());
    }
    return out.join(QStringLiteral(", "));
}

SchemaRow makeRow(const json::Node &schema, const json::Value *value, QString name, const char *keyword, QString pointer)
{
    SchemaRow row;
    row.name = std::move(name);
    row.keyword = QLatin1String(keyword);
    row.pointer = std::move(pointer);
    row.value = value;
    follow(schema, row);
    row.type = typeOf(row.value);
    row.constraints = constraintsOf(schema, row.value);
    // A description beside $ref is nearer to the reader than the target's.
    const auto own = value ? value->stringAt("description") : std::nullopt;
    const auto target = row.value ? row.value->stringAt("description") : std::nullopt;
    row.description = fromWire(own ? *own : target.value_or(std::string_view()));
    return row;
}

bool isRequired(const json::Value &schema, std::string_view name)
{
    const json::Value *required = schema.find("required");
    const auto names = required ? required->items() : std::span<const json::Value>();
    return std::any_of(names.begin(), names.end(), [&](const json::Value &item) { return item.isString() && item.string() == name; });
}

void addMap(std::vector<SchemaRow> &rows, const json::Node &schema, const SchemaRow &parent, const json::Value &map, const char *keyword)
{
    const QString place = appended(parent.pointer, keyword);
    for (const json::Member &member : map.members()) {
        rows.push_back(makeRow(schema, &member.value(), fromWire(member.name()), keyword, appended(place, member.name())));
        rows.back().required = std::string_view(keyword) == "properties" && isRequired(*parent.value, member.name());
    }
}

void addList(std::vector<SchemaRow> &rows, const json::Node &schema, const SchemaRow &parent, const json::Value &list, const char *keyword)
{
    const QString place = appended(parent.pointer, keyword);
    std::size_t number = 0;
    for (const json::Value &item : list.items()) {
        const std::string index = std::to_string(number++);
        rows.push_back(makeRow(schema, &item, QStringLiteral("%1[%2]").arg(QLatin1String(keyword), fromWire(index)), keyword, appended(place, index)));
    }
}

/// Names that `required` lists and `properties` does not describe.
void addUndescribed(std::vector<SchemaRow> &rows, const SchemaRow &parent)
{
    const json::Value *required = parent.value->find("required");
    const json::Value *properties = parent.value->find("properties");
    for (const json::Value &name : required ? required->items() : std::span<const json::Value>()) {
        if (!name.isString() || (properties && properties->find(name.string())))
            continue;
        SchemaRow row;
        row.name = fromWire(name.string());
        row.keyword = QStringLiteral("required");
        row.pointer = appended(parent.pointer, "required");
        row.required = true;
        row.type = typeOf(nullptr);
        rows.push_back(std::move(row));
    }
}

} // namespace

SchemaRow schemaRoot(const json::Node &schema)
{
    return makeRow(schema, schema.value, {}, "", {});
}

std::vector<SchemaRow> schemaRows(const json::Node &schema, const SchemaRow &parent)
{
    std::vector<SchemaRow> rows;
    if (!parent.value || !parent.value->isObject())
        return rows;
    for (const json::Member &member : parent.value->members()) {
        const auto is = [&](const char *word) { return member.name() == word; };
        if (const auto map = std::find_if(schemaMaps.begin(), schemaMaps.end(), is); map != schemaMaps.end())
            addMap(rows, schema, parent, member.value(), *map);
        else if (const auto list = std::find_if(schemaLists.begin(), schemaLists.end(), is); list != schemaLists.end())
            addList(rows, schema, parent, member.value(), *list);
        else if (const auto one = std::find_if(schemaMembers.begin(), schemaMembers.end(), is); one != schemaMembers.end() && isSchema(member.value()))
            rows.push_back(makeRow(schema, &member.value(), QLatin1String(*one), *one, appended(parent.pointer, *one)));
    }
    addUndescribed(rows, parent);
    return rows;
}

} // namespace assayer
