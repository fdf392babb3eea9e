// Finds where a JSON text ends while its bytes arrive piece by piece.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace assayer {

/// Only objects and arrays end by themselves; a text that begins otherwise is none that a message can be.
class JsonEnd {
public:
    /// Takes the next piece. Returns the offset in it behind the closing bracket, once.
    std::optional<std::size_t> feed(std::string_view piece);
    /// The text does not begin like an object or an array.
    bool isOther() const { return m_other; }
    bool isDone() const { return m_done; }
    bool hasBegun() const { return m_depth > 0 || m_done; }

private:
    std::size_t skipString(std::string_view piece, std::size_t at);

    std::size_t m_depth = 0;
    bool m_inString = false;
    bool m_escaped = false;
    bool m_other = false;
    bool m_done = false;
};

} // namespace assayer
