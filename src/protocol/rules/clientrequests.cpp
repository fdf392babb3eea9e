// Requests of clients, ours and those of a trace. A server may answer them all the same: every violation is a warning.
#include "protocol/rules/common.h"

#include <algorithm>

namespace assayer::rules {
namespace {

constexpr Rule required(std::string_view member, Want want)
{
    return Rule { .member = member, .want = want, .required = true, .level = Fault::Warning };
}

constexpr Rule optional(std::string_view member, Want want, Revisions defined = always)
{
    return Rule { .member = member, .want = want, .defined = defined, .level = Fault::Warning };
}

// Every modern request states its revision and what its client can do.
constexpr std::array metaRows {
    optional("progressToken", Want::StringOrInteger),
    Rule { .member = "io.modelcontextprotocol/protocolVersion", .want = Want::String, .required = true, .judged = modern, .level = Fault::Warning },
    Rule { .member = "io.modelcontextprotocol/clientCapabilities", .want = Want::Object, .required = true, .judged = modern, .level = Fault::Warning },
};
constexpr Shape metaShape { .name = "params._meta", .rows = metaRows, .strip = false, .spec = "basic/index#meta" };
constexpr Rule metaLegacy { .member = "_meta", .want = Want::Object, .judged = legacy, .shape = &metaShape, .level = Fault::Warning };
constexpr Rule metaModern { .member = "_meta", .want = Want::Object, .required = true, .judged = modern, .shape = &metaShape, .level = Fault::Warning };

constexpr std::array plainRows { metaLegacy, metaModern };
constexpr Shape plain { .name = "params", .rows = plainRows, .strip = false, .spec = "basic/index#requests" };

constexpr std::array identityRows { required("name", Want::String), required("version", Want::String) };
constexpr Shape identity { .name = "clientInfo", .rows = identityRows, .strip = false, .spec = "basic/lifecycle#initialization" };
constexpr std::array initializeRows {
    required("protocolVersion", Want::String),
    required("capabilities", Want::Object),
    Rule { .member = "clientInfo", .want = Want::Object, .required = true, .shape = &identity, .level = Fault::Warning },
};
constexpr Shape initialize { .name = "initialize-request", .rows = initializeRows, .strip = false, .spec = "basic/lifecycle#initialization" };

constexpr std::array listRows { optional("cursor", Want::String), metaLegacy, metaModern };
constexpr Shape list { .name = "list-request", .rows = listRows, .strip = false, .spec = "server/utilities/pagination" };

constexpr std::array callRows {
    required("name", Want::String),
    optional("arguments", Want::Object),
    Rule { .member = "task", .want = Want::Object, .judged = legacy, .defined = only2025_11, .level = Fault::Warning },
    Rule { .member = "inputResponses", .want = Want::Object, .judged = modern, .level = Fault::Warning },
    Rule { .member = "requestState", .want = Want::String, .judged = modern, .level = Fault::Warning },
    metaLegacy,
    metaModern,
};
constexpr Shape call { .name = "call-request", .rows = callRows, .strip = false, .spec = "server/tools#calling-tools" };

constexpr std::array uriRows { required("uri", Want::String), metaLegacy, metaModern };
constexpr Shape uri { .name = "resource-request", .rows = uriRows, .strip = false, .spec = "server/resources#reading-resources" };

constexpr Rule argument { .member = "arguments", .want = Want::String, .level = Fault::Warning };
constexpr std::array promptRows {
    required("name", Want::String),
    Rule { .member = "arguments", .want = Want::Map, .element = &argument, .level = Fault::Warning },
    metaLegacy,
    metaModern,
};
constexpr Shape prompt { .name = "prompt-request", .rows = promptRows, .strip = false, .spec = "server/prompts#getting-a-prompt" };

constexpr std::array<std::string_view, 2> references { "ref/prompt", "ref/resource" };
constexpr std::array referenceRows { Rule { .member = "type", .want = Want::String, .required = true, .options = references, .level = Fault::Warning } };
constexpr Shape reference { .name = "completion-request.ref", .rows = referenceRows, .strip = false, .spec = "server/utilities/completion" };
constexpr std::array completedRows { required("name", Want::String), required("value", Want::String) };
constexpr Shape completed { .name = "completion-request.argument", .rows = completedRows, .strip = false, .spec = "server/utilities/completion" };
constexpr std::array completeRows {
    Rule { .member = "ref", .want = Want::Object, .required = true, .shape = &reference, .level = Fault::Warning },
    Rule { .member = "argument", .want = Want::Object, .required = true, .shape = &completed, .level = Fault::Warning },
    optional("context", Want::Object, since2025_06),
    metaLegacy,
    metaModern,
};
constexpr Shape complete { .name = "completion-request", .rows = completeRows, .strip = false, .spec = "server/utilities/completion" };

constexpr std::array levelRows { Rule { .member = "level", .want = Want::String, .required = true, .options = common::logLevels, .level = Fault::Warning } };
constexpr Shape level { .name = "set-level-request", .rows = levelRows, .strip = false, .spec = "server/utilities/logging" };

constexpr std::array listenRows { required("notifications", Want::Object), metaModern };
constexpr Shape listen { .name = "listen-request", .rows = listenRows, .strip = false, .spec = "basic/patterns/subscriptions" };

constexpr std::array requests {
    MethodShape { "initialize", &initialize, legacy, true },
    MethodShape { "server/discover", &plain, modern, true },
    MethodShape { "tools/list", &list },
    MethodShape { "resources/list", &list },
    MethodShape { "resources/templates/list", &list },
    MethodShape { "prompts/list", &list },
    MethodShape { "tools/call", &call, always, true },
    MethodShape { "resources/read", &uri, always, true },
    MethodShape { "resources/subscribe", &uri, legacy, true },
    MethodShape { "resources/unsubscribe", &uri, legacy, true },
    MethodShape { "prompts/get", &prompt, always, true },
    MethodShape { "completion/complete", &complete, always, true },
    MethodShape { "logging/setLevel", &level, legacy, true },
    MethodShape { "subscriptions/listen", &listen, modern, true },
};

} // namespace

const MethodShape *clientRequest(std::string_view method, Revision revision)
{
    const auto row = std::find_if(requests.begin(), requests.end(),
        [&](const MethodShape &one) { return one.method == method && (one.defined & only(revision)); });
    return row == requests.end() ? nullptr : &*row;
}

} // namespace assayer::rules
