// Schema resources: what `$id`, `$anchor` and their kin name, found before anything is compiled.
#pragma once

#include "schema/dialects.h"
#include "schema/programparts.h"
#include "schema/schemacompiler.h"

#include "json/document.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assayer::schema {

struct Resource {
    struct Anchor {
        const json::Value *schema = nullptr;
        bool dynamic = false;
    };

    std::uint32_t id = 0;
    std::size_t source = 0; ///< index into Registry::sources()
    std::string uri; ///< absolute where the schema says so; without fragment
    const json::Value *root = nullptr;
    Features features;
    std::unordered_map<std::string_view, Anchor> anchors;
    bool recursiveAnchor = false;
};

/// One compilation's view of all documents in reach. Resources never move.
class Registry {
public:
    struct Target {
        const json::Value *schema = nullptr; ///< null: nothing there, `fault` says why
        const Resource *resource = nullptr;
        bool byDynamicAnchor = false;
        std::string fault;
    };
    struct Fault {
        std::size_t source;
        const json::Value *at;
        std::string message;
    };

    explicit Registry(const CompileOptions &options);

    const Resource &addDocument(json::DocumentPtr document, const json::Value &root, std::string uri);
    /// Where a reference of a schema in `from` leads.
    Target resolve(std::string_view reference, const Resource &from);
    /// The resource a subschema belongs to, whose parent is in `parent`.
    const Resource &ownerOf(const json::Value &schema, const Resource &parent) const;
    struct DynamicTarget {
        const Resource *resource;
        const json::Value *schema;
    };
    /// The places of a dynamic anchor found so far (empty: of `$recursiveAnchor`), in the order they were found.
    const std::vector<DynamicTarget> &dynamicTargets(std::string_view anchor) const;

    std::vector<SourcePlace> &sources() { return m_sources; }
    const SourcePlace &sourceOf(const Resource &resource) const { return m_sources[resource.source]; }
    /// Of `$schema` and `$vocabulary`.
    const std::vector<Fault> &faults() const { return m_faults; }

private:
    struct Pending {
        const json::Value *schema;
        Resource *resource;
    };

    const Resource *byUri(const std::string &uri);
    Resource &addResource(std::size_t source, std::string uri, const json::Value &root, const Features &features);
    void scan(const json::Value &schema, Resource &resource);
    /// For places the first scan did not take for schemas, until a reference led there; each is scanned once.
    void scanLate(const json::Value &schema, Resource &resource);
    void scanOne(Pending pending, std::vector<Pending> &todo);
    Resource *enter(const json::Value &schema, Resource &parent);
    void noteAnchors(const json::Value &schema, Resource &resource);
    Features featuresOf(const json::Value &root, const Features &inherited, std::size_t source);
    Features featuresOfMetaschema(const json::Value &schemaMember, std::size_t source);
    void readVocabulary(const json::Value &vocabulary, Features &features, const json::Value &at, std::size_t source);
    Target atPointer(std::string_view pointer, const Resource &resource);
    const json::Value *childAt(const json::Value &value, std::string_view token);

    const CompileOptions &m_options;
    std::vector<SourcePlace> m_sources;
    std::deque<Resource> m_resources;
    std::unordered_map<std::string, Resource *> m_byUri;
    std::unordered_map<const json::Value *, Resource *> m_roots;
    std::unordered_set<const json::Value *> m_lateScans;
    std::unordered_map<std::string_view, std::vector<DynamicTarget>> m_dynamicTargets;
    std::unordered_map<const json::Value *, std::unordered_map<std::string_view, const json::Value *>> m_bigObjects;
    std::vector<Fault> m_faults;
    int m_metaschemaDepth = 0;
};

} // namespace assayer::schema
