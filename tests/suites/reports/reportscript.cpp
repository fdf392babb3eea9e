#include "suites/reports/reportscript.h"

#include "json/write.h"

namespace assayer::test {
namespace {

std::string result(const std::string &id, std::string_view json)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + std::string(json) + "}";
}

std::string failure(const std::string &id, int code)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + std::to_string(code) + ",\"message\":\"Method not found\"}}";
}

/// "a.b" down an object; null where any step is missing.
const json::Value *dotted(const json::Value &root, std::string_view path)
{
    const json::Value *value = &root;
    while (value && !path.empty()) {
        const std::string_view name = path.substr(0, path.find('.'));
        value = value->find(name);
        path.remove_prefix(std::min(path.size(), name.size() + 1));
    }
    return value;
}

std::string repeated(std::string_view arguments)
{
    const std::size_t colon = arguments.rfind(':');
    std::string out;
    for (long left = std::stol(std::string(arguments.substr(colon + 1))); left > 0; --left)
        out += arguments.substr(0, colon);
    return out;
}

std::string manyTools(long count)
{
    std::string out;
    for (long i = 0; i < count; ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "t%04ld", i);
        out += (i ? "," : "") + std::string("{\"name\":\"") + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }
    return out;
}

} // namespace

ReportScript::Event eventOf(std::string http, std::string path, std::string body)
{
    ReportScript::Event event;
    event.http = std::move(http);
    event.path = std::move(path);
    const auto parsed = json::Document::parse(std::move(body));
    if (!parsed)
        return event;
    event.message = *parsed;
    event.method = std::string((*parsed)->root().stringAt("method").value_or(""));
    if (const json::Value *id = (*parsed)->root().find("id"))
        event.idJson = (*parsed)->raw(*id);
    return event;
}

ReportScript::ReportScript(json::Node entry)
    : m_entry(std::move(entry))
{
}

bool ReportScript::isModern() const
{
    return m_entry.value->stringAt("defaults").value_or("").starts_with("modern");
}

bool ReportScript::holds(const json::Value &on, const Event &event) const
{
    if (event.http.empty())
        return on.stringAt("stdin") == event.method;
    if (on.stringAt("http") != event.http || on.stringAt("path").value_or("/mcp") != event.path)
        return false;
    const auto rpc = on.stringAt("rpc");
    if (rpc && (event.method.empty() || (*rpc != "*" && *rpc != event.method)))
        return false;
    const json::Value *where = on.find("where");
    for (const json::Member &member : where ? where->members() : std::span<const json::Member>()) {
        const json::Value *value = event.message ? dotted(event.message->root(), member.name()) : nullptr;
        const bool same = member.value().isNull() ? !value : value && value->isString() && value->string() == member.value().string();
        if (!same)
            return false;
    }
    return true;
}

const json::Value *ReportScript::match(const Event &event)
{
    if (event.method == "notifications/cancelled" && event.message) {
        if (const json::Value *id = event.message->root().find("params", "requestId"))
            m_cancelledId = event.message->raw(*id);
    }
    if (event.method == "tools/call")
        m_callId = event.idJson;
    const json::Value *script = m_entry.value->find("script");
    std::map<std::string, bool> counted;
    for (const json::Value &rule : script ? script->items() : std::span<const json::Value>()) {
        const json::Value &on = *rule.find("on");
        if (!holds(on, event))
            continue;
        const std::string key = event.http + ' ' + std::string(on.stringAt("rpc").value_or(on.stringAt("stdin").value_or(""))) + ' ' + event.path;
        if (!counted[key]) {
            counted[key] = true;
            ++m_nth[key];
        }
        const json::Value *nth = on.find("nth");
        if (nth && *nth->integer() != m_nth[key])
            continue;
        m_count = ++m_fired[&rule];
        return rule.find("reply");
    }
    return nullptr;
}

std::string ReportScript::placeholder(std::string_view name, const Event &event, std::size_t n) const
{
    if (name == "id")
        return event.idJson;
    if (name == "id:string")
        return json::quoted(event.idJson);
    if (name == "progressToken") {
        const json::Value *token = event.message ? event.message->root().find("params", "_meta", "progressToken") : nullptr;
        return token ? std::string(event.message->raw(*token)) : "null";
    }
    if (name == "origin")
        return m_origin;
    if (name == "host")
        return "127.0.0.1";
    if (name == "otherPort")
        return m_otherPort;
    if (name == "count")
        return std::to_string(m_count);
    if (name == "n")
        return std::to_string(n);
    if (name == "cancelledId")
        return m_cancelledId;
    if (name == "callId")
        return m_callId;
    if (name.starts_with("repeat:"))
        return repeated(name.substr(7));
    if (name.starts_with("tools:"))
        return manyTools(std::stol(std::string(name.substr(6))));
    return "{{" + std::string(name) + "}}";
}

std::string ReportScript::fill(std::string_view text, const Event &event, std::size_t n) const
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find("{{", at);
        const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
        if (close == std::string_view::npos) {
            out += text.substr(at);
            break;
        }
        const std::string_view name = text.substr(open + 2, close - open - 2);
        // JSON text may hold "{{" of its own: a placeholder is one word.
        const bool known = name.find_first_of("\"{}") == std::string_view::npos;
        out += text.substr(at, open - at);
        out += known ? placeholder(name, event, n) : std::string("{");
        at = known ? close + 2 : open + 1;
    }
    return out;
}

std::string ReportScript::defaultAnswer(const Event &event, int &status) const
{
    status = 200;
    const std::string &id = event.idJson;
    const json::Value *caps = m_entry.value->find("caps");
    const std::string capabilities = caps ? std::string(m_entry.document->raw(*caps)) : "{\"tools\":{}}";
    const std::string envelope = isModern() ? ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"" : "";
    if (id.empty() || event.method.empty()) {
        status = 202;
        return {};
    }
    if (event.method == "server/discover" && isModern())
        return result(id, "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":" + capabilities + ",\"ttlMs\":0,\"cacheScope\":\"private\"}");
    if (event.method == "server/discover" || (event.method == "initialize" && isModern())) {
        status = 400;
        return failure(id, -32601);
    }
    if (event.method == "initialize")
        return result(id, "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities + ",\"serverInfo\":{\"name\":\"fixture\",\"version\":\"1.0.0\"}}");
    if (event.method == "ping")
        return result(id, "{}");
    for (const auto &[method, member] : std::map<std::string, std::string> { { "tools/list", "tools" }, { "resources/list", "resources" },
             { "resources/templates/list", "resourceTemplates" }, { "prompts/list", "prompts" } }) {
        if (event.method == method)
            return result(id, "{\"" + member + "\":[]" + envelope + "}");
    }
    status = isModern() ? 404 : 200;
    return failure(id, -32601);
}

} // namespace assayer::test
