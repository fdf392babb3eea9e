// Compiling the keywords of one family: members.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileProperties(KeywordContext &context);
void compilePatternProperties(KeywordContext &context);
void compileAdditionalProperties(KeywordContext &context);
void compilePropertyNames(KeywordContext &context);
void compileDependentSchemas(KeywordContext &context);
void compileDependencies(KeywordContext &context);
void compileUnevaluatedProperties(KeywordContext &context);
void compileMaxProperties(KeywordContext &context);
void compileMinProperties(KeywordContext &context);
void compileRequired(KeywordContext &context);
void compileDependentRequired(KeywordContext &context);
/// After all keywords of a node: what depends on several of them.
void finishObjects(KeywordContext &context);

} // namespace assayer::schema
