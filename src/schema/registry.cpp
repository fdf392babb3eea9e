#include "schema/registry.h"

#include "json/pointer.h"
#include "schema/dialects/metaschemas.h"
#include "schema/keywords/keyword.h"
#include "schema/uri.h"

#include <algorithm>
#include <charconv>

namespace assayer::schema {
namespace {

std::string_view idKeyword(Dialect dialect)
{
    return dialect == Dialect::Draft4 ? "id" : "$id";
}

/// Up to draft-07 nothing beside a `$ref` counts.
bool hidesSiblings(const json::Value &schema, const Features &features)
{
    if (!features.atMost(Dialect::Draft7))
        return false;
    const json::Value *reference = schema.find("$ref");
    return reference && reference->isString();
}

const json::Value *itemAt(const json::Value &array, std::string_view token)
{
    if (token.empty() || (token.size() > 1 && token.front() == '0'))
        return nullptr;
    std::size_t index = 0;
    const auto read = std::from_chars(token.data(), token.data() + token.size(), index);
    if (read.ec != std::errc() || read.ptr != token.data() + token.size() || index >= array.items().size())
        return nullptr;
    return &array.items()[index];
}

/// Whether a pointer's steps only pass through places where the scan found schemas.
class Position {
public:
    explicit Position(const Features &features)
        : m_features(features)
    {
    }

    void step(std::string_view token, const json::Value &reached)
    {
        if (m_inside != Holds::Nothing) {
            m_inside = Holds::Nothing; // a member of a map or an array of schemas
        } else if (const KeywordInfo *info = keywordInfo(token); info && info->isKnownTo(m_features)) {
            enter(info->holds, reached);
        } else {
            m_known = false;
        }
    }
    bool isScannedSchema() const { return m_known && m_inside == Holds::Nothing; }

private:
    void enter(Holds holds, const json::Value &reached)
    {
        if (holds == Holds::Nothing)
            m_known = false;
        else if (holds == Holds::SchemaMap || holds == Holds::SchemaMapOrNames || holds == Holds::SchemaArray || reached.isArray())
            m_inside = holds;
    }

    const Features &m_features;
    Holds m_inside = Holds::Nothing;
    bool m_known = true;
};

bool decodeToken(std::string_view token, std::string &out)
{
    out.clear();
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            out.push_back(token[i]);
            continue;
        }
        if (++i >= token.size() || (token[i] != '0' && token[i] != '1'))
            return false;
        out.push_back(token[i] == '0' ? '~' : '/');
    }
    return true;
}

} // namespace

Registry::Registry(const CompileOptions &options)
    : m_options(options)
{
}

const Resource &Registry::addDocument(json::DocumentPtr document, const json::Value &root, std::string uri)
{
    const std::size_t source = m_sources.size();
    m_sources.push_back({ std::move(document), &root, uri });
    Features inherited = schema::featuresOf(m_options.dialect);
    inherited.assertFormats = m_options.assertFormats;
    inherited.assertContent = m_options.assertContent;
    const Features features = featuresOf(root, inherited, source);
    Resource &resource = addResource(source, std::move(uri), root, features);
    scan(root, resource);
    return resource;
}

Resource &Registry::addResource(std::size_t source, std::string uri, const json::Value &root, const Features &features)
{
    Resource &resource = m_resources.emplace_back();
    resource.id = static_cast<std::uint32_t>(m_resources.size() - 1);
    resource.source = source;
    resource.uri = std::move(uri);
    resource.root = &root;
    resource.features = features;
    m_byUri.emplace(resource.uri, &resource);
    m_roots.emplace(&root, &resource);
    return resource;
}

void Registry::scan(const json::Value &schema, Resource &resource)
{
    std::vector<Pending> todo { { &schema, &resource } };
    while (!todo.empty()) {
        const Pending next = todo.back();
        todo.pop_back();
        scanOne(next, todo);
    }
}

void Registry::scanLate(const json::Value &schema, Resource &resource)
{
    std::vector<Pending> todo { { &schema, &resource } };
    while (!todo.empty()) {
        const Pending next = todo.back();
        todo.pop_back();
        if (m_lateScans.insert(next.schema).second)
            scanOne(next, todo);
    }
}

