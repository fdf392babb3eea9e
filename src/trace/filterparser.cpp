#include "trace/filterparser.h"

#include "trace/jsontext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace assayer {
namespace {

constexpr int deepest = 500;

constexpr std::array<std::string_view, 19> fieldNames { "seq", "direction", "channel", "type", "exchange", "size", "text", "http.status",
    "kind", "method", "id", "tool", "uri", "duration", "status", "json", "rule", "severity", "era" };

struct Unit {
    std::string_view name;
    std::int64_t factor;
};
constexpr std::array<Unit, 12> units { { { "ns", 1 }, { "us", 1'000 }, { "ms", 1'000'000 }, { "s", 1'000'000'000 }, { "m", 60'000'000'000 },
    { "B", 1 }, { "KB", 1'000 }, { "MB", 1'000'000 }, { "GB", 1'000'000'000 }, { "KiB", 1 << 10 }, { "MiB", 1 << 20 }, { "GiB", 1 << 30 } } };

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameChar(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.'; }
bool isWordChar(char c) { return isNameChar(c) || c == ':' || c == '/' || c == '-'; }

/// Length of a JSON number at the front; 0 where there is none.
std::size_t numberLength(std::string_view text)
{
    const auto digits = [&](std::size_t at) {
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at;
    };
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    std::size_t end = digits(first);
    if (end == first)
        return 0;
    if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
        end = digits(end + 1);
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const std::size_t sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
        const std::size_t exponent = digits(end + 1 + sign);
        end = exponent > end + 1 + sign ? exponent : end;
    }
    return end;
}

/// lexeme * factor, exactly.
std::string multiplied(std::string_view lexeme, std::int64_t factor)
{
    const std::size_t mark = lexeme.find_first_of("eE");
    const std::string_view mantissa = lexeme.substr(0, mark);
    std::string digits;
    std::size_t decimals = 0;
    bool point = false;
    for (const char c : mantissa) {
        point = point || c == '.';
        decimals += point && isDigit(c) ? 1u : 0u;
        if (isDigit(c))
            digits.push_back(c);
    }
    std::uint64_t carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        carry += static_cast<std::uint64_t>(digits[i] - '0') * static_cast<std::uint64_t>(factor);
        digits[i] = static_cast<char>('0' + carry % 10);
        carry /= 10;
    }
    std::string result = (mantissa.starts_with('-') ? "-" : "") + (carry ? std::to_string(carry) : std::string()) + digits;
    std::int64_t exponent = 0;
    if (mark != std::string_view::npos) {
        std::string_view power = lexeme.substr(mark + 1);
        power.remove_prefix(power.starts_with('+') ? 1 : 0);
        std::from_chars(power.data(), power.data() + std::min<std::size_t>(power.size(), 15), exponent);
    }
    return result + 'e' + std::to_string(exponent - static_cast<std::int64_t>(decimals));
}

/// floor(number) within 64 bits; `exact` where it is the number. By bisection: numbers compare exactly.
std::int64_t floorOf(const json::Number &number, bool &exact)
{
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    const auto of = [](std::int64_t value) { return json::Number::parse(std::to_string(value)); };
    if (number < of(low) || number > of(high)) {
        exact = false;
        return number.isNegative() ? low : high;
    }
    while (low < high) {
        const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        const auto middle = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + span / 2 + span % 2);
        if (of(middle) <= number)
            low = middle;
        else
            high = middle - 1;
    }
    exact = of(low) == number;
    return low;
}

void setNumber(FilterValue &value, const std::string &lexeme)
{
    value.number = json::Number::parse(lexeme);
    value.floor = floorOf(*value.number, value.exact);
}

} // namespace

std::optional<FilterField> filterFieldFromName(std::string_view name)
{
    const auto found = std::find(fieldNames.begin(), fieldNames.end(), name);
    return found == fieldNames.end() ? std::nullopt : std::optional(static_cast<FilterField>(found - fieldNames.begin()));
}

std::string_view filterFieldName(FilterField field)
{
    return fieldNames[static_cast<std::size_t>(field)];
}

