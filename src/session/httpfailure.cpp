#include "session/httpfailure.h"

#include "json/write.h"
#include "protocol/message.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr qsizetype shownBody = 64 * 1024;

/// A parameter of a WWW-Authenticate challenge: token or quoted string (RFC 9110 11.2).
std::optional<std::string> challengeParameter(const QByteArray &challenge, const QByteArray &name)
{
    const QByteArray lower = challenge.toLower();
    for (qsizetype at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
        const bool starts = at == 0 || lower[at - 1] == ' ' || lower[at - 1] == ',' || lower[at - 1] == '\t';
        qsizetype next = at + name.size();
        while (next < lower.size() && lower[next] == ' ')
            ++next;
        if (!starts || next >= lower.size() || lower[next] != '=')
            continue;
        ++next;
        while (next < lower.size() && lower[next] == ' ')
            ++next;
        std::string value;
        if (next < challenge.size() && challenge[next] == '"') {
            for (++next; next < challenge.size() && challenge[next] != '"'; ++next) {
                if (challenge[next] == '\\' && next + 1 < challenge.size())
                    ++next;
                value.push_back(challenge[next]);
            }
        } else {
            while (next < challenge.size() && challenge[next] != ',' && challenge[next] != ' ')
                value.push_back(challenge[next++]);
        }
        return value;
    }
    return std::nullopt;
}

void describe(Error &error, const HttpHead &head, const QByteArray &body)
{
    error.data.status = head.status;
    error.data.statusText = head.reason.toStdString();
    error.data.text = body.left(shownBody).toStdString();
    if (const QByteArray location = head.value("Location"); !location.isNull())
        error.data.location = location.toStdString();
    if (const QByteArray after = head.value("Retry-After"); !after.isNull())
        error.data.retryAfter = after.toStdString();
}

std::string statusWords(const HttpHead &head)
{
    return std::to_string(head.status) + (head.reason.isEmpty() ? "" : " " + head.reason.toStdString());
}

} // namespace

std::optional<Error> authError(const HttpHead &head, const QByteArray &body)
{
    Error error;
    QByteArray challenge;
    for (const QByteArray &value : head.values("WWW-Authenticate"))
        challenge += (challenge.isEmpty() ? "" : ", ") + value;
    if (head.status == 401)
        error = Error("auth-required", "The server wants authorization (401)", "auth-401");
    else if (head.status == 403 && challengeParameter(challenge, "error") == "insufficient_scope")
        error = Error("insufficient-scope", "The token lacks a scope the server asks for (403)", "auth-scope");
    else if (head.status == 403)
        error = Error("forbidden", "The server forbids this (403)", "auth-403");
    else if (head.status == 407)
        error = Error("proxy-authentication-required", "The proxy wants authorization (407); the server was not reached");
    else
        return std::nullopt;
    describe(error, head, body);
    error.data.scope = challengeParameter(challenge, "scope");
    error.data.resourceMetadata = challengeParameter(challenge, "resource_metadata");
    return error;
}

Error errorOfAnswer(const DeliveryEnd &end)
{
    const HttpHead &head = *end.head;
    if (auto error = authError(head, end.body))
        return *error;
    if (head.status >= 300) {
        Error error("http-error", "The server answered " + statusWords(head));
        describe(error, head, end.body);
        return error;
    }
    const auto parsed = parseJson(end.body);
    Error error("invalid-message", end.body.isEmpty() ? "The server answered " + statusWords(head) + " with an empty body"
            : parsed ? "The body is JSON, but no answer to this request"
                     : "The body is " + parsed.error().message,
        parsed ? "no-answer" : "not-json");
    describe(error, head, end.body);
    error.data.body = error.data.text;
    error.data.text.reset();
    return error;
}

Error rpcError(const json::Document &document, const json::Value &error)
{
    const json::Value *code = error.find("code");
    const auto message = error.stringAt("message");
    Error result("rpc-error", "The server answered " + (code ? std::string(document.raw(*code)) : std::string("an error without a code"))
            + (message ? " " + json::quoted(*message) : std::string()));
    if (code)
        result.data.code = std::string(document.raw(*code));
    if (const json::Value *data = error.find("data"))
        result.data.data = std::string(document.raw(*data));
    if (message)
        result.data.text = std::string(*message);
    return result;
}

} // namespace assayer
