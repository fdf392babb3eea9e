#include "protocol/uritemplate.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr std::string_view operators = "+#./;?&";
constexpr std::string_view reservedOperators = "=,!@|";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAlnum(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isTriplet(std::string_view text, std::size_t at)
{
    return at + 2 < text.size() && text[at] == '%' && isHex(text[at + 1]) && isHex(text[at + 2]);
}

bool isUnreserved(char c)
{
    return isAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

bool isReserved(char c)
{
    return std::string_view(":/?#[]@!$&'()*+,;=").find(c) != std::string_view::npos;
}

std::string sentence(std::string_view before, char named, std::string_view after)
{
    std::string text(before);
    text += named;
    text += after;
    return text;
}

/// Walks a template once; `sink` hears of expressions and variables. Stops at the first problem.
template<class Sink>
class Scanner {
public:
    Scanner(std::string_view text, Sink &sink)
        : m_text(text)
        , m_sink(sink)
    {
    }

    std::optional<UriTemplate::Problem> run()
    {
        while (m_at < m_text.size() && !m_problem) {
            if (m_text[m_at] == '{')
                expression();
            else
                literal();
        }
        return std::move(m_problem);
    }

private:
    void fail(std::size_t at, std::string message) { m_problem = UriTemplate::Problem { at, std::move(message) }; }

    void literal()
    {
        const char c = m_text[m_at];
        if (c == '}')
            return fail(m_at, "\"}\" without an opening \"{\"");
        if (c == '%' && !isTriplet(m_text, m_at))
            return fail(m_at, "\"%\" is not followed by two hexadecimal digits");
        if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f)
            return fail(m_at, "blanks and control characters must be percent-encoded");
        if (std::string_view("\"<>\\^`|").find(c) != std::string_view::npos)
            return fail(m_at, sentence("the character ", c, " must be percent-encoded"));
        m_at += c == '%' ? 3U : 1U;
    }

    void expression()
    {
        const std::size_t begin = m_at++;
        const std::size_t close = m_text.find('}', begin);
        if (close == std::string_view::npos)
            return fail(begin, "\"{\" is never closed");
        const char op = m_text[m_at];
        if (reservedOperators.find(op) != std::string_view::npos)
            return fail(m_at, sentence("the operator ", op, " is reserved"));
        const bool hasOperator = operators.find(op) != std::string_view::npos;
        m_at += hasOperator ? 1 : 0;
        m_sink.open(hasOperator ? op : '\0', begin, close + 1);
        do {
            variable(close);
        } while (!m_problem && m_text[m_at++] == ',');
    }

    /// Leaves m_at at the comma or the closing brace.
    void variable(std::size_t close)
    {
        const std::size_t begin = m_at;
        while (m_at < close && nameChar(begin))
            m_at += m_text[m_at] == '%' ? 3U : 1U;
        const std::size_t end = m_at;
        if (begin == end)
            return fail(begin, m_text[begin] == '}' || m_text[begin] == ',' ? "a variable name is missing" : "this character cannot stand in a variable name");
        if (m_text[end - 1] == '.')
            return fail(end - 1, "a variable name cannot end with \".\"");
        int prefix = 0;
        const bool explode = m_text[m_at] == '*';
        if (explode)
            ++m_at;
        else if (m_text[m_at] == ':' && (prefix = prefixLength()) == 0)
            return fail(m_at, "a prefix length is a number from 1 to 9999");
        if (m_text[m_at] != ',' && m_text[m_at] != '}')
            return fail(m_at, "this character cannot stand in a variable name");
        m_sink.variable(m_text.substr(begin, end - begin), prefix, explode);
    }

    bool nameChar(std::size_t begin) const
    {
        const char c = m_text[m_at];
        if (c == '.')
            return m_at > begin && m_text[m_at - 1] != '.';
        return isAlnum(c) || c == '_' || isTriplet(m_text, m_at);
    }

    int prefixLength()
    {
        int length = 0;
        std::size_t digits = 0;
        for (++m_at; digits < 4 && isDigit(m_text[m_at]) && !(digits == 0 && m_text[m_at] == '0'); ++digits)
            length = length * 10 + (m_text[m_at++] - '0');
        return length;
    }

    std::string_view m_text;
    Sink &m_sink;
    std::size_t m_at = 0;
    std::optional<UriTemplate::Problem> m_problem;
};

struct NoSink {
    void open(char, std::size_t, std::size_t) { }
    void variable(std::string_view, int, bool) { }
};

struct ExpressionSink {
    std::vector<UriTemplate::Expression> expressions;
    void open(char op, std::size_t begin, std::size_t end) { expressions.push_back({ op, {}, begin, end }); }
    void variable(std::string_view name, int prefix, bool explode)
    {
        expressions.back().variables.push_back({ std::string(name), prefix, explode });
    }
};

/// RFC 6570 appendix A.
struct Behaviour {
    std::string_view first;
    std::string_view separator;
    bool named;
    std::string_view ifEmpty;
    bool keepsReserved;
};

Behaviour behaviourOf(char op)
{
    switch (op) {
    case '+':
        return { "", ",", false, "", true };
    case '#':
        return { "#", ",", false, "", true };
    case '.':
        return { ".", ".", false, "", false };
    case '/':
        return { "/", "/", false, "", false };
    case ';':
        return { ";", ";", true, "", false };
    case '?':
        return { "?", "&", true, "=", false };
    case '&':
        return { "&", "&", true, "=", false };
    default:
        return { "", ",", false, "", false };
    }
}

void encode(std::string &out, std::string_view text, bool keepsReserved)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isUnreserved(c) || (keepsReserved && (isReserved(c) || isTriplet(text, i)))) {
            out.push_back(c);
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out.push_back('%');
        out.push_back(hex[byte >> 4]);
        out.push_back(hex[byte & 15]);
    }
}

