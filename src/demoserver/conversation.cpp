#include "demoserver/conversation.h"

#include "demoserver/catalogue.h"
#include "demoserver/toolcalls.h"
#include "json/write.h"

#include <algorithm>

namespace demo {
namespace {

using assayer::json::Document;
using assayer::json::Value;
using assayer::json::Writer;

constexpr const char *modernVersion = "2026-07-28";
constexpr std::string_view legacyVersions[] = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" };
constexpr const char *serverInfo = "{\"name\":\"assayer-demo-server\",\"title\":\"Notes (demo)\",\"version\":\"" ASSAYER_VERSION "\"}";
constexpr const char *capabilities = R"({"tools":{"listChanged":true},"resources":{},"prompts":{},"completions":{}})";
constexpr const char *instructions = "Notes of two people. Search before you read; some entries of the lists are broken on purpose.";
// One red pixel.
constexpr const char *logo = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

std::string_view metaKey(const char *key)
{
    return key;
}

Conversation::Request readRequest(const assayer::json::DocumentPtr &document, const std::string &id, std::string_view method)
{
    Conversation::Request request;
    request.document = document;
    request.id = id;
    request.method = method;
    request.params = document->root().find("params");
    const Value *meta = request.params ? request.params->find("_meta") : nullptr;
    if (!meta)
        return request;
    request.modern = meta->find(metaKey("io.modelcontextprotocol/protocolVersion")) != nullptr;
    if (const Value *token = meta->find("progressToken"))
        request.progressToken = document->raw(*token);
    const Value *declared = meta->find(metaKey("io.modelcontextprotocol/clientCapabilities"));
    request.canElicit = declared && declared->find("elicitation");
    return request;
}

} // namespace

std::string_view Conversation::Request::argument(std::string_view name) const
{
    const Value *arguments = params ? params->find("arguments") : nullptr;
    return arguments ? arguments->stringAt(name).value_or("") : "";
}

Conversation::Conversation(Eras eras)
    : m_eras(eras)
{
}

Outgoing Conversation::result(const Request &request, std::string resultJson, int delayMs) const
{
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", request.id).rawMember("result", resultJson).endObject();
    return { writer.take(), delayMs, request.id, true, false };
}

Outgoing Conversation::failure(const Request &request, int code, std::string_view message, std::string_view dataJson) const
{
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", request.id).key("error").beginObject();
    writer.member("code", code).member("message", message);
    if (!dataJson.empty())
        writer.rawMember("data", dataJson);
    writer.endObject().endObject();
    return { writer.take(), 0, request.id, true, true };
}

Outgoing Conversation::ask(const Request &request, std::string paramsJson, std::function<std::string(const Value &)> finish)
{
    const std::string id = "\"ask-" + std::to_string(++m_lastAsk) + '"';
    m_asked[id] = { request, std::move(finish) };
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", id).member("method", "elicitation/create").rawMember("params", paramsJson).endObject();
    return { writer.take(), 0, request.id, false, false };
}

std::vector<Outgoing> Conversation::take(std::string_view text)
{
    const auto parsed = Document::parse(std::string(text));
    if (!parsed)
        return { { R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})", 0, {}, true, true } };
    const Value &message = (*parsed)->root();
    const Value *id = message.find("id");
    const std::string idJson = id ? std::string((*parsed)->raw(*id)) : std::string();
    const auto method = message.stringAt("method");
    if (!method)
        return takeAnswer(message, idJson);
    if (!id)
        return {};
    return answer(readRequest(*parsed, idJson, *method));
}

std::vector<Outgoing> Conversation::takeAnswer(const Value &message, const std::string &id)
{
    const auto asked = m_asked.find(id);
    if (asked == m_asked.end())
        return {};
    const Asked pending = asked->second;
    m_asked.erase(asked);
    const Value *answer = message.find("result");
    return { answer ? result(pending.request, pending.finish(*answer)) : failure(pending.request, -32603, "The client refused to answer") };
}

std::vector<Outgoing> Conversation::answer(const Request &request)
{
    const std::string &method = request.method;
    if (method == "server/discover" && speaksModern() && request.modern)
        return { discover(request) };
    if (method == "initialize") {
        return { speaksLegacy() ? initialize(request)
                                : failure(request, -32022, "This server speaks 2026-07-28 only", R"({"supported":["2026-07-28"],"requested":"initialize"})") };
    }
    if (request.modern && !speaksModern())
        return { failure(request, -32601, "Method not found: " + method) };
    if (!request.modern && !speaksLegacy())
        return { failure(request, -32602, "The request lacks _meta io.modelcontextprotocol/protocolVersion") };
    Request known = request;
    known.canElicit = request.modern ? request.canElicit : m_canElicit;
    if (method == "ping" && !request.modern)
        return { result(request, "{}") };
    if (method == "tools/list")
        return { list(request, "tools") };
    if (method == "resources/list")
        return { list(request, "resources") };
    if (method == "resources/templates/list")
        return { list(request, "resourceTemplates") };
    if (method == "prompts/list")
        return { list(request, "prompts") };
    if (method == "tools/call")
        return callTool(*this, known);
    if (method == "resources/read")
        return { read(request) };
    if (method == "prompts/get")
        return { prompt(request) };
    if (method == "completion/complete")
        return { complete(request) };
    return { failure(request, -32601, "Method not found: " + method) };
}

Outgoing Conversation::discover(const Request &request) const
{
    Writer writer;
    writer.beginObject().member("resultType", "complete").rawMember("supportedVersions", m_eras == Eras::Dual ? R"(["2026-07-28","2025-11-25"])" : R"(["2026-07-28"])");
    writer.rawMember("capabilities", capabilities).member("instructions", instructions).member("ttlMs", 60000).member("cacheScope", "private");
    writer.key("_meta").beginObject().rawMember("io.modelcontextprotocol/serverInfo", serverInfo).endObject().endObject();
    return result(request, writer.take());
}

Outgoing Conversation::initialize(const Request &request)
{
    const auto asked = request.params ? request.params->stringAt("protocolVersion").value_or("") : "";
    const bool known = std::find(std::begin(legacyVersions), std::end(legacyVersions), asked) != std::end(legacyVersions);
    const Value *declared = request.params ? request.params->find("capabilities") : nullptr;
    m_canElicit = declared && declared->find("elicitation");
    Writer writer;
    writer.beginObject().member("protocolVersion", known ? asked : legacyVersions[0]).rawMember("capabilities", capabilities);
    writer.rawMember("serverInfo", serverInfo).member("instructions", instructions).endObject();
    return result(request, writer.take());
}

Outgoing Conversation::list(const Request &request, std::string_view member)
{
    const std::string_view cursor = request.params ? request.params->stringAt("cursor").value_or("") : "";
    const Pages pages = member == "tools" ? toolPages(request.modern)
        : member == "resources"           ? resourcePages(m_notes)
        : member == "prompts"             ? promptPages()
                                          : templatePages();
    const std::string page = listResult(member, pages, cursor, request.modern);
    return page.empty() ? failure(request, -32602, "Invalid cursor") : result(request, page);
}

Outgoing Conversation::read(const Request &request)
{
    const std::string_view uri = request.params ? request.params->stringAt("uri").value_or("") : "";
    Writer writer;
    writer.beginObject().key("contents").beginArray().beginObject().member("uri", uri);
    const auto &all = m_notes.all();
    const auto note = std::find_if(all.begin(), all.end(), [uri](const Note &candidate) { return uriOf(candidate) == uri; });
    if (note != all.end())
        writer.member("mimeType", "text/markdown").member("text", "# " + note->title + "\n\n" + note->text);
    else if (uri == "notes://logo")
        writer.member("mimeType", "image/png").member("blob", logo);
    else
        return failure(request, request.modern ? -32602 : -32002, "Resource not found", "{\"uri\":" + assayer::json::quoted(uri) + '}');
    writer.endObject().endArray();
    if (request.modern)
        writer.member("resultType", "complete").member("ttlMs", 60000).member("cacheScope", "private");
    writer.endObject();
    return result(request, writer.take());
}

Outgoing Conversation::prompt(const Request &request)
{
    const std::string_view name = request.params ? request.params->stringAt("name").value_or("") : "";
    const std::string noteId(request.argument("noteId"));
    const Note *note = m_notes.find(std::atoi(noteId.c_str()));
    Writer writer;
    writer.beginObject().key("messages").beginArray();
    const auto say = [&writer](const char *role, std::string_view text) {
        writer.beginObject().member("role", role).key("content").beginObject().member("type", "text").member("text", text).endObject().endObject();
    };
    if (name == "summarize" && note) {
        say("user", "Please summarize this note: " + note->title);
        say("assistant", "Which parts matter to you?");
        writer.beginObject().member("role", "user").key("content").beginObject().member("type", "resource").key("resource").beginObject();
        writer.member("uri", uriOf(*note)).member("mimeType", "text/markdown").member("text", note->text).endObject().endObject().endObject();
    } else if (name == "greet") {
        say("user", "Say hello to the people who read traces.");
    } else {
        return failure(request, -32602, name == "summarize" ? "There is no note " + noteId : "Unknown prompt: " + std::string(name));
    }
    writer.endArray();
    if (request.modern)
        writer.member("resultType", "complete");
    writer.endObject();
    return result(request, writer.take());
}

Outgoing Conversation::complete(const Request &request) const
{
    const Value *argument = request.params ? request.params->find("argument") : nullptr;
    const std::string_view name = argument ? argument->stringAt("name").value_or("") : "";
    const std::string_view typed = argument ? argument->stringAt("value").value_or("") : "";
    std::vector<std::string> candidates;
    if (name == "owner")
        candidates = { "ada", "grace" };
    else if (name == "style")
        candidates = { "short", "long" };
    else
        std::transform(m_notes.all().begin(), m_notes.all().end(), std::back_inserter(candidates), [](const Note &note) { return std::to_string(note.id); });
    Writer writer;
    writer.beginObject().key("completion").beginObject().key("values").beginArray();
    for (const std::string &candidate : candidates) {
        if (candidate.starts_with(typed))
            writer.string(candidate);
    }
    writer.endArray().member("hasMore", false).endObject();
    if (request.modern)
        writer.member("resultType", "complete");
    writer.endObject();
    return result(request, writer.take());
}

} // namespace demo
