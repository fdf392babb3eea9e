#include "schema/uri.h"

#include <cctype>

namespace assayer::schema {
namespace {

struct Split {
    std::string_view scheme; // without the colon
    std::string_view authority;
    std::string_view path;
    std::string_view query; // with its question mark
    bool hasAuthority = false;
};

bool isSchemeCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
}

std::string_view schemeOf(std::string_view uri)
{
    if (uri.empty() || !std::isalpha(static_cast<unsigned char>(uri.front())))
        return {};
    std::size_t i = 1;
    while (i < uri.size() && isSchemeCharacter(uri[i]))
        ++i;
    return i < uri.size() && uri[i] == ':' ? uri.substr(0, i) : std::string_view();
}

Split split(std::string_view uri)
{
    Split parts;
    parts.scheme = schemeOf(uri);
    if (!parts.scheme.empty())
        uri.remove_prefix(parts.scheme.size() + 1);
    const std::size_t mark = uri.find('?');
    if (mark != std::string_view::npos) {
        parts.query = uri.substr(mark);
        uri = uri.substr(0, mark);
    }
    if (uri.starts_with("//")) {
        const std::size_t slash = uri.find('/', 2);
        parts.hasAuthority = true;
        parts.authority = uri.substr(2, slash == std::string_view::npos ? slash : slash - 2);
        uri = slash == std::string_view::npos ? std::string_view() : uri.substr(slash);
    }
    parts.path = uri;
    return parts;
}

/// RFC 3986 section 5.2.4.
std::string withoutDotSegments(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        if (path.starts_with("../")) {
            path.remove_prefix(3);
        } else if (path.starts_with("./") || path.starts_with("/./")) {
            path.remove_prefix(2);
        } else if (path == "/.") {
            path = "/";
        } else if (path.starts_with("/../") || path == "/..") {
            path = path == "/.." ? std::string_view("/") : path.substr(3);
            const std::size_t slash = out.rfind('/');
            out.erase(slash == std::string::npos ? 0 : slash);
        } else if (path == "." || path == "..") {
            path = {};
        } else {
            const std::size_t next = path.find('/', 1);
            out += path.substr(0, next);
            path = next == std::string_view::npos ? std::string_view() : path.substr(next);
        }
    }
    return out;
}

std::string merged(const Split &base, std::string_view path)
{
    if (path.starts_with('/'))
        return withoutDotSegments(path);
    if (base.hasAuthority && base.path.empty())
        return withoutDotSegments("/" + std::string(path));
    const std::size_t slash = base.path.rfind('/');
    const std::string_view folder = slash == std::string_view::npos ? std::string_view() : base.path.substr(0, slash + 1);
    return withoutDotSegments(std::string(folder) + std::string(path));
}

std::string join(std::string_view scheme, const Split &authority, std::string_view path, std::string_view query)
{
    std::string out;
    if (!scheme.empty())
        out.append(scheme).append(":");
    if (authority.hasAuthority)
        out.append("//").append(authority.authority);
    return out.append(path).append(query);
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

} // namespace

UriParts splitFragment(std::string_view reference)
{
    const std::size_t hash = reference.find('#');
    if (hash == std::string_view::npos)
        return { reference, {}, false };
    return { reference.substr(0, hash), reference.substr(hash + 1), true };
}

std::string resolveUri(std::string_view baseText, std::string_view referenceText)
{
    if (referenceText.empty())
        return std::string(baseText);
    const Split reference = split(referenceText);
    const Split base = split(baseText);
    if (!reference.scheme.empty())
        return join(reference.scheme, reference, reference.hasAuthority ? withoutDotSegments(reference.path) : std::string(reference.path), reference.query);
    if (reference.hasAuthority)
        return join(base.scheme, reference, withoutDotSegments(reference.path), reference.query);
    if (reference.path.empty())
        return join(base.scheme, base, base.path, reference.query);
    return join(base.scheme, base, merged(base, reference.path), reference.query);
}

std::string percentDecoded(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0;
        if (!escape) {
            out.push_back(text[i]);
            continue;
        }
        out.push_back(static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2])));
        i += 2;
    }
    return out;
}

} // namespace assayer::schema
