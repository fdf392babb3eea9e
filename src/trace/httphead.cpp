#include "trace/httphead.h"

#include <algorithm>
#include <charconv>

namespace assayer {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Cuts the text before `separator` off the front; all of it where there is none.
std::string_view cutWord(std::string_view &text, char separator)
{
    const std::size_t at = text.find(separator);
    const std::string_view word = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return word;
}

std::string_view cutLine(std::string_view &rest)
{
    std::string_view line = cutWord(rest, '\n');
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

void readFirstLine(TracedHead &head)
{
    std::string_view rest = head.firstLine;
    if (rest.starts_with("HTTP/")) {
        head.version = cutWord(rest, ' ');
        const std::string_view status = cutWord(rest, ' ');
        std::from_chars(status.data(), status.data() + status.size(), head.status);
        head.reason = rest;
        return;
    }
    head.method = cutWord(rest, ' ');
    const std::size_t space = rest.rfind(' ');
    head.target = rest.substr(0, space);
    head.version = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
}

} // namespace

bool sameName(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos)
        return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

TracedHead TracedHead::read(std::string_view bytes)
{
    TracedHead head;
    std::string_view rest = bytes;
    head.firstLine = cutLine(rest);
    readFirstLine(head);
    while (!rest.empty()) {
        std::string_view line = cutLine(rest);
        if (line.empty())
            break;
        const std::string_view name = cutWord(line, ':');
        head.fields.push_back({ name, trimmed(line) });
    }
    return head;
}

std::string_view TracedHead::value(std::string_view name) const
{
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field &field) { return sameName(field.name, name); });
    return found == fields.end() ? std::string_view() : found->value;
}

std::string_view TracedHead::mediaType() const
{
    const std::string_view type = value("content-type");
    return trimmed(type.substr(0, type.find(';')));
}

} // namespace assayer
