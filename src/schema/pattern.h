// One regular expression of a schema, compiled once: ECMA-262 as a JSON Schema author means it, run by PCRE2 on UTF-8
// where it is more than a plain run of characters.
#pragma once

#include "schema/plainpattern.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace assayer::schema {

/// Immutable; any thread may match.
class Pattern {
public:
    enum class Outcome { No, Yes, TooCostly };

    /// Fails with one sentence saying what is wrong and where.
    static tl::expected<std::unique_ptr<const Pattern>, std::string> compile(std::string_view source);
    /// A pattern of our own in PCRE2's words.
    static tl::expected<std::unique_ptr<const Pattern>, std::string> compileNative(std::string_view source);
    ~Pattern();
    Pattern(const Pattern &) = delete;
    Pattern &operator=(const Pattern &) = delete;

    /// Unanchored, as `pattern` and `patternProperties` are. Bounded in time: TooCostly instead of a hang.
    [[gnu::always_inline]] Outcome match(std::string_view text) const
    {
        if (m_plain) [[likely]]
            return m_plain->matches(text) ? Outcome::Yes : Outcome::No;
        return matchNative(text);
    }
    const std::string &source() const { return m_source; }

private:
    struct Code;
    Pattern();
    Outcome matchNative(std::string_view text) const;

    std::string m_source;
    std::optional<PlainPattern> m_plain;
    std::unique_ptr<Code> m_code;
};

} // namespace assayer::schema
