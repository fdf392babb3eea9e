#include "schema/formats/uris.h"

#include "schema/formats/network.h"
#include "schema/formats/scanner.h"
#include "schema/formats/utf8.h"

#include <algorithm>

namespace assayer::schema {
namespace {

constexpr std::string_view unreservedMarks = "-._~";
constexpr std::string_view subDelimiters = "!$&'()*+,;=";

bool isUcsCharacter(char32_t c)
{
    if (c < 0xa0 || (c >= 0xd800 && c < 0xf900) || (c >= 0xfdd0 && c < 0xfdf0) || c > 0xefffd)
        return false;
    return (c & 0xffff) < 0xfffe && !(c >= 0xfff0 && c < 0x10000) && !(c >= 0xe0000 && c < 0xe1000);
}

bool isPrivate(char32_t c)
{
    return (c >= 0xe000 && c < 0xf900) || (c >= 0xf0000 && (c & 0xffff) < 0xfffe);
}

struct Characters {
    std::string_view marks; ///< allowed beside unreserved ones, sub-delimiters and percent-escapes
    bool international = false;
    bool privateUse = false;
};

/// Whether all of the text is made of these.
bool consistsOf(std::string_view text, const Characters &allowed)
{
    while (!text.empty()) {
        const char c = text.front();
        if (static_cast<unsigned char>(c) >= 0x80) {
            const char32_t codePoint = takeCodePoint(text);
            if (!allowed.international || !(isUcsCharacter(codePoint) || (allowed.privateUse && isPrivate(codePoint))))
                return false;
        } else if (c == '%') {
            if (text.size() < 3 || !isAsciiHex(text[1]) || !isAsciiHex(text[2]))
                return false;
            text.remove_prefix(3);
        } else if (isAsciiLetter(c) || isAsciiDigit(c) || isOneOf(c, unreservedMarks) || isOneOf(c, subDelimiters) || isOneOf(c, allowed.marks)) {
            text.remove_prefix(1);
        } else {
            return false;
        }
    }
    return true;
}

bool isFutureAddress(std::string_view text)
{
    const std::size_t dot = text.find('.');
    if (text.empty() || !isOneOf(text.front(), "vV") || dot == std::string_view::npos || dot < 2 || dot + 1 == text.size())
        return false;
    for (const char c : text.substr(1, dot - 1)) {
        if (!isAsciiHex(c))
            return false;
    }
    return text.find('%') == std::string_view::npos && consistsOf(text.substr(dot + 1), { ":", false, false });
}

bool isAuthority(std::string_view text, bool international)
{
    const std::size_t at = text.rfind('@');
    if (at != std::string_view::npos) {
        if (!consistsOf(text.substr(0, at), { ":", international, false }))
            return false;
        text.remove_prefix(at + 1);
    }
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos)
            return false;
        const std::string_view inside = text.substr(1, close - 1);
        if (!isIpv6(inside) && !isFutureAddress(inside))
            return false;
        port = text.substr(close + 1);
        if (!port.empty() && port.front() != ':')
            return false;
    } else {
        const std::size_t colon = text.find(':');
        port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
        if (!consistsOf(text.substr(0, colon), { "", international, false }))
            return false;
    }
    Scanner digits(port.empty() ? port : port.substr(1));
    digits.skipDigits();
    return digits.atEnd();
}

/// The length of a scheme with its colon, 0 where there is none.
std::size_t schemeLength(std::string_view text)
{
    if (text.empty() || !isAsciiLetter(text.front()))
        return 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == ':')
            return i + 1;
        if (!isAsciiLetter(text[i]) && !isAsciiDigit(text[i]) && !isOneOf(text[i], "+-."))
            return 0;
    }
    return 0;
}

std::string_view cutBehind(std::string_view &text, char mark)
{
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return {};
    const std::string_view tail = text.substr(at + 1);
    text = text.substr(0, at);
    return tail;
}

bool isReference(std::string_view text, bool needsScheme, bool international)
{
    const std::string_view fragment = cutBehind(text, '#');
    const std::string_view query = cutBehind(text, '?');
    const std::size_t scheme = schemeLength(text);
    if (needsScheme && scheme == 0)
        return false;
    text.remove_prefix(scheme);
    if (text.starts_with("//")) {
        text.remove_prefix(2);
        const std::size_t slash = std::min(text.find('/'), text.size());
        if (!isAuthority(text.substr(0, slash), international))
            return false;
        text.remove_prefix(slash);
    } else if (scheme == 0 && text.substr(0, text.find('/')).find(':') != std::string_view::npos) {
        return false; // the first segment of a relative path has no colon
    }
    return consistsOf(text, { ":@/", international, false }) && consistsOf(query, { ":@/?", international, true })
        && consistsOf(fragment, { ":@/?", international, false });
}

bool isVariableName(std::string_view name)
{
    bool dot = true; // none may come first, last or twice
    while (!name.empty()) {
        if (name.front() == '.') {
            if (dot)
                return false;
            dot = true;
            name.remove_prefix(1);
            continue;
        }
        dot = false;
        const bool escape = name.size() >= 3 && name[0] == '%' && isAsciiHex(name[1]) && isAsciiHex(name[2]);
        if (!escape && !isAsciiLetter(name.front()) && !isAsciiDigit(name.front()) && name.front() != '_')
            return false;
        name.remove_prefix(escape ? 3 : 1);
    }
    return !dot;
}

bool isVariable(std::string_view variable)
{
    if (variable.ends_with('*'))
        return isVariableName(variable.substr(0, variable.size() - 1));
    const std::size_t colon = variable.find(':');
    if (colon == std::string_view::npos)
        return isVariableName(variable);
    Scanner length(variable.substr(colon + 1));
    const bool fromOne = !length.atEnd() && length.peek() != '0';
    const std::size_t digits = length.skipDigits();
    return fromOne && digits >= 1 && digits <= 4 && length.atEnd() && isVariableName(variable.substr(0, colon));
}

bool isExpression(std::string_view inside)
{
    if (!inside.empty() && isOneOf(inside.front(), "+#./;?&=,!@|")) {
        if (isOneOf(inside.front(), "=,!@|"))
            return false; // reserved for later
        inside.remove_prefix(1);
    }
    for (;;) {
        const std::size_t comma = inside.find(',');
        if (!isVariable(inside.substr(0, comma)))
            return false;
        if (comma == std::string_view::npos)
            return true;
        inside.remove_prefix(comma + 1);
    }
}

bool isLiteral(char32_t c)
{
    constexpr std::u32string_view refused = U"\"<>\\^`{|}%";
    return c > 0x20 && c != 0x7f && refused.find(c) == std::u32string_view::npos && (c < 0x80 || isUcsCharacter(c) || isPrivate(c));
}

} // namespace

bool isUri(std::string_view text) { return isReference(text, true, false); }
bool isUriReference(std::string_view text) { return isReference(text, false, false); }
bool isIri(std::string_view text) { return isReference(text, true, true); }
bool isIriReference(std::string_view text) { return isReference(text, false, true); }

bool isUriTemplate(std::string_view text)
{
    while (!text.empty()) {
        if (text.front() == '{') {
            const std::size_t close = text.find('}');
            if (close == std::string_view::npos || !isExpression(text.substr(1, close - 1)))
                return false;
            text.remove_prefix(close + 1);
        } else if (text.front() == '%') {
            if (text.size() < 3 || !isAsciiHex(text[1]) || !isAsciiHex(text[2]))
                return false;
            text.remove_prefix(3);
        } else if (!isLiteral(takeCodePoint(text))) {
            return false;
        }
    }
    return true;
}

} // namespace assayer::schema
