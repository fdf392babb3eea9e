#include "demoserver/listeners.h"

#include "demoserver/conversation.h"
#include "json/write.h"

namespace demo {
namespace {

using assayer::json::Value;
using assayer::json::Writer;

bool wants(const Value *filter, const char *name)
{
    const Value *value = filter ? filter->find(name) : nullptr;
    return value && value->isTrue();
}

Outgoing toNobody(std::string text)
{
    return { std::move(text), 0, {}, false, false };
}

Outgoing onStream(const std::string &listenId, std::string text)
{
    return { std::move(text), 0, listenId, false, false };
}

} // namespace

std::string Listeners::open(const std::string &listenId, const Value *filter)
{
    Listen listen;
    listen.tools = wants(filter, "toolsListChanged");
    listen.resources = wants(filter, "resourcesListChanged");
    Writer granted;
    granted.beginObject();
    if (listen.tools)
        granted.member("toolsListChanged", true);
    if (listen.resources)
        granted.member("resourcesListChanged", true);
    // Prompts of this server never change: promptsListChanged is not granted.
    const Value *uris = filter ? filter->find("resourceSubscriptions") : nullptr;
    if (uris)
        granted.key("resourceSubscriptions").beginArray();
    for (const Value &uri : uris ? uris->items() : std::span<const Value>()) {
        if (!uri.string().starts_with("notes://"))
            continue;
        listen.uris.insert(std::string(uri.string()));
        granted.string(uri.string());
    }
    if (uris)
        granted.endArray();
    const Value *tasks = filter ? filter->find("taskIds") : nullptr;
    if (tasks)
        granted.key("taskIds").beginArray();
    for (const Value &task : tasks ? tasks->items() : std::span<const Value>()) {
        granted.string(task.string());
    }
    if (tasks)
        granted.endArray();
    m_listens[listenId] = std::move(listen);
    return granted.endObject().take();
}

std::string Listeners::notification(const std::string &listenId, std::string_view method, std::string_view members)
{
    std::string params = R"({"_meta":{"io.modelcontextprotocol/subscriptionId":)" + listenId + '}';
    if (!members.empty())
        params.append(",").append(members);
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").member("method", method).rawMember("params", params + '}').endObject();
    return writer.take();
}

std::vector<Outgoing> Listeners::listChanged(std::string_view list, bool toLegacy) const
{
    const std::string method = "notifications/" + std::string(list) + "/list_changed";
    std::vector<Outgoing> out;
    if (toLegacy)
        out.push_back(toNobody(R"({"jsonrpc":"2.0","method":")" + method + "\"}"));
    for (const auto &[id, listen] : m_listens) {
        if ((list == "tools" && listen.tools) || (list == "resources" && listen.resources))
            out.push_back(onStream(id, notification(id, method, {})));
    }
    return out;
}

std::vector<Outgoing> Listeners::resourceUpdated(std::string_view uri, bool toLegacy) const
{
    const std::string member = "\"uri\":" + assayer::json::quoted(uri);
    std::vector<Outgoing> out;
    if (toLegacy && m_uris.contains(std::string(uri)))
        out.push_back(toNobody(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{)" + member + "}}"));
    for (const auto &[id, listen] : m_listens) {
        if (listen.uris.contains(std::string(uri)))
            out.push_back(onStream(id, notification(id, "notifications/resources/updated", member)));
    }
    return out;
}

} // namespace demo
