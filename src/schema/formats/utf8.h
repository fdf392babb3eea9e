// Code points of well-formed UTF-8.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace assayer::schema {

/// Takes the first code point off a text that is not empty. The text is well-formed, lone surrogates apart.
inline char32_t takeCodePoint(std::string_view &text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[i])) : 0; };
    const char32_t lead = byte(0);
    std::size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t value = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i)
        value = value << 6 | (byte(i) & 0x3f);
    text.remove_prefix(std::min(length, text.size()));
    return value;
}

inline void appendUtf8(std::string &out, char32_t c)
{
    const auto tail = [&](unsigned shift) { out.push_back(static_cast<char>(0x80 | (c >> shift & 0x3f))); };
    if (c < 0x80) {
        out.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
        out.push_back(static_cast<char>(0xc0 | c >> 6));
        tail(0);
    } else if (c < 0x10000) {
        out.push_back(static_cast<char>(0xe0 | c >> 12));
        tail(6);
        tail(0);
    } else {
        out.push_back(static_cast<char>(0xf0 | c >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace assayer::schema
