#include "json/write.h"

#include <algorithm>

namespace assayer::json {
namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::size_t stringEnd(std::string_view text, std::size_t at)
{
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            return at + 1;
    }
    return text.size();
}

std::size_t skipSpace(std::string_view text, std::size_t at)
{
    while (at < text.size() && isSpace(text[at]))
        ++at;
    return at;
}

/// Copies tokens and lets `layout` place the white space after { [ , and before } ].
template<class Layout>
std::string copyTokens(std::string_view text, Layout layout)
{
    std::string out;
    out.reserve(text.size() + text.size() / 4);
    for (std::size_t at = skipSpace(text, 0); at < text.size(); at = skipSpace(text, at)) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t end = stringEnd(text, at);
            out += text.substr(at, end - at);
            at = end;
            continue;
        }
        layout(out, text, at);
        ++at;
    }
    return out;
}

bool looksLikeJson(std::string_view text)
{
    const std::size_t at = skipSpace(text, 0);
    return at < text.size() && (text[at] == '{' || text[at] == '[' || text[at] == '"');
}

} // namespace

std::string pretty(std::string_view json, int indent)
{
    if (!looksLikeJson(json))
        return std::string(json);
    std::size_t depth = 0;
    // Past this depth indentation would cost more than it shows.
    constexpr std::size_t deepest = 200;
    const auto newline = [&](std::string &out) {
        out.push_back('\n');
        out.append(std::min(depth, deepest) * static_cast<std::size_t>(indent), ' ');
    };
    return copyTokens(json, [&](std::string &out, std::string_view text, std::size_t at) {
        const char c = text[at];
        const std::size_t next = skipSpace(text, at + 1);
        const bool empty = next < text.size() && (text[next] == '}' || text[next] == ']');
        if (c == '{' || c == '[') {
            out.push_back(c);
            ++depth;
            if (!empty)
                newline(out);
        } else if (c == '}' || c == ']') {
            depth -= depth ? 1 : 0;
            if (!out.empty() && out.back() != '{' && out.back() != '[')
                newline(out);
            out.push_back(c);
        } else if (c == ',') {
            out.push_back(c);
            newline(out);
        } else {
            out.push_back(c);
            if (c == ':')
                out.push_back(' ');
        }
    });
}

std::string compact(std::string_view json)
{
    if (!looksLikeJson(json))
        return std::string(json);
    return copyTokens(json, [](std::string &out, std::string_view text, std::size_t at) { out.push_back(text[at]); });
}

} // namespace assayer::json
