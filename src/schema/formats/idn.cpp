#include "schema/formats/idn.h"

#include "schema/formats/scanner.h"
#include "schema/formats/utf8.h"
#include "schema/pattern.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace assayer::schema {
namespace {

// Punycode parameters, RFC 3492 section 5.
constexpr std::uint32_t base = 36;
constexpr std::uint32_t tMin = 1;
constexpr std::uint32_t tMax = 26;
constexpr std::uint32_t skew = 38;
constexpr std::uint32_t damp = 700;
constexpr std::uint32_t initialBias = 72;
constexpr std::uint32_t initialN = 128;
constexpr std::uint32_t largest = 0x10ffff;

std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first)
{
    delta = first ? delta / damp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (base - tMin) * tMax / 2; k += base)
        delta /= base - tMin;
    return k + (base - tMin + 1) * delta / (delta + skew);
}

std::uint32_t threshold(std::uint32_t k, std::uint32_t bias)
{
    return k <= bias ? tMin : std::min(k - bias, tMax);
}

int punycodeDigit(char c)
{
    if (isAsciiDigit(c))
        return c - '0' + 26;
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'z' ? lower - 'a' : -1;
}

std::optional<std::u32string> decodePunycode(std::string_view text)
{
    std::u32string out;
    const std::size_t dash = text.rfind('-');
    if (dash != std::string_view::npos) {
        for (const char c : text.substr(0, dash))
            out.push_back(static_cast<unsigned char>(c));
        text.remove_prefix(dash + 1);
    }
    std::uint64_t i = 0;
    std::uint64_t n = initialN;
    std::uint32_t bias = initialBias;
    while (!text.empty()) {
        const std::uint64_t old = i;
        std::uint64_t weight = 1;
        for (std::uint32_t k = base;; k += base) {
            const int digit = text.empty() ? -1 : punycodeDigit(text.front());
            if (digit < 0)
                return std::nullopt;
            text.remove_prefix(1);
            i += static_cast<std::uint64_t>(digit) * weight;
            const std::uint32_t t = threshold(k, bias);
            if (static_cast<std::uint32_t>(digit) < t)
                break;
            weight *= base - t;
            if (weight > 0xffffffffu || i > 0xffffffffu)
                return std::nullopt;
        }
        const auto points = static_cast<std::uint32_t>(out.size() + 1);
        bias = adapt(static_cast<std::uint32_t>(i - old), points, old == 0);
        n += i / points;
        i %= points;
        if (n > largest)
            return std::nullopt;
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), static_cast<char32_t>(n));
        ++i;
    }
    return out;
}

char punycodeCharacter(std::uint32_t digit)
{
    return static_cast<char>(digit < 26 ? 'a' + digit : '0' + (digit - 26));
}

void appendDelta(std::string &out, std::uint32_t delta, std::uint32_t bias)
{
    for (std::uint32_t k = base;; k += base) {
        const std::uint32_t t = threshold(k, bias);
        if (delta < t)
            break;
        out.push_back(punycodeCharacter(t + (delta - t) % (base - t)));
        delta = (delta - t) / (base - t);
    }
    out.push_back(punycodeCharacter(delta));
}

std::string encodePunycode(const std::u32string &text)
{
    std::string out;
    for (const char32_t c : text) {
        if (c < 0x80)
            out.push_back(static_cast<char>(c));
    }
    auto handled = static_cast<std::uint32_t>(out.size());
    const std::uint32_t basic = handled;
    if (basic > 0)
        out.push_back('-');
    std::uint32_t n = initialN;
    std::uint32_t delta = 0;
    std::uint32_t bias = initialBias;
    for (; handled < text.size(); ++n, ++delta) {
        std::uint32_t next = largest;
        for (const char32_t c : text) {
            if (c >= n)
                next = std::min(next, static_cast<std::uint32_t>(c));
        }
        delta += (next - n) * (handled + 1);
        n = next;
        for (const char32_t c : text) {
            delta += c < n ? 1 : 0;
            if (c != n)
                continue;
            appendDelta(out, delta, bias);
            bias = adapt(delta, handled + 1, handled == basic);
            delta = 0;
            ++handled;
        }
    }
    return out;
}

/// Unicode's own data, asked through PCRE2's properties.
class Property {
public:
    explicit Property(std::string_view inside)
        : m_class(*Pattern::compileNative("^[" + std::string(inside) + "]$"))
    {
    }
    bool has(char32_t c) const
    {
        std::string text;
        appendUtf8(text, c);
        return m_class->match(text) == Pattern::Outcome::Yes;
    }

private:
    std::unique_ptr<const Pattern> m_class;
};

