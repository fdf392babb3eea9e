// Requests of servers and notifications, by method.
#include "protocol/rules/common.h"
#include "protocol/rules/judge.h"

#include <algorithm>

namespace assayer::rules {
namespace {

// _meta of params: a progress token is the one member the receiver acts on
constexpr std::array requestMetaRows {
    Rule { .member = "progressToken", .want = Want::StringOrInteger, .spec = "basic/utilities/progress" },
};
constexpr Shape requestMeta { .name = "params._meta", .rows = requestMetaRows, .strip = false, .spec = "basic/index#meta" };
constexpr Rule paramsMeta { .member = "_meta", .want = Want::Object, .shape = &requestMeta };

constexpr std::array plainRows { paramsMeta };
constexpr Shape plain { .name = "params", .rows = plainRows, .strip = false, .spec = "basic/index#requests" };

// sampling/createMessage
constexpr std::array hintRows { Rule { .member = "name", .want = Want::String } };
constexpr Shape hint { .name = "sampling.hint", .rows = hintRows, .strip = false, .spec = "client/sampling#model-hints" };
constexpr Rule hintElement { .member = "hints", .want = Want::Object, .shape = &hint };
constexpr std::array preferenceRows {
    Rule { .member = "hints", .want = Want::Array, .element = &hintElement },
    Rule { .member = "costPriority", .want = Want::Number, .least = 0, .most = 1 },
    Rule { .member = "speedPriority", .want = Want::Number, .least = 0, .most = 1 },
    Rule { .member = "intelligencePriority", .want = Want::Number, .least = 0, .most = 1 },
};
constexpr Shape preferences { .name = "sampling.modelPreferences", .rows = preferenceRows, .strip = false, .spec = "client/sampling#model-preferences" };
constexpr std::array<std::string_view, 3> contexts { "none", "thisServer", "allServers" };
constexpr std::array<std::string_view, 3> choices { "auto", "required", "none" };
constexpr std::array choiceRows { Rule { .member = "mode", .want = Want::String, .options = choices } };
constexpr Shape choice { .name = "sampling.toolChoice", .rows = choiceRows, .strip = false, .spec = "client/sampling#tool-choice" };
constexpr Rule messageElement { .member = "messages", .want = Want::Object, .shape = &samplingMessageShape };
constexpr Rule stopElement { .member = "stopSequences", .want = Want::String };
constexpr Rule toolElement { .member = "tools", .want = Want::Object, .shape = &toolShape };
constexpr std::array taskMetaRows { Rule { .member = "ttl", .want = Want::Integer } };
constexpr Shape taskMeta { .name = "params.task", .rows = taskMetaRows, .strip = false, .spec = "basic/utilities/tasks#creating-tasks" };
constexpr Rule task { .member = "task", .want = Want::Object, .judged = legacy, .defined = only2025_11, .shape = &taskMeta };
constexpr std::array samplingRows {
    Rule { .member = "messages", .want = Want::Array, .required = true, .element = &messageElement },
    Rule { .member = "maxTokens", .want = Want::Integer, .required = true },
    Rule { .member = "modelPreferences", .want = Want::Object, .shape = &preferences },
    Rule { .member = "systemPrompt", .want = Want::String },
    Rule { .member = "includeContext", .want = Want::String, .options = contexts },
    Rule { .member = "temperature", .want = Want::Number },
    Rule { .member = "stopSequences", .want = Want::Array, .element = &stopElement },
    Rule { .member = "metadata", .want = Want::Object },
    Rule { .member = "tools", .want = Want::Array, .defined = since2025_11, .element = &toolElement },
    Rule { .member = "toolChoice", .want = Want::Object, .defined = since2025_11, .shape = &choice },
    task,
    paramsMeta,
};
constexpr Shape sampling { .name = "sampling", .rows = samplingRows, .strip = false, .spec = "client/sampling#creating-messages" };

// elicitation/create: a flat form of primitive fields, or a URL
constexpr Rule optionText { .member = "enum", .want = Want::String };
constexpr Rule optionName { .member = "enumNames", .want = Want::String };
constexpr std::array titledRows {
    Rule { .member = "const", .want = Want::String, .required = true },
    Rule { .member = "title", .want = Want::String, .required = true },
};
constexpr Shape titled { .name = "elicitation.option", .rows = titledRows, .strip = false, .spec = "client/elicitation#supported-schema-types" };
constexpr Rule titledElement { .want = Want::Object, .shape = &titled };
constexpr Rule fieldType { .member = "type", .want = Want::String, .required = true };
constexpr Rule fieldTitle { .member = "title", .want = Want::String };
constexpr std::array<std::string_view, 4> formats { "email", "uri", "date", "date-time" };
constexpr std::array textFieldRows {
    fieldType,
    fieldTitle,
    common::description,
    Rule { .member = "minLength", .want = Want::Integer, .least = 0 },
    Rule { .member = "maxLength", .want = Want::Integer, .least = 0 },
    Rule { .member = "format", .want = Want::String, .options = formats, .level = Fault::Warning },
    Rule { .member = "enum", .want = Want::Array, .element = &optionText },
    Rule { .member = "enumNames", .want = Want::Array, .element = &optionName },
    Rule { .member = "oneOf", .want = Want::Array, .defined = since2025_11, .element = &titledElement },
    Rule { .member = "default", .want = Want::String, .defined = since2025_11 },
};
constexpr std::array numberFieldRows {
    fieldType,
    fieldTitle,
    common::description,
    Rule { .member = "minimum", .want = Want::Number },
    Rule { .member = "maximum", .want = Want::Number },
    Rule { .member = "default", .want = Want::Number, .defined = since2025_11 },
};
constexpr std::array flagFieldRows {
    fieldType,
    fieldTitle,
    common::description,
    Rule { .member = "default", .want = Want::Boolean },
};
constexpr Rule defaultElement { .member = "default", .want = Want::String };
constexpr std::array choiceItemRows {
    Rule { .member = "type", .want = Want::String },
    Rule { .member = "enum", .want = Want::Array, .element = &optionText },
    Rule { .member = "anyOf", .want = Want::Array, .element = &titledElement },
};
constexpr Shape choiceItems { .name = "elicitation.items", .rows = choiceItemRows, .strip = false, .spec = "client/elicitation#supported-schema-types" };
constexpr std::array choiceFieldRows {
    fieldType,
    fieldTitle,
    common::description,
    Rule { .member = "items", .want = Want::Object, .required = true, .shape = &choiceItems },
    Rule { .member = "minItems", .want = Want::Integer, .least = 0 },
    Rule { .member = "maxItems", .want = Want::Integer, .least = 0 },
    Rule { .member = "default", .want = Want::Array, .element = &defaultElement },
};
constexpr const char *fieldSpec = "client/elicitation#supported-schema-types";
constexpr Shape textField { .name = "elicitation.string", .rows = textFieldRows, .strip = false, .spec = fieldSpec };
constexpr Shape numberField { .name = "elicitation.number", .rows = numberFieldRows, .strip = false, .spec = fieldSpec };
constexpr Shape flagField { .name = "elicitation.boolean", .rows = flagFieldRows, .strip = false, .spec = fieldSpec };
constexpr Shape choiceField { .name = "elicitation.array", .rows = choiceFieldRows, .strip = false, .spec = fieldSpec };
constexpr std::array fieldVariants {
    Variant { "string", &textField },
    Variant { "number", &numberField },
    Variant { "integer", &numberField },
    Variant { "boolean", &flagField },
    Variant { "array", &choiceField, since2025_11 },
};
constexpr Shape field { .name = "elicitation.field", .spec = fieldSpec, .tagMember = "type", .variants = fieldVariants };
constexpr Rule fieldElement { .member = "properties", .want = Want::Object, .shape = &field };
constexpr Rule requiredElement { .member = "required", .want = Want::String };
constexpr std::array formSchemaRows {
    Rule { .member = "type", .want = Want::String, .required = true, .literal = "object" },
    Rule { .member = "properties", .want = Want::Map, .required = true, .element = &fieldElement },
    Rule { .member = "required", .want = Want::Array, .element = &requiredElement },
    Rule { .member = "$schema", .want = Want::String, .level = Fault::Warning },
};
constexpr Shape formSchema { .name = "elicitation.requestedSchema", .rows = formSchemaRows, .strip = false, .spec = "client/elicitation#requested-schema" };
constexpr std::array formRows {
    Rule { .member = "mode", .want = Want::String, .defined = since2025_11 },
    Rule { .member = "message", .want = Want::String, .required = true },
    Rule { .member = "requestedSchema", .want = Want::Object, .required = true, .shape = &formSchema },
    task,
    paramsMeta,
};
constexpr Shape form { .name = "elicitation.form", .rows = formRows, .strip = false, .spec = "client/elicitation#form-mode-elicitation-requests" };
constexpr std::array urlRows {
    Rule { .member = "mode", .want = Want::String, .required = true, .defined = since2025_11, .literal = "url" },
    Rule { .member = "message", .want = Want::String, .required = true },
    Rule { .member = "url", .want = Want::String, .required = true, .check = checkWebUri },
    Rule { .member = "elicitationId", .want = Want::String, .required = true, .judged = legacy },
    task,
    paramsMeta,
};
constexpr Shape url { .name = "elicitation.url", .rows = urlRows, .strip = false, .spec = "client/elicitation#url-mode-elicitation-requests" };

/// An absent mode is a form.
void checkElicitation(Judge &judge, const json::Value &params, const Place &place)
{
    const json::Value *mode = params.find("mode");
    if (!mode || mode->string() == "form")
        judge.object(form, params, place);
    else if (mode->string() == "url")
        judge.object(url, params, place);
    else
        judge.blame(Fault::Refused, "mode", place.member("mode"), *mode, "Invalid option: expected one of \"form\"|\"url\"");
}
constexpr Shape elicitation { .name = "elicitation", .strip = false, .spec = "client/elicitation#creating-elicitation-requests", .check = checkElicitation };

constexpr std::array taskIdRows {
    Rule { .member = "taskId", .want = Want::String, .required = true },
    paramsMeta,
};
constexpr Shape taskId { .name = "params", .rows = taskIdRows, .strip = false, .spec = "basic/utilities/tasks" };

// Notifications
constexpr std::array cancelledRows {
    Rule { .member = "requestId", .want = Want::StringOrInteger, .required = true, .judged = static_cast<Revisions>(always & ~only2025_11) },
    Rule { .member = "requestId", .want = Want::StringOrInteger, .judged = only2025_11 },
    Rule { .member = "reason", .want = Want::String },
};
constexpr Shape cancelled { .name = "cancelled", .rows = cancelledRows, .strip = false, .spec = "basic/utilities/cancellation" };
constexpr std::array progressRows {
    Rule { .member = "progressToken", .want = Want::StringOrInteger, .required = true },
    Rule { .member = "progress", .want = Want::Number, .required = true },
    Rule { .member = "total", .want = Want::Number },
    Rule { .member = "message", .want = Want::String, .defined = since2025_03 },
};
constexpr Shape progress { .name = "progress", .rows = progressRows, .strip = false, .spec = "basic/utilities/progress" };
constexpr std::array logRows {
    Rule { .member = "level", .want = Want::String, .required = true, .options = common::logLevels },
    Rule { .member = "logger", .want = Want::String },
    Rule { .member = "data", .required = true },
};
constexpr Shape log { .name = "log-message", .rows = logRows, .strip = false, .spec = "server/utilities/logging" };
constexpr std::array completeRows { Rule { .member = "elicitationId", .want = Want::String, .required = true } };
constexpr Shape elicitationComplete { .name = "elicitation-complete", .rows = completeRows, .strip = false, .spec = "client/elicitation#completion-notifications-for-url-mode-elicitation" };

// Modern change notifications belong to a subscription.
constexpr std::array subscriptionMetaRows {
    Rule { .member = "io.modelcontextprotocol/subscriptionId", .want = Want::StringOrInteger, .required = true, .level = Fault::Warning },
};
constexpr Shape subscriptionMeta { .name = "notification._meta", .rows = subscriptionMetaRows, .strip = false, .spec = "basic/patterns/subscriptions" };
constexpr Rule subscribed { .member = "_meta", .want = Want::Object, .required = true, .judged = modern, .shape = &subscriptionMeta, .absent = Fault::Warning };
constexpr Rule plainMeta { .member = "_meta", .want = Want::Object, .judged = legacy };
constexpr std::array changedRows { plainMeta, subscribed };
constexpr Shape changed { .name = "list-changed", .rows = changedRows, .strip = false, .spec = "basic/patterns/subscriptions" };
constexpr std::array updatedRows {
    Rule { .member = "uri", .want = Want::String, .required = true, .check = checkUri },
    plainMeta,
    subscribed,
};
constexpr Shape updated { .name = "resource-updated", .rows = updatedRows, .strip = false, .spec = "server/resources#subscriptions" };
constexpr Rule subscriptionUri { .member = "resourceSubscriptions", .want = Want::String };
constexpr std::array filterRows {
    Rule { .member = "toolsListChanged", .want = Want::Boolean },
    Rule { .member = "promptsListChanged", .want = Want::Boolean },
    Rule { .member = "resourcesListChanged", .want = Want::Boolean },
    Rule { .member = "resourceSubscriptions", .want = Want::Array, .element = &subscriptionUri },
};
constexpr Shape filter { .name = "subscription-filter", .rows = filterRows, .strip = false, .spec = "basic/patterns/subscriptions" };
constexpr std::array acknowledgedRows {
    Rule { .member = "notifications", .want = Want::Object, .required = true, .shape = &filter },
    subscribed,
};
constexpr Shape acknowledged { .name = "subscription-acknowledged", .rows = acknowledgedRows, .strip = false, .spec = "basic/patterns/subscriptions" };

constexpr std::array requestTable {
    MethodShape { "ping", &plain, legacy },
    MethodShape { "roots/list", &plain, legacy },
    MethodShape { "sampling/createMessage", &sampling, legacy, true },
    MethodShape { "elicitation/create", &elicitation, static_cast<Revisions>(since2025_06 & legacy), true },
    MethodShape { "tasks/get", &taskId, since2025_11, true },
    MethodShape { "tasks/result", &taskId, only2025_11, true },
    MethodShape { "tasks/cancel", &taskId, since2025_11, true },
    MethodShape { "tasks/list", &plain, only2025_11 },
};

constexpr std::array notificationTable {
    MethodShape { "notifications/initialized", &plain, legacy },
    MethodShape { "notifications/cancelled", &cancelled, always, true },
    MethodShape { "notifications/progress", &progress, always, true },
    MethodShape { "notifications/message", &log, always, true },
    MethodShape { "notifications/tools/list_changed", &changed },
    MethodShape { "notifications/prompts/list_changed", &changed },
    MethodShape { "notifications/resources/list_changed", &changed },
    MethodShape { "notifications/resources/updated", &updated, always, true },
    MethodShape { "notifications/roots/list_changed", &plain, legacy },
    MethodShape { "notifications/elicitation/complete", &elicitationComplete, only2025_11, true },
    MethodShape { "notifications/tasks/status", &taskShape, only2025_11, true },
    MethodShape { "notifications/tasks", &taskShape, modern, true },
    MethodShape { "notifications/subscriptions/acknowledged", &acknowledged, modern, true },
};

// Requests inside an input_required result: no envelope, and no form of error
constexpr std::array samplingRequestRows { Rule { .member = "params", .want = Want::Object, .required = true, .shape = &sampling } };
constexpr Shape samplingRequest { .name = "input-request.sampling", .rows = samplingRequestRows, .strip = false, .spec = "basic/patterns/mrtr" };
constexpr std::array elicitationRequestRows { Rule { .member = "params", .want = Want::Object, .required = true, .shape = &elicitation } };
constexpr Shape elicitationRequest { .name = "input-request.elicitation", .rows = elicitationRequestRows, .strip = false, .spec = "basic/patterns/mrtr" };
constexpr std::array rootsRequestRows { Rule { .member = "params", .want = Want::Object, .shape = &plain } };
constexpr Shape rootsRequest { .name = "input-request.roots", .rows = rootsRequestRows, .strip = false, .spec = "basic/patterns/mrtr" };
constexpr std::array inputVariants {
    Variant { "sampling/createMessage", &samplingRequest },
    Variant { "roots/list", &rootsRequest },
    Variant { "elicitation/create", &elicitationRequest },
};
constexpr Shape inputRequest { .name = "input-request", .spec = "basic/patterns/mrtr", .tagMember = "method", .variants = inputVariants };
constexpr Rule inputElement { .member = "inputRequests", .want = Want::Object, .shape = &inputRequest };
constexpr std::array inputRequiredRows {
    Rule { .member = "inputRequests", .want = Want::Map, .element = &inputElement },
    Rule { .member = "requestState", .want = Want::String },
    common::resultMetaModern,
};
void checkInputRequired(Judge &judge, const json::Value &result, const Place &place)
{
    if (!result.find("inputRequests") && !result.find("requestState"))
        judge.blame(Fault::Refused, "empty", place, result, "Invalid input: input_required carries neither inputRequests nor requestState");
}

MethodRule lookUp(std::span<const MethodShape> table, std::string_view method, Revision revision)
{
    MethodRule rule;
    for (const MethodShape &one : table) {
        if (one.method != method)
            continue;
        rule.known = true;
        if (one.defined & only(revision))
            rule.row = &one;
    }
    return rule;
}

} // namespace

constinit const Shape inputRequiredShape { .name = "input-required", .rows = inputRequiredRows, .strip = false, .spec = "basic/patterns/mrtr", .check = checkInputRequired };

MethodRule requestRule(std::string_view method, Revision revision)
{
    return lookUp(requestTable, method, revision);
}

MethodRule notificationRule(std::string_view method, Revision revision)
{
    return lookUp(notificationTable, method, revision);
}

} // namespace assayer::rules
