#include "schema/keywords/arrays.h"

#include "schema/compilation.h"

namespace assayer::schema {
namespace {

void setPrefix(KeywordContext &context, Keyword prefixKeyword)
{
    ArrayRules &rules = context.arrayRules();
    rules.hasPrefix = true;
    rules.prefixKeyword = prefixKeyword;
    for (const json::Value &item : context.value->items())
        rules.prefix.push_back(context.subschema(item));
}

} // namespace

void compileItems(KeywordContext &context)
{
    if (!context.value->isArray()) {
        context.arrayRules().rest = context.subschema(*context.value);
        return;
    }
    if (!context.features().atMost(Dialect::Draft201909)) {
        context.error("must be one schema; a list of them is `prefixItems` since 2020-12");
        return;
    }
    setPrefix(context, Keyword::Items);
}

void compilePrefixItems(KeywordContext &context)
{
    if (!context.value->isArray() || context.value->size() == 0)
        context.error("must be a list of schemas that is not empty");
    else
        setPrefix(context, Keyword::PrefixItems);
}

void compileAdditionalItems(KeywordContext &context)
{
    context.arrayRules().additionalItems = context.value;
}

void compileContains(KeywordContext &context)
{
    context.arrayRules().contains = context.subschema(*context.value);
    context.arrayRules().containsMarks = !context.features().atMost(Dialect::Draft201909);
}

void compileUnevaluatedItems(KeywordContext &context)
{
    context.arrayRules().unevaluated = context.subschema(*context.value);
    context.compilation.parts().tracks = true;
}

void compileMaxItems(KeywordContext &context) { context.count(context.arrayRules().maxItems); }
void compileMinItems(KeywordContext &context) { context.count(context.arrayRules().minItems); }
void compileMaxContains(KeywordContext &context) { context.count(context.arrayRules().maxContains); }
void compileMinContains(KeywordContext &context) { context.count(context.arrayRules().minContains); }

void compileUniqueItems(KeywordContext &context)
{
    if (!context.value->isBool())
        context.error("must be a boolean");
    else
        context.arrayRules().unique = context.value->isTrue();
}

void finishArrays(KeywordContext &context)
{
    ArrayRules &rules = *context.array;
    // `additionalItems` means something beside a list of `items` only.
    if (rules.additionalItems && rules.hasPrefix) {
        rules.rest = context.subschema(*rules.additionalItems);
        rules.restKeyword = Keyword::AdditionalItems;
    }
}

} // namespace assayer::schema
