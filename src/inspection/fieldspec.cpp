#include "inspection/fieldspec.h"

#include "json/equality.h"
#include "json/number.h"
#include "json/pointer.h"
#include "json/write.h"
#include "platform/visibletext.h"

#include <algorithm>
#include <array>

namespace assayer {

namespace {

using Parts = std::vector<const json::Value *>;

constexpr std::size_t partLimit = 64; ///< schemas that hold at one place
constexpr int longTextFrom = 200; ///< a maxLength from which a text gets several lines

QByteArray rawOf(const json::Node &document, const json::Value &value)
{
    const std::string_view raw = document.document->raw(value);
    return QByteArray(raw.data(), static_cast<qsizetype>(raw.size()));
}

QString wordsOf(const json::Node &document, const json::Value &value)
{
    return value.isString() ? fromWire(value.string()) : fromWire(document.document->raw(value));
}

std::string percentDecoded(std::string_view text)
{
    return QByteArray::fromPercentEncoding(QByteArray(text.data(), static_cast<qsizetype>(text.size()))).toStdString();
}

/// A schema of $defs by its $anchor.
const json::Value *anchored(const json::Value &root, std::string_view anchor)
{
    for (const char *place : { "$defs", "definitions" }) {
        const json::Value *defs = root.find(place);
        for (const json::Member &member : defs ? defs->members() : std::span<const json::Member>()) {
            if (member.value().stringAt("$anchor") == anchor)
                return &member.value();
        }
    }
    return nullptr;
}

/// What a reference of this schema leads to within the document; null where it leads elsewhere.
const json::Value *referenced(const json::Node &document, const json::Value &schema)
{
    auto reference = schema.stringAt("$ref");
    if (!reference)
        reference = schema.stringAt("$dynamicRef");
    if (!reference)
        return nullptr;
    std::string_view text = *reference;
    if (const auto id = document.value->stringAt("$id"); id && !id->empty() && text.starts_with(*id))
        text.remove_prefix(id->size());
    if (text.empty() || text == "#")
        return document.value;
    if (!text.starts_with('#'))
        return nullptr;
    text.remove_prefix(1);
    return text.starts_with('/') ? json::resolve(*document.value, percentDecoded(text)) : anchored(*document.value, text);
}

void addParts(const json::Node &document, const json::Value *schema, Parts &parts)
{
    if (!schema || parts.size() >= partLimit || std::find(parts.begin(), parts.end(), schema) != parts.end())
        return;
    parts.push_back(schema);
    if (!schema->isObject())
        return;
    addParts(document, referenced(document, *schema), parts);
    const json::Value *all = schema->find("allOf");
    for (const json::Value &branch : all ? all->items() : std::span<const json::Value>())
        addParts(document, &branch, parts);
}

bool isNullSchema(const json::Value &schema)
{
    const json::Value *constant = schema.find("const");
    return schema.stringAt("type") == std::string_view("null") || (constant && constant->isNull());
}

/// The one type beside null; empty where there are several or none.
std::string_view typeOf(FieldSpec &spec)
{
    const json::Value *type = spec.find("type");
    if (!type) {
        if (spec.find("properties"))
            return "object";
        return spec.find("prefixItems") ? std::string_view("array") : std::string_view();
    }
    if (type->isString())
        return type->string();
    std::string_view only;
    std::size_t count = 0;
    for (const json::Value &item : type->items()) {
        if (item.string() == "null") {
            spec.nullable = true;
        } else {
            only = item.string();
            ++count;
        }
    }
    return count == 1 ? only : std::string_view();
}

/// The value that an alternative stands for alone, or null.
const json::Value *onlyValue(const json::Value &branch)
{
    if (const json::Value *constant = branch.find("const"))
        return constant;
    const json::Value *list = branch.find("enum");
    return list && list->isArray() && list->size() == 1 ? &list->items().front() : nullptr;
}

void readEnum(const json::Node &document, FieldSpec &spec)
{
    const json::Value *list = spec.find("enum");
    const json::Value *names = spec.find("enumNames");
    const auto titles = names ? names->items() : std::span<const json::Value>();
    std::size_t at = 0;
    for (const json::Value &item : list ? list->items() : std::span<const json::Value>()) {
        spec.options.append({ rawOf(document, item), at < titles.size() ? wordsOf(document, titles[at]) : wordsOf(document, item) });
        ++at;
    }
    const json::Value *constant = spec.find("const");
    if (constant && spec.options.isEmpty())
        spec.options.append({ rawOf(document, *constant), wordsOf(document, *constant) });
}

void readConstants(const json::Node &document, std::span<const json::Value> branches, FieldSpec &spec)
{
    for (const json::Value &branch : branches) {
        const json::Value &value = *onlyValue(branch);
        const auto title = branch.stringAt("title");
        spec.options.append({ rawOf(document, value), title ? fromWire(*title) : wordsOf(document, value) });
    }
}

QString namesIn(const json::Value &properties)
{
    QStringList names;
    for (const json::Member &member : properties.members()) {
        if (names.size() == 3)
            return names.join(QLatin1String(", ")) + QStringLiteral("...");
        names << fromWire(member.name());
    }
    return names.join(QLatin1String(", "));
}

/// What to call an alternative that has no title: its tag, its type, or its members.
QString alternativeWords(const json::Node &document, const json::Value &branch, std::size_t index)
{
    Parts parts;
    addParts(document, &branch, parts);
    const auto find = [&](std::string_view keyword) {
        for (const json::Value *part : parts) {
            if (const json::Value *found = part->find(keyword))
                return found;
        }
        return static_cast<const json::Value *>(nullptr);
    };
    if (const json::Value *title = find("title"); title && title->isString())
        return fromWire(title->string());
    const json::Value *properties = find("properties");
    for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
        if (const json::Value *tag = onlyValue(member.value()))
            return fromWire(member.name()) + QStringLiteral(": ") + wordsOf(document, *tag);
    }
    const json::Value *type = find("type");
    if (properties && properties->size() > 0)
        return namesIn(*properties);
    if (type && type->isString())
        return type->string() == "string" ? QStringLiteral("text") : fromWire(type->string());
    return QStringLiteral("alternative %1").arg(index + 1);
}

/// anyOf and oneOf: constants to choose from, "X or null", or alternatives.
void readBranches(const json::Node &document, FieldSpec &spec)
{
    for (const char *word : { "oneOf", "anyOf" }) {
        const json::Value *list = spec.find(word);
        const auto branches = list ? list->items() : std::span<const json::Value>();
        if (branches.empty())
            continue;
        if (spec.options.isEmpty() && std::all_of(branches.begin(), branches.end(), [](const json::Value &branch) { return onlyValue(branch) != nullptr; })) {
            readConstants(document, branches, spec);
            return;
        }
        std::vector<const json::Value *> others;
        for (const json::Value &branch : branches) {
            if (isNullSchema(branch))
                spec.nullable = true;
            else
                others.push_back(&branch);
        }
        if (others.size() == 1 && others.size() < branches.size()) {
            addParts(document, others.front(), spec.parts);
            return;
        }
        for (std::size_t i = 0; i < others.size(); ++i)
            spec.variants.push_back({ alternativeWords(document, *others[i], i), others[i] });
        return;
    }
}

/// Places of a tuple: prefixItems, or items as an array in older dialects.
std::span<const json::Value> tuplePlaces(const FieldSpec &spec)
{
    const json::Value *prefix = spec.find("prefixItems");
    if (prefix && prefix->isArray())
        return prefix->items();
    const json::Value *items = spec.find("items");
    return items && items->isArray() ? items->items() : std::span<const json::Value>();
}

const json::Value *itemSchema(const FieldSpec &array, std::size_t index)
{
    const auto places = tuplePlaces(array);
    if (index < places.size())
        return &places[index];
    const json::Value *items = array.find("items");
    return items && items->isArray() ? array.find("additionalItems") : items;
}

bool hasProperties(const FieldSpec &spec)
{
    return std::any_of(spec.parts.begin(), spec.parts.end(), [](const json::Value *part) {
        const json::Value *properties = part->find("properties");
        return properties && properties->size() > 0;
    });
}

FieldSpec::Kind kindOf(FieldSpec &spec, std::string_view type)
{
    if (!spec.options.isEmpty())
        return FieldSpec::Choice;
    if (!spec.variants.empty() && !hasProperties(spec) && (type.empty() || type == "object"))
        return FieldSpec::Variant;
    if (type == "string")
        return FieldSpec::Text;
    if (type == "number" || type == "integer")
        return FieldSpec::Number;
    if (type == "boolean")
        return FieldSpec::Boolean;
    if (type == "object")
        return hasProperties(spec) ? FieldSpec::Object : FieldSpec::Map;
    if (type != "array")
        return FieldSpec::Json;
    if (tuplePlaces(spec).empty()) {
        const json::Value *items = spec.find("items");
        if (items && items->isObject()) {
            // Not readField(): an array of itself would never end.
            FieldSpec item;
            item.document = spec.document;
            addParts(spec.document, items, item.parts);
            readEnum(spec.document, item);
            readBranches(spec.document, item);
            if (!item.options.isEmpty()) {
                spec.options = item.options;
                return FieldSpec::MultiChoice;
            }
        }
    }
    return FieldSpec::Array;
}

QString textAt(const FieldSpec &spec, std::string_view keyword)
{
    const json::Value *value = spec.find(keyword);
    return value && value->isString() ? fromWire(value->string()) : QString();
}

QString numberAt(const FieldSpec &spec, std::initializer_list<std::string_view> keywords)
{
    for (const std::string_view keyword : keywords) {
        const json::Value *value = spec.find(keyword);
        if (value && value->isNumber())
            return fromWire(spec.document.document->raw(*value));
    }
    return {};
}

void readDetails(FieldSpec &spec, std::string_view type)
{
    spec.format = spec.kind == FieldSpec::Text ? textAt(spec, "format") : QString();
    spec.password = spec.format == QLatin1String("password");
    spec.integer = type == "integer";
    spec.least = numberAt(spec, { "minimum", "exclusiveMinimum" });
    spec.most = numberAt(spec, { "maximum", "exclusiveMaximum" });
    const json::Value *most = spec.find("maxLength");
    const QString start = spec.kind == FieldSpec::Text && !spec.defaultJson.isEmpty() ? QString::fromUtf8(spec.defaultJson) : QString();
    spec.longText = spec.kind == FieldSpec::Text && spec.options.isEmpty()
        && ((most && most->integer().value_or(0) >= longTextFrom) || spec.find("contentMediaType") || spec.format == QLatin1String("textarea")
            || spec.format == QLatin1String("multiline") || start.contains(QLatin1String("\\n")) || start.size() > longTextFrom);
    const json::Value *old = spec.find("deprecated");
    spec.deprecated = old && old->isTrue();
    const json::Value *nullable = spec.find("nullable");
    spec.nullable = spec.nullable || (nullable && nullable->isTrue());
}

} // namespace

