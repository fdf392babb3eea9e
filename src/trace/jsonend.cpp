#include "trace/jsonend.h"

namespace assayer {

/// From inside a string to behind its closing quote, or to the end of the piece.
std::size_t JsonEnd::skipString(std::string_view piece, std::size_t at)
{
    while (at < piece.size()) {
        const char c = piece[at++];
        if (m_escaped) {
            m_escaped = false;
        } else if (c == '\\') {
            m_escaped = true;
        } else if (c == '"') {
            m_inString = false;
            break;
        }
    }
    return at;
}

std::optional<std::size_t> JsonEnd::feed(std::string_view piece)
{
    constexpr std::string_view blank = " \t\r\n\xef\xbb\xbf"; // a byte order mark may stand before the text
    for (std::size_t at = 0; at < piece.size() && !m_done && !m_other;) {
        if (m_inString) {
            at = skipString(piece, at);
            continue;
        }
        const char c = piece[at++];
        if (c == '{' || c == '[') {
            ++m_depth;
        } else if (m_depth == 0) {
            m_other = blank.find(c) == std::string_view::npos;
        } else if (c == '"') {
            m_inString = true;
        } else if ((c == '}' || c == ']') && --m_depth == 0) {
            m_done = true;
            return at;
        }
    }
    return std::nullopt;
}

} // namespace assayer