Result<ParsedFilter> FilterParser::parse()
{
    auto root = std::make_shared<FilterNode>();
    bool good = expression(*root);
    skipBlanks();
    if (good && m_at < m_text.size())
        good = fault("expected \"and\", \"or\" or the end");
    if (!good)
        return fail(m_error);
    return ParsedFilter { std::move(root), m_tests };
}

bool FilterParser::faultAt(std::size_t offset, std::string message)
{
    const std::string_view before = m_text.substr(0, offset);
    const auto position = std::count_if(before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    m_error = Error("usage", "Filter: " + message + " at column " + std::to_string(position + 1));
    m_error.data.position = position;
    return false;
}

void FilterParser::skipBlanks()
{
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
        ++m_at;
}

/// The name that begins here; empty where none does.
std::string_view FilterParser::nameHere() const
{
    std::size_t end = m_at;
    while (end < m_text.size() && isNameChar(m_text[end]))
        ++end;
    return m_text.substr(m_at, end - m_at);
}

bool FilterParser::takesWord(std::string_view word)
{
    skipBlanks();
    const bool taken = nameHere() == word;
    m_at += taken ? word.size() : 0;
    return taken;
}

bool FilterParser::takesSign(std::string_view sign)
{
    skipBlanks();
    const bool taken = m_text.substr(m_at).starts_with(sign);
    m_at += taken ? sign.size() : 0;
    return taken;
}

bool FilterParser::chain(FilterNode &node, FilterNode::Kind kind, std::string_view word, std::string_view sign,
    bool (FilterParser::*part)(FilterNode &))
{
    FilterNode first;
    if (!(this->*part)(first))
        return false;
    if (!takesSign(sign) && !takesWord(word)) {
        node = std::move(first);
        return true;
    }
    node.kind = kind;
    node.children.push_back(std::move(first));
    do {
        if (!(this->*part)(node.children.emplace_back()))
            return false;
    } while (takesSign(sign) || takesWord(word));
    return true;
}

bool FilterParser::expression(FilterNode &node)
{
    if (++m_depth > deepest)
        return fault("nested too deeply");
    const bool good = chain(node, FilterNode::Or, "or", "||", &FilterParser::conjunction);
    --m_depth;
    return good;
}

bool FilterParser::conjunction(FilterNode &node)
{
    return chain(node, FilterNode::And, "and", "&&", &FilterParser::negation);
}

bool FilterParser::negation(FilterNode &node)
{
    bool negated = false;
    bool any = false;
    while (takesSign("!") || takesWord("not")) {
        negated = !negated;
        any = true;
    }
    FilterNode inner;
    if (takesSign("(")) {
        if (!expression(inner))
            return false;
        if (!takesSign(")"))
            return fault("expected \")\"");
    } else if (!test(inner)) {
        return false;
    }
    if (any && negated) {
        node.kind = FilterNode::Not;
        node.children.push_back(std::move(inner));
    } else {
        node = std::move(inner);
    }
    return true;
}

bool FilterParser::field(FilterNode &node)
{
    skipBlanks();
    std::string_view name = nameHere();
    if (name.starts_with("json.") || name == "json")
        name = "json";
    const std::optional<FilterField> known = filterFieldFromName(name);
    if (!known)
        return fault(name.empty() ? std::string("expected a field") : "there is no field \"" + std::string(name) + '"');
    node.field = *known;
    m_at += name.size();
    return *known != FilterField::Json || pointer(node);
}

bool FilterParser::pointer(FilterNode &node)
{
    if (m_at >= m_text.size() || m_text[m_at] != '.')
        return fault("expected .\"/pointer\" after json");
    ++m_at;
    if (m_at >= m_text.size() || m_text[m_at] != '"')
        return fault("expected a JSON Pointer in quotes");
    const std::size_t begin = m_at + 1;
    if (!string(node.pointer))
        return false;
    if (!node.pointer.empty() && node.pointer.front() != '/')
        return faultAt(begin, "a JSON Pointer begins with \"/\"");
    for (std::size_t at = m_text.find('~', begin); at < m_at; at = m_text.find('~', at + 1)) {
        if (m_text[at + 1] != '0' && m_text[at + 1] != '1')
            return faultAt(at + 1, "\"~\" in a JSON Pointer is written \"~0\"");
    }
    return true;
}

bool FilterParser::test(FilterNode &node)
{
    node.kind = FilterNode::Test;
    node.number = m_tests++;
    return field(node) && comparison(node);
}

std::optional<FilterOp> FilterParser::readOperator()
{
    constexpr std::array<std::pair<std::string_view, FilterOp>, 7> signs { { { "==", FilterOp::Equal }, { "!=", FilterOp::NotEqual },
        { "<=", FilterOp::LessEqual }, { ">=", FilterOp::GreaterEqual }, { "<", FilterOp::Less }, { ">", FilterOp::Greater }, { "=", FilterOp::Equal } } };
    constexpr std::array<std::pair<std::string_view, FilterOp>, 9> words { { { "contains", FilterOp::Contains }, { "matches", FilterOp::Matches },
        { "in", FilterOp::In }, { "eq", FilterOp::Equal }, { "ne", FilterOp::NotEqual }, { "lt", FilterOp::Less }, { "le", FilterOp::LessEqual },
        { "gt", FilterOp::Greater }, { "ge", FilterOp::GreaterEqual } } };
    for (const auto &[sign, op] : signs) {
        if (takesSign(sign))
            return op;
    }
    for (const auto &[word, op] : words) {
        if (takesWord(word))
            return op;
    }
    return std::nullopt;
}

bool FilterParser::comparison(FilterNode &node)
{
    const std::size_t behindField = m_at;
    const std::optional<FilterOp> op = readOperator();
    if (!op) {
        m_at = behindField;
        return true;
    }
    node.op = *op;
    return *op == FilterOp::In ? set(node) : oneValue(node);
}

bool FilterParser::oneValue(FilterNode &node)
{
    skipBlanks();
    return value(node.items.emplace_back().low, node.op == FilterOp::Matches, false);
}

bool FilterParser::set(FilterNode &node)
{
    if (!takesSign("{"))
        return fault("expected \"{\"");
    do {
        if (!item(node.items.emplace_back()))
            return false;
    } while (takesSign(","));
    return takesSign("}") || fault("expected \",\" or \"}\"");
}

bool FilterParser::item(FilterItem &item)
{
    skipBlanks();
    if (!value(item.low, false, true))
        return false;
    if (!takesSign(".."))
        return true;
    skipBlanks();
    return value(item.high.emplace(), false, true);
}

bool FilterParser::value(FilterValue &value, bool pattern, bool inSet)
{
    if (m_at >= m_text.size())
        return fault("expected a value");
    const std::size_t begin = m_at;
    if (m_text[m_at] == '"') {
        if (!string(value.text))
            return false;
        return !pattern || compile(value, value.text, begin + 1, false);
    }
    if (pattern && m_text[m_at] == '/')
        return regex(value);
    if (!number(value, inSet) && !word(value, inSet))
        return fault("expected a value");
    return !pattern || compile(value, value.text, begin, false);
}

/// A number with its unit, if that is all that stands here.
bool FilterParser::number(FilterValue &value, bool inSet)
{
    const std::string_view rest = m_text.substr(m_at);
    const std::size_t length = numberLength(rest);
    if (!length)
        return false;
    const auto ends = [&](std::size_t at) { return at >= rest.size() || !isWordChar(rest[at]) || (inSet && rest.substr(at).starts_with("..")); };
    const auto unitAt = [&](std::size_t at) {
        return std::find_if(units.begin(), units.end(), [&](const Unit &unit) {
            return rest.substr(std::min(at, rest.size())).starts_with(unit.name) && ends(at + unit.name.size());
        });
    };
    std::size_t behind = length;
    const Unit *unit = unitAt(length);
    if (unit == units.end() && ends(length)) {
        const std::size_t next = std::min(rest.find_first_not_of(" \t\r\n", length), rest.size());
        unit = next > length ? unitAt(next) : units.end();
        behind = unit == units.end() ? length : next;
    }
    if (unit == units.end() && !ends(length))
        return false;
    const std::string_view lexeme = rest.substr(0, length);
    setNumber(value, unit == units.end() ? std::string(lexeme) : multiplied(lexeme, unit->factor));
    behind += unit == units.end() ? 0 : unit->name.size();
    value.text = std::string(rest.substr(0, behind));
    m_at += behind;
    return true;
}

bool FilterParser::word(FilterValue &value, bool inSet)
{
    std::size_t end = m_at;
    while (end < m_text.size() && isWordChar(m_text[end]) && !(inSet && m_text.substr(end).starts_with("..")))
        ++end;
    value.text = std::string(m_text.substr(m_at, end - m_at));
    value.bare = true;
    m_at = end;
    return !value.text.empty();
}

bool FilterParser::regex(FilterValue &value)
{
    const std::size_t begin = m_at + 1;
    std::size_t end = begin;
    while (end < m_text.size() && m_text[end] != '/')
        end += m_text[end] == '\\' ? 2u : 1u;
    if (end >= m_text.size())
        return faultAt(m_text.size(), "expected \"/\" at the end of the pattern");
    m_at = end + 1;
    const bool ignoreCase = m_at < m_text.size() && m_text[m_at] == 'i';
    m_at += ignoreCase ? 1 : 0;
    if (m_at < m_text.size() && isWordChar(m_text[m_at]))
        return fault("expected a blank after the pattern");
    value.text = std::string(m_text.substr(begin, end - begin));
    return compile(value, value.text, begin, ignoreCase);
}

bool FilterParser::compile(FilterValue &value, std::string_view pattern, std::size_t begin, bool ignoreCase)
{
    FilterRegex::Fault wrong;
    value.regex = FilterRegex::compile(pattern, ignoreCase, wrong);
    return value.regex || faultAt(std::min(begin + wrong.offset, m_text.size()), "the pattern is none (" + wrong.message + ')');
}

bool FilterParser::string(std::string &text)
{
    ++m_at;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
        const char c = m_text[m_at];
        if (c == '\\') {
            if (!escape(text))
                return false;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            return fault("a control character must be escaped");
        } else {
            text.push_back(c);
            ++m_at;
        }
    }
    if (m_at >= m_text.size())
        return faultAt(m_text.size(), "expected '\"' at the end of the string");
    ++m_at;
    return true;
}