const json::Value *FieldSpec::find(std::string_view keyword) const
{
    for (const json::Value *part : parts) {
        if (const json::Value *found = part->find(keyword))
            return found;
    }
    return nullptr;
}

bool FieldSpec::wantsOtherMembers() const
{
    const json::Value *others = find("additionalProperties");
    return kind == Map || (others && !others->isFalse()) || find("patternProperties");
}

FieldSpec readField(const json::Node &document, const json::Value *schema, const QString &name, const QString &pointer, int depth,
    const std::vector<const json::Value *> &trail)
{
    FieldSpec spec;
    spec.name = name;
    spec.pointer = pointer;
    spec.depth = depth;
    spec.document = document;
    spec.trail = trail;
    addParts(document, schema, spec.parts);
    if (!schema || !schema->isObject())
        return spec;
    readEnum(document, spec);
    readBranches(document, spec);
    spec.recursive = std::any_of(spec.parts.begin(), spec.parts.end(), [&](const json::Value *part) { return std::find(trail.begin(), trail.end(), part) != trail.end(); });
    spec.trail.insert(spec.trail.end(), spec.parts.begin(), spec.parts.end());
    spec.title = textAt(spec, "title");
    spec.description = textAt(spec, "description");
    if (const json::Value *given = spec.find("default"))
        spec.defaultJson = rawOf(document, *given);
    const std::string_view type = typeOf(spec);
    spec.kind = kindOf(spec, type);
    readDetails(spec, type);
    return spec;
}

