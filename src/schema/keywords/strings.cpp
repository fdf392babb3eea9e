#include "schema/keywords/strings.h"

#include "schema/compilation.h"
#include "schema/formats/format.h"

namespace assayer::schema {

void compileMaxLength(KeywordContext &context) { context.count(context.stringRules().maxLength); }
void compileMinLength(KeywordContext &context) { context.count(context.stringRules().minLength); }

void compilePattern(KeywordContext &context)
{
    if (!context.value->isString()) {
        context.error("must be a string");
        return;
    }
    context.stringRules().pattern = context.pattern(context.value->string(), *context.value);
}

void compileFormat(KeywordContext &context)
{
    if (!context.value->isString()) {
        context.error("must be a string");
        return;
    }
    const Features &features = context.features();
    if (!features.assertFormats)
        return;
    // An unknown format annotates: the specification wants no failure, the lint names it.
    const Format *format = findFormat(context.value->string(), features.dialect);
    if (format)
        context.stringRules().format = format;
}

void compileContentEncoding(KeywordContext &context)
{
    if (!context.value->isString()) {
        context.error("must be a string");
    } else if (context.features().assertContent) {
        context.stringRules().contentEncoding = context.value->string();
        context.stringRules().assertContent = true;
    }
}

void compileContentMediaType(KeywordContext &context)
{
    if (!context.value->isString()) {
        context.error("must be a string");
    } else if (context.features().assertContent) {
        context.stringRules().contentMediaType = context.value->string();
        context.stringRules().assertContent = true;
    }
}

} // namespace assayer::schema
