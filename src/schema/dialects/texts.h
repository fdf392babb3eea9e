// The JSON texts behind metaschemas.h, one file a generation.
#pragma once

#include <span>
#include <string_view>

namespace assayer::schema {

struct MetaschemaText {
    std::string_view uri;
    std::string_view json;
};

std::span<const MetaschemaText> textsOfDraft202012();
std::span<const MetaschemaText> textsOfDraft201909();
std::span<const MetaschemaText> textsOfOldDrafts();

} // namespace assayer::schema
