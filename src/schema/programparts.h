// What a Program owns: nodes, rules, patterns, and the documents they point into.
#pragma once

#include "schema/dialects.h"
#include "schema/keywords/rules.h"
#include "schema/node.h"
#include "schema/pattern.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assayer::schema {

/// Where a node's schema comes from, for the schema paths of failures.
struct SourcePlace {
    json::DocumentPtr document;
    const json::Value *root = nullptr;
    std::string uri; ///< empty for the schema handed in
};

struct ProgramParts {
    const Node *root = nullptr;
    Features features;
    bool tracks = false; ///< some node has unevaluated*
    bool dynamic = false; ///< some node has a reference that the dynamic scope decides
    std::vector<SourcePlace> sources;
    std::deque<Node> nodes;
    std::deque<NumberRules> numbers;
    std::deque<StringRules> strings;
    std::deque<ArrayRules> arrays;
    std::deque<ObjectRules> objects;
    std::deque<ValueRules> values;
    std::deque<InPlaceRules> inPlace;
    std::deque<DynamicReference> dynamicReferences;
    std::unordered_map<std::string_view, DynamicReference::Targets> dynamicTargets; ///< by anchor; "" is `$recursiveAnchor`
    std::vector<std::unique_ptr<const Pattern>> patterns;

    /// "#/properties/a" or "uri#/…" of a value in one of the sources.
    std::string pathOf(const json::Document &document, const json::Value &schema) const;
};

} // namespace assayer::schema
