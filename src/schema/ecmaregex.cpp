#include "schema/ecmaregex.h"

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

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

class Translator {
public:
    explicit Translator(std::string_view source)
        : m_source(source)
    {
    }

    EcmaRegex run()
    {
        countGroups();
        while (m_at < m_source.size())
            step();
        if (m_depth > 0)
            fault("a group is not closed", m_source.size());
        if (m_namedReference && m_names == 0)
            fault("\\k names no group", m_source.size());
        return std::move(m_result);
    }

private:
    char at(std::size_t offset = 0) const { return m_at + offset < m_source.size() ? m_source[m_at + offset] : '\0'; }
    bool more(std::size_t offset = 0) const { return m_at + offset < m_source.size(); }
    std::string_view rest() const { return m_source.substr(m_at); }
    void put(std::string_view text) { m_result.pcre += text; }
    void copy(std::size_t count)
    {
        put(m_source.substr(m_at, count));
        m_at += count;
    }
    void fault(std::string words, std::size_t offset)
    {
        if (!m_result.fault.empty())
            return;
        m_result.fault = std::move(words);
        m_result.offset = offset;
    }

    void countGroups()
    {
        bool inClass = false;
        for (std::size_t i = 0; i < m_source.size(); ++i) {
            if (m_source[i] == '\\')
                ++i;
            else if (m_source[i] == '[')
                inClass = true;
            else if (m_source[i] == ']')
                inClass = false;
            else if (m_source[i] == '(' && !inClass)
                countGroup(m_source.substr(i + 1));
        }
    }

    void countGroup(std::string_view inside)
    {
        const bool named = inside.starts_with("?<") && !inside.starts_with("?<=") && !inside.starts_with("?<!");
        m_names += named ? 1u : 0u;
        m_groups += named || !inside.starts_with('?') ? 1u : 0u;
    }

    void step()
    {
        switch (at()) {
        case '\\':
            escape(false);
            return;
        case '[':
            characterClass();
            m_quantifiable = true;
            return;
        case '(':
            open();
            return;
        case ')':
            close();
            return;
        case '*':
        case '+':
        case '?':
            quantifier(1);
            return;
        case '{':
            brace();
            return;
        case '}':
        case ']':
            fault(std::string("'") + at() + "' must be escaped", m_at);
            put("\\");
            copy(1);
            m_quantifiable = true;
            return;
        case '|':
        case '^':
        case '$':
            copy(1);
            m_quantifiable = false;
            return;
        case '.':
            // ECMA's dot stops at the four line terminators.
            put("[^\\n\\r\\x{2028}\\x{2029}]");
            ++m_at;
            m_quantifiable = true;
            return;
        default:
            copy(1);
            m_quantifiable = true;
        }
    }

    void open()
    {
        if (m_depth < m_lookbehind.size())
            m_lookbehind[m_depth] = false;
        ++m_depth;
        m_quantifiable = false;
        const std::string_view inside = rest().substr(1);
        if (!inside.starts_with('?')) {
            copy(1);
            return;
        }
        for (const std::string_view known : { "?:", "?=", "?!", "?<=", "?<!" }) {
            if (inside.starts_with(known)) {
                if (known.starts_with("?<") && m_depth - 1 < m_lookbehind.size())
                    m_lookbehind[m_depth - 1] = true;
                copy(1 + known.size());
                return;
            }
        }
        if (inside.starts_with("?<")) {
            copy(3);
            groupName();
            return;
        }
        fault("'(?' begins no group of ECMA-262", m_at);
        copy(1);
    }

