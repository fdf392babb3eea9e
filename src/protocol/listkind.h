// The four lists a server can offer.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace assayer {

enum class ListKind { Tools, Resources, ResourceTemplates, Prompts };

inline constexpr std::array allListKinds { ListKind::Tools, ListKind::Resources, ListKind::ResourceTemplates, ListKind::Prompts };

/// "tools/list", ...
std::string_view listMethod(ListKind kind);
/// The result's list member, and the report's: "tools", "resources", "resourceTemplates", "prompts".
std::string_view listMember(ListKind kind);
/// The capability that advertises it: "tools", "resources", "resources", "prompts".
std::string_view listCapability(ListKind kind);
/// The word of the command line: "tools", "resources", "templates", "prompts".
std::string_view listWord(ListKind kind);
/// The member that tells entries apart: "name", "uri", "uriTemplate", "name".
std::string_view identityMember(ListKind kind);
std::optional<ListKind> listKindFromMethod(std::string_view method);
std::optional<ListKind> listKindFromWord(std::string_view word); ///< also takes listMember's word

} // namespace assayer
