// A compiled /regex/: PCRE2 with JIT and a limit, so that no pattern can stall the window.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assayer {

class FilterRegex {
public:
    struct Fault {
        std::size_t offset = 0; ///< bytes into the pattern
        std::string message;
    };
    /// Null on failure; `fault` says why.
    static std::shared_ptr<const FilterRegex> compile(std::string_view pattern, bool ignoreCase, Fault &fault);
    ~FilterRegex();

    /// Whether it is found anywhere. `text` must be valid UTF-8. A match that exceeds the limit counts as none.
    bool isFoundIn(std::string_view text) const;

    FilterRegex(const FilterRegex &) = delete;
    FilterRegex &operator=(const FilterRegex &) = delete;

private:
    explicit FilterRegex(void *code)
        : m_code(code)
    {
    }
    void *m_code;
};

} // namespace assayer
