#include "trace/foldedfind.h"

#include <algorithm>
#include <cstring>

namespace assayer {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

bool sameLetters(const char *text, std::string_view folded)
{
    for (std::size_t i = 0; i < folded.size(); ++i) {
        if (lower(text[i]) != folded[i])
            return false;
    }
    return true;
}

} // namespace

/// By both spellings of the first letter.
std::size_t findFolded(std::string_view text, std::string_view folded, std::size_t from)
{
    if (folded.empty() || text.size() < folded.size())
        return std::string_view::npos;
    const std::size_t last = text.size() - folded.size();
    const char spellings[2] { folded.front(), upper(folded.front()) };
    std::size_t next[2] { from, from };
    const auto advance = [&](int which, std::size_t at) {
        const void *found = at <= last ? std::memchr(text.data() + at, spellings[which], last - at + 1) : nullptr;
        next[which] = found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data()) : std::string_view::npos;
    };
    advance(0, from);
    if (spellings[0] == spellings[1])
        next[1] = std::string_view::npos;
    else
        advance(1, from);
    while (next[0] != std::string_view::npos || next[1] != std::string_view::npos) {
        const int which = next[0] < next[1] ? 0 : 1;
        if (sameLetters(text.data() + next[which], folded))
            return next[which];
        advance(which, next[which] + 1);
    }
    return std::string_view::npos;
}

std::string foldedText(std::string_view text)
{
    std::string folded(text);
    std::transform(folded.begin(), folded.end(), folded.begin(), lower);
    return folded;
}

} // namespace assayer
