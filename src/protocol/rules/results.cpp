// What answers hold, by the method they answer. Results are open objects: members not named here are nobody's fault.
#include "protocol/rules/common.h"
#include "protocol/rules/judge.h"

#include <algorithm>

namespace assayer::rules {
namespace {

constexpr std::array<std::string_view, 5> taskStatuses { "working", "input_required", "completed", "failed", "cancelled" };

// tools/call
constexpr Rule blockElement { .member = "content", .want = Want::Object, .shape = &contentBlockShape };
constexpr std::array callRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
    // Clients read a missing list as an empty one.
    Rule { .member = "content", .want = Want::Array, .required = true, .element = &blockElement, .absent = Fault::Warning },
    Rule { .member = "structuredContent", .want = Want::Object, .judged = legacy, .defined = since2025_06 },
    Rule { .member = "structuredContent", .judged = modern },
    Rule { .member = "isError", .want = Want::Boolean },
};
constexpr Shape callResult { .name = "call-result", .rows = callRows, .strip = false, .spec = "server/tools#tool-result" };

// resources/read
constexpr Rule contentsElement { .member = "contents", .want = Want::Object, .shape = &resourceContentsShape };
constexpr std::array readRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
    Rule { .member = "contents", .want = Want::Array, .required = true, .element = &contentsElement },
    common::ttlMs,
    common::cacheScope,
};
constexpr Shape readResult { .name = "read-result", .rows = readRows, .strip = false, .spec = "server/resources#reading-resources" };

// prompts/get
constexpr Rule messageElement { .member = "messages", .want = Want::Object, .shape = &promptMessageShape };
constexpr std::array promptRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
    common::description,
    Rule { .member = "messages", .want = Want::Array, .required = true, .element = &messageElement },
};
constexpr Shape promptResult { .name = "prompt-result", .rows = promptRows, .strip = false, .spec = "server/prompts#getting-a-prompt" };

// completion/complete
void checkCompletionCount(Judge &judge, const json::Value &object, const Place &place)
{
    constexpr std::size_t most = 100;
    const json::Value *values = object.find("values");
    if (values && values->size() > most)
        judge.blame(Fault::Warning, "values.count", place.member("values"), *values, "more than 100 completion values");
}
constexpr Rule valueElement { .member = "values", .want = Want::String };
constexpr std::array completionRows {
    Rule { .member = "values", .want = Want::Array, .required = true, .element = &valueElement },
    Rule { .member = "total", .want = Want::Integer },
    Rule { .member = "hasMore", .want = Want::Boolean },
};
constexpr Shape completion { .name = "completion", .rows = completionRows, .strip = false, .spec = "server/utilities/completion", .check = checkCompletionCount };
constexpr std::array completeRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
    Rule { .member = "completion", .want = Want::Object, .required = true, .shape = &completion },
};
constexpr Shape completeResult { .name = "complete-result", .rows = completeRows, .strip = false, .spec = "server/utilities/completion" };

// Tasks: nested in 2025-11-25, flat in the extension of 2026-07-28
constexpr std::array taskRows {
    Rule { .member = "taskId", .want = Want::String, .required = true },
    Rule { .member = "status", .want = Want::String, .required = true, .options = taskStatuses },
    Rule { .member = "statusMessage", .want = Want::String },
    Rule { .member = "createdAt", .want = Want::String, .required = true, .absent = Fault::Warning },
    Rule { .member = "lastUpdatedAt", .want = Want::String, .required = true, .absent = Fault::Warning },
    Rule { .member = "ttl", .want = Want::IntegerOrNull, .required = true, .judged = legacy, .absent = Fault::Warning },
    Rule { .member = "pollInterval", .want = Want::Integer, .judged = legacy },
    Rule { .member = "ttlMs", .want = Want::IntegerOrNull, .required = true, .judged = modern, .absent = Fault::Warning },
    Rule { .member = "pollIntervalMs", .want = Want::Integer, .judged = modern },
};
constexpr std::array createTaskRows {
    common::resultMetaLegacy,
    Rule { .member = "task", .want = Want::Object, .required = true, .shape = &taskShape },
};
constexpr Rule taskElement { .member = "tasks", .want = Want::Object, .shape = &taskShape };
constexpr std::array taskListRows {
    common::resultMetaLegacy,
    Rule { .member = "tasks", .want = Want::Array, .required = true, .element = &taskElement },
    Rule { .member = "nextCursor", .want = Want::String },
};
constexpr Shape taskList { .name = "task-list", .rows = taskListRows, .strip = false, .spec = "basic/utilities/tasks#listing-tasks" };

