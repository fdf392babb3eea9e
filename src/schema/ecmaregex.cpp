#include "schema/ecmaregex.h"

#include "schema/ecmatranslator.h"

#include <cctype>

namespace assayer::schema {

EcmaRegex EcmaTranslator::run()
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

void EcmaTranslator::countGroups()
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

void EcmaTranslator::countGroup(std::string_view inside)
{
    const bool named = inside.starts_with("?<") && !inside.starts_with("?<=") && !inside.starts_with("?<!");
    m_names += named ? 1u : 0u;
    m_groups += named || !inside.starts_with('?') ? 1u : 0u;
}

void EcmaTranslator::step()
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

void EcmaTranslator::open()
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

void EcmaTranslator::groupName()
{
    const std::size_t begin = m_at;
    while (more() && at() != '>')
        ++m_at;
    const std::string_view name = m_source.substr(begin, m_at - begin);
    bool good = !name.empty() && !isRegexDigit(name.front()) && more();
    for (const char c : name)
        good = good && (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$');
    if (!good)
        fault("a group's name is malformed", begin);
    for (const char c : name)
        m_result.pcre.push_back(c == '$' ? '_' : c);
    if (more())
        copy(1);
}

void EcmaTranslator::close()
{
    if (m_depth == 0)
        fault("')' closes no group", m_at);
    else
        --m_depth;
    copy(1);
    m_quantifiable = m_depth >= m_lookbehind.size() || !m_lookbehind[m_depth];
}

void EcmaTranslator::quantifier(std::size_t length)
{
    if (!m_quantifiable)
        fault("nothing to repeat", m_at);
    copy(length);
    if (at() == '?')
        copy(1);
    m_quantifiable = false;
}

void EcmaTranslator::brace()
{
    std::size_t i = 1;
    while (isRegexDigit(at(i)))
        ++i;
    const bool digits = i > 1;
    if (at(i) == ',') {
        ++i;
        while (isRegexDigit(at(i)))
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

void EcmaTranslator::characterClass()
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

EcmaRegex translateEcmaRegex(std::string_view source)
{
    return EcmaTranslator(source).run();
}

} // namespace assayer::schema
