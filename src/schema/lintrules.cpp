#include "schema/lintrules.h"

#include "json/number.h"
#include "schema/ecmaregex.h"
#include "schema/formats/format.h"
#include "schema/keywords/keyword.h"
#include "schema/node.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace assayer::schema {
namespace {

Finding finding(std::string rule, Severity severity, std::string message, std::string expected)
{
    Finding made;
    made.rule = std::move(rule);
    made.severity = severity;
    made.message = std::move(message);
    made.expected = std::move(expected);
    return made;
}

std::string text(std::string_view name) { return "\"" + std::string(name.substr(0, 60)) + "\""; }

void exclusiveFlag(const LintContext &context, const LintReport &report)
{
    if (context.dialect == Dialect::Draft4)
        return;
    for (const auto &[flag, limit] : { std::pair("exclusiveMinimum", "minimum"), std::pair("exclusiveMaximum", "maximum") }) {
        const json::Value *value = context.schema.find(flag);
        const json::Value *bound = context.schema.find(limit);
        if (!value || !value->isBool())
            continue;
        const std::string number = bound && bound->isNumber() ? std::string(context.document.raw(*bound).substr(0, 40)) : "the limit";
        report(*value, finding("exclusive-flag", Severity::Warning, std::string(flag) + " is a flag in draft-04 only; here it must be the limit itself",
                           value->isTrue() ? std::string(flag) + ": " + number + ", without " + limit : std::string(limit) + " alone"));
    }
}

void requiredInProperty(const LintContext &context, const LintReport &report)
{
    const json::Value *value = context.schema.find("required");
    if (value && value->isBool())
        report(*value, finding("required-in-property", Severity::Warning, "required stands inside the property; no draft since 04 reads it there",
                           "required: a list of names in the object's own schema"));
}

void nullable(const LintContext &context, const LintReport &report)
{
    const json::Value *value = context.schema.find("nullable");
    if (!value || !value->isTrue())
        return;
    const auto type = context.schema.stringAt("type");
    report(*value, finding("nullable", Severity::Warning, "nullable is OpenAPI's and has no effect: it does not allow null here",
                       type ? "type: [" + text(*type) + ", \"null\"]" : std::string("anyOf: [{...}, {type: \"null\"}]")));
}

void refSiblings(const LintContext &context, const LintReport &report)
{
    if (context.dialect > Dialect::Draft7 || !context.schema.stringAt("$ref"))
        return;
    for (const json::Member &member : context.schema.members()) {
        const KeywordInfo *info = keywordInfo(member.name());
        const bool checks = info && info->compile && info->existsIn(context.dialect) && info->id != Keyword::Ref && info->id != Keyword::Definitions;
        if (checks)
            report(member.value(), finding("ref-siblings", Severity::Warning, std::string(member.name()) + " beside $ref is ignored up to draft-07",
                                       "allOf: [{$ref: ...}, {...}], or $schema of 2019-09 or later"));
    }
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({ row[j] + 1, row[j - 1] + 1, change });
        }
    }
    return row.back();
}