/// RFC 5892 section 2: derived, but for stability under casing and normalization, which the letters' categories stand for.
bool isAllowed(char32_t c)
{
    static const Property letterDigits("\\p{Ll}\\p{Lo}\\p{Lm}\\p{Mn}\\p{Mc}\\p{Nd}");
    static const Property compatible("\\x{1100}-\\x{11ff}\\x{a960}-\\x{a97f}\\x{d7b0}-\\x{d7ff}\\x{f900}-\\x{faff}\\x{fb00}-\\x{fb4f}"
                                     "\\x{ff00}-\\x{ffef}\\x{fe00}-\\x{fe0f}\\x{2070}-\\x{209f}\\x{20d0}-\\x{20ff}\\x{aa}\\x{ba}\\x{2b0}-\\x{2b8}");
    constexpr std::u32string_view valid = U"\u00df\u03c2\u06fd\u06fe\u0f0b\u3007";
    constexpr std::u32string_view refused = U"\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b";
    if (valid.find(c) != std::u32string_view::npos)
        return true;
    if (refused.find(c) != std::u32string_view::npos)
        return false;
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || (c >= 'A' && c <= 'Z');
    return letterDigits.has(c) && !compatible.has(c);
}

bool isArabicDigit(char32_t c) { return c >= 0x660 && c <= 0x669; }
bool isExtendedArabicDigit(char32_t c) { return c >= 0x6f0 && c <= 0x6f9; }

/// RFC 5892 appendix A.1 for the non-joiner: between letters that join.
bool joins(std::u32string_view label, std::size_t at)
{
    static const Property transparent("\\p{Mn}\\p{Me}\\p{Cf}");
    static const Property joining("\\p{Arabic}\\p{Syriac}\\p{Nko}\\p{Mandaic}\\p{Mongolian}\\p{Phags_Pa}\\p{Adlam}");
    static const Property rightOnly("\\x{622}-\\x{625}\\x{627}\\x{629}\\x{62f}-\\x{632}\\x{648}\\x{671}-\\x{673}\\x{675}-\\x{677}\\x{688}-\\x{699}"
                                    "\\x{6c0}\\x{6c3}-\\x{6cb}\\x{6cd}\\x{6cf}\\x{6d2}\\x{6d3}\\x{6d5}\\x{6ee}\\x{6ef}\\x{621}");
    std::size_t before = at;
    while (before > 0 && transparent.has(label[before - 1]))
        --before;
    std::size_t after = at + 1;
    while (after < label.size() && transparent.has(label[after]))
        ++after;
    return before > 0 && after < label.size() && joining.has(label[before - 1]) && !rightOnly.has(label[before - 1]) && joining.has(label[after]);
}

/// The contextual rules of RFC 5892 appendix A; nullopt for a code point that has none.
std::optional<bool> contextHolds(std::u32string_view label, std::size_t at)
{
    static const Property greek("\\p{Greek}");
    static const Property hebrew("\\p{Hebrew}");
    static const Property japanese("\\p{Hiragana}\\p{Katakana}\\p{Han}");
    // Canonical combining class 9.
    static const Property virama("\\x{94d}\\x{9cd}\\x{a4d}\\x{acd}\\x{b4d}\\x{bcd}\\x{c4d}\\x{ccd}\\x{d3b}\\x{d3c}\\x{d4d}\\x{dca}\\x{e3a}\\x{eba}\\x{f84}"
                                 "\\x{1039}\\x{103a}\\x{1714}\\x{1734}\\x{17d2}\\x{1a60}\\x{1b44}\\x{1baa}\\x{1bab}\\x{1bf2}\\x{1bf3}\\x{2d7f}\\x{a806}"
                                 "\\x{a8c4}\\x{a953}\\x{a9c0}\\x{aaf6}\\x{abed}\\x{10a3f}\\x{11046}\\x{1107f}\\x{110b9}\\x{11133}\\x{11134}\\x{111c0}"
                                 "\\x{11235}\\x{112ea}\\x{1134d}\\x{11442}\\x{114c2}\\x{115bf}\\x{1163f}\\x{116b6}\\x{1172b}\\x{11839}");
    const char32_t previous = at > 0 ? label[at - 1] : 0;
    const char32_t next = at + 1 < label.size() ? label[at + 1] : 0;
    const auto any = [&](auto is) { return std::any_of(label.begin(), label.end(), is); };
    switch (label[at]) {
    case 0xb7:
        return previous == 'l' && next == 'l';
    case 0x375:
        return next != 0 && greek.has(next);
    case 0x5f3:
    case 0x5f4:
        return previous != 0 && hebrew.has(previous);
    case 0x30fb:
        return any([](char32_t c) { return c != 0x30fb && japanese.has(c); });
    case 0x200d:
        return previous != 0 && virama.has(previous);
    case 0x200c:
        return (previous != 0 && virama.has(previous)) || joins(label, at);
    default:
        break;
    }
    if (isArabicDigit(label[at]))
        return !any(isExtendedArabicDigit);
    if (isExtendedArabicDigit(label[at]))
        return !any(isArabicDigit);
    return std::nullopt;
}

const Property &rightToLeft()
{
    static const Property property("\\p{bidiclass:R}\\p{bidiclass:AL}\\p{bidiclass:AN}");
    return property;
}