// Answers of clients
constexpr std::array rootRows {
    Rule { .member = "uri", .want = Want::String, .required = true, .check = checkFileUri },
    Rule { .member = "name", .want = Want::String },
    common::meta,
};
constexpr Shape root { .name = "root", .rows = rootRows, .spec = "client/roots#root" };
constexpr Rule rootElement { .member = "roots", .want = Want::Object, .shape = &root };
constexpr std::array rootsRows {
    Rule { .member = "roots", .want = Want::Array, .required = true, .element = &rootElement },
    common::meta,
};
constexpr Shape rootsResult { .name = "roots-result", .rows = rootsRows, .strip = false, .spec = "client/roots#listing-roots" };

constexpr std::array<std::string_view, 3> actions { "accept", "decline", "cancel" };
constexpr std::array elicitRows {
    Rule { .member = "action", .want = Want::String, .required = true, .options = actions },
    Rule { .member = "content", .want = Want::Object },
    common::meta,
};
constexpr Shape elicitResult { .name = "elicit-result", .rows = elicitRows, .strip = false, .spec = "client/elicitation#response-actions" };

constexpr std::array emptyRows {
    common::resultMetaLegacy,
    common::resultMetaModern,
};
constexpr Shape emptyResult { .name = "result", .rows = emptyRows, .strip = false, .spec = "basic/index#responses" };

constexpr std::array listenMetaRows {
    Rule { .member = "io.modelcontextprotocol/subscriptionId", .want = Want::StringOrInteger, .required = true, .level = Fault::Warning },
};
constexpr Shape listenMeta { .name = "listen-result._meta", .rows = listenMetaRows, .strip = false, .spec = "basic/patterns/subscriptions" };
constexpr std::array listenRows {
    Rule { .member = "_meta", .want = Want::Object, .required = true, .shape = &listenMeta, .absent = Fault::Warning },
};
constexpr Shape listenResult { .name = "listen-result", .rows = listenRows, .strip = false, .spec = "basic/patterns/subscriptions" };

constexpr std::array resultTable {
    MethodShape { "initialize", &initializeShape, legacy },
    MethodShape { "server/discover", &discoverShape, modern },
    MethodShape { "ping", &emptyResult, legacy },
    MethodShape { "tools/call", &callResult },
    MethodShape { "resources/read", &readResult },
    MethodShape { "prompts/get", &promptResult },
    MethodShape { "completion/complete", &completeResult },
    MethodShape { "resources/subscribe", &emptyResult, legacy },
    MethodShape { "resources/unsubscribe", &emptyResult, legacy },
    MethodShape { "logging/setLevel", &emptyResult, legacy },
    MethodShape { "subscriptions/listen", &listenResult, modern },
    MethodShape { "tasks/get", &taskShape, since2025_11 },
    MethodShape { "tasks/list", &taskList, only2025_11 },
    MethodShape { "tasks/cancel", &taskShape, only2025_11 },
    MethodShape { "tasks/cancel", &emptyResult, modern },
    MethodShape { "tasks/update", &emptyResult, modern },
    MethodShape { "roots/list", &rootsResult, legacy },
    MethodShape { "sampling/createMessage", &samplingResultShape, legacy },
    MethodShape { "elicitation/create", &elicitResult, since2025_06 },
};

} // namespace

constinit const Shape taskShape { .name = "task", .rows = taskRows, .strip = false, .spec = "basic/utilities/tasks#task" };
constinit const Shape createTaskShape { .name = "create-task-result", .rows = createTaskRows, .strip = false, .spec = "basic/utilities/tasks#creating-tasks" };
constinit const Shape emptyResultShape { .name = "result", .rows = emptyRows, .strip = false, .spec = "basic/index#responses" };

const Shape *resultShape(std::string_view method, Revision revision)
{
    const auto row = std::find_if(resultTable.begin(), resultTable.end(),
        [&](const MethodShape &one) { return one.method == method && (one.defined & only(revision)); });
    return row == resultTable.end() ? nullptr : row->shape;
}

} // namespace assayer::rules
