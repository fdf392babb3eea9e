#include "session/httpfailure.h"

#include "json/write.h"
#include "protocol/message.h"

namespace assayer {

Error errorOfAnswer(const DeliveryEnd &end, const std::string &request, bool credentialsSent)
{
    const HttpFacts facts = HttpFacts::of(*end.head, end.body);
    if (facts.status >= 300)
        return httpError(facts, request, credentialsSent);
    const auto parsed = parseJson(end.body);
    const std::string status = statusWords(facts.status, facts.reason);
    Error error("invalid-message", end.body.isEmpty() ? "The server answered " + status + " with an empty body"
            : parsed ? "The body is JSON, but no answer to this request"
                     : "The body is " + parsed.error().message,
        parsed ? "no-answer" : "not-json");
    putHttpFacts(error.data, facts);
    error.data.body = std::exchange(error.data.text, std::nullopt);
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
