// Compiling the keywords of one family: schemas combined.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileAllOf(KeywordContext &context);
void compileAnyOf(KeywordContext &context);
void compileOneOf(KeywordContext &context);
void compileNot(KeywordContext &context);
void compileIf(KeywordContext &context);
void compileThen(KeywordContext &context);
void compileElse(KeywordContext &context);

} // namespace assayer::schema
