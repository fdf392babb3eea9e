// ECMA-262 regular expressions (with the flag u, as JSON Schema recommends) said in PCRE2's words.
#pragma once

#include <string>
#include <string_view>

namespace assayer::schema {

struct EcmaRegex {
    std::string pcre; ///< the translation; made as well as possible where `fault` is set
    std::string fault; ///< why this is no ECMA-262 expression; empty for one that is
    std::size_t offset = 0; ///< byte offset of the fault in the source
};

EcmaRegex translateEcmaRegex(std::string_view source);

} // namespace assayer::schema
