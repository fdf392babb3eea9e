#include "json/pointer.h"

#include <charconv>

namespace assayer::json {
namespace {

/// Decodes ~0 and ~1; false for any other use of a tilde.
bool decodeToken(std::string_view token, std::string &out)
{
    out.clear();
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            out.push_back(token[i]);
            continue;
        }
        if (++i >= token.size() || (token[i] != '0' && token[i] != '1'))
            return false;
        out.push_back(token[i] == '0' ? '~' : '/');
    }
    return true;
}

const Value *element(const Value &array, std::string_view token)
{
    if (token.empty() || (token.size() > 1 && token[0] == '0'))
        return nullptr;
    std::size_t index = 0;
    const auto result = std::from_chars(token.data(), token.data() + token.size(), index);
    if (result.ec != std::errc() || result.ptr != token.data() + token.size() || index >= array.size())
        return nullptr;
    return &array.items()[index];
}

} // namespace

void appendToken(std::string &pointer, std::string_view token)
{
    pointer.push_back('/');
    for (const char c : token) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer.push_back(c);
    }
}

void appendIndex(std::string &pointer, std::size_t index)
{
    pointer.push_back('/');
    pointer += std::to_string(index);
}

std::string toPointer(const Path &path)
{
    std::string pointer;
    for (const Step &step : path) {
        if (const auto *name = std::get_if<std::string>(&step))
            appendToken(pointer, *name);
        else
            appendIndex(pointer, std::get<std::size_t>(step));
    }
    return pointer;
}

std::string toDotted(const Path &path)
{
    std::string dotted;
    for (const Step &step : path) {
        if (!dotted.empty())
            dotted.push_back('.');
        const auto *name = std::get_if<std::string>(&step);
        dotted += name ? *name : std::to_string(std::get<std::size_t>(step));
    }
    return dotted;
}

const Value *resolve(const Value &root, std::string_view pointer)
{
    const Value *value = &root;
    std::string token;
    while (!pointer.empty()) {
        if (pointer.front() != '/')
            return nullptr;
        pointer.remove_prefix(1);
        const std::string_view raw = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(raw.size());
        if (!decodeToken(raw, token))
            return nullptr;
        value = value->isArray() ? element(*value, token) : value->find(token);
        if (!value)
            return nullptr;
    }
    return value;
}

} // namespace assayer::json
