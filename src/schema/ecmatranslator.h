// The translator behind ecmaregex.h: groups and quantifiers in ecmaregex.cpp, escapes in ecmaescapes.cpp.
#pragma once

#include "schema/ecmaregex.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace assayer::schema {

inline bool isRegexDigit(char c) { return c >= '0' && c <= '9'; }

/// One pass over one expression.
class EcmaTranslator {
public:
    explicit EcmaTranslator(std::string_view source)
        : m_source(source)
    {
    }

    EcmaRegex run();

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

    // Structure.
    void countGroups();
    void countGroup(std::string_view inside);
    void step();
    void open();
    void groupName();
    void close();
    void quantifier(std::size_t length);
    void brace();
    void characterClass();
    // Escapes.
    void escape(bool inClass);
    void skip(std::string_view replacement);
    void skipClass(std::string_view inside, bool inClass);
    void boundary(char c, bool inClass);
    void decimal(bool inClass);
    void control();
    void hex();
    bool fourHex(std::size_t offset, unsigned &value) const;
    void putCodePoint(unsigned value);
    void unicode();
    void bracedUnicode();
    void property();
    static std::string_view shortName(std::string_view name);
    void namedReference(bool inClass);
    void identity(char c, bool inClass);

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

} // namespace assayer::schema
