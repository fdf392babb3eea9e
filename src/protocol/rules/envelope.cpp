// JSON-RPC 2.0 as MCP narrows it: ids are never null, params and results are objects, nothing stands beside the members named.
#include "protocol/rules/common.h"
#include "protocol/rules/judge.h"

#include <algorithm>

namespace assayer::rules {
namespace {

constexpr const char *spec = "basic/index#messages";

void checkExtras(Judge &judge, const json::Value &object, const Place &place)
{
    constexpr std::array<std::string_view, 6> known { "jsonrpc", "id", "method", "params", "result", "error" };
    for (const json::Member &member : object.members()) {
        if (std::find(known.begin(), known.end(), member.name()) == known.end())
            judge.blame(Fault::Warning, "extra-member", place.member(member.name()), member.value(), "strict clients refuse a message with members beyond JSON-RPC's");
    }
}

constexpr Rule version { .member = "jsonrpc", .want = Want::String, .required = true, .literal = "2.0" };
constexpr Rule params { .member = "params", .want = Want::Object };

constexpr std::array requestRows {
    version,
    Rule { .member = "id", .want = Want::StringOrInteger, .required = true },
    Rule { .member = "method", .want = Want::String, .required = true },
    params,
};
constexpr std::array notificationRows {
    version,
    Rule { .member = "method", .want = Want::String, .required = true },
    params,
};
constexpr std::array responseRows {
    version,
    Rule { .member = "id", .want = Want::StringOrInteger, .required = true },
    Rule { .member = "result", .want = Want::Object, .required = true },
};

// Errors. Some codes of MCP say what their data holds.
constexpr Rule revision { .member = "supported", .want = Want::String, .level = Fault::Warning };
constexpr std::array versionDataRows {
    Rule { .member = "supported", .want = Want::Array, .required = true, .element = &revision, .level = Fault::Warning },
    Rule { .member = "requested", .want = Want::String, .required = true, .level = Fault::Warning },
};
constexpr Shape versionData { .name = "error.unsupported-version", .rows = versionDataRows, .strip = false, .spec = "basic/index#error-codes" };
constexpr std::array capabilityDataRows {
    Rule { .member = "requiredCapabilities", .want = Want::Object, .required = true, .level = Fault::Warning },
};
constexpr Shape capabilityData { .name = "error.missing-capability", .rows = capabilityDataRows, .strip = false, .spec = "basic/index#error-codes" };
constexpr Rule anyObject { .member = "elicitations", .want = Want::Object, .level = Fault::Warning };
constexpr std::array elicitationDataRows {
    Rule { .member = "elicitations", .want = Want::Array, .required = true, .element = &anyObject, .level = Fault::Warning },
};
constexpr Shape elicitationData { .name = "error.url-elicitation", .rows = elicitationDataRows, .strip = false, .spec = "client/elicitation#url-elicitation-required-error" };

struct ErrorCode {
    std::int64_t code;
    Revisions defined;
    const Shape *data;
};
constexpr std::array errorCodes {
    ErrorCode { -32020, modern, nullptr },
    ErrorCode { -32021, modern, &capabilityData },
    ErrorCode { -32022, modern, &versionData },
    ErrorCode { -32002, legacy, nullptr },
    ErrorCode { -32042, only2025_11, &elicitationData },
};

/// The range -32020..-32099 belongs to the specification.
bool isReserved(std::int64_t code)
{
    return code <= -32020 && code >= -32099;
}

void checkErrorData(Judge &judge, const json::Value &error, const Place &place)
{
    const json::Value *given = error.find("code");
    const auto code = given ? given->integer() : std::nullopt;
    if (!code)
        return;
    const auto row = std::find_if(errorCodes.begin(), errorCodes.end(), [&](const ErrorCode &one) { return one.code == *code; });
    const bool defined = row != errorCodes.end() && (row->defined & only(judge.revision()));
    if (!defined && (row != errorCodes.end() || isReserved(*code)))
        judge.blame(Fault::Warning, "code", place.member("code"), *given,
            "error code " + std::to_string(*code) + " is not defined in revision " + std::string(revisionName(judge.revision())));
    const json::Value *data = error.find("data");
    if (!defined || !row->data)
        return;
    if (data)
        judge.object(*row->data, *data, place.member("data"));
    else
        judge.blame(Fault::Warning, "data", place, error, "error code " + std::to_string(*code) + " comes with data, which is missing");
}

constexpr std::array errorRows {
    Rule { .member = "code", .want = Want::Integer, .required = true },
    Rule { .member = "message", .want = Want::String, .required = true },
};
constexpr Shape errorObject { .name = "jsonrpc.error", .rows = errorRows, .strip = false, .spec = spec, .check = checkErrorData };
constexpr std::array errorResponseRows {
    version,
    // A server that could not read the request cannot know its id.
    Rule { .member = "id", .want = Want::StringOrInteger, .required = true, .judged = static_cast<Revisions>(always & ~since2025_11), .level = Fault::Warning },
    Rule { .member = "id", .want = Want::StringOrInteger, .judged = since2025_11, .level = Fault::Warning },
    Rule { .member = "error", .want = Want::Object, .required = true, .shape = &errorObject },
};

/// Why a message is none of the four.
void checkUnclear(Judge &judge, const json::Value &object, const Place &place)
{
    const json::Value *method = object.find("method");
    const bool result = object.find("result") != nullptr;
    const bool error = object.find("error") != nullptr;
    if (method && !method->isString())
        return; // the table has said so
    judge.blame(Fault::Refused, "kind", place, object,
        result && error ? "an answer holds either \"result\" or \"error\", this one holds both"
            : method ? "a message holds either \"method\" or an answer, this one holds both"
                     : "neither request, notification nor answer: no \"method\", \"result\" or \"error\"");
}
constexpr std::array unclearRows {
    version,
    Rule { .member = "method", .want = Want::String },
};

constexpr Shape request { .name = "jsonrpc.request", .rows = requestRows, .strip = false, .spec = spec, .check = checkExtras };
constexpr Shape notification { .name = "jsonrpc.notification", .rows = notificationRows, .strip = false, .spec = spec, .check = checkExtras };
constexpr Shape response { .name = "jsonrpc.response", .rows = responseRows, .strip = false, .spec = spec, .check = checkExtras };
constexpr Shape errorResponse { .name = "jsonrpc.error-response", .rows = errorResponseRows, .strip = false, .spec = spec, .check = checkExtras };
constexpr Shape unclear { .name = "jsonrpc.message", .rows = unclearRows, .strip = false, .spec = spec, .check = checkUnclear };

} // namespace

const Shape &envelopeShape(Message::Kind kind)
{
    switch (kind) {
    case Message::Request:
        return request;
    case Message::Notification:
        return notification;
    case Message::Response:
        return response;
    case Message::ErrorResponse:
        return errorResponse;
    case Message::Unclear:
        break;
    }
    return unclear;
}

} // namespace assayer::rules
