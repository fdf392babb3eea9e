#include "trace/jsontext.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <QString>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace assayer {
namespace {

/// What follows the backslash where a character must be escaped; 'u' for \u00XX, 0 for none.
constexpr std::array<char, 256> escapes = [] {
    std::array<char, 256> table {};
    for (std::size_t i = 0; i < 0x20; ++i)
        table[i] = 'u';
    table['\b'] = 'b';
    table['\f'] = 'f';
    table['\n'] = 'n';
    table['\r'] = 'r';
    table['\t'] = 't';
    table['"'] = '"';
    table['\\'] = '\\';
    return table;
}();

/// What a one-letter escape stands for; 0 for none.
constexpr std::array<char, 256> unescapes = [] {
    std::array<char, 256> table {};
    table['b'] = '\b';
    table['f'] = '\f';
    table['n'] = '\n';
    table['r'] = '\r';
    table['t'] = '\t';
    table['"'] = '"';
    table['\\'] = '\\';
    table['/'] = '/';
    return table;
}();

std::size_t index(char c)
{
    return static_cast<unsigned char>(c);
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/// The four digits behind "\u", or -1.
int hex4(std::string_view text, std::size_t at)
{
    if (at + 4 > text.size())
        return -1;
    int code = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const int digit = hexDigit(text[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

bool isHigh(int code) { return code >= 0xd800 && code < 0xdc00; }
bool isLow(int code) { return code >= 0xdc00 && code < 0xe000; }

/// The escape "\uXXXX" or a pair of them at `at` (the backslash): its code point and length.
struct Escape {
    int code = -1;
    std::size_t length = 6;
};

Escape unicodeEscape(std::string_view text, std::size_t at)
{
    Escape escape { hex4(text, at + 2), 6 };
    if (isHigh(escape.code) && at + 8 <= text.size() && text[at + 6] == '\\' && text[at + 7] == 'u') {
        const int low = hex4(text, at + 8);
        if (isLow(low))
            escape = { 0x10000 + ((escape.code - 0xd800) << 10) + (low - 0xdc00), 12 };
    }
    return escape;
}

std::size_t utf8Length(int code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/// Writes UTF-8 and returns the place behind it.
char *putCodePoint(char *to, int code)
{
    const auto tail = [&](int shift) { *to++ = static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    switch (utf8Length(code)) {
    case 1:
        *to++ = static_cast<char>(code);
        return to;
    case 2:
        *to++ = static_cast<char>(0xc0 | (code >> 6));
        break;
    case 3:
        *to++ = static_cast<char>(0xe0 | (code >> 12));
        tail(6);
        break;
    default:
        *to++ = static_cast<char>(0xf0 | (code >> 18));
        tail(12);
        tail(6);
    }
    tail(0);
    return to;
}

/// Bytes from `at` on that stand for themselves inside a JSON string; 16 at a time where the machine can.
std::size_t plainRun(std::string_view text, std::size_t at)
{
    std::size_t i = at;
#ifdef __SSE2__
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i lastControl = _mm_set1_epi8(0x1f);
    for (; i + 16 <= text.size(); i += 16) {
        const __m128i piece = _mm_loadu_si128(reinterpret_cast<const __m128i *>(text.data() + i));
        const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(piece, lastControl), piece);
        const __m128i special = _mm_or_si128(control, _mm_or_si128(_mm_cmpeq_epi8(piece, quote), _mm_cmpeq_epi8(piece, backslash)));
        if (const auto found = static_cast<unsigned>(_mm_movemask_epi8(special)))
            return i - at + static_cast<std::size_t>(std::countr_zero(found));
    }
#endif
    while (i < text.size() && !escapes[index(text[i])])
        ++i;
    return i - at;
}

void append(QByteArray &out, std::string_view piece)
{
    out.append(piece.data(), static_cast<qsizetype>(piece.size()));
}

} // namespace

bool isUtf8(std::string_view text)
{
    return simdjson::validate_utf8(text.data(), text.size());
}

void appendJsonString(QByteArray &out, std::string_view text)
{
    constexpr char hex[] = "0123456789abcdef";
    out.append('"');
    for (std::size_t from = 0;;) {
        const std::size_t plain = plainRun(text, from);
        append(out, text.substr(from, plain));
        from += plain;
        if (from >= text.size())
            break;
        const std::size_t special = index(text[from++]);
        const char letter = escapes[special];
        const char escape[6] { '\\', letter, '0', '0', hex[special >> 4], hex[special & 15] };
        out.append(escape, letter == 'u' ? 6 : 2);
    }
    out.append('"');
}

/// Writes straight into room for the longest case: escapes are longer than what they stand for.
void appendUnescaped(QByteArray &out, std::string_view inside)
{
    constexpr qsizetype slack = 4; ///< behind an escape that is cut off
    const qsizetype before = out.size();
    out.resize(before + static_cast<qsizetype>(inside.size()) + slack);
    char *to = out.data() + before;
    for (std::size_t from = 0; from < inside.size();) {
        const void *found = std::memchr(inside.data() + from, '\\', inside.size() - from);
        const std::size_t at = found ? static_cast<std::size_t>(static_cast<const char *>(found) - inside.data()) : inside.size();
        std::memcpy(to, inside.data() + from, at - from);
        to += at - from;
        if (at + 1 >= inside.size())
            break;
        if (inside[at + 1] == 'u') {
            const Escape escape = unicodeEscape(inside, at);
            to = putCodePoint(to, escape.code < 0 ? 0xfffd : escape.code);
            from = at + escape.length;
        } else {
            *to++ = unescapes[index(inside[at + 1])];
            from = at + 2;
        }
    }
    out.resize(to - out.constData());
}

std::optional<std::size_t> scanString(std::string_view text, std::size_t at, std::size_t &decoded, bool &lone, bool &foreign)
{
    for (std::size_t i = at;;) {
        const std::size_t plain = plainRun(text, i);
        decoded += plain;
        i += plain;
        if (i >= text.size())
            return std::nullopt;
        if (text[i] == '"')
            return i;
        if (text[i] != '\\' || i + 1 >= text.size())
            return std::nullopt;
        if (text[i + 1] == 'u') {
            const Escape escape = unicodeEscape(text, i);
            if (escape.code < 0)
                return std::nullopt;
            lone = lone || isHigh(escape.code) || isLow(escape.code);
            foreign = true;
            decoded += utf8Length(escape.code);
            i += escape.length;
        } else if (unescapes[index(text[i + 1])]) {
            foreign = foreign || text[i + 1] == '/';
            ++decoded;
            i += 2;
        } else {
            return std::nullopt;
        }
    }
}

QByteArray toValidUtf8(std::string_view bytes)
{
    if (isUtf8(bytes))
        return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())).toUtf8();
}

} // namespace assayer
