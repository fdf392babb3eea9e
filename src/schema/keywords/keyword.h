// Every keyword this room knows, in all dialects: its name, where it exists, what it holds and who compiles it.
#pragma once

#include "schema/dialects.h"

#include <cstdint>
#include <string_view>

namespace assayer::schema {

enum class Keyword : std::uint8_t {
    None, // a failure of the boolean schema false
    Schema, Id, DraftFourId, Ref, Anchor, DynamicRef, DynamicAnchor, RecursiveRef, RecursiveAnchor, Vocabulary, Comment, Defs, Definitions,
    AllOf, AnyOf, OneOf, Not, If, Then, Else,
    Properties, PatternProperties, AdditionalProperties, PropertyNames, DependentSchemas, Dependencies, UnevaluatedProperties,
    Items, AdditionalItems, PrefixItems, Contains, UnevaluatedItems,
    Type, Enum, Const,
    MultipleOf, Maximum, ExclusiveMaximum, Minimum, ExclusiveMinimum,
    MaxLength, MinLength, Pattern, Format, ContentEncoding, ContentMediaType, ContentSchema,
    MaxItems, MinItems, UniqueItems, MaxContains, MinContains,
    MaxProperties, MinProperties, Required, DependentRequired,
    Title, Description, Default, Deprecated, ReadOnly, WriteOnly, Examples,
};

/// The shape of subschemas in a keyword's value.
enum class Holds : std::uint8_t { Nothing, Schema, SchemaArray, SchemaMap, SchemaOrArray, SchemaMapOrNames };

struct KeywordContext;

struct KeywordInfo {
    std::string_view name;
    Keyword id = Keyword::None;
    std::uint8_t drafts = 0; ///< bit per Dialect
    std::uint16_t vocabulary = 0;
    Holds holds = Holds::Nothing;
    void (*compile)(KeywordContext &) = nullptr; ///< null: nothing to check

    bool existsIn(Dialect dialect) const { return ((drafts >> static_cast<unsigned>(dialect)) & 1u) != 0; }
    bool isKnownTo(const Features &features) const { return existsIn(features.dialect) && (vocabulary & features.vocabularies) != 0; }
};

/// Null for a name that is a keyword of no dialect.
const KeywordInfo *keywordInfo(std::string_view name);
std::string_view keywordName(Keyword keyword);

} // namespace assayer::schema
