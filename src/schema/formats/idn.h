// Internationalized host names: RFC 5890 to 5893, and Punycode, RFC 3492.
#pragma once

#include <string_view>

namespace assayer::schema {

/// Labels separated by any of IDNA's four full stops; each an ASCII label, an A-label or a U-label.
bool isIdnHostname(std::string_view text);
/// Whether "xn--…" decodes to a valid U-label and back.
bool isALabel(std::string_view label);

} // namespace assayer::schema
