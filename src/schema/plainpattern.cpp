#include "schema/plainpattern.h"

#include <limits>

namespace assayer::schema {
namespace {

constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();
constexpr std::size_t largestCount = 10'000; // what is larger is left to PCRE2, which has an opinion of it

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isPrintable(char c) { return c >= ' ' && c <= '~'; }
/// With the flag u a backslash may stand before these only.
bool isSyntax(char c) { return std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string_view::npos; }

} // namespace

/// One pass over the source; false wherever it is not plain.
class PlainPattern::Reader {
public:
    explicit Reader(std::string_view source)
        : m_source(source)
    {
    }

    bool read(PlainPattern &pattern)
    {
        if (!take('^'))
            return false;
        while (!atEnd()) {
            if (peek() == '$' && m_at + 1 == m_source.size()) {
                pattern.m_toTheEnd = true;
                return true;
            }
            Step step;
            if (!atom(step.set) || !quantifier(step))
                return false;
            pattern.m_steps.push_back(step);
        }
        return true;
    }

private:
    bool atEnd() const { return m_at >= m_source.size(); }
    char peek() const { return m_source[m_at]; }
    bool take(char c)
    {
        if (atEnd() || peek() != c)
            return false;
        ++m_at;
        return true;
    }

    bool atom(Set &set)
    {
        if (take('['))
            return characterClass(set);
        if (take('\\'))
            return escape(set, false).has_value();
        if (!isPrintable(peek()) || (isSyntax(peek()) && peek() != '/'))
            return false;
        set.add(static_cast<unsigned char>(m_source[m_at++]));
        return true;
    }

    /// The character where it is one; '\0' for a class of characters.
    std::optional<char> escape(Set &set, bool withinClass)
    {
        if (atEnd())
            return std::nullopt;
        const char c = m_source[m_at++];
        if (c == 'd' || c == 'w') {
            addRange(set, '0', '9');
            if (c == 'w') {
                addRange(set, 'a', 'z');
                addRange(set, 'A', 'Z');
                set.add('_');
            }
            return '\0';
        }
        if (!isSyntax(c) && !(withinClass && c == '-'))
            return std::nullopt;
        set.add(static_cast<unsigned char>(c));
        return c;
    }

    static void addRange(Set &set, char from, char to)
    {
        for (int c = from; c <= to; ++c)
            set.add(static_cast<unsigned char>(c));
    }

    std::optional<char> classCharacter(Set &set)
    {
        if (atEnd() || !isPrintable(peek()))
            return std::nullopt;
        if (take('\\'))
            return escape(set, true);
        set.add(static_cast<unsigned char>(peek()));
        return m_source[m_at++];
    }

    bool characterClass(Set &set)
    {
        if (atEnd() || peek() == '^' || peek() == ']')
            return false;
        while (!take(']')) {
            const auto first = classCharacter(set);
            if (!first)
                return false;
            const bool range = m_at + 1 < m_source.size() && peek() == '-' && m_source[m_at + 1] != ']';
            if (!range)
                continue;
            ++m_at;
            const auto last = classCharacter(set);
            if (!last || *first == '\0' || *last == '\0' || *last < *first)
                return false;
            addRange(set, *first, *last);
        }
        return true;
    }

    bool quantifier(Step &step)
    {
        if (take('*')) {
            step.least = 0;
            step.most = endless;
        } else if (take('+')) {
            step.most = endless;
        } else if (take('?')) {
            step.least = 0;
        } else if (take('{')) {
            if (!counts(step))
                return false;
        }
        // Lazy and doubled quantifiers are left to PCRE2.
        return atEnd() || (peek() != '?' && peek() != '*' && peek() != '+' && peek() != '{');
    }

    bool counts(Step &step)
    {
        const auto least = number();
        if (!least)
            return false;
        step.least = step.most = *least;
        if (take(',')) {
            step.most = endless;
            if (!atEnd() && isDigit(peek())) {
                const auto most = number();
                if (!most || *most < *least)
                    return false;
                step.most = *most;
            }
        }
        return take('}');
    }

    std::optional<std::size_t> number()
    {
        const std::size_t begin = m_at;
        std::size_t value = 0;
        while (!atEnd() && isDigit(peek()) && value <= largestCount)
            value = value * 10 + static_cast<std::size_t>(m_source[m_at++] - '0');
        return m_at == begin || value > largestCount ? std::nullopt : std::optional(value);
    }

    std::string_view m_source;
    std::size_t m_at = 0;
};

/// A step that may take more or fewer must not take what a later one needs.
bool PlainPattern::isDeterminate() const
{
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i].least == m_steps[i].most)
            continue;
        for (std::size_t next = i + 1; next < m_steps.size(); ++next) {
            if (m_steps[next].most > 0 && m_steps[i].set.meets(m_steps[next].set))
                return false;
            if (m_steps[next].least > 0)
                break;
        }
    }
    return true;
}

std::optional<PlainPattern> PlainPattern::parse(std::string_view source)
{
    PlainPattern pattern;
    if (!Reader(source).read(pattern) || !pattern.isDeterminate())
        return std::nullopt;
    return pattern;
}

} // namespace assayer::schema