/// The first characters of UTF-8 text; where reserved text is kept a percent triplet counts as one.
std::string_view prefixOf(std::string_view text, int characters, bool keepsReserved)
{
    std::size_t at = 0;
    for (int taken = 0; taken < characters && at < text.size(); ++taken) {
        if (keepsReserved && isTriplet(text, at)) {
            at += 3;
            continue;
        }
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
            ++at;
    }
    return text.substr(0, at);
}

/// Expands the variables of one expression.
class Expander {
public:
    explicit Expander(char op)
        : m_as(behaviourOf(op))
    {
    }

    void add(const UriTemplate::Variable &variable, const UriTemplate::Value &value)
    {
        if (const auto *text = std::get_if<std::string>(&value)) {
            separate();
            named(variable.name, variable.prefix ? prefixOf(*text, variable.prefix, m_as.keepsReserved) : std::string_view(*text));
        } else if (const auto *list = std::get_if<UriTemplate::List>(&value)) {
            variable.explode ? explode(variable.name, *list) : join(variable.name, *list);
        } else if (const auto *pairs = std::get_if<UriTemplate::Pairs>(&value)) {
            variable.explode ? explode(*pairs) : join(variable.name, *pairs);
        }
    }

    std::string take() { return std::move(m_out); }

private:
    void separate()
    {
        m_out += m_any ? m_as.separator : m_as.first;
        m_any = true;
    }
    void text(std::string_view value) { encode(m_out, value, m_as.keepsReserved); }
    void named(std::string_view name, std::string_view value)
    {
        if (m_as.named) {
            m_out += name;
            m_out += value.empty() ? m_as.ifEmpty : std::string_view("=");
        }
        text(value);
    }
    void openJoined(std::string_view name)
    {
        separate();
        if (m_as.named)
            m_out.append(name).append("=");
    }
    void join(std::string_view name, const UriTemplate::List &list)
    {
        openJoined(name);
        for (std::size_t i = 0; i < list.size(); ++i) {
            m_out += i ? "," : "";
            text(list[i]);
        }
    }
    void join(std::string_view name, const UriTemplate::Pairs &pairs)
    {
        openJoined(name);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            m_out += i ? "," : "";
            text(pairs[i].first);
            m_out += ',';
            text(pairs[i].second);
        }
    }
    void explode(std::string_view name, const UriTemplate::List &list)
    {
        for (const std::string &item : list) {
            separate();
            named(name, item);
        }
    }
    void explode(const UriTemplate::Pairs &pairs)
    {
        for (const auto &[key, value] : pairs) {
            separate();
            text(key);
            m_out += m_as.named && value.empty() ? m_as.ifEmpty : std::string_view("=");
            text(value);
        }
    }

    Behaviour m_as;
    std::string m_out;
    bool m_any = false;
};

