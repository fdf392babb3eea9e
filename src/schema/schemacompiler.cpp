#include "schema/schemacompiler.h"

#include "schema/compilation.h"
#include "schema/inforce.h"
#include "schema/keywords/arrays.h"
#include "schema/keywords/numbers.h"
#include "schema/keywords/objects.h"

#include <algorithm>

namespace assayer::schema {
namespace {

constexpr std::size_t maxErrors = 100;
constexpr std::size_t maxNodes = 1'000'000;

template<class Rules>
Rules &made(Rules *&own, std::deque<Rules> &all, const Rules *&ofNode)
{
    if (!own) {
        own = &all.emplace_back();
        ofNode = own;
    }
    return *own;
}

} // namespace

NumberRules &KeywordContext::numberRules() { return made(number, compilation.parts().numbers, node.number); }
StringRules &KeywordContext::stringRules() { return made(string, compilation.parts().strings, node.string); }
ArrayRules &KeywordContext::arrayRules() { return made(array, compilation.parts().arrays, node.array); }
ObjectRules &KeywordContext::objectRules() { return made(object, compilation.parts().objects, node.object); }
ValueRules &KeywordContext::valueRules() { return made(values, compilation.parts().values, node.values); }
InPlaceRules &KeywordContext::inPlaceRules() { return made(inPlace, compilation.parts().inPlace, node.inPlace); }

const Node *KeywordContext::subschema(const json::Value &child)
{
    return compilation.subschema(child, resource);
}

const Node *KeywordContext::reference(std::string_view text)
{
    const Registry::Target target = compilation.registry().resolve(text, resource);
    if (!target.schema) {
        error(target.fault);
        return nullptr;
    }
    return compilation.subschema(target);
}

const Pattern *KeywordContext::pattern(std::string_view source, const json::Value &at)
{
    auto compiled = Pattern::compile(source);
    if (!compiled) {
        error(at, "\"" + std::string(source) + "\" is no regular expression: " + compiled.error());
        return nullptr;
    }
    return compilation.parts().patterns.emplace_back(std::move(*compiled)).get();
}

void KeywordContext::error(const json::Value &at, std::string message)
{
    compilation.error(resource, at, std::string(info ? info->name : std::string_view()) + (info ? " " : "") + std::move(message));
}

bool KeywordContext::count(std::uint64_t &target)
{
    if (!value->isNumber() || !value->isInteger() || value->number() < 0) {
        error("must be a whole number from 0");
        return false;
    }
    const auto integer = value->integer();
    target = integer ? static_cast<std::uint64_t>(*integer) : unbounded;
    return true;
}

void KeywordContext::subschemas(std::vector<const Node *> &target)
{
    if (!value->isArray() || value->size() == 0) {
        error("must be a list of schemas that is not empty");
        return;
    }
    target.reserve(value->size());
    for (const json::Value &item : value->items())
        target.push_back(subschema(item));
}

Compilation::Compilation(json::DocumentPtr document, const json::Value &root, const CompileOptions &options)
    : m_options(options)
    , m_document(std::move(document))
    , m_root(root)
    , m_parts(std::make_unique<ProgramParts>())
    , m_registry(m_options)
{
}

CompileResult Compilation::run()
{
    const Resource &resource = m_registry.addDocument(m_document, m_root, {});
    m_parts->features = resource.features;
    m_parts->root = subschema(m_root, resource);
    drain();
    linkDynamicReferences();
    for (const Registry::Fault &fault : m_registry.faults())
        error(fault.source, *fault.at, fault.message);
    if (!m_errors.empty()) {
        std::sort(m_errors.begin(), m_errors.end(), [](const CompileError &a, const CompileError &b) { return a.path < b.path; });
        return tl::unexpected<std::vector<CompileError>>(std::move(m_errors));
    }
    m_parts->sources = std::move(m_registry.sources());
    return std::make_shared<const Program>(std::move(m_parts));
}

/// A schema that is a reference and nothing else is its target; the node in between would only cost time.
const json::Value *Compilation::soleReference(const json::Value &schema) const
{
    if (!schema.isObject() || schema.size() != 1 || schema.members()[0].name() != "$ref" || &schema == &m_root)
        return nullptr;
    const json::Value &reference = schema.members()[0].value();
    return reference.isString() ? &reference : nullptr;
}

const Node *Compilation::subschema(const json::Value &schema, const Resource &parent)
{
    const Resource &resource = m_registry.ownerOf(schema, parent);
    constexpr int hops = 8;
    Registry::Target target { &schema, &resource, false, {} };
    for (int i = 0; i < hops; ++i) {
        const json::Value *reference = soleReference(*target.schema);
        if (!reference || m_nodes.count(target.schema) > 0)
            break;
        Registry::Target next = m_registry.resolve(reference->string(), resource);
        // Another resource must be entered by a node of its own: the dynamic scope is made of such steps.
        if (!next.schema || next.resource != &resource)
            break;
        target = std::move(next);
    }
    return subschema(target);
}

const Node *Compilation::subschema(const Registry::Target &target)
{
    const auto [place, isNew] = m_nodes.try_emplace(target.schema, nullptr);
    if (!isNew)
        return place->second;
    Node &node = m_parts->nodes.emplace_back();
    node.resource = target.resource->id;
    node.schema = target.schema;
    node.document = m_registry.sourceOf(*target.resource).document.get();
    place->second = &node;
    m_todo.push_back({ &node, target.schema, target.resource });
    return &node;
}

void Compilation::drain()
{
    while (!m_todo.empty() && m_errors.size() < maxErrors && m_parts->nodes.size() < maxNodes) {
        const Pending next = m_todo.back();
        m_todo.pop_back();
        compileNode(next);
    }
    if (m_parts->nodes.size() >= maxNodes)
        error(std::size_t(0), m_root, "the schema has more than a million subschemas");
}

void Compilation::compileNode(const Pending &pending)
{
    const json::Value &schema = *pending.schema;
    Node &node = *pending.node;
    if (schema.isBool()) {
        node.never = schema.isFalse();
        node.types = schema.isFalse() ? 0 : AllTypes;
        return;
    }
    if (!schema.isObject()) {
        error(*pending.resource, schema, "a schema must be an object or a boolean, not " + std::string(json::typeName(schema)));
        return;
    }
    KeywordContext context { *this, *pending.resource, schema, node };
    compileKeywords(context, schema);
    context.info = nullptr;
    if (context.number)
        finishNumbers(context);
    if (context.array)
        finishArrays(context);
    if (context.object)
        finishObjects(context);
    node.scalar = !node.array && !node.object && !node.inPlace;
    node.typeOnly = node.scalar && !node.number && !node.string && !node.values && !node.strictInteger;
}

void Compilation::compileKeywords(KeywordContext &context, const json::Value &schema)
{
    const Features &features = context.features();
    const json::Value *reference = features.atMost(Dialect::Draft7) ? schema.find("$ref") : nullptr;
    const bool onlyReference = reference && reference->isString();
    const InForce inForce(schema);
    for (const json::Member &member : schema.members()) {
        const KeywordInfo *info = keywordInfo(member.name());
        if (!info || !info->compile || !info->isKnownTo(features))
            continue;
        if (onlyReference && info->id != Keyword::Ref && info->id != Keyword::Definitions)
            continue;
        if (!inForce[static_cast<std::size_t>(&member - schema.members().data())])
            continue;
        context.info = info;
        context.value = &member.value();
        info->compile(context);
    }
}

void Compilation::addDynamicReference(DynamicReference &reference, std::string_view anchor, InPlaceRules &rules)
{
    reference.targets = &m_parts->dynamicTargets[anchor];
    m_dynamic.push_back({ &reference, &rules });
}

void Compilation::linkDynamicReferences()
{
    // Compiling a target may bring further documents with further targets.
    for (bool grown = true; grown && m_errors.empty();) {
        grown = false;
        for (auto &[anchor, targets] : m_parts->dynamicTargets) {
            const auto &places = m_registry.dynamicTargets(anchor);
            for (std::size_t &i = m_linked[anchor]; i < places.size(); ++i) {
                targets[places[i].resource->id] = subschema({ places[i].schema, places[i].resource, true, {} });
                grown = true;
            }
        }
        drain();
    }
    for (const Dynamic &dynamic : m_dynamic) {
        if (dynamic.reference->targets->size() > 1) {
            m_parts->dynamic = true;
            continue;
        }
        // Where there is only one target, the dynamic scope has no say.
        dynamic.rules->dynamicReference = nullptr;
        if (!dynamic.rules->reference)
            dynamic.rules->reference = dynamic.reference->fallback;
        else
            dynamic.rules->allOf.push_back(dynamic.reference->fallback);
    }
}

void Compilation::error(const Resource &resource, const json::Value &at, std::string message)
{
    error(resource.source, at, std::move(message));
}

void Compilation::error(std::size_t source, const json::Value &at, std::string message)
{
    if (m_errors.size() >= maxErrors)
        return;
    const SourcePlace &place = m_registry.sources()[source];
    std::string path = place.document->pointerAt(at.begin()).substr(place.document->pointerAt(place.root->begin()).size());
    if (source != 0)
        path = place.uri + "#" + path;
    m_errors.push_back({ std::move(path), std::move(message) });
}

CompileResult compile(json::DocumentPtr document, const json::Value &root, const CompileOptions &options)
{
    return Compilation(std::move(document), root, options).run();
}

CompileResult compile(json::DocumentPtr document, const CompileOptions &options)
{
    const json::Value &root = document->root();
    return compile(std::move(document), root, options);
}

} // namespace assayer::schema
