#include "trace/rpcshape.h"

#include <algorithm>
#include <array>

namespace assayer {

bool looksLikeRpc(const Message &message)
{
    if (!message.root || !message.root->isObject())
        return false;
    if (message.root->find("jsonrpc") || !message.method.empty())
        return true;
    const bool answers = message.result || (message.error && message.error->isObject());
    return answers && message.id.kind != RequestId::Absent;
}

std::string_view namedRevision(const Message &message)
{
    const json::Value *meta = message.params ? message.params->find("_meta") : nullptr;
    return meta ? meta->stringAt("io.modelcontextprotocol/protocolVersion").value_or(std::string_view()) : std::string_view();
}

std::optional<Era> eraOfRequest(std::string_view method, std::string_view namedRevision)
{
    // 2026-07-28 has neither handshake, ping, subscriptions per resource nor a level per session.
    constexpr std::array<std::string_view, 7> legacy { "initialize", "ping", "resources/subscribe", "resources/unsubscribe",
        "logging/setLevel", "tasks/list", "tasks/result" };
    if (method == "server/discover" || method == "subscriptions/listen" || isModernName(namedRevision))
        return Era::Modern;
    if (std::find(legacy.begin(), legacy.end(), method) != legacy.end())
        return Era::Legacy;
    return std::nullopt;
}

std::optional<Era> eraOfRequest(const Message &message)
{
    return message.kind == Message::Request ? eraOfRequest(message.method, namedRevision(message)) : std::nullopt;
}

} // namespace assayer
