#include "trace/secretfinder.h"

#include "protocol/message.h"
#include "trace/httphead.h"
#include "trace/jsontext.h"
#include "trace/secretnames.h"
#include "trace/textlayers.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr int deepestText = 3; ///< JSON in a string in JSON...
constexpr std::size_t longestName = 64;
constexpr std::size_t longInside = 8; ///< strings inside a secret object that are secret everywhere

/// Cuts the text before any of `separators` off the front.
std::string_view cutUntil(std::string_view &rest, std::string_view separators)
{
    const std::size_t at = rest.find_first_of(separators);
    const std::string_view piece = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
    return piece;
}

std::string_view trimmedFront(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool beginsLikeJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[') && text.size() > 4;
}

std::string_view unquoted(std::string_view text)
{
    while (!text.empty() && (text.front() == '"' || text.front() == '\''))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == '"' || text.back() == '\'' || text.back() == ',' || text.back() == ';'))
        text.remove_suffix(1);
    return text;
}

bool holdsSchema(const json::Member &member)
{
    const json::Value &value = member.value();
    if (!value.isObject())
        return false;
    if (isSchemaMember(member.name()))
        return true;
    const auto isSchema = [](const json::Member &inner) { return inner.value().isObject() || inner.value().isBool() || inner.value().isArray(); };
    return isSchemaMap(member.name()) && std::all_of(value.members().begin(), value.members().end(), isSchema);
}

} // namespace

SecretFinder::SecretFinder(SecretPatterns &patterns, const SecretSources &sources)
    : m_patterns(patterns)
    , m_sources(sources)
{
    for (const QByteArray &value : sources.values)
        m_patterns.addValue(view(value));
}

bool SecretFinder::isSecretName(std::string_view name) const
{
    const auto isNamed = [&](const QByteArray &given) { return view(given) == name; };
    return isSecretMemberName(name) || std::any_of(m_sources.variableNames.begin(), m_sources.variableNames.end(), isNamed);
}

bool SecretFinder::isSecretHeader(std::string_view name) const
{
    const auto isNamed = [&](const QByteArray &given) { return sameName(view(given), name); };
    return isSecretHeaderName(name) || std::any_of(m_sources.headerNames.begin(), m_sources.headerNames.end(), isNamed);
}

/// "Bearer TOKEN", "Basic BASE64": the credentials without their scheme, and what Basic spells.
void SecretFinder::learnCredentials(std::string_view value)
{
    std::string_view rest = value;
    const std::string_view scheme = cutUntil(rest, " ");
    if (trimmed(rest).empty()) {
        m_patterns.addValue(scheme);
        return;
    }
    const std::string_view credentials = trimmed(rest);
    m_patterns.addValue(credentials);
    if (!sameName(scheme, "basic"))
        return;
    const QByteArray plain = QByteArray::fromBase64(bytes(credentials));
    m_patterns.addValue(view(plain));
    const qsizetype colon = plain.indexOf(':');
    if (colon >= 0) {
        m_patterns.addValue(view(plain.mid(colon + 1)));
        m_patterns.addValue(percentDecoded(view(plain.mid(colon + 1))));
    }
}

void SecretFinder::learnCookies(std::string_view value, bool firstOnly)
{
    while (!value.empty()) {
        std::string_view pair = trimmed(cutUntil(value, ";"));
        cutUntil(pair, "=");
        m_patterns.addValue(unquoted(pair));
        if (firstOnly)
            break;
    }
}

void SecretFinder::learnHeader(std::string_view name, std::string_view value)
{
    const bool cookie = sameName(name, "cookie");
    if (cookie || sameName(name, "set-cookie"))
        learnCookies(value, !cookie);
    else if (sameName(name, "authorization") || sameName(name, "proxy-authorization"))
        learnCredentials(value);
    else
        m_patterns.addValue(value);
}

void SecretFinder::learnHead(std::string_view bytes)
{
    const TracedHead head = TracedHead::read(bytes);
    learnUrl(head.target, false);
    for (const TracedHead::Field &field : head.fields) {
        if (!isSecretHeader(field.name)) {
            learnUrls(field.value, sameName(field.name, "location"));
            continue;
        }
        if (field.value.empty())
            continue;
        learnHeader(field.name, field.value);
        const std::size_t begin = static_cast<std::size_t>(field.value.data() - field.name.data());
        const std::string_view slice(field.name.data(), begin + field.value.size());
        m_patterns.addContext(slice, begin, slice.size());
    }
}

