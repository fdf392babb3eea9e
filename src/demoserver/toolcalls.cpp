#include "demoserver/toolcalls.h"

#include "demoserver/listeners.h"
#include "demoserver/media.h"
#include "demoserver/tasks.h"
#include "json/write.h"

#include <algorithm>
#include <map>

namespace demo {
namespace {

using assayer::json::Value;
using assayer::json::Writer;
using Request = Conversation::Request;

const Value *argumentsOf(const Request &request)
{
    return request.params ? request.params->find("arguments") : nullptr;
}

std::int64_t integerArgument(const Request &request, std::string_view name, std::int64_t fallback)
{
    const Value *all = argumentsOf(request);
    const Value *value = all ? all->find(name) : nullptr;
    return value ? value->integer().value_or(fallback) : fallback;
}

/// A call result: one text block, structured content where given.
std::string callResult(const Request &request, std::string_view text, std::string_view structured = {}, bool isError = false)
{
    Writer writer;
    writer.beginObject().key("content").beginArray();
    writer.beginObject().member("type", "text").member("text", text).endObject().endArray();
    if (!structured.empty())
        writer.rawMember("structuredContent", structured);
    if (isError)
        writer.member("isError", true);
    if (request.modern)
        writer.member("resultType", "complete");
    writer.endObject();
    return writer.take();
}

std::string searchNotes(Conversation &conversation, const Request &request)
{
    const Value *all = argumentsOf(request);
    const Value *archived = all ? all->find("archived") : nullptr;
    const auto limit = static_cast<std::size_t>(std::clamp<std::int64_t>(integerArgument(request, "limit", 20), 0, 50));
    const auto found = conversation.notes().search(request.argument("query"), archived && archived->isTrue(), limit);
    Writer writer;
    writer.beginObject().member("total", static_cast<std::int64_t>(found.size())).key("notes").beginArray();
    for (const Note *note : found)
        writer.beginObject().member("id", note->id).member("title", note->title).endObject();
    writer.endArray().endObject();
    return callResult(request, std::to_string(found.size()) + (found.size() == 1 ? " note found" : " notes found"), writer.text());
}

std::vector<Outgoing> importNotes(Conversation &conversation, const Request &request)
{
    constexpr int stepMs = 300;
    const auto steps = static_cast<int>(std::clamp<std::int64_t>(integerArgument(request, "steps", 5), 1, 20));
    std::vector<Outgoing> messages;
    for (int step = 1; step <= steps && !request.progressToken.empty(); ++step) {
        Writer writer;
        writer.beginObject().member("jsonrpc", "2.0").member("method", "notifications/progress").key("params").beginObject();
        writer.rawMember("progressToken", request.progressToken).member("progress", step).member("total", steps);
        writer.member("message", std::string_view("Reading file " + std::to_string(step))).endObject().endObject();
        messages.push_back({ writer.take(), step * stepMs, request.id, false, false, {} });
    }
    messages.push_back(conversation.result(request, callResult(request, "Imported " + std::to_string(steps) + " files"), steps * stepMs + 50));
    return messages;
}

constexpr const char *howMany = R"({"mode":"form","message":"How many notes should be shown?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":1,"maximum":50,"default":3},"reason":{"type":"string"}},"required":["count"]}})";

std::string askedText(const Request &request, const Value &answer)
{
    const auto action = answer.stringAt("action").value_or("cancel");
    const Value *content = answer.find("content");
    const Value *count = content ? content->find("count") : nullptr;
    if (action != "accept" || !count)
        return callResult(request, "You answered: " + std::string(action));
    return callResult(request, "You want to see " + std::to_string(count->integer().value_or(0)) + " notes");
}

/// The modern era has an error for what was not declared; the legacy one does not.
Outgoing undeclared(Conversation &conversation, const Request &request, const char *what, const char *capabilities)
{
    if (request.modern)
        return conversation.missing(request, capabilities);
    return conversation.result(request, callResult(request, "This client does not declare " + std::string(what) + ", so nothing was asked.", {}, true));
}

Outgoing askMe(Conversation &conversation, const Request &request)
{
    if (!request.client.form)
        return conversation.result(request, callResult(request, "This client does not declare elicitation, so nothing was asked.", {}, true));
    return conversation.inquire(request, "count", "elicitation/create", howMany, [request](const Value &answer) { return askedText(request, answer); });
}

constexpr const char *nameForm = R"({"mode":"form","message":"Who are you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name","minLength":1}},"required":["name"]}})";
constexpr const char *colourForm = R"({"mode":"form","message":"Which colour do you like?","requestedSchema":{"type":"object","properties":{"colour":{"type":"string","oneOf":[{"const":"red","title":"Red"},{"const":"blue","title":"Blue"}],"default":"blue"}},"required":["colour"]}})";

std::string textIn(const Value &answer, const char *member)
{
    const Value *content = answer.find("content");
    return std::string(content ? content->stringAt(member).value_or("") : "");
}

std::string greeting(const Request &request, std::string_view name, const Value &answer)
{
    const std::string colour = textIn(answer, "colour");
    return callResult(request, std::string(name) + (colour.empty() ? " did not say which colour" : " likes " + colour));
}

/// Each answer of the modern era comes with a call of its own: what is known so far travels in requestState.
Outgoing twoSteps(Conversation &conversation, const Request &request)
{
    if (!request.client.form)
        return undeclared(conversation, request, "elicitation", R"({"elicitation":{}})");
    if (!request.modern) {
        return conversation.askFurther(request, "elicitation/create", nameForm, [&conversation, request](const Value &first) {
            const std::string name = textIn(first, "name");
            if (name.empty())
                return conversation.result(request, callResult(request, "You did not say who you are"));
            return conversation.ask(request, "elicitation/create", colourForm, [request, name](const Value &second) { return greeting(request, name, second); });
        });
    }
    const std::string_view state = request.params->stringAt("requestState").value_or("");
    const Value *responses = request.params->find("inputResponses");
    if (const Value *second = responses && state.starts_with("name:") ? responses->find("colour") : nullptr)
        return conversation.result(request, greeting(request, state.substr(5), *second));
    const Value *first = responses ? responses->find("name") : nullptr;
    if (first && textIn(*first, "name").empty())
        return conversation.result(request, callResult(request, "You did not say who you are"));
    Writer writer;
    writer.beginObject().member("resultType", "input_required");
    writer.member("requestState", std::string_view(first ? "name:" + textIn(*first, "name") : "start"));
    writer.key("inputRequests").beginObject().key(first ? "colour" : "name").beginObject().member("method", "elicitation/create");
    writer.rawMember("params", first ? colourForm : nameForm).endObject().endObject().endObject();
    return conversation.result(request, writer.take());
}

Outgoing signIn(Conversation &conversation, const Request &request)
{
    if (!request.client.url)
        return undeclared(conversation, request, "elicitation in URL mode", R"({"elicitation":{"url":{}}})");
    const std::string params = std::string(R"({"mode":"url","message":"Please sign in to your notebook.","url":"https://example.com/sign-in?state=demo")") + (request.modern ? "}" : R"(,"elicitationId":"sign-in-1"})");
    return conversation.inquire(request, "consent", "elicitation/create", params, [request](const Value &answer) {
        return callResult(request, answer.stringAt("action") == "accept" ? "You agreed to open the page" : "You did not open the page");
    });
}

Outgoing summarizeWithModel(Conversation &conversation, const Request &request)
{
    if (!request.client.sampling)
        return undeclared(conversation, request, "sampling", R"({"sampling":{}})");
    const Note *note = conversation.notes().find(static_cast<int>(integerArgument(request, "id", 1)));
    if (!note)
        return conversation.result(request, callResult(request, "There is no such note", {}, true));
    Writer params;
    params.beginObject().key("messages").beginArray().beginObject().member("role", "user").key("content").beginObject();
    params.member("type", "text").member("text", "Summarize in one sentence: " + note->text).endObject().endObject().endArray();
    params.member("systemPrompt", "You are brief.").member("maxTokens", 100);
    params.key("modelPreferences").beginObject().member("speedPriority", 1).endObject().endObject();
    return conversation.inquire(request, "summary", "sampling/createMessage", params.take(), [request](const Value &answer) {
        const Value *content = answer.find("content");
        if (content && content->isArray() && content->size() > 0)
            content = &content->items().front();
        return callResult(request, "Your model " + std::string(answer.stringAt("model").value_or("")) + " says: " + std::string(content ? content->stringAt("text").value_or("") : ""));
    });
}

Outgoing listRoots(Conversation &conversation, const Request &request)
{
    if (!request.client.roots)
        return undeclared(conversation, request, "roots", R"({"roots":{}})");
    return conversation.inquire(request, "roots", "roots/list", "{}", [request](const Value &answer) {
        std::string text;
        const Value *roots = answer.find("roots");
        for (const Value &root : roots ? roots->items() : std::span<const Value>())
            text += (text.empty() ? "" : "\n") + std::string(root.stringAt("uri").value_or(""));
        return callResult(request, text.empty() ? "You have no roots" : text);
    });
}

std::string showContent(Conversation &conversation, const Request &request)
{
    const Note &note = conversation.notes().all().front();
    Writer writer;
    writer.beginObject().key("content").beginArray();
    writer.beginObject().member("type", "text").member("text", "# Content\n\nText with *Markdown*, a [link](https://example.com/) and `code`.").endObject();
    writer.beginObject().member("type", "image").member("data", notebookPng).member("mimeType", "image/png").endObject();
    writer.beginObject().member("type", "audio").member("data", toneWav).member("mimeType", "audio/wav").endObject();
    writer.beginObject().member("type", "resource").key("resource").beginObject().member("uri", uriOf(note)).member("mimeType", "text/markdown").member("text", note.text).endObject();
    writer.key("annotations").beginObject().key("audience").beginArray().string("assistant").endArray().member("priority", 1).endObject().endObject();
    writer.beginObject().member("type", "resource_link").member("uri", "notes://logo").member("name", "logo").member("mimeType", "image/png").endObject();
    writer.endArray();
    if (request.modern)
        writer.member("resultType", "complete");
    return writer.endObject().take();
}

std::vector<Outgoing> chatter(Conversation &conversation, const Request &request)
{
    std::vector<Outgoing> messages;
    for (const char *level : { "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency" }) {
        for (Outgoing &message : conversation.log(request, level, "A message of level " + std::string(level)))
            messages.push_back(std::move(message));
    }
    const std::string count = messages.empty() ? "No level is wanted" : std::to_string(messages.size()) + " messages sent";
    messages.push_back(conversation.result(request, callResult(request, count)));
    return messages;
}

std::vector<Outgoing> longReport(Conversation &conversation, const Request &request)
{
    const auto seconds = static_cast<int>(std::clamp<std::int64_t>(integerArgument(request, "seconds", 3), 0, 60));
    const Value *all = argumentsOf(request);
    const Value *ask = all ? all->find("ask") : nullptr;
    const bool asTask = request.modern ? request.client.tasks : request.params->find("task") != nullptr;
    if (asTask)
        return conversation.tasks().create(conversation, request, seconds, ask && ask->isTrue() && request.client.form);
    return { conversation.result(request, callResult(request, "The report on all notes is ready"), seconds * 1000) };
}

std::vector<Outgoing> backup(Conversation &conversation, const Request &request)
{
    const bool asTask = request.modern ? request.client.tasks : request.params->find("task") != nullptr;
    if (asTask)
        return conversation.tasks().create(conversation, request, 2, false);
    if (request.modern)
        return { conversation.missing(request, R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})") };
    return { conversation.failure(request, -32601, "This tool runs as a task only") };
}

std::vector<Outgoing> withNews(Outgoing answer, std::vector<Outgoing> news)
{
    news.insert(news.begin(), std::move(answer));
    return news;
}

std::vector<Outgoing> addNote(Conversation &conversation, const Request &request)
{
    const Note &note = conversation.notes().add(std::string(request.argument("title")), std::string(request.argument("text")));
    return withNews(conversation.result(request, callResult(request, "Kept as " + uriOf(note))), conversation.listeners().listChanged("resources", conversation.hasLegacyClient() && !request.modern));
}

std::vector<Outgoing> learnTrick(Conversation &conversation, const Request &request)
{
    const bool more = conversation.toggleTrick();
    return withNews(conversation.result(request, callResult(request, more ? "There is a tool more now" : "The trick is forgotten")),
        conversation.listeners().listChanged("tools", conversation.hasLegacyClient() && !request.modern));
}

std::vector<Outgoing> deleteNote(Conversation &conversation, const Request &request)
{
    const auto id = static_cast<int>(integerArgument(request, "id", 0));
    const Note *note = conversation.notes().find(id);
    if (!note)
        return { conversation.result(request, callResult(request, "There is no note " + std::to_string(id), {}, true)) };
    const bool toLegacy = conversation.hasLegacyClient() && !request.modern;
    auto news = conversation.listeners().resourceUpdated(uriOf(*note), toLegacy);
    conversation.notes().remove(id);
    for (Outgoing &changed : conversation.listeners().listChanged("resources", toLegacy))
        news.push_back(std::move(changed));
    return withNews(conversation.result(request, callResult(request, "Note " + std::to_string(id) + " is gone")), std::move(news));
}

} // namespace

std::vector<Outgoing> callTool(Conversation &conversation, const Request &request)
{
    static const std::map<std::string_view, std::vector<Outgoing> (*)(Conversation &, const Request &)> bigTools { { "add_note", addNote }, { "delete_note", deleteNote },
        { "import_notes", importNotes }, { "chatter", chatter }, { "long_report", longReport }, { "nightly_backup", backup }, { "learn_trick", learnTrick } };
    static const std::map<std::string_view, Outgoing (*)(Conversation &, const Request &)> askingTools { { "ask_me", askMe }, { "two_steps", twoSteps }, { "sign_in", signIn },
        { "summarize_with_model", summarizeWithModel }, { "list_roots", listRoots } };
    const std::string_view name = request.params ? request.params->stringAt("name").value_or("") : "";
    const auto answer = [&](std::string text) { return std::vector { conversation.result(request, std::move(text)) }; };
    if (name == "search_notes" || name == "regional_search")
        return answer(name == "search_notes" ? searchNotes(conversation, request) : callResult(request, "Searched in " + std::string(request.argument("region"))));
    if (name == "echo")
        return answer(callResult(request, request.argument("text")));
    if (const auto found = bigTools.find(name); found != bigTools.end())
        return found->second(conversation, request);
    if (const auto found = askingTools.find(name); found != askingTools.end())
        return { found->second(conversation, request) };
    if (name == "show_content")
        return answer(showContent(conversation, request));
    if (name == "every_field") {
        const Value *all = argumentsOf(request);
        return answer(callResult(request, all ? request.document->raw(*all) : "{}", all ? request.document->raw(*all) : "{}"));
    }
    if (name == "trick")
        return answer(callResult(request, "Abracadabra"));
    if (name == "make_table")
        return answer(callResult(request, "| id | title |\n|----|-------|"));
    if (name == "word_report")
        return answer(callResult(request, "12 words", R"({"total":"12"})"));
    if (name == "always_fails" || name == "bad_header")
        return answer(callResult(request, "The disk of this server is imaginary and full.", {}, true));
    return { conversation.failure(request, -32602, "Unknown tool: " + std::string(name)) };
}

} // namespace demo