void Registry::scanOne(Pending pending, std::vector<Pending> &todo)
{
    const json::Value &schema = *pending.schema;
    if (!schema.isObject())
        return;
    Resource &resource = *enter(schema, *pending.resource);
    noteAnchors(schema, resource);
    for (const json::Member &member : schema.members()) {
        const KeywordInfo *info = keywordInfo(member.name());
        if (!info || info->holds == Holds::Nothing || !info->existsIn(resource.features.dialect))
            continue;
        const json::Value &value = member.value();
        const bool map = info->holds == Holds::SchemaMap || info->holds == Holds::SchemaMapOrNames;
        if (map) {
            for (const json::Member &entry : value.members())
                todo.push_back({ &entry.value(), &resource });
        } else if (value.isArray()) {
            for (const json::Value &item : value.items())
                todo.push_back({ &item, &resource });
        } else {
            todo.push_back({ &value, &resource });
        }
    }
}

Resource *Registry::enter(const json::Value &schema, Resource &parent)
{
    const bool isRoot = parent.root == &schema;
    const Features features = isRoot ? parent.features : featuresOf(schema, parent.features, parent.source);
    const auto id = schema.stringAt(idKeyword(features.dialect));
    if (!id || hidesSiblings(schema, features))
        return &parent;
    const UriParts parts = splitFragment(*id);
    Resource *resource = &parent;
    if (!parts.absolute.empty()) {
        std::string uri = resolveUri(parent.uri, parts.absolute);
        if (isRoot) {
            parent.uri = uri;
            m_byUri.emplace(std::move(uri), &parent);
        } else {
            resource = &addResource(parent.source, std::move(uri), schema, features);
        }
    }
    if (features.atMost(Dialect::Draft7) && !parts.fragment.empty() && !parts.fragment.starts_with('/'))
        resource->anchors.emplace(parts.fragment, Resource::Anchor { &schema, false });
    return resource;
}

void Registry::noteAnchors(const json::Value &schema, Resource &resource)
{
    if (resource.features.atMost(Dialect::Draft7))
        return;
    if (const auto name = schema.stringAt("$anchor"))
        resource.anchors.emplace(*name, Resource::Anchor { &schema, false });
    if (resource.features.dialect == Dialect::Draft202012) {
        const auto name = schema.stringAt("$dynamicAnchor");
        if (name && resource.anchors.emplace(*name, Resource::Anchor { &schema, true }).second)
            m_dynamicTargets[*name].push_back({ &resource, &schema });
    } else if (resource.root == &schema) {
        const json::Value *recursive = schema.find("$recursiveAnchor");
        resource.recursiveAnchor = recursive && recursive->isTrue();
        if (resource.recursiveAnchor)
            m_dynamicTargets[{}].push_back({ &resource, &schema });
    }
}

Features Registry::featuresOf(const json::Value &root, const Features &inherited, std::size_t source)
{
    const json::Value *member = root.find("$schema");
    if (!member || !member->isString())
        return inherited;
    Features features;
    if (const auto dialect = dialectFromUri(member->string()))
        features = schema::featuresOf(*dialect);
    else
        features = featuresOfMetaschema(*member, source);
    features.assertFormats = features.assertFormats || m_options.assertFormats;
    features.assertContent = m_options.assertContent;
    return features;
}

Features Registry::featuresOfMetaschema(const json::Value &schemaMember, std::size_t source)
{
    const std::string uri(splitFragment(schemaMember.string()).absolute);
    constexpr int chain = 8; // metaschemas of metaschemas of ...
    ++m_metaschemaDepth;
    const Resource *metaschema = m_metaschemaDepth <= chain ? byUri(uri) : nullptr;
    --m_metaschemaDepth;
    if (!metaschema) {
        if (!m_options.lenientUnknownDialect)
            m_faults.push_back({ source, &schemaMember, "$schema names the unknown dialect \"" + std::string(schemaMember.string()) + "\"" });
        return schema::featuresOf(m_options.dialect);
    }
    Features features = metaschema->features;
    if (const json::Value *vocabulary = metaschema->root->find("$vocabulary"); vocabulary && vocabulary->isObject())
        readVocabulary(*vocabulary, features, schemaMember, source);
    return features;
}

