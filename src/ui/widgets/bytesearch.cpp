#include "ui/widgets/bytesearch.h"

#include <algorithm>
#include <cstring>

namespace assayer {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

bool matchesAt(std::string_view text, std::string_view needle, std::size_t at)
{
    return std::equal(needle.begin(), needle.end(), text.begin() + static_cast<std::ptrdiff_t>(at), [](char a, char b) { return lower(a) == lower(b); });
}

std::size_t nextOf(std::string_view text, char c, std::size_t from, std::size_t end)
{
    const void *found = from < end ? std::memchr(text.data() + from, c, end - from) : nullptr;
    return found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data()) : end;
}

/// In [from, end): the candidates are places of the first byte in either case, found at memory speed.
std::optional<std::size_t> findIn(std::string_view text, std::string_view needle, std::size_t from, std::size_t end)
{
    if (text.size() < needle.size())
        return std::nullopt;
    end = std::min(end, text.size() - needle.size() + 1);
    const char low = lower(needle.front());
    const char high = upper(needle.front());
    std::size_t nextLow = nextOf(text, low, from, end);
    std::size_t nextHigh = low == high ? end : nextOf(text, high, from, end);
    while (std::min(nextLow, nextHigh) < end) {
        const std::size_t at = std::min(nextLow, nextHigh);
        if (matchesAt(text, needle, at))
            return at;
        if (at == nextLow)
            nextLow = nextOf(text, low, at + 1, end);
        else
            nextHigh = nextOf(text, high, at + 1, end);
    }
    return std::nullopt;
}

std::optional<std::size_t> findLastIn(std::string_view text, std::string_view needle, std::size_t from, std::size_t end)
{
    if (text.size() < needle.size())
        return std::nullopt;
    for (std::size_t at = std::min(end, text.size() - needle.size() + 1); at > from; --at) {
        if (matchesAt(text, needle, at - 1))
            return at - 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> findBytes(std::string_view text, const QByteArray &needle, std::size_t from)
{
    if (needle.isEmpty())
        return std::nullopt;
    const std::string_view wanted(needle.constData(), static_cast<std::size_t>(needle.size()));
    const auto found = findIn(text, wanted, from, text.size());
    return found ? found : findIn(text, wanted, 0, std::min(text.size(), from));
}

std::optional<std::size_t> findBytesBackward(std::string_view text, const QByteArray &needle, std::size_t from)
{
    if (needle.isEmpty())
        return std::nullopt;
    const std::string_view wanted(needle.constData(), static_cast<std::size_t>(needle.size()));
    const auto found = findLastIn(text, wanted, 0, from);
    return found ? found : findLastIn(text, wanted, from, text.size());
}

} // namespace assayer
