// Addresses and names of the network.
#pragma once

#include <string_view>

namespace assayer::schema {

bool isIpv4(std::string_view text); ///< RFC 2673 section 3.2
bool isIpv6(std::string_view text); ///< RFC 4291 section 2.2, no zone
bool isPlainHostname(std::string_view text); ///< RFC 1123 section 2.1
bool isHostname(std::string_view text); ///< the same, and labels "xn--…" are real ones (RFC 5890)
bool isEmail(std::string_view text); ///< RFC 5321 Mailbox
bool isIdnEmail(std::string_view text); ///< RFC 6531

} // namespace assayer::schema
