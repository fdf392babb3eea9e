// URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570).
#pragma once

#include <string_view>

namespace assayer::schema {

bool isUri(std::string_view text); ///< with a scheme
bool isUriReference(std::string_view text);
bool isIri(std::string_view text);
bool isIriReference(std::string_view text);
bool isUriTemplate(std::string_view text);

} // namespace assayer::schema