/// The keyword that was probably meant.
std::string_view resembled(std::string_view name, Dialect dialect)
{
    constexpr std::size_t longest = 30;
    if (name.size() < 4 || name.size() > longest)
        return {};
    std::string_view best;
    std::size_t least = 3;
    for (auto id = static_cast<int>(Keyword::Schema); id <= static_cast<int>(Keyword::Examples); ++id) {
        const std::string_view candidate = keywordName(static_cast<Keyword>(id));
        const KeywordInfo *info = keywordInfo(candidate);
        const std::size_t distance = info && info->existsIn(dialect) ? editDistance(name, candidate) : least;
        if (distance < least && candidate.size() > 3) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

void unknownKeyword(const LintContext &context, const LintReport &report)
{
    for (const json::Member &member : context.schema.members()) {
        const std::string_view name = member.name();
        if (keywordInfo(name) || name.starts_with("x-") || name == "nullable")
            continue;
        const std::string_view meant = resembled(name, context.dialect);
        report(member.value(), finding("unknown-keyword", meant.empty() ? Severity::Note : Severity::Warning,
                                   text(name) + " is no keyword of JSON Schema and has no effect", meant.empty() ? "a keyword, or a name that begins with x-" : std::string(meant)));
    }
}

void keywordOfAnotherDraft(const LintContext &context, const LintReport &report)
{
    for (const json::Member &member : context.schema.members()) {
        const KeywordInfo *info = keywordInfo(member.name());
        if (!info || info->existsIn(context.dialect) || (info->vocabulary & MetaDataVocabulary) != 0 || info->id == Keyword::Comment)
            continue;
        if (info->id == Keyword::DraftFourId && !member.value().isString())
            continue;
        report(member.value(), finding("keyword-of-another-draft", Severity::Warning,
                                   std::string(member.name()) + " is no keyword of " + std::string(dialectName(context.dialect)) + " and has no effect",
                                   "a $schema of a draft that has it, or this draft's own keyword"));
    }
}

struct Companion {
    std::string_view keyword;
    std::string_view needs;
};

void misplacedKeyword(const LintContext &context, const LintReport &report)
{
    constexpr std::array<Companion, 5> companions { { { "then", "if" }, { "else", "if" }, { "minContains", "contains" }, { "maxContains", "contains" },
        { "additionalItems", "items" } } };
    for (const Companion &companion : companions) {
        const json::Value *value = context.schema.find(companion.keyword);
        const KeywordInfo *info = keywordInfo(companion.keyword);
        if (value && info->existsIn(context.dialect) && !context.schema.find(companion.needs))
            report(*value, finding("misplaced-keyword", Severity::Warning,
                               std::string(companion.keyword) + " has no effect without " + std::string(companion.needs), std::string(companion.needs)));
    }
}

void patternNotEcma(const LintContext &context, const LintReport &report)
{
    const auto judge = [&](std::string_view pattern, const json::Value &at) {
        const EcmaRegex regex = translateEcmaRegex(pattern);
        if (!regex.fault.empty())
            report(at, finding("pattern-not-ecma", Severity::Warning, text(pattern) + " is no ECMA-262 regular expression: " + regex.fault,
                           "an expression other readers of the schema understand"));
    };
    if (const json::Value *pattern = context.schema.find("pattern"); pattern && pattern->isString())
        judge(pattern->string(), *pattern);
    if (const json::Value *patterns = context.schema.find("patternProperties")) {
        for (const json::Member &member : patterns->members())
            judge(member.name(), member.value());
    }
}

struct TypeName {
    std::string_view name;
    std::uint8_t bits;
};

std::uint8_t bitsOf(std::string_view name)
{
    constexpr std::array<TypeName, 7> names { { { "null", NullBit }, { "boolean", BooleanBit }, { "integer", IntegerBit }, { "number", IntegerBit | FractionBit },
        { "string", StringBit }, { "array", ArrayBit }, { "object", ObjectBit } } };
    for (const TypeName &known : names) {
        if (known.name == name)
            return known.bits;
    }
    return AllTypes; // that is another finding
}

/// What `type` allows; everything where there is none.
std::uint8_t typesOf(const json::Value &schema)
{
    const json::Value *type = schema.find("type");
    if (!type || (type->isArray() && type->size() == 0))
        return AllTypes;
    if (type->isString())
        return bitsOf(type->string());
    std::uint8_t bits = 0;
    for (const json::Value &name : type->items())
        bits = static_cast<std::uint8_t>(bits | bitsOf(name.string()));
    return type->isArray() ? bits : static_cast<std::uint8_t>(AllTypes);
}

/// What `const` and `enum` allow.
std::uint8_t typesOfValues(const json::Value &schema)
{
    if (const json::Value *constant = schema.find("const"))
        return typeBit(*constant);
    const json::Value *values = schema.find("enum");
    if (!values || !values->isArray())
        return AllTypes;
    std::uint8_t bits = 0;
    for (const json::Value &value : values->items())
        bits = static_cast<std::uint8_t>(bits | typeBit(value));
    return bits;
}

/// What the alternatives allow together; everything where there are none.
std::uint8_t typesOfAlternatives(const json::Value &schema, std::string_view keyword)
{
    const json::Value *alternatives = schema.find(keyword);
    if (!alternatives || alternatives->size() == 0 || !alternatives->isArray())
        return AllTypes;
    std::uint8_t bits = 0;
    for (const json::Value &part : alternatives->items())
        bits = static_cast<std::uint8_t>(bits | (typesOf(part) & typesOfValues(part)));
    return bits;
}

void unsatisfiableType(const LintContext &context, const LintReport &report)
{
    const std::uint8_t types = typesOf(context.schema);
    std::uint8_t left = types & typesOfValues(context.schema);
    if (const json::Value *all = context.schema.find("allOf")) {
        for (const json::Value &part : all->items())
            left = static_cast<std::uint8_t>(left & typesOf(part) & typesOfValues(part));
    }
    left = static_cast<std::uint8_t>(left & typesOfAlternatives(context.schema, "anyOf") & typesOfAlternatives(context.schema, "oneOf"));
    if (left != 0 || types == 0)
        return;
    const json::Value *type = context.schema.find("type");
    report(type ? *type : context.schema, finding("unsatisfiable-type", Severity::Warning, "No value can have this type and satisfy the other keywords beside it",
                                              "a type that const, enum, allOf, anyOf and oneOf allow"));
}

void contradictoryLimits(const LintContext &context, const LintReport &report)
{
    constexpr std::array<Companion, 5> limits { { { "minimum", "maximum" }, { "minLength", "maxLength" }, { "minItems", "maxItems" },
        { "minProperties", "maxProperties" }, { "minContains", "maxContains" } } };
    for (const Companion &limit : limits) {
        const json::Value *low = context.schema.find(limit.keyword);
        const json::Value *high = context.schema.find(limit.needs);
        if (low && high && low->isNumber() && high->isNumber() && json::compare(context.document, *low, context.document, *high) > 0)
            report(*low, finding("contradictory-limits", Severity::Warning, std::string(limit.keyword) + " is above " + std::string(limit.needs),
                             std::string(limit.keyword) + " no higher than " + std::string(limit.needs)));
    }
}

/// The one type a keyword is about; all where there is none.
std::uint8_t subjectOf(Keyword keyword)
{
    if (keyword >= Keyword::MultipleOf && keyword <= Keyword::ExclusiveMinimum)
        return IntegerBit | FractionBit;
    if (keyword >= Keyword::MaxLength && keyword <= Keyword::Pattern)
        return StringBit;
    if ((keyword >= Keyword::MaxItems && keyword <= Keyword::MinContains) || (keyword >= Keyword::Items && keyword <= Keyword::UnevaluatedItems))
        return ArrayBit;
    if ((keyword >= Keyword::MaxProperties && keyword <= Keyword::DependentRequired) || (keyword >= Keyword::Properties && keyword <= Keyword::UnevaluatedProperties))
        return ObjectBit;
    return AllTypes;
}

void keywordOfAnotherType(const LintContext &context, const LintReport &report)
{
    const std::uint8_t types = typesOf(context.schema);
    for (const json::Member &member : context.schema.members()) {
        const KeywordInfo *info = keywordInfo(member.name());
        if (info && info->existsIn(context.dialect) && (subjectOf(info->id) & types) == 0 && !member.value().isBool())
            report(member.value(), finding("keyword-of-another-type", Severity::Note, std::string(member.name()) + " has no effect: the type allows no value it is about",
                                       "a type the keyword applies to"));
    }
}

constexpr std::array<LintRule *, 11> rules { exclusiveFlag, requiredInProperty, nullable, refSiblings, unknownKeyword, keywordOfAnotherDraft,
    misplacedKeyword, patternNotEcma, unsatisfiableType, contradictoryLimits, keywordOfAnotherType };

} // namespace

std::span<LintRule *const> lintRules()
{
    return rules;
}

bool isKnownFormat(std::string_view name)
{
    return findFormat(name, Dialect::Draft202012) != nullptr;
}

} // namespace assayer::schema
