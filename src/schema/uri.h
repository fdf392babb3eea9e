// URI references, RFC 3986: as much as `$id` and `$ref` need.
#pragma once

#include <string>
#include <string_view>

namespace assayer::schema {

/// A reference cut at its first '#'.
struct UriParts {
    std::string_view absolute; ///< everything before the fragment
    std::string_view fragment; ///< still percent-encoded; empty where there is none
    bool hasFragment = false;
};

UriParts splitFragment(std::string_view reference);
/// `reference` (without fragment) against `base` (without fragment), RFC 3986 section 5.2, dot segments removed.
std::string resolveUri(std::string_view base, std::string_view reference);
/// Percent-decoded; a broken escape is kept as it stands.
std::string percentDecoded(std::string_view text);

} // namespace assayer::schema
