#include "schema/formats/texts.h"

#include "schema/ecmaregex.h"
#include "schema/formats/scanner.h"
#include "schema/pattern.h"

namespace assayer::schema {

bool isUuid(std::string_view text)
{
    if (text.size() != 36)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isAsciiHex(text[i]))
            return false;
    }
    return true;
}

bool isJsonPointer(std::string_view text)
{
    if (!text.empty() && text.front() != '/')
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    }
    return true;
}

bool isRelativeJsonPointer(std::string_view text)
{
    Scanner scanner(text);
    const bool zero = scanner.peek() == '0';
    const std::size_t digits = scanner.skipDigits();
    if (digits == 0 || (zero && digits > 1))
        return false;
    return scanner.rest() == "#" || isJsonPointer(scanner.rest());
}

bool isRegex(std::string_view text)
{
    if (!translateEcmaRegex(text).fault.empty())
        return false;
    const auto pattern = Pattern::compile(text);
    // PCRE2 cannot look behind by a variable width; ECMA-262 can.
    return pattern || pattern.error().find("lookbehind") != std::string::npos;
}

} // namespace assayer::schema
