// Lengths, patterns, formats and content at work.
#pragma once

#include "schema/formats/content.h"
#include "schema/formats/format.h"
#include "schema/walk.h"

namespace assayer::schema {

/// Unicode code points of UTF-8 text (a lone surrogate is one).
inline std::size_t codePoints(std::string_view text)
{
    std::size_t count = 0;
    for (const char c : text)
        count += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
    return count;
}

/// Most texts are decided by their bytes: a code point takes one to four.
inline bool isLongEnough(std::string_view text, std::uint64_t minimum)
{
    if (text.size() < minimum)
        return false;
    return (text.size() + 3) / 4 >= minimum || codePoints(text) >= minimum;
}

inline bool isShortEnough(std::string_view text, std::uint64_t maximum)
{
    return text.size() <= maximum || codePoints(text) <= maximum;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::matches(const Node &node, const Pattern &pattern, std::string_view text, const json::Value &value, bool otherwise)
{
    constexpr std::size_t bytesOfAStep = 16;
    m_run.charge(1 + text.size() / bytesOfAStep);
    if (m_run.stopped()) [[unlikely]]
        return otherwise;
    const Pattern::Outcome outcome = pattern.match(text);
    if (outcome != Pattern::Outcome::TooCostly) [[likely]]
        return outcome == Pattern::Outcome::Yes;
    m_run.doubts(node, value, pattern.source());
    return otherwise;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::string(const Node &node, const json::Value &value)
{
    const StringRules &rules = *node.string;
    const std::string_view text = value.string();
    bool ok = true;
    if (!isLongEnough(text, rules.minLength))
        ok = fail(node, Keyword::MinLength, value, {}, Errors ? codePoints(text) : 0);
    if (!isShortEnough(text, rules.maxLength))
        ok = fail(node, Keyword::MaxLength, value, {}, Errors ? codePoints(text) : 0);
    if (!Errors && !ok)
        return false;
    if (rules.pattern && !matches(node, *rules.pattern, text, value, Errors))
        ok = fail(node, Keyword::Pattern, value);
    if (rules.format && !rules.format->holds(text))
        ok = fail(node, Keyword::Format, value);
    if (rules.assertContent && !contentHolds(text, rules.contentEncoding, rules.contentMediaType))
        ok = fail(node, rules.contentEncoding.empty() ? Keyword::ContentMediaType : Keyword::ContentEncoding, value);
    return ok;
}

} // namespace assayer::schema
