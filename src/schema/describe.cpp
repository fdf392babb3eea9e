#include "schema/describe.h"

#include "json/write.h"

#include <algorithm>

namespace assayer::schema {
namespace {

constexpr std::size_t shownBytes = 80;

/// Cut at a character's border.
std::string shortened(std::string_view text)
{
    if (text.size() <= shownBytes)
        return std::string(text);
    std::size_t end = shownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return std::string(text.substr(0, end)) + "…";
}

/// Of a long path the end tells more.
std::string shortenedPath(const std::string &path)
{
    if (path.empty())
        return "the value";
    if (path.size() <= shownBytes)
        return path;
    const std::size_t slash = path.find('/', path.size() - shownBytes);
    return "…" + (slash == std::string::npos ? std::string() : path.substr(slash));
}

std::string quotedShort(std::string_view text)
{
    return shortened(json::quoted(text));
}

std::string withArticle(std::string_view type)
{
    if (type == "null")
        return "null";
    const bool vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(type);
}

std::string_view typeWord(const json::Value &value)
{
    return json::typeName(value);
}

/// "an integer", "a string or null".
std::string typeList(std::uint8_t bits)
{
    std::vector<std::string> words;
    const auto add = [&](std::uint8_t mask, std::string_view word) {
        if ((bits & mask) == mask)
            words.push_back(withArticle(word));
    };
    add(StringBit, "string");
    if (bits & FractionBit)
        add(FractionBit, "number");
    else
        add(IntegerBit, "integer");
    add(BooleanBit, "boolean");
    add(ArrayBit, "array");
    add(ObjectBit, "object");
    add(NullBit, "null");
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return text;
}

std::string plural(std::size_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string ordinal(std::size_t index)
{
    constexpr std::string_view words[] = { "first", "second", "third", "fourth", "fifth" };
    if (index < std::size(words))
        return std::string(words[index]);
    return "alternative " + std::to_string(index + 1);
}

/// How far an alternative is from holding: a wrong type or a wrong tag means the author meant another one.
std::size_t distance(const std::vector<Record> &branch, const json::Value &value)
{
    std::size_t sum = 0;
    for (const Record &record : branch) {
        const bool whole = record.value == &value;
        const bool tag = record.keyword == Keyword::Const || record.keyword == Keyword::Enum;
        if (record.keyword == Keyword::None)
            sum += 10'000;
        else if (record.keyword == Keyword::Type && whole)
            sum += 1'000;
        else
            sum += tag ? 50 : 1;
    }
    return sum;
}

/// The limit itself: in draft-04 the exclusive keywords are only flags beside it.
const json::Value *numericBound(const Record &record)
{
    switch (record.keyword) {
    case Keyword::ExclusiveMinimum:
        return record.node->number->exclusiveMinimum;
    case Keyword::ExclusiveMaximum:
        return record.node->number->exclusiveMaximum;
    default:
        return nullptr;
    }
}

std::vector<std::size_t> closestFirst(const Record &record)
{
    std::vector<std::size_t> order(record.branches.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return distance(record.branches[a], *record.value) < distance(record.branches[b], *record.value);
    });
    return order;
}

} // namespace

Describer::Describer(const ProgramParts &program, const json::Document &instance, const json::Value &root)
    : m_program(program)
    , m_instance(instance)
    , m_prefix(instance.pointerAt(root.begin()).size())
{
}

std::string Describer::instancePath(const json::Value &value) const
{
    const std::string pointer = m_instance.pointerAt(value.begin());
    return pointer.size() >= m_prefix ? pointer.substr(m_prefix) : std::string();
}

std::string Describer::shown(const json::Value &value) const
{
    if (value.isString())
        return quotedShort(value.string());
    if (value.isArray())
        return "an array of " + plural(value.size(), "item", "items");
    if (value.isObject())
        return "an object of " + plural(value.size(), "property", "properties");
    return shortened(m_instance.raw(value));
}

const json::Value *Describer::keywordValue(const Record &record) const
{
    return record.node->schema->find(keywordName(record.keyword));
}

std::string Describer::shownSchema(const Record &record) const
{
    const json::Value *value = keywordValue(record);
    return value ? shortened(record.node->document->raw(*value)) : std::string();
}

Failure Describer::failure(const Record &record) const
{
    Failure failure;
    failure.instancePath = instancePath(*record.value);
    failure.keyword = record.keyword == Keyword::None ? std::string() : std::string(keywordName(record.keyword));
    failure.schemaPath = m_program.pathOf(*record.node->document, *record.node->schema);
    if (!failure.keyword.empty())
        failure.schemaPath += "/" + failure.keyword;
    failure.actual = shown(*record.value);
    const std::string subject = shortenedPath(failure.instancePath);
    Words said = words(record, subject);
    failure.expected = std::move(said.expected);
    failure.message = std::move(said.message);
    addCauses(record, failure);
    return failure;
}

void Describer::addCauses(const Record &record, Failure &failure) const
{
    for (const std::size_t index : closestFirst(record)) {
        for (const Record &cause : record.branches[index])
            failure.causes.push_back(this->failure(cause));
    }
}

Describer::Words Describer::words(const Record &record, const std::string &subject) const
{
    const std::string name = quotedShort(record.name);
    const std::string is = ", but is " + shown(*record.value);
    switch (record.keyword) {
    case Keyword::None:
        return { "nothing", subject + " must not be here: its schema is false" };
    case Keyword::Type: {
        const std::string expected = typeList(record.node->types);
        return { expected, subject + " must be " + expected + ", but is " + (record.value->isNumber() ? shown(*record.value) : withArticle(typeWord(*record.value))) };
    }
    case Keyword::Const:
        return { shownSchema(record), subject + " must be " + shownSchema(record) + is };
    case Keyword::Enum:
        return { "one of " + shownSchema(record), subject + " must be one of " + shownSchema(record) + is };
    case Keyword::Required:
        return { "property " + name, subject + " must have the property " + name };
    case Keyword::DependentRequired:
    case Keyword::Dependencies:
        return { "property " + name, subject + " must have the property " + name + " because of another one it has" };
    case Keyword::AdditionalProperties:
        return { "no further property", subject + " is not allowed: the schema knows no property " + name };
    case Keyword::UnevaluatedProperties:
        return { "no further property", subject + " is not allowed: no part of the schema knows the property " + name };
    case Keyword::UnevaluatedItems:
        return { "no further item", subject + " is not allowed: no part of the schema knows this item" };
    case Keyword::PropertyNames:
        return { "another name", "the name " + name + " is not allowed at " + subject };
    case Keyword::UniqueItems:
        return { "items that all differ", subject + " is the same as item " + std::to_string(record.count) };
    case Keyword::Not:
        return { "anything that breaks the schema of `not`", subject + " must not match the schema of `not`, but does" };
    case Keyword::Pattern:
        return { shownSchema(record), subject + " must match the pattern " + shownSchema(record) + is };
    case Keyword::Format:
        return { shownSchema(record), subject + " must be of the format " + shownSchema(record) + is };
    case Keyword::ContentEncoding:
    case Keyword::ContentMediaType:
        return { shownSchema(record), subject + " must hold content of " + std::string(keywordName(record.keyword)) + " " + shownSchema(record) };
    case Keyword::AnyOf:
    case Keyword::OneOf:
        return alternatives(record, subject);
    default:
        return limitWords(record, subject);
    }
}

Describer::Words Describer::limitWords(const Record &record, const std::string &subject) const
{
    const json::Value *bound = numericBound(record);
    const std::string limit = bound ? shortened(record.node->document->raw(*bound)) : shownSchema(record);
    const auto number = [&](std::string_view relation) {
        const std::string expected = std::string(relation) + " " + limit;
        return Words { expected, subject + " must be " + expected + ", but is " + shown(*record.value) };
    };
    const auto counted = [&](std::string_view relation, std::string_view one, std::string_view many) {
        const std::string expected = std::string(relation) + " " + limit + " " + std::string(limit == "1" ? one : many);
        return Words { expected, subject + " must have " + expected + ", but has " + std::to_string(record.count) };
    };
    switch (record.keyword) {
    case Keyword::Minimum:
        return number("at least");
    case Keyword::Maximum:
        return number("at most");
    case Keyword::ExclusiveMinimum:
        return number("greater than");
    case Keyword::ExclusiveMaximum:
        return number("less than");
    case Keyword::MultipleOf:
        return number("a multiple of");
    case Keyword::MinLength:
        return counted("at least", "character", "characters");
    case Keyword::MaxLength:
        return counted("at most", "character", "characters");
    case Keyword::MinItems:
        return counted("at least", "item", "items");
    case Keyword::MaxItems:
        return counted("at most", "item", "items");
    case Keyword::MinProperties:
        return counted("at least", "property", "properties");
    case Keyword::MaxProperties:
        return counted("at most", "property", "properties");
    case Keyword::MinContains:
        return counted("at least", "matching item", "matching items");
    case Keyword::MaxContains:
        return counted("at most", "matching item", "matching items");
    case Keyword::Contains:
        return { "an item that matches `contains`", subject + " must have an item that matches `contains`, but has none" };
    default:
        return { limit, subject + " breaks " + std::string(keywordName(record.keyword)) };
    }
}

Describer::Words Describer::alternatives(const Record &record, const std::string &subject) const
{
    if (record.branches.empty()) {
        return { "exactly one alternative", subject + " must match exactly one alternative of oneOf, but matches " + std::to_string(record.count) };
    }
    const std::size_t closest = closestFirst(record).front();
    std::string message = subject + " matches none of the " + plural(record.branches.size(), "alternative", "alternatives") + " of "
        + std::string(keywordName(record.keyword));
    if (!record.branches[closest].empty())
        message += "; the closest is the " + ordinal(closest) + ": " + failure(record.branches[closest].front()).message;
    return { record.keyword == Keyword::OneOf ? "exactly one alternative" : "at least one alternative", std::move(message) };
}

std::string Describer::doubt(const Doubt &doubt) const
{
    const std::string subject = shortenedPath(doubt.value ? instancePath(*doubt.value) : std::string());
    switch (doubt.kind) {
    case Doubt::PatternTooCostly:
        return subject + " is not checked: the pattern " + quotedShort(doubt.pattern) + " is too costly";
    case Doubt::TooDeep:
        return subject + " is not checked: schemas and values nest too deep here";
    case Doubt::TooManySteps:
        break;
    }
    return subject + " is not checked: the schema takes too many steps on this value";
}

} // namespace assayer::schema
