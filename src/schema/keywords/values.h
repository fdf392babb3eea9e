// Compiling the keywords of one family: type, enum and const.
#pragma once

namespace assayer::schema {

struct KeywordContext;

void compileType(KeywordContext &context);
void compileEnum(KeywordContext &context);
void compileConst(KeywordContext &context);

} // namespace assayer::schema
