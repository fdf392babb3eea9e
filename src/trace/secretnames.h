// Which names stand before secrets.
#pragma once

#include <string>
#include <string_view>

namespace assayer {

/// Lower case without '-' and '_', and without a prefix up to the last '.' or '/'.
std::string normalizedName(std::string_view name);
/// Query, form and JSON members, command-line arguments.
bool isSecretMemberName(std::string_view name);
/// HTTP headers whose value is a credential.
bool isSecretHeaderName(std::string_view name);
/// Members that hold a JSON Schema: names in there are no names of secrets.
bool isSchemaMember(std::string_view name);
/// Members of a schema whose own members are named by the user ("properties", "$defs"...).
bool isSchemaMap(std::string_view name);
/// Words that are everywhere: removing them wherever they stand would destroy a text and protect nobody.
bool isCommonWord(std::string_view text);

} // namespace assayer
