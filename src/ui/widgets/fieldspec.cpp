#include "ui/widgets/fieldspec.h"

#include "json/equality.h"
#include "json/number.h"
#include "json/pointer.h"
#include "models/nodes.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace assayer {

namespace {

constexpr int referenceLimit = 32;

QString tr(const char *text)
{
    return QCoreApplication::translate("assayer::ArgumentForm", text);
}

const json::Value *follow(const json::Node &document, const json::Value *schema)
{
    for (int i = 0; i < referenceLimit && schema; ++i) {
        const auto reference = schema->stringAt("$ref");
        if (!reference || !(reference->starts_with("#/") || *reference == "#"))
            return schema;
        schema = json::resolve(*document.value, reference->substr(1));
    }
    return schema;
}

bool saysNull(const json::Value &schema)
{
    return schema.stringAt("type") == std::string_view("null");
}

/// Of "X or null" the X.
const json::Value *withoutNull(const json::Node &document, const json::Value *schema, FieldSpec &spec)
{
    for (const char *word : { "anyOf", "oneOf" }) {
        const json::Value *list = schema ? schema->find(word) : nullptr;
        const auto branches = list ? list->items() : std::span<const json::Value>();
        const auto isNull = [](const json::Value &branch) { return saysNull(branch); };
        const auto nulls = std::count_if(branches.begin(), branches.end(), isNull);
        if (branches.size() == 2 && nulls == 1) {
            spec.nullable = true;
            return follow(document, &*std::find_if_not(branches.begin(), branches.end(), isNull));
        }
    }
    return schema;
}

/// The one type beside null; empty where there are several or none.
std::string_view typeOf(const json::Value &schema, FieldSpec &spec)
{
    const json::Value *type = schema.find("type");
    if (!type)
        return schema.find("properties") ? std::string_view("object") : std::string_view();
    if (type->isString())
        return type->string();
    std::string_view only;
    for (const json::Value &item : type->items()) {
        if (item.string() == "null")
            spec.nullable = true;
        else if (only.empty())
            only = item.string();
        else
            return {};
    }
    return only;
}

QByteArray textOf(const json::Node &document, const json::Value &value)
{
    const std::string_view raw = document.document->raw(value);
    return QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
}

QString wordsOf(const json::Node &document, const json::Value &value)
{
    return value.isString() ? fromWire(value.string()) : fromWire(document.document->raw(value));
}

/// enum, const, and oneOf/anyOf whose entries are all a const with a title.
void readOptions(const json::Node &document, const json::Value &schema, FieldSpec &spec)
{
    if (const json::Value *list = schema.find("enum"); list && list->isArray()) {
        const json::Value *names = schema.find("enumNames");
        const auto titles = names ? names->items() : std::span<const json::Value>();
        for (const json::Value &item : list->items()) {
            const auto at = static_cast<std::size_t>(spec.options.size());
            spec.options.append({ textOf(document, item), at < titles.size() ? wordsOf(document, titles[at]) : wordsOf(document, item) });
        }
        return;
    }
    if (const json::Value *only = schema.find("const")) {
        spec.options.append({ textOf(document, *only), wordsOf(document, *only) });
        return;
    }
    for (const char *word : { "oneOf", "anyOf" }) {
        const json::Value *list = schema.find(word);
        const auto branches = list ? list->items() : std::span<const json::Value>();
        if (branches.empty() || !std::all_of(branches.begin(), branches.end(), [](const json::Value &branch) { return branch.find("const") != nullptr; }))
            continue;
        for (const json::Value &branch : branches) {
            const json::Value &value = *branch.find("const");
            const auto title = branch.stringAt("title");
            spec.options.append({ textOf(document, value), title ? fromWire(*title) : wordsOf(document, value) });
        }
        return;
    }
}

FieldSpec::Kind kindOf(const json::Value &schema, std::string_view type, const FieldSpec &spec)
{
    if (!spec.options.isEmpty())
        return FieldSpec::Choice;
    if (type == "string")
        return FieldSpec::Text;
    if (type == "number" || type == "integer")
        return FieldSpec::Number;
    if (type == "boolean")
        return FieldSpec::Boolean;
    const bool shallow = spec.depth < formDepth;
    if (type == "object" && shallow && schema.find("properties") && schema.find("properties")->size() > 0)
        return FieldSpec::Object;
    const json::Value *items = schema.find("items");
    return type == "array" && shallow && !schema.find("prefixItems") && (!items || items->isObject()) ? FieldSpec::Array : FieldSpec::Json;
}

} // namespace

FieldSpec readField(const json::Node &document, const json::Value *schema, const QString &name, const QString &pointer, int depth)
{
    FieldSpec spec;
    spec.name = name;
    spec.pointer = pointer;
    spec.depth = depth;
    const json::Value *own = withoutNull(document, follow(document, schema), spec);
    for (const json::Value *from : { schema, own }) {
        if (!from)
            continue;
        const auto title = from->stringAt("title");
        const auto description = from->stringAt("description");
        spec.title = spec.title.isEmpty() && title ? fromWire(*title) : spec.title;
        spec.description = spec.description.isEmpty() && description ? fromWire(*description) : spec.description;
    }
    if (!own || !own->isObject())
        return spec;
    spec.schema = { document.document, own };
    const std::string_view type = typeOf(*own, spec);
    readOptions(document, *own, spec);
    spec.kind = kindOf(*own, type, spec);
    spec.integer = type == "integer";
    spec.password = own->stringAt("format") == std::string_view("password");
    return spec;
}