bool isUndefined(const UriTemplate::Value &value)
{
    if (const auto *list = std::get_if<UriTemplate::List>(&value))
        return list->empty();
    if (const auto *pairs = std::get_if<UriTemplate::Pairs>(&value))
        return pairs->empty();
    return std::holds_alternative<std::monostate>(value);
}

void addOnce(std::vector<std::string> &names, const std::string &name)
{
    if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
}

/// Literals are copied; what a URI cannot hold (non-ASCII) is percent-encoded.
void copyLiteral(std::string &out, std::string_view literal)
{
    encode(out, literal, true);
}

} // namespace

std::optional<UriTemplate::Problem> UriTemplate::problem(std::string_view text)
{
    NoSink sink;
    return Scanner<NoSink>(text, sink).run();
}

Result<UriTemplate> UriTemplate::parse(std::string_view text)
{
    ExpressionSink sink;
    if (auto problem = Scanner<ExpressionSink>(text, sink).run()) {
        Error error("invalid-template", std::move(problem->message));
        error.data.position = static_cast<std::int64_t>(problem->offset);
        return fail(std::move(error));
    }
    UriTemplate parsed;
    parsed.m_text = std::string(text);
    parsed.m_expressions = std::move(sink.expressions);
    return parsed;
}

std::vector<UriTemplate::Need> UriTemplate::needs() const
{
    std::vector<Need> needs;
    for (std::size_t i = 0; i < m_expressions.size(); ++i) {
        for (const Variable &variable : m_expressions[i].variables) {
            auto need = std::find_if(needs.begin(), needs.end(), [&](const Need &known) { return known.name == variable.name; });
            if (need == needs.end())
                need = needs.insert(needs.end(), Need { variable.name, {}, false, false });
            if (need->expressions.empty() || need->expressions.back() != i)
                need->expressions.push_back(i);
            need->takesList = need->takesList || variable.explode;
            need->textOnly = need->textOnly || variable.prefix > 0;
        }
    }
    return needs;
}

UriTemplate::Expansion UriTemplate::expand(const Values &values) const
{
    static const Value nothing;
    Expansion expansion;
    std::size_t copied = 0;
    for (const Expression &expression : m_expressions) {
        copyLiteral(expansion.text, std::string_view(m_text).substr(copied, expression.begin - copied));
        copyLiteral(expansion.partial, std::string_view(m_text).substr(copied, expression.begin - copied));
        copied = expression.end;
        Expander expander(expression.op);
        bool complete = true;
        bool empty = true;
        for (const Variable &variable : expression.variables) {
            const auto found = values.find(variable.name);
            const Value &value = found == values.end() ? nothing : found->second;
            if (isUndefined(value)) {
                addOnce(expansion.undefined, variable.name);
                complete = false;
            } else if (variable.prefix && !std::holds_alternative<std::string>(value)) {
                expansion.problems.push_back("\"" + variable.name + ":" + std::to_string(variable.prefix) + "\" takes a text, not a list or map");
                expansion.impossible = true;
                complete = false;
            } else {
                expander.add(variable, value);
            }
            empty = empty && isUndefined(value);
        }
        // Other operators say by themselves that their variables may be absent: nothing stands where nothing is given.
        if (empty && (expression.op == 0 || expression.op == '+'))
            expansion.problems.push_back(m_text.substr(expression.begin, expression.end - expression.begin) + " has no value");
        const std::string expanded = expander.take();
        expansion.text += expanded;
        expansion.partial += complete ? expanded : m_text.substr(expression.begin, expression.end - expression.begin);
    }
    copyLiteral(expansion.text, std::string_view(m_text).substr(copied));
    copyLiteral(expansion.partial, std::string_view(m_text).substr(copied));
    return expansion;
}

} // namespace assayer
