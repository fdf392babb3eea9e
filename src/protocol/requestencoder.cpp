#include "protocol/requestencoder.h"

#include "json/document.h"
#include "json/write.h"

#include <algorithm>

namespace assayer {
namespace {

std::string envelope()
{
    return R"({"jsonrpc":"2.0")";
}

void append(std::string &out, std::string_view name, std::string_view json)
{
    out.append(",\"").append(name).append("\":").append(json);
}

void appendMember(std::string &out, std::string_view name, std::string_view json)
{
    json::appendQuoted(out, name);
    out.append(":").append(json);
}

Result<json::DocumentPtr> parseParams(std::string_view paramsJson)
{
    auto document = json::Document::parse(std::string(paramsJson.empty() ? "{}" : paramsJson));
    if (!document)
        return fail("invalid-params", "The parameters are no JSON: " + document.error().message);
    if (!(*document)->root().isObject())
        return fail("invalid-params", "The parameters are no JSON object");
    return document;
}

/// The text with `addition` put at an offset, where a comma may be needed behind or before it.
std::string inserted(std::string_view text, std::size_t at, std::string_view addition)
{
    std::string out;
    out.reserve(text.size() + addition.size());
    return out.append(text.substr(0, at)).append(addition).append(text.substr(at));
}

/// Behind the opening brace of an object.
std::string insertedFirst(std::string_view text, const json::Value &object, std::string addition)
{
    if (object.size() > 0)
        addition += ",";
    return inserted(text, object.begin() + 1, addition);
}

/// Behind the last member of an object, before any white space in front of the closing brace.
std::string insertedLast(std::string_view text, const json::Value &object, std::string_view addition)
{
    if (object.size() == 0)
        return inserted(text, object.begin() + 1, addition);
    return inserted(text, object.members().back().value().end(), "," + std::string(addition));
}

} // namespace

std::string buildRequest(std::string_view idJson, std::string_view method, std::string_view paramsJson)
{
    std::string out = envelope();
    append(out, "id", idJson);
    append(out, "method", json::quoted(method));
    if (!paramsJson.empty())
        append(out, "params", paramsJson);
    return out + "}";
}

std::string buildNotification(std::string_view method, std::string_view paramsJson)
{
    std::string out = envelope();
    append(out, "method", json::quoted(method));
    if (!paramsJson.empty())
        append(out, "params", paramsJson);
    return out + "}";
}

std::string buildResult(std::string_view idJson, std::string_view resultJson)
{
    std::string out = envelope();
    append(out, "id", idJson);
    append(out, "result", resultJson.empty() ? "{}" : resultJson);
    return out + "}";
}

std::string buildError(std::string_view idJson, std::int64_t code, std::string_view message, std::string_view dataJson)
{
    std::string error = R"({"code":)" + std::to_string(code);
    append(error, "message", json::quoted(message));
    if (!dataJson.empty())
        append(error, "data", dataJson);
    std::string out = envelope();
    append(out, "id", idJson.empty() ? "null" : idJson);
    append(out, "error", error + "}");
    return out + "}";
}

Result<std::string> withMeta(std::string_view paramsJson, const MetaMembers &members)
{
    auto document = parseParams(paramsJson);
    if (!document)
        return fail(std::move(document.error()));
    const json::Value &params = (*document)->root();
    const std::string_view text = (*document)->text();
    const json::Value *meta = params.find("_meta");
    if (members.empty() || (meta && !meta->isObject()))
        return std::string(text);
    std::string added;
    for (const auto &[key, json] : members) {
        if (meta && meta->find(key))
            continue;
        added += added.empty() ? "" : ",";
        appendMember(added, key, json);
    }
    if (!meta)
        return insertedFirst(text, params, R"("_meta":{)" + added + "}");
    return added.empty() ? std::string(text) : insertedLast(text, *meta, added);
}

Result<std::string> withMember(std::string_view paramsJson, std::string_view member, std::string_view json)
{
    auto document = parseParams(paramsJson);
    if (!document)
        return fail(std::move(document.error()));
    const json::Value &params = (*document)->root();
    const std::string_view text = (*document)->text();
    if (const json::Value *given = params.find(member))
        return std::string(text.substr(0, given->begin())).append(json).append(text.substr(given->end()));
    std::string addition;
    appendMember(addition, member, json);
    return insertedFirst(text, params, std::move(addition));
}

std::string onOneLine(std::string json)
{
    std::replace_if(json.begin(), json.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return json;
}

} // namespace assayer