FieldSpec readRoot(const json::Node &document)
{
    return readField(document, document.value, {}, {}, 0);
}

std::vector<FieldSpec> readProperties(const FieldSpec &object)
{
    std::vector<FieldSpec> fields;
    const auto isRequired = [&](std::string_view name) {
        return std::any_of(object.parts.begin(), object.parts.end(), [&](const json::Value *part) {
            const json::Value *required = part->find("required");
            const auto names = required ? required->items() : std::span<const json::Value>();
            return std::any_of(names.begin(), names.end(), [&](const json::Value &one) { return one.isString() && one.string() == name; });
        });
    };
    for (const json::Value *part : object.parts) {
        const json::Value *properties = part->find("properties");
        for (const json::Member &member : properties ? properties->members() : std::span<const json::Member>()) {
            const QString name = fromWire(member.name());
            const bool known = std::any_of(fields.begin(), fields.end(), [&](const FieldSpec &field) { return field.name == name; });
            if (known || properties->find(member.name()) != &member.value())
                continue; // of duplicates the last
            std::string token;
            json::appendToken(token, member.name());
            fields.push_back(readField(object.document, &member.value(), name, object.pointer + fromWire(token), object.depth + 1, object.trail));
            fields.back().required = isRequired(member.name());
        }
    }
    return fields;
}