bool isBidi(std::u32string_view label)
{
    return std::any_of(label.begin(), label.end(), [](char32_t c) { return rightToLeft().has(c); });
}

/// RFC 5893 section 2, for a label of a name that has right-to-left characters.
bool bidiRuleHolds(std::u32string_view label)
{
    static const Property strongRight("\\p{bidiclass:R}\\p{bidiclass:AL}");
    static const Property strongLeft("\\p{bidiclass:L}");
    static const Property europeanNumber("\\p{bidiclass:EN}");
    static const Property arabicNumber("\\p{bidiclass:AN}");
    static const Property mark("\\p{bidiclass:NSM}");
    static const Property neutral("\\p{bidiclass:ES}\\p{bidiclass:CS}\\p{bidiclass:ET}\\p{bidiclass:ON}\\p{bidiclass:BN}");
    const bool right = strongRight.has(label.front());
    if (!right && !strongLeft.has(label.front()))
        return false;
    bool european = false;
    bool arabic = false;
    for (const char32_t c : label) {
        european = european || europeanNumber.has(c);
        arabic = arabic || arabicNumber.has(c);
        const bool common = europeanNumber.has(c) || mark.has(c) || neutral.has(c);
        if (!common && !(right ? strongRight.has(c) || arabicNumber.has(c) : strongLeft.has(c)))
            return false;
    }
    if (right && european && arabic)
        return false;
    std::size_t last = label.size() - 1;
    while (last > 0 && mark.has(label[last]))
        --last;
    return europeanNumber.has(label[last]) || (right ? strongRight.has(label[last]) || arabicNumber.has(label[last]) : strongLeft.has(label[last]));
}

bool isULabel(std::u32string_view label)
{
    static const Property combining("\\p{M}");
    if (label.empty() || label.front() == '-' || label.back() == '-' || combining.has(label.front()))
        return false;
    if (label.size() >= 4 && label[2] == '-' && label[3] == '-')
        return false;
    for (std::size_t i = 0; i < label.size(); ++i) {
        const auto context = contextHolds(label, i);
        if (context ? !*context : !isAllowed(label[i]))
            return false;
    }
    return true;
}

bool isAscii(std::u32string_view label)
{
    return std::all_of(label.begin(), label.end(), [](char32_t c) { return c < 0x80; });
}

std::u32string lowered(std::u32string_view label)
{
    std::u32string out(label);
    for (char32_t &c : out)
        c = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    return out;
}

/// The U-label behind "xn--…"; nullopt where it is none.
std::optional<std::u32string> unicodeOf(std::string_view label)
{
    std::string lower(label);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower.size() > 63 || !lower.starts_with("xn--"))
        return std::nullopt;
    const auto decoded = decodePunycode(std::string_view(lower).substr(4));
    if (!decoded || isAscii(*decoded) || "xn--" + encodePunycode(*decoded) != lower || !isULabel(*decoded))
        return std::nullopt;
    return decoded;
}

std::vector<std::u32string> labelsOf(std::string_view text)
{
    std::vector<std::u32string> labels(1);
    while (!text.empty()) {
        const char32_t c = takeCodePoint(text);
        if (c == '.' || c == 0x3002 || c == 0xff0e || c == 0xff61)
            labels.emplace_back();
        else
            labels.back().push_back(c);
    }
    return labels;
}

bool isAsciiLabel(const std::u32string &label)
{
    return label.size() <= 63 && isULabel(label);
}

/// Replaces an A-label by its U-label; false for what is no label at all. `length` is that of the ASCII form.
bool normalize(std::u32string &label, std::size_t &length)
{
    const std::u32string lower = lowered(label);
    if (isAscii(label) && lower.starts_with(U"xn--")) {
        const auto decoded = unicodeOf(std::string(label.begin(), label.end()));
        length = label.size();
        label = decoded.value_or(std::u32string());
        return decoded.has_value();
    }
    if (isAscii(label)) {
        length = label.size();
        return isAsciiLabel(label);
    }
    constexpr std::size_t longest = 63;
    if (label.size() > longest || !isULabel(label))
        return false;
    length = 4 + encodePunycode(lower).size();
    return length <= longest;
}

} // namespace

bool isALabel(std::string_view label)
{
    const auto decoded = unicodeOf(label);
    return decoded && (!isBidi(*decoded) || bidiRuleHolds(*decoded));
}

bool isIdnHostname(std::string_view text)
{
    constexpr std::size_t longestText = 4 * 253;
    if (text.empty() || text.size() > longestText)
        return false;
    std::vector<std::u32string> labels = labelsOf(text);
    std::size_t total = labels.size() - 1;
    bool bidi = false;
    for (std::u32string &label : labels) {
        std::size_t length = 0;
        if (!normalize(label, length))
            return false;
        total += length;
        bidi = bidi || isBidi(label);
    }
    constexpr std::size_t longest = 253;
    return total <= longest && (!bidi || std::all_of(labels.begin(), labels.end(), [](const std::u32string &label) { return bidiRuleHolds(label); }));
}

} // namespace assayer::schema