/// One NAME=VALUE of a query or form, as it stands.
void SecretFinder::learnPair(std::string_view slice, std::string_view name, std::string_view value, bool codes)
{
    const std::string plainName = percentDecoded(name, true);
    if (value.empty() || !(isSecretName(plainName) || (codes && plainName == "code")))
        return;
    m_patterns.addValue(percentDecoded(value, true));
    m_patterns.addValue(value);
    m_patterns.addContext(slice, slice.size() - value.size(), slice.size());
}

void SecretFinder::learnQuery(std::string_view query, bool codes)
{
    const bool redirect = ("&" + std::string(query)).find("&state=") != std::string::npos;
    while (!query.empty()) {
        const std::string_view pair = cutUntil(query, "&");
        std::string_view value = pair;
        const std::string_view name = cutUntil(value, "=");
        learnPair(pair, name, value, codes || redirect);
    }
}

void SecretFinder::learnForm(std::string_view body)
{
    const bool grant = ("&" + std::string(body.substr(0, 65536))).find("&grant_type=") != std::string::npos;
    const bool oauth = grant || body.find("redirect_uri=") != std::string_view::npos;
    learnQuery(body, oauth);
}

bool SecretFinder::looksLikeForm(std::string_view body)
{
    const std::size_t equals = body.find('=');
    const std::size_t other = body.find_first_of(" \t\r\n{}[]<>\"");
    return equals != std::string_view::npos && equals > 0 && other > equals && body.find_first_of("\n<{\"") == std::string_view::npos;
}

/// An absolute or relative reference: userinfo, query and fragment.
void SecretFinder::learnUrl(std::string_view url, bool codes)
{
    const std::size_t scheme = url.find("://");
    if (scheme != std::string_view::npos) {
        const std::string_view rest = url.substr(scheme + 3);
        const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
        const std::size_t at = authority.rfind('@');
        if (at != std::string_view::npos && at > 0) {
            std::string_view password = authority.substr(0, at);
            m_patterns.addContext(url.substr(scheme, 3 + at + 1), 3, 3 + at);
            m_patterns.addValue(percentDecoded(password));
            const std::string_view user = cutUntil(password, ":");
            m_patterns.addValue(percentDecoded(password.empty() ? user : password));
            if (!password.empty() && user.size() >= longInside)
                m_patterns.addValue(percentDecoded(user));
        }
    }
    const std::size_t query = url.find_first_of("?#");
    if (query == std::string_view::npos)
        return;
    std::string_view parts = url.substr(query + 1);
    learnQuery(cutUntil(parts, "#"), codes);
    learnQuery(parts, codes);
}

/// URLs anywhere in a text.
void SecretFinder::learnUrls(std::string_view text, bool codes)
{
    if (text.starts_with('/') || text.starts_with('?'))
        learnUrl(text, codes);
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
        const std::size_t end = text.find_first_of(" \t\r\n\"'<>`|\\", at);
        const std::string_view url = text.substr(at, end == std::string_view::npos ? end : end - at);
        const bool callback = codes || url.find("/callback") != std::string_view::npos || url.find("redirect") != std::string_view::npos;
        learnUrl(url, callback);
    }
}

void SecretFinder::learnText(std::string_view text)
{
    learnUrls(text, false);
    learnEmbedded(text);
    std::string_view name; // of "--name VALUE" and "Bearer VALUE"
    while (!text.empty()) {
        const std::string_view word = cutUntil(text, " \t\r\n");
        if (word.empty())
            continue;
        std::string_view value = word;
        const std::string_view key = unquoted(cutUntil(value, "="));
        const bool option = key.starts_with("--") || value.data();
        if (!name.empty() && !word.starts_with("--"))
            m_patterns.addValue(unquoted(word));
        name = {};
        if (value.data() && option && isSecretName(key.substr(std::min(key.find_first_not_of('-'), key.size()))))
            m_patterns.addValue(unquoted(value));
        else if (word == "Bearer" || (word.starts_with("--") && isSecretName(word.substr(2))))
            name = word;
    }
}

void SecretFinder::learnJson(std::string_view text, int depth)
{
    const auto document = json::Document::parse(std::string(text));
    if (document)
        walk(**document, (*document)->root(), depth, false);
}

void SecretFinder::learnMembers(std::string_view text)
{
    const auto document = json::Document::parse(std::string(text));
    if (!document)
        return;
    const json::Value &root = (*document)->root();
    if (const auto value = root.stringAt("value"); value && root.stringAt("kind") == "secret")
        m_patterns.addValue(*value); // SecretWatch
    walk(**document, root, 0, true);
}

