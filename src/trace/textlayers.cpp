#include "trace/textlayers.h"

#include <optional>

namespace assayer {
namespace {

constexpr int deepest = 4;

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

std::optional<unsigned> hexNumber(std::string_view digits, std::size_t count)
{
    if (digits.size() < count)
        return std::nullopt;
    unsigned value = 0;
    for (const char c : digits.substr(0, count)) {
        const int digit = hexDigit(c);
        if (digit < 0)
            return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return value;
}

/// A text under construction with the way back.
struct Reading {
    std::string text;
    std::vector<std::uint32_t> origin;

    void put(char c, std::size_t from)
    {
        text.push_back(c);
        origin.push_back(static_cast<std::uint32_t>(from));
    }
    void putCode(unsigned code, std::size_t from)
    {
        if (code < 0x80)
            return put(static_cast<char>(code), from);
        if (code < 0x800) {
            put(static_cast<char>(0xc0u | (code >> 6)), from);
        } else if (code < 0x10000) {
            put(static_cast<char>(0xe0u | (code >> 12)), from);
            put(static_cast<char>(0x80u | ((code >> 6) & 0x3fu)), from);
        } else {
            put(static_cast<char>(0xf0u | (code >> 18)), from);
            put(static_cast<char>(0x80u | ((code >> 12) & 0x3fu)), from);
            put(static_cast<char>(0x80u | ((code >> 6) & 0x3fu)), from);
        }
        put(static_cast<char>(0x80u | (code & 0x3fu)), from);
    }
};

/// "\uXXXX", or a pair of them: code point and length; nullopt where it is none.
std::optional<std::pair<unsigned, std::size_t>> unicodeEscape(std::string_view text)
{
    const auto code = text.size() > 2 ? hexNumber(text.substr(2), 4) : std::nullopt;
    if (!code)
        return std::nullopt;
    if (*code >= 0xd800 && *code < 0xdc00 && text.size() >= 12 && text[6] == '\\' && text[7] == 'u') {
        const auto low = hexNumber(text.substr(8), 4);
        if (low && *low >= 0xdc00 && *low < 0xe000)
            return std::pair(0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00), std::size_t(12));
    }
    return std::pair(*code, std::size_t(6));
}

char plainEscape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case '"':
    case '\\':
    case '/':
        return c;
    default:
        return 0;
    }
}

/// Length of the escape at the front, which is put into `out`; 0 where there is none.
std::size_t jsonEscape(std::string_view text, std::size_t from, Reading &out)
{
    if (text.size() < 2 || text[0] != '\\')
        return 0;
    if (text[1] == 'u') {
        const auto escape = unicodeEscape(text);
        if (escape)
            out.putCode(escape->first, from);
        return escape ? escape->second : 0;
    }
    const char plain = plainEscape(text[1]);
    if (plain)
        out.put(plain, from);
    return plain ? 2 : 0;
}

std::size_t percentEscape(std::string_view text, std::size_t from, Reading &out)
{
    const auto code = text.size() >= 3 && text[0] == '%' ? hexNumber(text.substr(1), 2) : std::nullopt;
    if (code)
        out.put(static_cast<char>(*code), from);
    return code ? 3 : 0;
}

using Escape = std::size_t (*)(std::string_view, std::size_t, Reading &);

/// Undoes one coding. Nothing where the text holds none of it.
std::optional<Reading> undone(const TextLayer &layer, char mark, Escape escape)
{
    const std::size_t first = layer.text.find(mark);
    if (first == std::string_view::npos)
        return std::nullopt;
    Reading reading;
    reading.text.reserve(layer.text.size());
    reading.origin.reserve(layer.text.size() + 1);
    bool any = false;
    for (std::size_t at = 0; at < layer.text.size();) {
        const std::size_t length = layer.text[at] == mark ? escape(layer.text.substr(at), layer.begin(at), reading) : 0;
        if (!length)
            reading.put(layer.text[at], layer.begin(at));
        any = any || length;
        at += length ? length : 1;
    }
    reading.origin.push_back(static_cast<std::uint32_t>(layer.begin(layer.text.size())));
    return any ? std::optional(std::move(reading)) : std::nullopt;
}

void visit(const TextLayer &layer, bool undoJson, int depth, const std::function<void(const TextLayer &)> &visitor)
{
    visitor(layer);
    if (depth >= deepest)
        return;
    if (const auto json = undoJson ? undone(layer, '\\', jsonEscape) : std::nullopt)
        visit({ json->text, &json->origin }, undoJson, depth + 1, visitor);
    if (const auto percent = undone(layer, '%', percentEscape))
        visit({ percent->text, &percent->origin }, undoJson, depth + 1, visitor);
}

} // namespace

void visitLayers(std::string_view text, bool undoJson, const std::function<void(const TextLayer &)> &visitor)
{
    visit({ text, nullptr }, undoJson, 0, visitor);
}

std::string percentDecoded(std::string_view text, bool plusIsSpace)
{
    Reading reading;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = percentEscape(text.substr(at), at, reading);
        if (!length)
            reading.put(plusIsSpace && text[at] == '+' ? ' ' : text[at], at);
        at += length ? length : 1;
    }
    return std::move(reading.text);
}

} // namespace assayer
