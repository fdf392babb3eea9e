#include "inspection/actionrequest.h"

#include "json/write.h"

namespace assayer {

namespace {

ActionRequest make(const char *method, const QByteArray &name, const QByteArray &shown, json::Writer &params, const CallOptions &options = {})
{
    ActionRequest request;
    request.info.method = method;
    request.info.name = name;
    request.info.paramsJson = shown;
    request.options = options;
    request.params = QByteArray::fromStdString(params.endObject().take());
    return request;
}

QByteArray nameIn(const QByteArray &paramsJson)
{
    if (paramsJson.isEmpty())
        return {};
    const Result<json::DocumentPtr> params = parseJson(paramsJson);
    if (!params)
        return {};
    for (const char *member : { "name", "uri", "taskId" }) {
        if (const auto text = (*params)->root().stringAt(member))
            return bytes(*text);
    }
    return {};
}

} // namespace

ActionRequest callAction(const QByteArray &tool, const QByteArray &argumentsJson, const CallOptions &options)
{
    ActionRequest request;
    request.info.method = "tools/call";
    request.info.name = tool;
    request.info.paramsJson = argumentsJson;
    request.info.asTask = options.asTask;
    request.options = options;
    request.params = argumentsJson;
    return request;
}

ActionRequest readAction(const QByteArray &uri, const CallOptions &options)
{
    json::Writer params;
    params.beginObject().member("uri", view(uri));
    return make("resources/read", uri, {}, params, options);
}

ActionRequest promptAction(const QByteArray &name, const QByteArray &argumentsJson, const CallOptions &options)
{
    json::Writer params;
    params.beginObject().member("name", view(name));
    if (!argumentsJson.isEmpty())
        params.rawMember("arguments", view(argumentsJson));
    return make("prompts/get", name, argumentsJson, params, options);
}

ActionRequest completeAction(const QByteArray &refJson, const QByteArray &argument, const QByteArray &value, const QByteArray &contextJson)
{
    json::Writer params;
    params.beginObject().rawMember("ref", view(refJson)).key("argument");
    params.beginObject().member("name", view(argument)).member("value", view(value)).endObject();
    if (!contextJson.isEmpty())
        params.key("context").beginObject().rawMember("arguments", view(contextJson)).endObject();
    CallOptions options;
    options.progress = false;
    ActionRequest request = make("completion/complete", argument, refJson, params, options);
    return request;
}

ActionRequest subscribeAction(const QByteArray &uri)
{
    json::Writer params;
    params.beginObject().member("uri", view(uri));
    return make("resources/subscribe", uri, {}, params);
}

ActionRequest unsubscribeAction(const QByteArray &uri)
{
    json::Writer params;
    params.beginObject().member("uri", view(uri));
    return make("resources/unsubscribe", uri, {}, params);
}

ActionRequest listenAction(const QByteArray &filterJson)
{
    ActionRequest request;
    request.info.method = "subscriptions/listen";
    request.info.paramsJson = filterJson;
    request.info.endless = true;
    request.params = filterJson;
    return request;
}

ActionRequest logLevelAction(const QByteArray &level)
{
    json::Writer params;
    params.beginObject().member("level", view(level));
    return make("logging/setLevel", level, {}, params);
}

ActionRequest taskAction(const QByteArray &method, const QByteArray &taskId)
{
    json::Writer params;
    params.beginObject().member("taskId", view(taskId));
    CallOptions options;
    options.progress = false;
    return make(method.constData(), taskId, {}, params, options);
}

ActionRequest listTasksAction(const QByteArray &cursorJson)
{
    json::Writer params;
    params.beginObject();
    if (!cursorJson.isEmpty())
        params.rawMember("cursor", view(cursorJson));
    CallOptions options;
    options.progress = false;
    return make("tasks/list", {}, {}, params, options);
}

ActionRequest requestAction(const QByteArray &method, const QByteArray &paramsJson, const CallOptions &options)
{
    ActionRequest request;
    request.info.method = method;
    request.info.name = nameIn(paramsJson);
    request.info.paramsJson = paramsJson;
    request.info.raw = true; // as given: no header map, no generation, no stream in its place
    request.options = options;
    request.params = paramsJson;
    return request;
}

} // namespace assayer