bool FilterParser::escape(std::string &text)
{
    constexpr std::string_view letters = "bfnrt\"\\/";
    constexpr std::string_view meanings = "\b\f\n\r\t\"\\/";
    ++m_at;
    if (m_at >= m_text.size())
        return faultAt(m_text.size(), "expected an escape");
    if (m_text[m_at] == 'u')
        return unicode(text);
    const std::size_t letter = letters.find(m_text[m_at]);
    if (letter == std::string_view::npos)
        return fault("there is no such escape");
    text.push_back(meanings[letter]);
    ++m_at;
    return true;
}

std::optional<unsigned> FilterParser::hex4()
{
    unsigned code = 0;
    for (int i = 0; i < 4; ++i, ++m_at) {
        const char c = m_at < m_text.size() ? m_text[m_at] : '\0';
        const char low = static_cast<char>(c | 0x20);
        if (!isDigit(c) && !(low >= 'a' && low <= 'f')) {
            fault("expected four hexadecimal digits");
            return std::nullopt;
        }
        code = code * 16 + static_cast<unsigned>(isDigit(c) ? c - '0' : low - 'a' + 10);
    }
    return code;
}

bool FilterParser::unicode(std::string &text)
{
    const std::size_t begin = m_at - 1;
    ++m_at;
    const std::optional<unsigned> code = hex4();
    if (!code)
        return false;
    if (*code >= 0xd800 && *code < 0xdc00 && m_text.substr(m_at).starts_with("\\u")) {
        m_at += 2;
        if (!hex4())
            return false;
    }
    QByteArray decoded; // lone surrogates keep their three bytes, as in parsed messages
    appendUnescaped(decoded, m_text.substr(begin, m_at - begin));
    text.append(decoded.constData(), static_cast<std::size_t>(decoded.size()));
    return true;
}

} // namespace assayer
