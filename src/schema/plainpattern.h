// The regular expressions most schemas have - ^[A-Z]{3}-[0-9]{4}$ - run as what they are: steps over ASCII classes, without
// backtracking. Everything else is PCRE2's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assayer::schema {

/// Immutable; any thread may match. Linear in the text, so never too costly.
class PlainPattern {
public:
    /// Nothing where the expression is not of that kind, or where what a step takes could depend on what follows it.
    static std::optional<PlainPattern> parse(std::string_view source);

    [[nodiscard]] bool matches(std::string_view text) const
    {
        std::size_t at = 0;
        for (const Step &step : m_steps) {
            const std::size_t left = text.size() - at;
            const std::size_t most = left < step.most ? left : step.most;
            std::size_t taken = 0;
            while (taken < most && step.set.has(static_cast<unsigned char>(text[at + taken])))
                ++taken;
            if (taken < step.least)
                return false;
            at += taken;
        }
        return !m_toTheEnd || at == text.size();
    }

private:
    struct Set {
        std::array<std::uint64_t, 4> bits {};

        bool has(unsigned char c) const { return (bits[c >> 6u] >> (c & 63u) & 1u) != 0; }
        void add(unsigned char c) { bits[c >> 6u] |= std::uint64_t(1) << (c & 63u); }
        bool meets(const Set &other) const
        {
            return ((bits[0] & other.bits[0]) | (bits[1] & other.bits[1])) != 0; // ASCII only
        }
    };
    struct Step {
        Set set;
        std::size_t least = 1;
        std::size_t most = 1;
    };
    class Reader;

    bool isDeterminate() const;

    std::vector<Step> m_steps;
    bool m_toTheEnd = false;
};

} // namespace assayer::schema
