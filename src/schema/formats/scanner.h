// Reading ASCII from the left: what the format checks are made of.
#pragma once

#include <cstddef>
#include <string_view>

namespace assayer::schema {

constexpr bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAsciiHex(char c) { return isAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool isOneOf(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_rest(text)
    {
    }

    bool atEnd() const { return m_rest.empty(); }
    char peek() const { return m_rest.empty() ? '\0' : m_rest.front(); }
    std::string_view rest() const { return m_rest; }
    void skip(std::size_t count) { m_rest.remove_prefix(count); }

    /// Takes the next character where it is one of these.
    bool take(std::string_view set)
    {
        if (m_rest.empty() || !isOneOf(m_rest.front(), set))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    /// Exactly so many digits, else -1.
    int digits(std::size_t count)
    {
        if (m_rest.size() < count)
            return -1;
        int value = 0;
        for (const char c : m_rest.substr(0, count)) {
            if (!isAsciiDigit(c))
                return -1;
            value = value * 10 + (c - '0');
        }
        m_rest.remove_prefix(count);
        return value;
    }

    /// As many digits as there are; how many that were.
    std::size_t skipDigits()
    {
        std::size_t count = 0;
        while (count < m_rest.size() && isAsciiDigit(m_rest[count]))
            ++count;
        m_rest.remove_prefix(count);
        return count;
    }

private:
    std::string_view m_rest;
};

} // namespace assayer::schema
