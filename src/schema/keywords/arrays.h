// Compiling the keywords of one family: items.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileItems(KeywordContext &context);
void compileAdditionalItems(KeywordContext &context);
void compilePrefixItems(KeywordContext &context);
void compileContains(KeywordContext &context);
void compileUnevaluatedItems(KeywordContext &context);
void compileMaxItems(KeywordContext &context);
void compileMinItems(KeywordContext &context);
void compileUniqueItems(KeywordContext &context);
void compileMaxContains(KeywordContext &context);
void compileMinContains(KeywordContext &context);
/// After all keywords of a node: what depends on several of them.
void finishArrays(KeywordContext &context);

} // namespace assayer::schema