FieldSpec readItem(const FieldSpec &array, int index)
{
    FieldSpec spec = readField(array.document, itemSchema(array, static_cast<std::size_t>(index)), QString::number(index),
        array.pointer + u'/' + QString::number(index), array.depth + 1, array.trail);
    if (tuplePlaces(array).empty())
        spec.title.clear();
    spec.fixedPlace = true;
    spec.required = true;
    return spec;
}

FieldSpec readOtherMember(const FieldSpec &object, const QString &pointer)
{
    const json::Value *others = object.find("additionalProperties");
    if (!others || !others->isObject()) {
        const json::Value *patterns = object.find("patternProperties");
        others = patterns && patterns->size() > 0 ? &patterns->members().front().value() : nullptr;
    }
    FieldSpec spec = readField(object.document, others, {}, pointer, object.depth + 1, object.trail);
    spec.fixedPlace = true;
    return spec;
}

FieldSpec readVariant(const FieldSpec &whole, std::size_t index)
{
    FieldSpec spec = readField(whole.document, index < whole.variants.size() ? whole.variants[index].schema : nullptr, whole.name, whole.pointer,
        whole.depth, whole.trail);
    spec.title = whole.title;
    spec.fixedPlace = true;
    spec.required = true;
    return spec;
}

namespace {

bool fitsKind(const FieldSpec &spec, const json::Value &value)
{
    switch (spec.kind) {
    case FieldSpec::Text:
        return value.isString();
    case FieldSpec::Number:
        return value.isNumber() && (!spec.integer || value.isInteger());
    case FieldSpec::Boolean:
        return value.isBool();
    case FieldSpec::Array:
    case FieldSpec::MultiChoice:
        return value.isArray();
    case FieldSpec::Object:
    case FieldSpec::Map:
        return value.isObject();
    default:
        return true;
    }
}

bool isAmong(const FieldSpec &spec, const json::Node &value)
{
    return std::any_of(spec.options.begin(), spec.options.end(), [&](const FieldSpec::Option &option) {
        const auto parsed = json::Document::parse(option.json.toStdString());
        return parsed && json::equal(*value.document, *value.value, **parsed, (*parsed)->root());
    });
}

/// How well a value fits; negative for not at all.
int fitness(const FieldSpec &spec, const json::Node &value)
{
    if (!fitsKind(spec, *value.value))
        return -1;
    if (spec.kind == FieldSpec::Choice)
        return isAmong(spec, value) ? 1000 : -1;
    if (spec.kind != FieldSpec::Object)
        return 500;
    int sum = 500;
    const std::vector<FieldSpec> fields = readProperties(spec);
    for (const FieldSpec &field : fields) {
        const json::Value *member = value.value->find(toWire(field.name).toStdString());
        if (!member)
            sum -= field.required ? 20 : 0;
        else if (field.options.size() == 1 && field.kind == FieldSpec::Choice)
            sum += isAmong(field, { value.document, member }) ? 50 : -400;
        else
            sum += fitsKind(field, *member) ? 2 : -20;
    }
    return std::max(0, sum - (static_cast<int>(value.value->size()) > static_cast<int>(fields.size()) ? 5 : 0));
}

} // namespace

