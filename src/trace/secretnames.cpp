#include "trace/secretnames.h"

#include <algorithm>
#include <array>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 19> memberNames { "token", "accesstoken", "refreshtoken", "idtoken", "apitoken",
    "subjecttoken", "actortoken", "registrationaccesstoken", "clientsecret", "clientassertion", "assertion", "codeverifier",
    "password", "passwd", "secret", "apikey", "privatekey", "credentials", "requeststate" };

constexpr std::array<std::string_view, 7> headerNames { "authorization", "proxyauthorization", "cookie", "setcookie",
    "mcpsessionid", "xapikey", "dpop" };

template<std::size_t N>
bool contains(const std::array<std::string_view, N> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string folded(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != '-' && c != '_')
            text.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
    }
    return text;
}

} // namespace

std::string normalizedName(std::string_view name)
{
    const std::size_t prefix = name.find_last_of("./");
    return folded(prefix == std::string_view::npos ? name : name.substr(prefix + 1));
}

bool isSecretMemberName(std::string_view name)
{
    return name.size() <= 200 && contains(memberNames, normalizedName(name));
}

bool isSecretHeaderName(std::string_view name)
{
    const std::string plain = folded(name);
    if (contains(headerNames, plain) || contains(memberNames, plain))
        return true;
    return plain.starts_with("x") && contains(memberNames, std::string_view(plain).substr(1));
}

bool isSchemaMember(std::string_view name)
{
    constexpr std::array<std::string_view, 3> names { "inputSchema", "outputSchema", "requestedSchema" };
    return contains(names, name);
}

bool isSchemaMap(std::string_view name)
{
    constexpr std::array<std::string_view, 6> names { "properties", "$defs", "definitions", "patternProperties", "dependentSchemas",
        "dependentRequired" };
    return contains(names, name);
}

bool isCommonWord(std::string_view text)
{
    constexpr std::array<std::string_view, 16> words { "true", "false", "null", "none", "default", "bearer", "Bearer", "basic", "Basic",
        "undefined", "application/json", "text/event-stream", "application/json, text/event-stream", "keep-alive", "no-cache",
        "[redacted]" };
    return contains(words, text);
}

} // namespace assayer
