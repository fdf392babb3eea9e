#include "schema/keywords/objects.h"

#include "schema/compilation.h"

#include <algorithm>

namespace assayer::schema {
namespace {

bool isMap(KeywordContext &context)
{
    if (context.value->isObject())
        return true;
    context.error("must be an object");
    return false;
}

/// The names of a list of strings; the same name twice is the author's slip and counts once.
bool names(KeywordContext &context, const json::Value &list, std::vector<std::string_view> &target)
{
    if (!list.isArray()) {
        context.error(list, "must be a list of property names");
        return false;
    }
    for (const json::Value &item : list.items()) {
        if (!item.isString()) {
            context.error(item, "must hold property names, not " + std::string(json::typeName(item)));
            return false;
        }
        target.push_back(item.string());
    }
    return true;
}

void addDependency(KeywordContext &context, std::string_view name, const json::Value &value, bool namesOnly)
{
    ObjectRules::Dependency dependency;
    dependency.keyword = context.info->id;
    dependency.name = name;
    if (namesOnly || value.isArray()) {
        if (!names(context, value, dependency.required))
            return;
    } else {
        dependency.node = context.subschema(value);
    }
    context.objectRules().dependencies.push_back(std::move(dependency));
}

} // namespace

void compileProperties(KeywordContext &context)
{
    if (!isMap(context))
        return;
    ObjectRules &rules = context.objectRules();
    for (const json::Member &member : context.value->members())
        rules.property(member.name()).node = context.subschema(member.value());
}

void compilePatternProperties(KeywordContext &context)
{
    if (!isMap(context))
        return;
    ObjectRules &rules = context.objectRules();
    for (const json::Member &member : context.value->members())
        rules.patterns.push_back({ context.pattern(member.name(), member.value()), context.subschema(member.value()) });
}

void compileAdditionalProperties(KeywordContext &context)
{
    context.objectRules().additional = context.subschema(*context.value);
}

void compilePropertyNames(KeywordContext &context)
{
    context.objectRules().propertyNames = context.subschema(*context.value);
}

void compileUnevaluatedProperties(KeywordContext &context)
{
    context.objectRules().unevaluated = context.subschema(*context.value);
    context.compilation.parts().tracks = true;
}

void compileDependentSchemas(KeywordContext &context)
{
    if (!isMap(context))
        return;
    for (const json::Member &member : context.value->members()) {
        context.objectRules().dependencies.push_back({ Keyword::DependentSchemas, member.name(), {}, context.subschema(member.value()) });
    }
}

void compileDependentRequired(KeywordContext &context)
{
    if (!isMap(context))
        return;
    for (const json::Member &member : context.value->members())
        addDependency(context, member.name(), member.value(), true);
}

void compileDependencies(KeywordContext &context)
{
    if (!isMap(context))
        return;
    for (const json::Member &member : context.value->members())
        addDependency(context, member.name(), member.value(), false);
}

void compileMaxProperties(KeywordContext &context) { context.count(context.objectRules().maxProperties); }
void compileMinProperties(KeywordContext &context) { context.count(context.objectRules().minProperties); }

void compileRequired(KeywordContext &context)
{
    std::vector<std::string_view> required;
    if (!names(context, *context.value, required))
        return;
    ObjectRules &rules = context.objectRules();
    for (const std::string_view name : required) {
        ObjectRules::Property &property = rules.property(name);
        if (property.required == NameTable::none)
            property.required = rules.requiredCount++;
    }
}

void finishObjects(KeywordContext &context)
{
    ObjectRules &rules = *context.object;
    rules.visitsMembers = !rules.properties.empty() || !rules.patterns.empty() || rules.additional || rules.propertyNames;
    rules.visitsKnown = !rules.patterns.empty() || rules.propertyNames;
}

} // namespace assayer::schema
