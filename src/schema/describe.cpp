#include "schema/describe.h"

#include "json/write.h"
#include "schema/wording.h"

#include <algorithm>

namespace assayer::schema {
namespace {

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

/// What a property's presence asks for, found again: which property it was.
std::string_view causeOf(const Record &record)
{
    for (const ObjectRules::Dependency &dependency : record.node->object->dependencies) {
        const auto &asked = dependency.required;
        if (dependency.keyword == record.keyword && std::find(asked.begin(), asked.end(), record.name) != asked.end() && record.value->find(dependency.name))
            return dependency.name;
    }
    return {};
}

/// The path of the object a member stands in.
std::string parentOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
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

/// Where the type is what matters: "the string "12"", "an array", 1.5.
std::string Describer::shownType(const json::Value &value) const
{
    if (value.isString())
        return "the string " + quotedShort(value.string());
    if (value.isArray() || value.isObject())
        return withArticle(json::typeName(value));
    return shortened(m_instance.raw(value));
}

/// Where the value is compared as a whole.
std::string Describer::shownWhole(const json::Value &value) const
{
    const bool nested = value.isArray() || value.isObject();
    return nested ? shortened(m_instance.raw(value)) : shown(value);
}

const json::Value *Describer::keywordValue(const Record &record) const
{
    return record.node->schema->find(keywordName(record.keyword));
}

std::string Describer::shownSchema(const Record &record) const
{
    return shownSchema(record, record.keyword);
}

std::string Describer::shownSchema(const Record &record, Keyword keyword) const
{
    const json::Value *value = record.node->schema->find(keywordName(keyword));
    return value ? shortened(record.node->document->raw(*value)) : std::string();
}

/// "a, b or c" of `enum`, the value itself of `const`.
std::string Describer::constantOf(const Record &record) const
{
    const json::Value *value = keywordValue(record);
    if (record.keyword != Keyword::Enum || !value || !value->isArray())
        return shownSchema(record);
    std::vector<std::string> all;
    for (const json::Value &item : value->items())
        all.push_back(shortened(record.node->document->raw(item)));
    return choice(all);
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
    switch (record.keyword) {
    case Keyword::None:
    case Keyword::Type:
    case Keyword::Const:
    case Keyword::Enum:
    case Keyword::Not:
    case Keyword::Pattern:
    case Keyword::UniqueItems:
        return valueWords(record, subject);
    case Keyword::Required:
    case Keyword::AdditionalProperties:
    case Keyword::UnevaluatedProperties:
    case Keyword::UnevaluatedItems:
        return memberWords(record, subject);
    case Keyword::DependentRequired:
    case Keyword::Dependencies:
        return dependentWords(record, subject);
    case Keyword::PropertyNames:
        return nameWords(record);
    case Keyword::Format:
    case Keyword::ContentEncoding:
    case Keyword::ContentMediaType:
        return formatWords(record, subject);
    case Keyword::AnyOf:
    case Keyword::OneOf:
        return alternatives(record, subject);
    case Keyword::Contains:
    case Keyword::MinContains:
    case Keyword::MaxContains:
        return countWords(record, subject);
    default:
        return limitWords(record, subject);
    }
}

Describer::Words Describer::valueWords(const Record &record, const std::string &subject) const
{
    const json::Value &value = *record.value;
    switch (record.keyword) {
    case Keyword::None:
        return { "nothing", subject + " is not allowed: its schema is false" };
    case Keyword::Type: {
        const std::string expected = typeList(record.node->types);
        return { expected, subject + " must be " + expected + ", but is " + shownType(value) };
    }
    case Keyword::Const:
        return { constantOf(record), subject + " must be " + constantOf(record) + ", but is " + shownWhole(value) };
    case Keyword::Enum:
        return { "one of " + constantOf(record), subject + " must be one of " + constantOf(record) + ", but is " + shownWhole(value) };
    case Keyword::Not:
        return { "anything but " + shownSchema(record), subject + " must not match " + shownSchema(record) + ", but does" };
    case Keyword::Pattern:
        return { shownSchema(record), subject + " must match the pattern " + shownSchema(record) + ", but is " + shown(value) };
    default:
        return { "items that all differ", subject + " is the same as item " + std::to_string(record.count) + ", but all items must differ" };
    }
}

Describer::Words Describer::memberWords(const Record &record, const std::string &subject) const
{
    const std::string name = quotedShort(record.name);
    switch (record.keyword) {
    case Keyword::Required:
        return { "property " + name, subject + " must have the property " + name };
    case Keyword::AdditionalProperties:
        return { "no further property", subject + " is not allowed: the schema knows no property " + name };
    case Keyword::UnevaluatedProperties:
        return { "no further property", subject + " is not allowed: no part of the schema knows the property " + name };
    default:
        return { "no further item", subject + " is not allowed: no part of the schema knows this item" };
    }
}

Describer::Words Describer::dependentWords(const Record &record, const std::string &subject) const
{
    const std::string name = quotedShort(record.name);
    return { "property " + name, subject + " must have the property " + name + ", because it has " + quotedShort(causeOf(record)) };
}

/// A name is no value of the document: its own failure says what is wrong with it.
Describer::Words Describer::nameWords(const Record &record) const
{
    const std::string name = quotedShort(record.name);
    const std::string parent = parentOf(instancePath(*record.value));
    const std::string subject = "the property name " + name + (parent.empty() ? std::string() : " in " + shortenedPath(parent));
    if (record.branches.empty() || record.branches.front().empty() || record.branches.front().front().keyword == Keyword::None)
        return { "another name", subject + " is not allowed" };
    Words said = words(record.branches.front().front(), subject);
    const std::string tail = ", but is " + name;
    if (said.message.size() > tail.size() && said.message.compare(said.message.size() - tail.size(), tail.size(), tail) == 0)
        said.message.resize(said.message.size() - tail.size());
    return said;
}

Describer::Words Describer::formatWords(const Record &record, const std::string &subject) const
{
    const std::string wanted = shownSchema(record);
    if (record.keyword != Keyword::Format)
        return { wanted, subject + " must hold content of " + std::string(keywordName(record.keyword)) + " " + wanted };
    const std::string_view example = formatExample(keywordValue(record) ? keywordValue(record)->string() : std::string_view());
    const std::string as = example.empty() ? std::string() : " (as " + std::string(example) + ")";
    return { wanted, subject + " must be of the format " + wanted + as + ", but is " + shown(*record.value) };
}

Describer::Words Describer::countWords(const Record &record, const std::string &subject) const
{
    const std::string kind = "that " + std::string(record.keyword == Keyword::Contains || shownSchema(record) == "1" ? "matches " : "match ")
        + shownSchema(record, Keyword::Contains);
    if (record.keyword == Keyword::Contains)
        return { "an item " + kind, subject + " must have an item " + kind + ", but has none" };
    const std::string limit = shownSchema(record);
    const std::string expected = (record.keyword == Keyword::MinContains ? "at least " : "at most ") + limit + (limit == "1" ? " item " : " items ") + kind;
    return { expected, subject + " must have " + expected + ", but has " + std::to_string(record.count) };
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
    default:
        return { limit, subject + " breaks " + std::string(keywordName(record.keyword)) };
    }
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