std::size_t fittingVariant(const FieldSpec &whole, const json::Node &value)
{
    std::size_t best = whole.variants.size();
    int most = -1;
    for (std::size_t i = 0; value && i < whole.variants.size(); ++i) {
        const int fits = fitness(readVariant(whole, i), value);
        if (fits > most) {
            most = fits;
            best = i;
        }
    }
    return best;
}

QByteArray withDefaults(const FieldSpec &object, const json::Node &given)
{
    const std::vector<FieldSpec> fields = readProperties(object);
    const bool isObject = given && given.value->isObject();
    json::Writer out;
    out.beginObject();
    for (const FieldSpec &field : fields) {
        const std::string name = toWire(field.name).toStdString();
        if (isObject && given.value->find(name))
            continue;
        QByteArray text = field.defaultJson;
        if (text.isEmpty() && field.required && field.kind == FieldSpec::Object && !field.recursive)
            text = withDefaults(field, {});
        if (!text.isEmpty() && (text != "{}" || !field.defaultJson.isEmpty()))
            out.rawMember(name, text.toStdString());
    }
    // Duplicates of what was given stay, in their places.
    for (const json::Member &member : isObject ? given.value->members() : std::span<const json::Member>()) {
        const QString name = fromWire(member.name());
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const FieldSpec &one) { return one.name == name; });
        const bool group = field != fields.end() && field->kind == FieldSpec::Object && member.value().isObject();
        const QByteArray own = rawOf(given, member.value());
        out.rawMember(member.name(), (group ? withDefaults(*field, { given.document, &member.value() }) : own).toStdString());
    }
    return QByteArray::fromStdString(out.endObject().take());
}

namespace {

/// Defaults, and the constants that a member must have: tags of an alternative.
QByteArray startObject(const FieldSpec &object)
{
    json::Writer out;
    out.beginObject();
    for (const FieldSpec &field : readProperties(object)) {
        QByteArray text = field.defaultJson;
        if (text.isEmpty() && field.required && field.kind == FieldSpec::Choice && field.options.size() == 1)
            text = field.options.front().json;
        if (!text.isEmpty())
            out.rawMember(toWire(field.name).toStdString(), text.toStdString());
    }
    out.endObject();
    return QByteArray::fromStdString(out.take());
}

} // namespace

QByteArray startValue(const FieldSpec &spec)
{
    if (!spec.defaultJson.isEmpty())
        return spec.defaultJson;
    switch (spec.kind) {
    case FieldSpec::Text:
        return QByteArrayLiteral("\"\"");
    case FieldSpec::Object:
        return startObject(spec);
    case FieldSpec::Map:
        return QByteArrayLiteral("{}");
    case FieldSpec::Array:
    case FieldSpec::MultiChoice:
        return QByteArrayLiteral("[]");
    case FieldSpec::Choice:
        return spec.options.front().json;
    case FieldSpec::Boolean:
        return QByteArrayLiteral("false");
    default:
        return {};
    }
}

} // namespace assayer
