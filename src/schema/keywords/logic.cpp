#include "schema/keywords/logic.h"

#include "schema/compilation.h"

namespace assayer::schema {

void compileAllOf(KeywordContext &context) { context.subschemas(context.inPlaceRules().allOf); }
void compileAnyOf(KeywordContext &context) { context.subschemas(context.inPlaceRules().anyOf); }
void compileOneOf(KeywordContext &context) { context.subschemas(context.inPlaceRules().oneOf); }
void compileNot(KeywordContext &context) { context.inPlaceRules().negated = context.subschema(*context.value); }
void compileIf(KeywordContext &context) { context.inPlaceRules().condition = context.subschema(*context.value); }
void compileThen(KeywordContext &context) { context.inPlaceRules().consequence = context.subschema(*context.value); }
void compileElse(KeywordContext &context) { context.inPlaceRules().alternative = context.subschema(*context.value); }

} // namespace assayer::schema
