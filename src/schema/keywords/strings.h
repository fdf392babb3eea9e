// Compiling the keywords of one family: lengths, patterns, formats and content.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileMaxLength(KeywordContext &context);
void compileMinLength(KeywordContext &context);
void compilePattern(KeywordContext &context);
void compileFormat(KeywordContext &context);
void compileContentEncoding(KeywordContext &context);
void compileContentMediaType(KeywordContext &context);

} // namespace assayer::schema
