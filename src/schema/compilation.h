// One run of the compiler: a work list of subschemas, so that no schema's depth can exhaust the stack.
#pragma once

#include "schema/keywords/keyword.h"
#include "schema/programparts.h"
#include "schema/registry.h"
#include "schema/schemacompiler.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assayer::schema {

class Compilation;

/// What a keyword's compile function sees. Rules are made when first asked for.
struct KeywordContext {
    Compilation &compilation;
    const Resource &resource;
    const json::Value &schema; ///< the object the keyword stands in
    Node &node;
    const KeywordInfo *info = nullptr;
    const json::Value *value = nullptr; ///< the keyword's value

    NumberRules *number = nullptr;
    StringRules *string = nullptr;
    ArrayRules *array = nullptr;
    ObjectRules *object = nullptr;
    ValueRules *values = nullptr;
    InPlaceRules *inPlace = nullptr;

    NumberRules &numberRules();
    StringRules &stringRules();
    ArrayRules &arrayRules();
    ObjectRules &objectRules();
    ValueRules &valueRules();
    InPlaceRules &inPlaceRules();

    const Features &features() const { return resource.features; }
    /// The node of a subschema; compiled later.
    const Node *subschema(const json::Value &value);
    /// Where a reference leads; null after an error.
    const Node *reference(std::string_view text);
    const Pattern *pattern(std::string_view source, const json::Value &at);
    /// `message` follows the keyword's name.
    void error(const json::Value &at, std::string message);
    void error(std::string message) { error(*value, std::move(message)); }
    /// A whole number from 0; values beyond 64 bits are unbounded. False after an error.
    bool count(std::uint64_t &target);
    /// The keyword's value as a non-empty array of schemas.
    void subschemas(std::vector<const Node *> &target);
};

class Compilation {
public:
    Compilation(json::DocumentPtr document, const json::Value &root, const CompileOptions &options);
    CompileResult run();

    const Node *subschema(const json::Value &schema, const Resource &parent);
    const Node *subschema(const Registry::Target &target);
    void error(const Resource &resource, const json::Value &at, std::string message);
    /// `anchor` is empty for `$recursiveRef`.
    void addDynamicReference(DynamicReference &reference, std::string_view anchor, InPlaceRules &rules);

    ProgramParts &parts() { return *m_parts; }
    Registry &registry() { return m_registry; }

private:
    struct Pending {
        Node *node;
        const json::Value *schema;
        const Resource *resource;
    };
    struct Dynamic {
        DynamicReference *reference;
        InPlaceRules *rules;
    };

    const json::Value *soleReference(const json::Value &schema) const;
    void drain();
    void compileNode(const Pending &pending);
    void compileKeywords(KeywordContext &context, const json::Value &schema);
    void linkDynamicReferences();
    void error(std::size_t source, const json::Value &at, std::string message);

    CompileOptions m_options;
    json::DocumentPtr m_document;
    const json::Value &m_root;
    std::unique_ptr<ProgramParts> m_parts;
    Registry m_registry;
    std::unordered_map<const json::Value *, const Node *> m_nodes;
    std::vector<Pending> m_todo;
    std::vector<Dynamic> m_dynamic;
    std::unordered_map<std::string_view, std::size_t> m_linked; ///< how many places of each dynamic anchor have a node
    std::vector<CompileError> m_errors;
};

} // namespace assayer::schema
