// Compiling the keywords of one family: identification and references.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileId(KeywordContext &context);
void compileRef(KeywordContext &context);
void compileAnchor(KeywordContext &context);
void compileDynamicRef(KeywordContext &context);
void compileRecursiveRef(KeywordContext &context);
void compileDefinitions(KeywordContext &context);

} // namespace assayer::schema
