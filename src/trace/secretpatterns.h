// Known secrets, and where they stand in a text, in any spelling.
#pragma once

#include <QByteArray>

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assayer {

/// A piece of a text that must not leave. `quoted`: what replaces it needs quotes of its own (a number, an object).
struct SecretCut {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool quoted = false;
    bool silent = false; ///< goes without a mask: the mask stands in the piece before
};

class SecretPatterns {
public:
    /// A secret text, removed wherever it stands. Too short or too common ones are not taken.
    void addValue(std::string_view value);
    /// A value that is secret where it stands between these words only: `slice` as on the wire, the value inside of it.
    void addContext(std::string_view slice, std::size_t valueBegin, std::size_t valueEnd, bool quoted = false);
    bool isEmpty() const { return m_patterns.empty(); }

    /// All places, merged, in order.
    std::vector<SecretCut> find(std::string_view text) const;
    /// The text with every cut replaced.
    static QByteArray masked(std::string_view text, const std::vector<SecretCut> &cuts);

private:
    enum class Kind : std::uint8_t { Value, ShortValue, Base64, Context };
    struct Pattern {
        std::string text;
        Kind kind = Kind::Value;
        bool quoted = false;
        std::uint32_t valueBegin = 0;
        std::uint32_t valueEnd = 0;
    };

    void add(Pattern pattern);
    void addBase64(std::string_view value);
    void addCore(const QByteArray &encoded, std::size_t drop, std::size_t keep);
    void scan(std::string_view original, std::string_view text, const std::vector<std::uint32_t> *origin, std::vector<SecretCut> &cuts) const;
    bool fits(const Pattern &pattern, std::string_view text, std::size_t at) const;
    bool escapesMatter(std::string_view text) const;
    SecretCut cutOf(const Pattern &pattern, std::string_view text, std::size_t at) const;

    std::vector<Pattern> m_patterns;
    std::unordered_set<std::string> m_known;
    std::unordered_multimap<std::uint32_t, std::uint32_t> m_byStart; ///< first four bytes -> pattern
    std::bitset<65536> m_starts;
    bool m_slashes = false; ///< a pattern holds '/', which JSON may escape
    bool m_escapable = false; ///< a pattern holds what JSON must escape
};

} // namespace assayer
