// Grammars of short texts. No allocation: these run on every entry of a list.
#include "protocol/rules/checks.h"

#include <algorithm>
#include <array>

namespace assayer::rules {
namespace {

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool contains(std::string_view set, char c)
{
    return set.find(c) != std::string_view::npos;
}

/// Reads fixed-width parts of a time from left to right.
class Reader {
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    {
    }

    /// A number of exactly that many digits within bounds; -1 otherwise.
    int number(std::size_t digits, int least, int most)
    {
        if (m_text.size() < digits || !std::all_of(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(digits), isDigit))
            return -1;
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i)
            value = value * 10 + (m_text[i] - '0');
        m_text.remove_prefix(digits);
        return value < least || value > most ? -1 : value;
    }
    bool take(char c)
    {
        if (m_text.empty() || m_text.front() != c)
            return false;
        m_text.remove_prefix(1);
        return true;
    }
    std::size_t digits()
    {
        const auto end = std::find_if_not(m_text.begin(), m_text.end(), isDigit);
        const auto count = static_cast<std::size_t>(end - m_text.begin());
        m_text.remove_prefix(count);
        return count;
    }
    bool atEnd() const { return m_text.empty(); }

private:
    std::string_view m_text;
};

int daysIn(int year, int month)
{
    constexpr std::array<int, 12> days { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

bool readDate(Reader &reader)
{
    const int year = reader.number(4, 0, 9999);
    if (year < 0 || !reader.take('-'))
        return false;
    const int month = reader.number(2, 1, 12);
    return month > 0 && reader.take('-') && reader.number(2, 1, daysIn(year, month)) > 0;
}

bool readClock(Reader &reader)
{
    if (reader.number(2, 0, 23) < 0 || !reader.take(':') || reader.number(2, 0, 59) < 0 || !reader.take(':') || reader.number(2, 0, 59) < 0)
        return false;
    return !reader.take('.') || reader.digits() > 0;
}

bool readZone(Reader &reader)
{
    if (reader.take('Z'))
        return true;
    return (reader.take('+') || reader.take('-')) && reader.number(2, 0, 23) >= 0 && reader.take(':') && reader.number(2, 0, 59) >= 0;
}

} // namespace

bool isDateTime(std::string_view text)
{
    Reader reader(text);
    return readDate(reader) && reader.take('T') && readClock(reader) && readZone(reader) && reader.atEnd();
}

bool isUri(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == 0 || colon == std::string_view::npos || !isLetter(text.front()))
        return false;
    const auto schemeChar = [](char c) { return isLetter(c) || isDigit(c) || contains("+-.", c); };
    if (!std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), schemeChar))
        return false;
    for (std::size_t i = colon + 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size() || !isHex(text[i + 1]) || !isHex(text[i + 2]))
                return false;
        } else if (!isLetter(c) && !isDigit(c) && !contains("-._~:/?#[]@!$&'()*+,;=", c)) {
            return false;
        }
    }
    return true;
}

bool isBase64(std::string_view text)
{
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    const std::string_view digits = text.substr(0, text.size() - padding);
    if (digits.size() % 4 == 1 || (padding > 0 && text.size() % 4 != 0))
        return false;
    return std::all_of(digits.begin(), digits.end(), [](char c) { return isLetter(c) || isDigit(c) || c == '+' || c == '/'; });
}

char32_t invisibleCharacter(std::string_view utf8)
{
    const auto hidden = [](char32_t c) {
        return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
            || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xe0000 && c <= 0xe007f);
    };
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        char32_t point = lead < 0x80 ? lead : lead & (0xffU >> (length + 1));
        for (std::size_t k = 1; k < length && i + k < utf8.size(); ++k)
            point = (point << 6) | (static_cast<unsigned char>(utf8[i + k]) & 0x3fU);
        if (hidden(point))
            return point ? point : 0x2400; // a NUL is shown by its symbol: zero means none
        i += length;
    }
    return 0;
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c) || contains("!#$%&'*+-.^_`|~", c); });
}

bool isKnownDialect(std::string_view uri)
{
    if (!uri.empty() && uri.back() == '#')
        uri.remove_suffix(1);
    for (const std::string_view scheme : { std::string_view("https://"), std::string_view("http://") }) {
        if (uri.substr(0, scheme.size()) == scheme)
            uri.remove_prefix(scheme.size());
    }
    constexpr std::array<std::string_view, 6> known { "json-schema.org/draft/2020-12/schema", "json-schema.org/draft/2019-09/schema",
        "json-schema.org/draft-07/schema", "json-schema.org/draft-06/schema", "json-schema.org/draft-04/schema", "json-schema.org/schema" };
    return std::find(known.begin(), known.end(), uri) != known.end();
}

} // namespace assayer::rules