std::vector<FieldSpec> readProperties(const json::Node &document, const FieldSpec &object)
{
    std::vector<FieldSpec> fields;
    const json::Value *properties = object.schema ? object.schema.value->find("properties") : nullptr;
    const json::Value *required = object.schema ? object.schema.value->find("required") : nullptr;
    const auto names = required ? required->items() : std::span<const json::Value>();
    for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
        if (properties->find(member.name()) != &member.value())
            continue; // of duplicates the last
        std::string token;
        json::appendToken(token, member.name());
        fields.push_back(readField(document, &member.value(), fromWire(member.name()), object.pointer + fromWire(token), object.depth + 1));
        fields.back().required = std::any_of(names.begin(), names.end(), [&](const json::Value &name) { return name.isString() && name.string() == member.name(); });
    }
    return fields;
}

FieldSpec readItems(const json::Node &document, const FieldSpec &array, int index)
{
    const json::Value *items = array.schema ? array.schema.value->find("items") : nullptr;
    FieldSpec spec = readField(document, items, QString::number(index), array.pointer + u'/' + QString::number(index), array.depth + 1);
    spec.title.clear();
    return spec;
}

namespace {

QString limitProblem(const FieldSpec &spec, const char *keyword, const json::Number &number, const char *words, bool (*fits)(std::strong_ordering))
{
    const json::Value *limit = spec.schema ? spec.schema.value->find(keyword) : nullptr;
    if (!limit || !limit->isNumber())
        return {};
    const std::string_view text = spec.schema.document->raw(*limit);
    return fits(number <=> json::Number::parse(text)) ? QString() : tr(words).arg(fromWire(text));
}

QString numberProblem(const FieldSpec &spec, const json::Document &document)
{
    const json::Number number = json::Number::of(document, document.root());
    if (spec.integer && !number.isInteger())
        return tr("a whole number is needed");
    const std::array problems {
        limitProblem(spec, "minimum", number, "at least %1", [](std::strong_ordering order) { return order >= 0; }),
        limitProblem(spec, "maximum", number, "at most %1", [](std::strong_ordering order) { return order <= 0; }),
        limitProblem(spec, "exclusiveMinimum", number, "more than %1", [](std::strong_ordering order) { return order > 0; }),
        limitProblem(spec, "exclusiveMaximum", number, "less than %1", [](std::strong_ordering order) { return order < 0; }),
    };
    for (const QString &problem : problems) {
        if (!problem.isEmpty())
            return tr("%1, got %2").arg(problem, fromWire(document.text()).trimmed());
    }
    return {};
}

/// JSON Schema counts code points.
qsizetype codePoints(std::string_view utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

QString countProblem(const FieldSpec &spec, const char *least, const char *most, qsizetype count, const char *fewer, const char *more)
{
    const auto limit = [&](const char *keyword) {
        const json::Value *value = spec.schema ? spec.schema.value->find(keyword) : nullptr;
        return value ? value->integer() : std::nullopt;
    };
    if (const auto low = limit(least); low && count < *low)
        return tr(fewer).arg(*low).arg(count);
    if (const auto high = limit(most); high && count > *high)
        return tr(more).arg(*high).arg(count);
    return {};
}

QString choiceProblem(const FieldSpec &spec, const json::Document &document)
{
    for (const FieldSpec::Option &option : spec.options) {
        const auto parsed = json::Document::parse(option.json.toStdString());
        if (parsed && json::equal(document, document.root(), **parsed, (*parsed)->root()))
            return {};
    }
    return tr("not among the %1 values allowed").arg(spec.options.size());
}

QString typeProblem(const FieldSpec &spec, const json::Value &value)
{
    static constexpr std::array<const char *, 6> words { "a string is needed", "a number is needed", "true or false is needed", "", "an array is needed", "an object is needed" };
    const bool fits = spec.kind == FieldSpec::Text ? value.isString()
        : spec.kind == FieldSpec::Number           ? value.isNumber()
        : spec.kind == FieldSpec::Boolean          ? value.isBool()
        : spec.kind == FieldSpec::Array            ? value.isArray()
        : spec.kind == FieldSpec::Object           ? value.isObject()
                                                   : true;
    return fits ? QString() : tr(words[static_cast<std::size_t>(spec.kind)]);
}

} // namespace

QString problemOf(const FieldSpec &spec, const QByteArray &json)
{
    if (json.isEmpty())
        return spec.required ? tr("required") : QString();
    const auto parsed = json::Document::parse(json.toStdString());
    if (!parsed)
        return spec.kind == FieldSpec::Number ? tr("a number is needed") : fromWire(parsed.error().message);
    const json::Document &document = **parsed;
    const json::Value &value = document.root();
    if (value.isNull() && (spec.nullable || spec.kind == FieldSpec::Json))
        return {};
    if (const QString wrong = typeProblem(spec, value); !wrong.isEmpty())
        return wrong;
    switch (spec.kind) {
    case FieldSpec::Number:
        return numberProblem(spec, document);
    case FieldSpec::Text:
        return countProblem(spec, "minLength", "maxLength", codePoints(value.string()), "at least %1 characters, got %2", "at most %1 characters, got %2");
    case FieldSpec::Choice:
        return choiceProblem(spec, document);
    case FieldSpec::Array:
        return countProblem(spec, "minItems", "maxItems", static_cast<qsizetype>(value.size()), "at least %1 rows, got %2", "at most %1 rows, got %2");
    default:
        return {};
    }
}

} // namespace assayer
