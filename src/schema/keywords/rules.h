// The rules of all families: plain data made by the compiler, read by the walk.
#pragma once

#include "json/document.h"
#include "schema/keywords/keyword.h"
#include "schema/nametable.h"
#include "schema/node.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assayer::schema {

class Pattern;
struct Format;

constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

/// keywords/numbers
struct NumberRules {
    // Exact bounds as the schema has them, null where it has none.
    const json::Value *minimum = nullptr;
    const json::Value *maximum = nullptr;
    const json::Value *exclusiveMinimum = nullptr;
    const json::Value *exclusiveMaximum = nullptr;
    const json::Value *multipleOf = nullptr;
    // Draft-04's flags, until the node is finished.
    bool minimumIsExclusive = false;
    bool maximumIsExclusive = false;
    // The same as windows, where that is exact.
    bool integerWindow = false; ///< all bounds fit: lowest..highest decides for 64-bit integers
    bool realWindow = false; ///< all bounds are below 2^53 or short: low..high decides for exact doubles
    bool lowIsExclusive = false;
    bool highIsExclusive = false;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// keywords/strings
struct StringRules {
    std::uint64_t minLength = 0;
    std::uint64_t maxLength = unbounded;
    const Pattern *pattern = nullptr;
    const Format *format = nullptr; ///< set where it asserts
    bool assertContent = false;
    std::string_view contentEncoding;
    std::string_view contentMediaType;
};

/// keywords/arrays
struct ArrayRules {
    std::uint64_t minItems = 0;
    std::uint64_t maxItems = unbounded;
    std::uint64_t minContains = 1;
    std::uint64_t maxContains = unbounded;
    bool unique = false;
    bool containsMarks = false; ///< from 2020-12 on, what `contains` matched is evaluated
    bool hasPrefix = false;
    Keyword prefixKeyword = Keyword::PrefixItems;
    Keyword restKeyword = Keyword::Items;
    std::vector<const Node *> prefix;
    const Node *rest = nullptr; ///< items behind the prefix
    const Node *contains = nullptr;
    const Node *unevaluated = nullptr;
    const json::Value *additionalItems = nullptr; ///< until the node is finished
};

/// keywords/objects
struct ObjectRules {
    struct Property {
        const Node *node = nullptr; ///< null for a name that is only required
        std::uint32_t required = NameTable::none; ///< its number among the required names
    };
    struct PatternProperty {
        const Pattern *pattern = nullptr;
        const Node *node = nullptr;
    };
    struct Dependency {
        Keyword keyword = Keyword::DependentRequired;
        std::string_view name;
        std::vector<std::string_view> required;
        const Node *node = nullptr;
    };

    NameTable names;
    std::vector<Property> properties; ///< in the order of `names`
    std::uint32_t requiredCount = 0;
    bool visitsMembers = false; ///< anything but counts and dependencies
    bool visitsKnown = false; ///< names in the table are looked at further, too
    std::uint64_t minProperties = 0;
    std::uint64_t maxProperties = unbounded;
    std::vector<PatternProperty> patterns;
    const Node *additional = nullptr;
    const Node *propertyNames = nullptr;
    const Node *unevaluated = nullptr;
    std::vector<Dependency> dependencies;

    Property &property(std::string_view name)
    {
        const std::uint32_t index = names.add(name);
        if (index == properties.size())
            properties.emplace_back();
        return properties[index];
    }
};

/// keywords/values
struct ValueRules {
    const json::Value *constant = nullptr;
    bool hasEnum = false;
    NameTable strings; ///< of `enum`
    std::vector<const json::Value *> others; ///< of `enum`
    std::unordered_multimap<std::size_t, const json::Value *> othersByHash; ///< instead, where they are many
};

/// keywords/references: the target is the outermost resource of the dynamic scope that has the anchor.
struct DynamicReference {
    using Targets = std::unordered_map<std::uint32_t, const Node *>; ///< by resource

    const Node *fallback = nullptr;
    const Targets *targets = nullptr; ///< shared by all references to that anchor

    const Node *targetIn(std::uint32_t resource) const
    {
        const auto found = targets->find(resource);
        return found == targets->end() ? nullptr : found->second;
    }
};

/// keywords/logic and references: schemas applied to the same value.
struct InPlaceRules {
    const Node *reference = nullptr;
    const DynamicReference *dynamicReference = nullptr;
    std::vector<const Node *> allOf;
    std::vector<const Node *> anyOf;
    std::vector<const Node *> oneOf;
    const Node *negated = nullptr;
    const Node *condition = nullptr;
    const Node *consequence = nullptr;
    const Node *alternative = nullptr;
};

} // namespace assayer::schema
