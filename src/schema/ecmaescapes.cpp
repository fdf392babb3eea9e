#include "schema/ecmatranslator.h"

#include <array>
#include <cctype>

namespace assayer::schema {
namespace {

/// White space and line terminators of ECMA-262 22.2.2.9, as the inside of a class.
constexpr std::string_view whiteSpace = "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
/// Everything else, spelled out because PCRE2 has no nested negation.
constexpr std::string_view notWhiteSpace = "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
                                           "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

struct PropertyName {
    std::string_view longName;
    std::string_view shortName;
};

/// General categories under the names of ECMA-262 table 69; PCRE2 10.42 knows the short ones.
constexpr std::array<PropertyName, 46> categories { {
    { "Cased_Letter", "L&" }, { "Close_Punctuation", "Pe" }, { "Connector_Punctuation", "Pc" }, { "Control", "Cc" }, { "cntrl", "Cc" },
    { "Currency_Symbol", "Sc" }, { "Dash_Punctuation", "Pd" }, { "Decimal_Number", "Nd" }, { "digit", "Nd" }, { "Enclosing_Mark", "Me" },
    { "Final_Punctuation", "Pf" }, { "Format", "Cf" }, { "Initial_Punctuation", "Pi" }, { "Letter", "L" }, { "Letter_Number", "Nl" },
    { "Line_Separator", "Zl" }, { "Lowercase_Letter", "Ll" }, { "Mark", "M" }, { "Combining_Mark", "M" }, { "Math_Symbol", "Sm" },
    { "Modifier_Letter", "Lm" }, { "Modifier_Symbol", "Sk" }, { "Nonspacing_Mark", "Mn" }, { "Number", "N" }, { "Open_Punctuation", "Ps" },
    { "Other", "C" }, { "Other_Letter", "Lo" }, { "Other_Number", "No" }, { "Other_Punctuation", "Po" }, { "Other_Symbol", "So" },
    { "Paragraph_Separator", "Zp" }, { "Private_Use", "Co" }, { "Punctuation", "P" }, { "punct", "P" }, { "Separator", "Z" },
    { "Space_Separator", "Zs" }, { "Spacing_Mark", "Mc" }, { "Surrogate", "Cs" }, { "Symbol", "S" }, { "Titlecase_Letter", "Lt" },
    { "Unassigned", "Cn" }, { "Uppercase_Letter", "Lu" }, { "LC", "L&" }, { "Any", "Any" }, { "L", "L" }, { "M", "M" },
} };

bool isHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

} // namespace

void EcmaTranslator::escape(bool inClass)
{
    m_quantifiable = true;
    const char c = at(1);
    if (!more(1)) {
        fault("a backslash ends the expression", m_at);
        copy(1);
        return;
    }
    if (isRegexDigit(c)) {
        decimal(inClass);
        return;
    }
    switch (c) {
    case 'd':
        skip(inClass ? "0-9" : "[0-9]");
        return;
    case 'D':
        skip(inClass ? "\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}" : "[^0-9]");
        return;
    case 'w':
    case 'W':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        copy(2);
        return;
    case 'v':
        skip("\\x{b}");
        return;
    case 's':
        skipClass(whiteSpace, inClass);
        return;
    case 'S':
        skipClass(notWhiteSpace, inClass);
        return;
    case 'b':
    case 'B':
        boundary(c, inClass);
        return;
    case 'c':
        control();
        return;
    case 'x':
        hex();
        return;
    case 'u':
        unicode();
        return;
    case 'p':
    case 'P':
        property();
        return;
    case 'k':
        namedReference(inClass);
        return;
    default:
        identity(c, inClass);
    }
}

void EcmaTranslator::skip(std::string_view replacement)
{
    put(replacement);
    m_at += 2;
}

void EcmaTranslator::skipClass(std::string_view inside, bool inClass)
{
    skip(inClass ? std::string(inside) : "[" + std::string(inside) + "]");
}

void EcmaTranslator::boundary(char c, bool inClass)
{
    if (inClass && c == 'B')
        fault("\\B has no meaning in a class", m_at);
    if (inClass && c == 'b') {
        skip("\\x{8}");
        return;
    }
    copy(2);
    m_quantifiable = false;
}

void EcmaTranslator::decimal(bool inClass)
{
    if (at(1) == '0') {
        if (isRegexDigit(at(2)))
            fault("octal escapes are not of ECMA-262", m_at);
        skip("\\x{0}");
        return;
    }
    std::size_t i = 1;
    std::size_t number = 0;
    while (isRegexDigit(at(i)) && number < 100'000)
        number = number * 10 + static_cast<std::size_t>(at(i++) - '0');
    if (inClass || number > m_groups)
        fault("a reference to a group that does not exist", m_at);
    put("\\g{" + std::to_string(number) + "}");
    m_at += i;
}

void EcmaTranslator::control()
{
    const char letter = at(2);
    if (!std::isalpha(static_cast<unsigned char>(letter))) {
        fault("\\c needs a letter", m_at);
        put("\\\\");
        ++m_at;
        return;
    }
    putCodePoint(static_cast<unsigned>(letter) % 32);
    m_at += 3;
}

void EcmaTranslator::hex()
{
    if (!isHex(at(2)) || !isHex(at(3))) {
        fault("\\x needs two hexadecimal digits", m_at);
        skip("x");
        return;
    }
    put("\\x{" + std::string(m_source.substr(m_at + 2, 2)) + "}");
    m_at += 4;
}

bool EcmaTranslator::fourHex(std::size_t offset, unsigned &value) const
{
    value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (!isHex(at(offset + i)))
            return false;
        const char c = at(offset + i);
        value = value * 16 + static_cast<unsigned>(isRegexDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return true;
}

void EcmaTranslator::putCodePoint(unsigned value)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    do {
        text.insert(text.begin(), digits[value % 16]);
        value /= 16;
    } while (value);
    put("\\x{" + text + "}");
}

void EcmaTranslator::unicode()
{
    unsigned value = 0;
    if (at(2) == '{') {
        bracedUnicode();
        return;
    }
    if (!fourHex(2, value)) {
        fault("\\u needs four hexadecimal digits", m_at);
        skip("u");
        return;
    }
    m_at += 6;
    unsigned low = 0;
    if (value >= 0xd800 && value < 0xdc00 && at() == '\\' && at(1) == 'u' && fourHex(2, low) && low >= 0xdc00 && low < 0xe000) {
        m_at += 6;
        value = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00);
    }
    // PCRE2 refuses surrogates; no well-formed text holds one.
    if (value >= 0xd800 && value < 0xe000)
        put("\\x{fffd}");
    else
        putCodePoint(value);
}

void EcmaTranslator::bracedUnicode()
{
    std::size_t i = 3;
    unsigned value = 0;
    while (isHex(at(i)) && value <= 0x10ffff) {
        const char c = at(i++);
        value = value * 16 + static_cast<unsigned>(isRegexDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    if (i == 3 || at(i) != '}' || value > 0x10ffff) {
        fault("\\u{} needs a code point", m_at);
        skip("u");
        return;
    }
    m_at += i + 1;
    putCodePoint(value >= 0xd800 && value < 0xe000 ? 0xfffd : value);
}

void EcmaTranslator::property()
{
    const std::size_t close = rest().find('}');
    if (at(2) != '{' || close == std::string_view::npos) {
        fault("\\p needs a property in braces", m_at);
        copy(2);
        return;
    }
    std::string_view name = m_source.substr(m_at + 3, close - 3);
    for (const std::string_view key : { "General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx=" }) {
        if (name.starts_with(key))
            name.remove_prefix(key.size());
    }
    put(m_source.substr(m_at, 3));
    put(shortName(name));
    put("}");
    m_at += close + 1;
}

std::string_view EcmaTranslator::shortName(std::string_view name)
{
    for (const PropertyName &category : categories) {
        if (category.longName == name)
            return category.shortName;
    }
    return name;
}

void EcmaTranslator::namedReference(bool inClass)
{
    const std::size_t close = rest().find('>');
    if (inClass || at(2) != '<' || close == std::string_view::npos) {
        fault("\\k needs a group's name", m_at);
        skip("k");
        return;
    }
    m_namedReference = true;
    copy(3);
    groupName();
}

void EcmaTranslator::identity(char c, bool inClass)
{
    constexpr std::string_view syntax = "^$\\.*+?()[]{}|/";
    const bool known = syntax.find(c) != std::string_view::npos || (inClass && c == '-');
    if (!known)
        fault(std::string("'\\") + c + "' is no escape of ECMA-262", m_at);
    // What PCRE2 would give a meaning of its own stays PCRE2's (\A, \Z, \h): the lint says so.
    copy(2);
}

} // namespace assayer::schema
