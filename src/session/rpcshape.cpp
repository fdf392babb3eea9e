#include "session/rpcshape.h"

#include <algorithm>
#include <initializer_list>

namespace assayer {

namespace {

bool hasOnly(const json::Value &object, std::initializer_list<std::string_view> names)
{
    return std::all_of(object.members().begin(), object.members().end(), [&](const json::Member &member) {
        return std::find(names.begin(), names.end(), member.name()) != names.end();
    });
}

bool isErrorObject(const json::Value &error)
{
    const json::Value *code = error.find("code");
    const json::Value *message = error.find("message");
    return error.isObject() && code && code->isInteger() && message && message->isString();
}

RpcShape callShape(const json::Value &value, const RequestId &id)
{
    const json::Value *params = value.find("params");
    if (!value.find("method")->isString() || (params && !params->isObject()) || !hasOnly(value, { "jsonrpc", "id", "method", "params" }))
        return RpcShape::None;
    if (id.kind == RequestId::Absent)
        return RpcShape::Notification;
    return id.isUsable() ? RpcShape::Request : RpcShape::None;
}

RpcShape answerShape(const json::Value &value, const RequestId &id)
{
    const json::Value *result = value.find("result");
    const json::Value *error = value.find("error");
    if (result && !error)
        return id.isUsable() && result->isObject() && hasOnly(value, { "jsonrpc", "id", "result" }) ? RpcShape::Result : RpcShape::None;
    const bool idFits = id.kind == RequestId::Absent || id.isUsable();
    return error && !result && idFits && isErrorObject(*error) && hasOnly(value, { "jsonrpc", "id", "error" }) ? RpcShape::Error : RpcShape::None;
}

} // namespace

RequestId rpcId(const json::Document &document, const json::Value &value)
{
    return RequestId::of(document, value.find("id"));
}

RpcShape rpcShape(const json::Document &document, const json::Value &value)
{
    if (!value.isObject() || value.stringAt("jsonrpc") != "2.0")
        return RpcShape::None;
    const RequestId id = rpcId(document, value);
    return value.find("method") ? callShape(value, id) : answerShape(value, id);
}

const json::Value *readableErrorCode(const json::Value &value)
{
    const json::Value *code = value.find("error", "code");
    return code && code->isNumber() ? code : nullptr;
}

} // namespace assayer
