#include "schema/formats/content.h"

#include "json/document.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assayer::schema {
namespace {

int base64Digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// RFC 4648 section 4, padding required.
std::optional<std::string> decodedBase64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::size_t length = text.size();
    for (int pads = 0; pads < 2 && length > 0 && text[length - 1] == '='; ++pads)
        --length;
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text.substr(0, length)) {
        const int digit = base64Digit(c);
        if (digit < 0)
            return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out.push_back(static_cast<char>(bits >> count & 0xff));
        }
    }
    return out;
}

} // namespace

bool contentHolds(std::string_view text, std::string_view encoding, std::string_view mediaType)
{
    std::optional<std::string> content;
    if (encoding == "base64") {
        content = decodedBase64(text);
        if (!content)
            return false;
    } else if (!encoding.empty()) {
        return true;
    }
    if (mediaType != "application/json")
        return true;
    return json::Document::parse(content ? std::move(*content) : std::string(text)).has_value();
}

} // namespace assayer::schema
