#include "session/httpfacts.h"

#include <algorithm>
#include <cctype>

namespace assayer {

namespace {

constexpr qsizetype shownBytes = 64 * 1024;

bool isNameByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

bool sameName(const std::string &text, std::size_t at, const std::string &name)
{
    return text.size() - at >= name.size() && std::equal(name.begin(), name.end(), text.begin() + static_cast<std::ptrdiff_t>(at), [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    });
}

std::string quotedValue(const std::string &text, std::size_t at)
{
    std::string value;
    for (; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' && at + 1 < text.size();
        value += text[at];
    }
    return value;
}

std::string plainValue(const std::string &text, std::size_t at)
{
    const std::size_t end = text.find_first_of(", \t", at);
    return text.substr(at, end == std::string::npos ? end : end - at);
}

/// Offset behind a quoted string that begins at `at`.
std::size_t afterQuoted(const std::string &text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return at;
}

} // namespace

std::string challengeParameter(const std::string &challenge, const std::string &name)
{
    for (std::size_t at = 0; at < challenge.size(); ++at) {
        if (challenge[at] == '"') {
            at = afterQuoted(challenge, at);
            continue;
        }
        if ((at > 0 && isNameByte(challenge[at - 1])) || !sameName(challenge, at, name))
            continue;
        std::size_t value = challenge.find_first_not_of(" \t", at + name.size());
        if (value == std::string::npos || challenge[value] != '=')
            continue;
        value = challenge.find_first_not_of(" \t", value + 1);
        if (value == std::string::npos)
            return {};
        return challenge[value] == '"' ? quotedValue(challenge, value + 1) : plainValue(challenge, value);
    }
    return {};
}

HttpFacts HttpFacts::of(const HttpHead &head, const QByteArray &body)
{
    HttpFacts facts;
    facts.status = head.status;
    facts.reason = head.reason.toStdString();
    facts.challenge = head.values("www-authenticate").join(", ").toStdString();
    facts.location = head.value("location").toStdString();
    facts.retryAfter = head.value("retry-after").toStdString();
    facts.text = body.left(shownBytes).toStdString();
    return facts;
}

std::string statusWords(int status, const std::string &reason)
{
    return reason.empty() ? std::to_string(status) : std::to_string(status) + ' ' + reason;
}

void putHttpFacts(ErrorData &data, const HttpFacts &facts)
{
    data.status = facts.status;
    data.statusText = facts.reason;
    if (!facts.text.empty())
        data.text = facts.text;
    if (!facts.location.empty())
        data.location = facts.location;
    if (!facts.retryAfter.empty())
        data.retryAfter = facts.retryAfter;
    if (std::string scope = challengeParameter(facts.challenge, "scope"); !scope.empty())
        data.scope = std::move(scope);
    if (std::string metadata = challengeParameter(facts.challenge, "resource_metadata"); !metadata.empty())
        data.resourceMetadata = std::move(metadata);
}

Error httpError(const HttpFacts &facts, const std::string &request, bool credentialsSent)
{
    const std::string answer = "The server answered " + statusWords(facts.status, facts.reason) + " to " + request;
    Error error("http-error", answer);
    if (facts.status == 401 && credentialsSent)
        error = Error("unauthorized", answer + ": the credentials that were sent are not accepted", "auth-unauthorized");
    else if (facts.status == 401)
        error = Error("auth-required", answer + ": it wants authorization", "auth-401");
    else if (facts.status == 403 && challengeParameter(facts.challenge, "error") == "insufficient_scope")
        error = Error("insufficient-scope", answer + ": the credentials lack a scope", "auth-scope");
    else if (facts.status == 403)
        error = Error("forbidden", answer, "auth-403");
    else if (facts.status == 407)
        error = Error("proxy-authentication-required", "The proxy answered " + statusWords(facts.status, facts.reason) + " to " + request);
    putHttpFacts(error.data, facts);
    return error;
}

bool sendsCredentials(const Target &target)
{
    if (!target.url.userName().isEmpty())
        return true;
    return std::any_of(target.headers.begin(), target.headers.end(), [](const HeaderField &field) {
        return field.first.compare("authorization", Qt::CaseInsensitive) == 0;
    });
}

} // namespace assayer
