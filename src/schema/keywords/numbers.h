// Compiling the keywords of one family: numeric limits and multiples.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileMultipleOf(KeywordContext &context);
void compileMaximum(KeywordContext &context);
void compileExclusiveMaximum(KeywordContext &context);
void compileMinimum(KeywordContext &context);
void compileExclusiveMinimum(KeywordContext &context);
/// After all keywords of a node: what depends on several of them.
void finishNumbers(KeywordContext &context);

} // namespace assayer::schema