void Registry::readVocabulary(const json::Value &vocabulary, Features &features, const json::Value &at, std::size_t source)
{
    features.vocabularies = CoreVocabulary;
    for (const json::Member &member : vocabulary.members()) {
        const auto known = vocabularyFromUri(member.name());
        if (!known && member.value().isTrue()) {
            m_faults.push_back({ source, &at, "the metaschema requires the unknown vocabulary \"" + std::string(member.name()) + "\"" });
        } else if (known) {
            features.vocabularies = static_cast<std::uint16_t>(features.vocabularies | *known);
            const bool asserted = *known == FormatAssertionVocabulary
                || (*known == FormatAnnotationVocabulary && features.dialect == Dialect::Draft201909 && member.value().isTrue());
            features.assertFormats = features.assertFormats || asserted;
        }
    }
    // 2019-09 has unevaluated* among the applicators.
    if (features.dialect == Dialect::Draft201909 && features.has(ApplicatorVocabulary))
        features.vocabularies |= UnevaluatedVocabulary;
}

const Resource *Registry::byUri(const std::string &uri)
{
    if (const auto known = m_byUri.find(uri); known != m_byUri.end())
        return known->second;
    if (const json::DocumentPtr builtIn = metaschema(uri))
        return &addDocument(builtIn, builtIn->root(), uri);
    if (!m_options.documents)
        return nullptr;
    const auto found = m_options.documents->find(uri);
    return found == m_options.documents->end() ? nullptr : &addDocument(found->second, found->second->root(), uri);
}

const Resource &Registry::ownerOf(const json::Value &schema, const Resource &parent) const
{
    if (m_roots.size() <= 1)
        return parent;
    const auto found = m_roots.find(&schema);
    return found == m_roots.end() ? parent : *found->second;
}

const std::vector<Registry::DynamicTarget> &Registry::dynamicTargets(std::string_view anchor) const
{
    static const std::vector<DynamicTarget> none;
    const auto found = m_dynamicTargets.find(anchor);
    return found == m_dynamicTargets.end() ? none : found->second;
}

/// A member or item; big objects are indexed at their first use, so that a thousand references into them stay cheap.
const json::Value *Registry::childAt(const json::Value &value, std::string_view token)
{
    constexpr std::size_t few = 64;
    if (!value.isObject())
        return itemAt(value, token);
    if (value.size() <= few)
        return value.find(token);
    const auto [place, isNew] = m_bigObjects.try_emplace(&value);
    if (isNew) {
        for (const json::Member &member : value.members())
            place->second[member.name()] = &member.value();
    }
    const auto found = place->second.find(token);
    return found == place->second.end() ? nullptr : found->second;
}

Registry::Target Registry::resolve(std::string_view reference, const Resource &from)
{
    const UriParts parts = splitFragment(reference);
    const Resource *resource = &from;
    if (!parts.absolute.empty()) {
        const std::string uri = resolveUri(from.uri, parts.absolute);
        resource = byUri(uri);
        if (!resource)
            return { nullptr, nullptr, false, "refers to \"" + uri + "\", which is neither in this schema nor built in; nothing is fetched" };
    }
    if (parts.fragment.empty())
        return { resource->root, resource, false, {} };
    const std::string fragment = percentDecoded(parts.fragment);
    if (fragment.starts_with('/'))
        return atPointer(fragment, *resource);
    const auto anchor = resource->anchors.find(fragment);
    if (anchor == resource->anchors.end())
        return { nullptr, nullptr, false, "refers to the anchor \"" + fragment + "\", which does not exist" };
    return { anchor->second.schema, resource, anchor->second.dynamic, {} };
}

Registry::Target Registry::atPointer(std::string_view pointer, const Resource &start)
{
    const Resource *resource = &start;
    const json::Value *value = start.root;
    Position position(start.features);
    std::string token;
    std::string_view rest = pointer;
    while (value && !rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        if (!decodeToken(rest.substr(0, slash), token))
            value = nullptr;
        else if ((value = childAt(*value, token)) != nullptr) {
            position.step(token, *value);
            resource = &ownerOf(*value, *resource);
        }
        rest.remove_prefix(slash);
    }
    if (!value)
        return { nullptr, nullptr, false, "refers to \"#" + std::string(pointer) + "\", which does not exist" };
    if (!position.isScannedSchema())
        scanLate(*value, m_resources[resource->id]);
    return { value, &ownerOf(*value, *resource), false, {} };
}

} // namespace assayer::schema
