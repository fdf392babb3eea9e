#include "demoserver/conversation.h"

#include "demoserver/catalogue.h"
#include "demoserver/listeners.h"
#include "demoserver/media.h"
#include "demoserver/tasks.h"
#include "demoserver/toolcalls.h"
#include "json/write.h"

#include <algorithm>

namespace demo {
namespace {

using assayer::json::Document;
using assayer::json::Value;
using assayer::json::Writer;

constexpr std::string_view legacyVersions[] = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" };
constexpr const char *serverInfo = "{\"name\":\"assayer-demo-server\",\"title\":\"Notes (demo)\",\"version\":\"" ASSAYER_VERSION "\"}";
constexpr const char *legacyCapabilities = R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"completions":{},"logging":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
constexpr const char *modernCapabilities = R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"completions":{},"logging":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
constexpr std::string_view levels[] = { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" };
constexpr const char *instructions = "Notes of two people. Search before you read; some entries of the lists are broken on purpose.";

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
    request.client = ClientPart::of(meta->find(metaKey("io.modelcontextprotocol/clientCapabilities")));
    request.logLevel = meta->stringAt(metaKey("io.modelcontextprotocol/logLevel")).value_or("");
    return request;
}

std::string notesTable(const Notes &notes)
{
    std::string csv = "id,owner,title\r\n";
    for (const Note &note : notes.all())
        csv += std::to_string(note.id) + ',' + note.owner + ",\"" + note.title + "\"\r\n";
    return csv;
}

std::size_t rankOf(std::string_view level)
{
    return static_cast<std::size_t>(std::find(std::begin(levels), std::end(levels), level) - std::begin(levels));
}

} // namespace

ClientPart ClientPart::of(const Value *capabilities)
{
    ClientPart part;
    const Value *elicitation = capabilities ? capabilities->find("elicitation") : nullptr;
    part.url = elicitation && elicitation->find("url");
    part.form = elicitation && (elicitation->find("form") || !part.url);
    part.sampling = capabilities && capabilities->find("sampling");
    part.roots = capabilities && capabilities->find("roots");
    part.tasks = capabilities && capabilities->find("extensions", "io.modelcontextprotocol/tasks");
    return part;
}

std::string_view Conversation::Request::argument(std::string_view name) const
{
    const Value *arguments = params ? params->find("arguments") : nullptr;
    return arguments ? arguments->stringAt(name).value_or("") : "";
}

Conversation::Conversation(Eras eras)
    : m_eras(eras)
    , m_listeners(std::make_unique<Listeners>())
    , m_tasks(std::make_unique<Tasks>())
{
}

Conversation::~Conversation() = default;

void Conversation::forget(const std::string &id)
{
    m_listeners->close(id);
    std::erase_if(m_asked, [&id](const auto &asked) { return asked.second.request.id == id; });
}

Outgoing Conversation::result(const Request &request, std::string resultJson, int delayMs) const
{
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", request.id).rawMember("result", resultJson).endObject();
    return { writer.take(), delayMs, request.id, true, false, {} };
}

Outgoing Conversation::failure(const Request &request, int code, std::string_view message, std::string_view dataJson) const
{
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", request.id).key("error").beginObject();
    writer.member("code", code).member("message", message);
    if (!dataJson.empty())
        writer.rawMember("data", dataJson);
    writer.endObject().endObject();
    return { writer.take(), 0, request.id, true, true, {} };
}

Outgoing Conversation::missing(const Request &request, std::string_view requiredCapabilities) const
{
    return failure(request, -32021, "This call needs something that the client did not declare", R"({"requiredCapabilities":)" + std::string(requiredCapabilities) + '}');
}

Outgoing Conversation::inquire(const Request &request, const std::string &key, std::string_view method, const std::string &paramsJson, Finish finish)
{
    if (!request.modern)
        return ask(request, method, paramsJson, std::move(finish));
    const Value *responses = request.params->find("inputResponses");
    if (const Value *answer = responses ? responses->find(key) : nullptr)
        return result(request, finish(*answer));
    Writer writer;
    writer.beginObject().member("resultType", "input_required").member("requestState", std::string_view(key + "-1"));
    writer.key("inputRequests").beginObject().key(key).beginObject().member("method", method).rawMember("params", paramsJson);
    writer.endObject().endObject().endObject();
    return result(request, writer.take());
}

std::vector<Outgoing> Conversation::log(const Request &request, std::string_view level, std::string_view text) const
{
    if (request.logLevel.empty() || rankOf(level) < rankOf(request.logLevel))
        return {};
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").member("method", "notifications/message").key("params").beginObject();
    writer.member("level", level).member("logger", "notes").member("data", text).endObject().endObject();
    return { { writer.take(), 0, request.id, false, false, {} } };
}

Outgoing Conversation::askFurther(const Request &request, std::string_view method, std::string paramsJson, std::function<Outgoing(const Value &)> next)
{
    Outgoing question = ask(request, method, std::move(paramsJson), {});
    m_asked["\"ask-" + std::to_string(m_lastAsk) + '"'].next = std::move(next);
    return question;
}

Outgoing Conversation::ask(const Request &request, std::string_view method, std::string paramsJson, Finish finish)
{
    const std::string id = "\"ask-" + std::to_string(++m_lastAsk) + '"';
    m_asked[id] = { request, std::move(finish), {} };
    Writer writer;
    writer.beginObject().member("jsonrpc", "2.0").rawMember("id", id).member("method", method).rawMember("params", paramsJson).endObject();
    return { writer.take(), 0, request.id, false, false, {} };
}

std::vector<Outgoing> Conversation::take(std::string_view text)
{
    const auto parsed = Document::parse(std::string(text));
    if (!parsed)
        return { { R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})", 0, {}, true, true, {} } };
    const Value &message = (*parsed)->root();
    const Value *id = message.find("id");
    const std::string idJson = id ? std::string((*parsed)->raw(*id)) : std::string();
    const auto method = message.stringAt("method");
    if (!method)
        return takeAnswer(message, idJson);
    if (!id) {
        takeNotification(*method, *parsed);
        return {};
    }
    return answer(readRequest(*parsed, idJson, *method));
}

void Conversation::takeNotification(std::string_view method, const assayer::json::DocumentPtr &document)
{
    const Value *id = method == "notifications/cancelled" ? document->root().find("params", "requestId") : nullptr;
    if (!id)
        return;
    const std::string key(document->raw(*id));
    forget(key);
    if (cancelled)
        cancelled(key);
}

std::vector<Outgoing> Conversation::takeAnswer(const Value &message, const std::string &id)
{
    const auto asked = m_asked.find(id);
    if (asked == m_asked.end())
        return {};
    const Asked pending = asked->second;
    m_asked.erase(asked);
    const Value *answer = message.find("result");
    if (answer && pending.next)
        return { pending.next(*answer) };
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
    if (!request.modern) {
        known.client = m_client;
        known.logLevel = m_logLevel;
    }
    if (method == "subscriptions/listen" && request.modern)
        return listen(request);
    if (!request.modern) {
        if (auto answered = legacyOnly(request); !answered.empty())
            return answered;
    }
    if (method.starts_with("tasks/")) {
        if (auto answered = m_tasks->answer(*this, known); !answered.empty())
            return answered;
    }
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

std::vector<Outgoing> Conversation::listen(const Request &request)
{
    const Value *filter = request.params->find("notifications");
    const std::string granted = m_listeners->open(request.id, filter);
    std::vector<Outgoing> out { { Listeners::notification(request.id, "notifications/subscriptions/acknowledged", "\"notifications\":" + granted), 0, request.id, false, false, {} } };
    for (Outgoing &told : m_tasks->notifications(request.id, filter))
        out.push_back(std::move(told));
    return out;
}

/// Requests that only the legacy era has.
std::vector<Outgoing> Conversation::legacyOnly(const Request &request)
{
    const std::string &method = request.method;
    const std::string_view uri = request.params ? request.params->stringAt("uri").value_or("") : "";
    if (method == "logging/setLevel") {
        const std::string_view level = request.params ? request.params->stringAt("level").value_or("") : "";
        if (rankOf(level) == std::size(levels))
            return { failure(request, -32602, "Unknown log level") };
        m_logLevel = level;
    } else if (method == "resources/subscribe") {
        m_listeners->subscribe(uri);
    } else if (method == "resources/unsubscribe") {
        if (!m_listeners->unsubscribe(uri))
            return { failure(request, -32602, "There is no subscription of that resource") };
    } else if (method != "ping") {
        return {};
    }
    return { result(request, "{}") };
}

Outgoing Conversation::discover(const Request &request) const
{
    Writer writer;
    writer.beginObject().member("resultType", "complete").rawMember("supportedVersions", m_eras == Eras::Dual ? R"(["2026-07-28","2025-11-25"])" : R"(["2026-07-28"])");
    writer.rawMember("capabilities", modernCapabilities).member("instructions", instructions).member("ttlMs", 60000).member("cacheScope", "private");
    writer.key("_meta").beginObject().rawMember("io.modelcontextprotocol/serverInfo", serverInfo).endObject().endObject();
    return result(request, writer.take());
}

Outgoing Conversation::initialize(const Request &request)
{
    const auto asked = request.params ? request.params->stringAt("protocolVersion").value_or("") : "";
    const bool known = std::find(std::begin(legacyVersions), std::end(legacyVersions), asked) != std::end(legacyVersions);
    const Value *declared = request.params ? request.params->find("capabilities") : nullptr;
    m_client = ClientPart::of(declared);
    m_hasLegacyClient = true;
    Writer writer;
    writer.beginObject().member("protocolVersion", known ? asked : legacyVersions[0]).rawMember("capabilities", legacyCapabilities);
    writer.rawMember("serverInfo", serverInfo).member("instructions", instructions).endObject();
    return result(request, writer.take());
}

Outgoing Conversation::list(const Request &request, std::string_view member)
{
    const std::string_view cursor = request.params ? request.params->stringAt("cursor").value_or("") : "";
    const Pages pages = member == "tools" ? toolPages(request.modern, m_knowsTrick)
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
        writer.member("mimeType", "image/png").member("blob", notebookPng);
    else if (uri == "notes://tone")
        writer.member("mimeType", "audio/wav").member("blob", toneWav);
    else if (uri == "notes://table")
        writer.member("mimeType", "text/csv").member("text", notesTable(m_notes));
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
    else if (name == "id" || name == "noteId") {
        const Value *owner = request.params->find("context", "arguments", "owner");
        for (const Note &note : m_notes.all()) {
            if (!owner || owner->string() == note.owner)
                candidates.push_back(std::to_string(note.id));
        }
    }
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