    void groupName()
    {
        const std::size_t begin = m_at;
        while (more() && at() != '>')
            ++m_at;
        const std::string_view name = m_source.substr(begin, m_at - begin);
        bool good = !name.empty() && !isDigit(name.front()) && more();
        for (const char c : name)
            good = good && (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$');
        if (!good)
            fault("a group's name is malformed", begin);
        for (const char c : name)
            m_result.pcre.push_back(c == '$' ? '_' : c);
        if (more())
            copy(1);
    }

    void close()
    {
        if (m_depth == 0)
            fault("')' closes no group", m_at);
        else
            --m_depth;
        copy(1);
        m_quantifiable = m_depth >= m_lookbehind.size() || !m_lookbehind[m_depth];
    }

    void quantifier(std::size_t length)
    {
        if (!m_quantifiable)
            fault("nothing to repeat", m_at);
        copy(length);
        if (at() == '?')
            copy(1);
        m_quantifiable = false;
    }

    void brace()
    {
        std::size_t i = 1;
        while (isDigit(at(i)))
            ++i;
        const bool digits = i > 1;
        if (at(i) == ',') {
            ++i;
            while (isDigit(at(i)))
                ++i;
        }
        if (digits && at(i) == '}') {
            quantifier(i + 1);
            return;
        }
        fault("'{' must be escaped", m_at);
        put("\\");
        copy(1);
        m_quantifiable = true;
    }

    void characterClass()
    {
        const std::size_t begin = m_at;
        copy(1);
        if (at() == '^')
            copy(1);
        if (at() == ']') {
            // PCRE2_ALLOW_EMPTY_CLASS makes [] and [^] what they are in ECMA.
            copy(1);
            return;
        }
        while (more() && at() != ']') {
            if (at() == '\\') {
                escape(true);
            } else if (at() == '[') {
                put("\\["); // PCRE2 would read [:name:]
                ++m_at;
            } else {
                copy(1);
            }
        }
        if (!more()) {
            fault("a character class is not closed", begin);
            return;
        }
        copy(1);
    }

    void escape(bool inClass)
    {
        m_quantifiable = true;
        const char c = at(1);
        if (!more(1)) {
            fault("a backslash ends the expression", m_at);
            copy(1);
            return;
        }
        if (isDigit(c)) {
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

    void skip(std::string_view replacement)
    {
        put(replacement);
        m_at += 2;
    }

    void skipClass(std::string_view inside, bool inClass)
    {
        skip(inClass ? std::string(inside) : "[" + std::string(inside) + "]");
    }

    void boundary(char c, bool inClass)
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

    void decimal(bool inClass)
    {
        if (at(1) == '0') {
            if (isDigit(at(2)))
                fault("octal escapes are not of ECMA-262", m_at);
            skip("\\x{0}");
            return;
        }
        std::size_t i = 1;
        std::size_t number = 0;
        while (isDigit(at(i)) && number < 100'000)
            number = number * 10 + static_cast<std::size_t>(at(i++) - '0');
        if (inClass || number > m_groups)
            fault("a reference to a group that does not exist", m_at);
        put("\\g{" + std::to_string(number) + "}");
        m_at += i;
    }

    void control()
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

    void hex()
    {
        if (!isHex(at(2)) || !isHex(at(3))) {
            fault("\\x needs two hexadecimal digits", m_at);
            skip("x");
            return;
        }
        put("\\x{" + std::string(m_source.substr(m_at + 2, 2)) + "}");
        m_at += 4;
    }

    bool fourHex(std::size_t offset, unsigned &value) const
    {
        value = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            if (!isHex(at(offset + i)))
                return false;
            const char c = at(offset + i);
            value = value * 16 + static_cast<unsigned>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        }
        return true;
    }

    void putCodePoint(unsigned value)
    {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        do {
            text.insert(text.begin(), digits[value % 16]);
            value /= 16;
        } while (value);
        put("\\x{" + text + "}");
    }

    void unicode()
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

    void bracedUnicode()
    {
        std::size_t i = 3;
        unsigned value = 0;
        while (isHex(at(i)) && value <= 0x10ffff) {
            const char c = at(i++);
            value = value * 16 + static_cast<unsigned>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        }
        if (i == 3 || at(i) != '}' || value > 0x10ffff) {
            fault("\\u{} needs a code point", m_at);
            skip("u");
            return;
        }
        m_at += i + 1;
        putCodePoint(value >= 0xd800 && value < 0xe000 ? 0xfffd : value);
    }

    void property()
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

    static std::string_view shortName(std::string_view name)
    {
        for (const PropertyName &category : categories) {
            if (category.longName == name)
                return category.shortName;
        }
        return name;
    }

    void namedReference(bool inClass)
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

    void identity(char c, bool inClass)
    {
        constexpr std::string_view syntax = "^$\\.*+?()[]{}|/";
        const bool known = syntax.find(c) != std::string_view::npos || (inClass && c == '-');
        if (!known)
            fault(std::string("'\\") + c + "' is no escape of ECMA-262", m_at);
        // What PCRE2 would give a meaning of its own stays PCRE2's (\A, \Z, \h): the lint says so.
        copy(2);
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    std::size_t m_groups = 0;
    std::size_t m_names = 0;
    std::array<bool, 64> m_lookbehind {};
    bool m_namedReference = false;
    bool m_quantifiable = false;
    EcmaRegex m_result;
};

} // namespace

EcmaRegex translateEcmaRegex(std::string_view source)
{
    return Translator(source).run();
}

} // namespace assayer::schema
