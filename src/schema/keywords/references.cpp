#include "schema/keywords/references.h"

#include "schema/compilation.h"
#include "schema/uri.h"

namespace assayer::schema {
namespace {

bool isText(KeywordContext &context)
{
    if (context.value->isString())
        return true;
    context.error("must be a string");
    return false;
}

void addReference(KeywordContext &context, const Node *target)
{
    if (!target)
        return;
    InPlaceRules &rules = context.inPlaceRules();
    if (rules.reference)
        rules.allOf.push_back(target); // `$ref` beside `$dynamicRef`
    else
        rules.reference = target;
}

void addDynamic(KeywordContext &context, const Registry::Target &target, std::string_view anchor)
{
    DynamicReference &reference = context.compilation.parts().dynamicReferences.emplace_back();
    reference.fallback = context.compilation.subschema(target);
    context.inPlaceRules().dynamicReference = &reference;
    context.compilation.addDynamicReference(reference, anchor, context.inPlaceRules());
}

} // namespace

void compileId(KeywordContext &context)
{
    if (!isText(context) || context.features().atMost(Dialect::Draft7))
        return;
    if (!splitFragment(context.value->string()).fragment.empty())
        context.error("must not have a fragment; `$anchor` names a place");
}

void compileAnchor(KeywordContext &context)
{
    isText(context);
}

void compileRef(KeywordContext &context)
{
    if (isText(context))
        addReference(context, context.reference(context.value->string()));
}

void compileDynamicRef(KeywordContext &context)
{
    if (!isText(context))
        return;
    const std::string_view text = context.value->string();
    const Registry::Target target = context.compilation.registry().resolve(text, context.resource);
    if (!target.schema)
        context.error(target.fault);
    else if (target.byDynamicAnchor)
        addDynamic(context, target, splitFragment(text).fragment);
    else
        addReference(context, context.compilation.subschema(target));
}

void compileRecursiveRef(KeywordContext &context)
{
    if (!isText(context))
        return;
    const Registry::Target target = context.compilation.registry().resolve(context.value->string(), context.resource);
    if (!target.schema)
        context.error(target.fault);
    else if (target.resource->recursiveAnchor && target.schema == target.resource->root)
        addDynamic(context, target, {});
    else
        addReference(context, context.compilation.subschema(target));
}

void compileDefinitions(KeywordContext &context)
{
    if (!context.value->isObject()) {
        context.error("must be an object of schemas");
        return;
    }
    for (const json::Member &member : context.value->members())
        context.subschema(member.value());
}

} // namespace assayer::schema