void SecretFinder::learnInside(const json::Value &value)
{
    std::vector<const json::Value *> open { &value };
    while (!open.empty()) {
        const json::Value *next = open.back();
        open.pop_back();
        if (next->isString() && next->size() >= longInside)
            m_patterns.addValue(next->string());
        for (const json::Value &item : next->items())
            open.push_back(&item);
        for (const json::Member &member : next->members())
            open.push_back(&member.value());
    }
}

void SecretFinder::learnValue(const json::Document &document, const json::Member &member)
{
    const json::Value &value = member.value();
    if (value.isNull() || value.isBool() || (!value.isNumber() && value.size() == 0))
        return;
    if (value.isString())
        m_patterns.addValue(value.string());
    else if (value.isNumber())
        m_patterns.addValue(document.raw(value));
    else
        learnInside(value);
    const std::size_t inset = value.isString() ? 1 : 0; // the quotes stay
    const std::uint32_t nameBegin = document.nameBegin(member);
    const std::string_view slice = document.text().substr(nameBegin, value.end() - nameBegin);
    m_patterns.addContext(slice, value.begin() + inset - nameBegin, slice.size() - inset, !value.isString());
}

/// {"name":"token","value":"..."}: completion arguments, lists of headers.
void SecretFinder::learnObject(const json::Document &document, const json::Value &object)
{
    const auto name = object.stringAt("name");
    for (const json::Member &member : object.members()) {
        const bool named = name && member.name() == "value" && (isSecretName(*name) || isSecretHeader(*name));
        if ((named || isSecretName(member.name())) && !holdsSchema(member))
            learnValue(document, member);
    }
}

void SecretFinder::learnString(std::string_view text, int depth)
{
    if (text.find("://") != std::string_view::npos || text.starts_with('/'))
        learnUrls(text, false);
    if (depth < deepestText && beginsLikeJson(text))
        learnJson(text, depth + 1);
    learnEmbedded(text);
}

/// "NAME": "VALUE" in the middle of a text that is no JSON as a whole.
void SecretFinder::learnEmbedded(std::string_view text)
{
    for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"', quote + 1)) {
        const std::size_t end = text.find('"', quote + 1);
        if (end == std::string_view::npos)
            return;
        std::string_view after = trimmedFront(text.substr(end + 1));
        const std::string_view name = text.substr(quote + 1, end - quote - 1);
        if (name.size() > longestName || !after.starts_with(':') || !isSecretName(name))
            continue;
        after = trimmedFront(after.substr(1));
        std::size_t decoded = 0;
        bool lone = false;
        bool foreign = false;
        const auto close = after.starts_with('"') ? scanString(after, 1, decoded, lone, foreign) : std::nullopt;
        if (!close)
            continue;
        QByteArray value;
        appendUnescaped(value, after.substr(1, *close - 1));
        m_patterns.addValue(view(value));
    }
}

/// --name=VALUE, --name VALUE, and URLs among the arguments of a command.
void SecretFinder::learnArguments(const json::Value &array)
{
    bool next = false;
    for (const json::Value &item : array.items()) {
        std::string_view value = item.string();
        if (std::exchange(next, false)) {
            m_patterns.addValue(value);
            continue;
        }
        const bool assigned = value.find('=') != std::string_view::npos;
        const std::string_view name = cutUntil(value, "=");
        const bool secret = name.starts_with('-') && isSecretName(name.substr(std::min(name.find_first_not_of('-'), name.size())));
        if (secret && assigned)
            m_patterns.addValue(value);
        next = secret && !assigned;
    }
}

void SecretFinder::walk(const json::Document &document, const json::Value &root, int depth, bool members)
{
    std::vector<const json::Value *> open { &root };
    while (!open.empty()) {
        const json::Value *value = open.back();
        open.pop_back();
        if (value->isString())
            learnString(value->string(), depth);
        for (const json::Value &item : value->items())
            open.push_back(&item);
        if (value->isObject())
            learnObject(document, *value);
        for (const json::Member &member : value->members()) {
            const std::string_view name = member.name();
            if (holdsSchema(member))
                continue;
            if (members && (name == "command" || name == "args" || name == "argv" || name == "arguments"))
                learnArguments(member.value());
            if (members && (name == "env" || name == "environment")) {
                for (const json::Member &variable : member.value().members())
                    learnValue(document, variable);
            }
            open.push_back(&member.value());
        }
    }
}

} // namespace assayer
