#include "schema/keywords/keyword.h"

#include "schema/keywords/arrays.h"
#include "schema/keywords/logic.h"
#include "schema/keywords/numbers.h"
#include "schema/keywords/objects.h"
#include "schema/keywords/references.h"
#include "schema/keywords/strings.h"
#include "schema/keywords/values.h"

#include <array>

namespace assayer::schema {
namespace {

constexpr std::uint8_t all = 31;
constexpr std::uint8_t draft4 = 1;
constexpr std::uint8_t from6 = 30;
constexpr std::uint8_t from7 = 28;
constexpr std::uint8_t from2019 = 24;
constexpr std::uint8_t only2019 = 8;
constexpr std::uint8_t only2020 = 16;
constexpr std::uint8_t upTo2019 = 15;
constexpr std::uint16_t formats = FormatAnnotationVocabulary | FormatAssertionVocabulary;

constexpr std::array<KeywordInfo, 63> table { {
    { "$schema", Keyword::Schema, all, CoreVocabulary, Holds::Nothing, nullptr },
    { "$id", Keyword::Id, from6, CoreVocabulary, Holds::Nothing, compileId },
    { "id", Keyword::DraftFourId, draft4, CoreVocabulary, Holds::Nothing, compileId },
    { "$ref", Keyword::Ref, all, CoreVocabulary, Holds::Nothing, compileRef },
    { "$anchor", Keyword::Anchor, from2019, CoreVocabulary, Holds::Nothing, compileAnchor },
    { "$dynamicRef", Keyword::DynamicRef, only2020, CoreVocabulary, Holds::Nothing, compileDynamicRef },
    { "$dynamicAnchor", Keyword::DynamicAnchor, only2020, CoreVocabulary, Holds::Nothing, compileAnchor },
    { "$recursiveRef", Keyword::RecursiveRef, only2019, CoreVocabulary, Holds::Nothing, compileRecursiveRef },
    { "$recursiveAnchor", Keyword::RecursiveAnchor, only2019, CoreVocabulary, Holds::Nothing, nullptr },
    { "$vocabulary", Keyword::Vocabulary, from2019, CoreVocabulary, Holds::Nothing, nullptr },
    { "$comment", Keyword::Comment, from7, CoreVocabulary, Holds::Nothing, nullptr },
    { "$defs", Keyword::Defs, from2019, CoreVocabulary, Holds::SchemaMap, compileDefinitions },
    { "definitions", Keyword::Definitions, all, CoreVocabulary, Holds::SchemaMap, compileDefinitions },
    { "allOf", Keyword::AllOf, all, ApplicatorVocabulary, Holds::SchemaArray, compileAllOf },
    { "anyOf", Keyword::AnyOf, all, ApplicatorVocabulary, Holds::SchemaArray, compileAnyOf },
    { "oneOf", Keyword::OneOf, all, ApplicatorVocabulary, Holds::SchemaArray, compileOneOf },
    { "not", Keyword::Not, all, ApplicatorVocabulary, Holds::Schema, compileNot },
    { "if", Keyword::If, from7, ApplicatorVocabulary, Holds::Schema, compileIf },
    { "then", Keyword::Then, from7, ApplicatorVocabulary, Holds::Schema, compileThen },
    { "else", Keyword::Else, from7, ApplicatorVocabulary, Holds::Schema, compileElse },
    { "properties", Keyword::Properties, all, ApplicatorVocabulary, Holds::SchemaMap, compileProperties },
    { "patternProperties", Keyword::PatternProperties, all, ApplicatorVocabulary, Holds::SchemaMap, compilePatternProperties },
    { "additionalProperties", Keyword::AdditionalProperties, all, ApplicatorVocabulary, Holds::Schema, compileAdditionalProperties },
    { "propertyNames", Keyword::PropertyNames, from6, ApplicatorVocabulary, Holds::Schema, compilePropertyNames },
    { "dependentSchemas", Keyword::DependentSchemas, from2019, ApplicatorVocabulary, Holds::SchemaMap, compileDependentSchemas },
    { "dependencies", Keyword::Dependencies, all, ApplicatorVocabulary, Holds::SchemaMapOrNames, compileDependencies },
    { "unevaluatedProperties", Keyword::UnevaluatedProperties, from2019, UnevaluatedVocabulary, Holds::Schema, compileUnevaluatedProperties },
    { "items", Keyword::Items, all, ApplicatorVocabulary, Holds::SchemaOrArray, compileItems },
    { "additionalItems", Keyword::AdditionalItems, upTo2019, ApplicatorVocabulary, Holds::Schema, compileAdditionalItems },
    { "prefixItems", Keyword::PrefixItems, only2020, ApplicatorVocabulary, Holds::SchemaArray, compilePrefixItems },
    { "contains", Keyword::Contains, from6, ApplicatorVocabulary, Holds::Schema, compileContains },
    { "unevaluatedItems", Keyword::UnevaluatedItems, from2019, UnevaluatedVocabulary, Holds::Schema, compileUnevaluatedItems },
    { "type", Keyword::Type, all, ValidationVocabulary, Holds::Nothing, compileType },
    { "enum", Keyword::Enum, all, ValidationVocabulary, Holds::Nothing, compileEnum },
    { "const", Keyword::Const, from6, ValidationVocabulary, Holds::Nothing, compileConst },
    { "multipleOf", Keyword::MultipleOf, all, ValidationVocabulary, Holds::Nothing, compileMultipleOf },
    { "maximum", Keyword::Maximum, all, ValidationVocabulary, Holds::Nothing, compileMaximum },
    { "exclusiveMaximum", Keyword::ExclusiveMaximum, all, ValidationVocabulary, Holds::Nothing, compileExclusiveMaximum },
    { "minimum", Keyword::Minimum, all, ValidationVocabulary, Holds::Nothing, compileMinimum },
    { "exclusiveMinimum", Keyword::ExclusiveMinimum, all, ValidationVocabulary, Holds::Nothing, compileExclusiveMinimum },
    { "maxLength", Keyword::MaxLength, all, ValidationVocabulary, Holds::Nothing, compileMaxLength },
    { "minLength", Keyword::MinLength, all, ValidationVocabulary, Holds::Nothing, compileMinLength },
    { "pattern", Keyword::Pattern, all, ValidationVocabulary, Holds::Nothing, compilePattern },
    { "format", Keyword::Format, all, formats, Holds::Nothing, compileFormat },
    { "contentEncoding", Keyword::ContentEncoding, from7, ContentVocabulary, Holds::Nothing, compileContentEncoding },
    { "contentMediaType", Keyword::ContentMediaType, from7, ContentVocabulary, Holds::Nothing, compileContentMediaType },
    { "contentSchema", Keyword::ContentSchema, from2019, ContentVocabulary, Holds::Schema, nullptr },
    { "maxItems", Keyword::MaxItems, all, ValidationVocabulary, Holds::Nothing, compileMaxItems },
    { "minItems", Keyword::MinItems, all, ValidationVocabulary, Holds::Nothing, compileMinItems },
    { "uniqueItems", Keyword::UniqueItems, all, ValidationVocabulary, Holds::Nothing, compileUniqueItems },
    { "maxContains", Keyword::MaxContains, from2019, ValidationVocabulary, Holds::Nothing, compileMaxContains },
    { "minContains", Keyword::MinContains, from2019, ValidationVocabulary, Holds::Nothing, compileMinContains },
    { "maxProperties", Keyword::MaxProperties, all, ValidationVocabulary, Holds::Nothing, compileMaxProperties },
    { "minProperties", Keyword::MinProperties, all, ValidationVocabulary, Holds::Nothing, compileMinProperties },
    { "required", Keyword::Required, all, ValidationVocabulary, Holds::Nothing, compileRequired },
    { "dependentRequired", Keyword::DependentRequired, from2019, ValidationVocabulary, Holds::Nothing, compileDependentRequired },
    { "title", Keyword::Title, all, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "description", Keyword::Description, all, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "default", Keyword::Default, all, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "examples", Keyword::Examples, from6, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "readOnly", Keyword::ReadOnly, from7, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "writeOnly", Keyword::WriteOnly, from7, MetaDataVocabulary, Holds::Nothing, nullptr },
    { "deprecated", Keyword::Deprecated, from2019, MetaDataVocabulary, Holds::Nothing, nullptr },
} };

/// Open addressing over the names; built once.
class Index {
public:
    Index()
    {
        for (const KeywordInfo &info : table)
            insert(info);
    }

    const KeywordInfo *find(std::string_view name) const
    {
        for (std::size_t slot = hash(name);; slot = (slot + 1) % m_slots.size()) {
            if (!m_slots[slot] || m_slots[slot]->name == name)
                return m_slots[slot];
        }
    }

private:
    static std::size_t hash(std::string_view name)
    {
        if (name.empty())
            return 0;
        const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(name[i])); };
        return (name.size() * 131 + byte(0) * 31 + byte(name.size() / 2) * 7 + byte(name.size() - 1) * 61 + byte(name.size() / 3)) % 256;
    }

    void insert(const KeywordInfo &info)
    {
        std::size_t slot = hash(info.name);
        while (m_slots[slot])
            slot = (slot + 1) % m_slots.size();
        m_slots[slot] = &info;
    }

    std::array<const KeywordInfo *, 256> m_slots {};
};

} // namespace

const KeywordInfo *keywordInfo(std::string_view name)
{
    static const Index index;
    return index.find(name);
}

std::string_view keywordName(Keyword keyword)
{
    for (const KeywordInfo &info : table) {
        if (info.id == keyword)
            return info.name;
    }
    return "false";
}

} // namespace assayer::schema
