#include "demoserver/toolcalls.h"

#include "json/write.h"

#include <algorithm>

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
        messages.push_back({ writer.take(), step * stepMs, request.id, false, false });
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

Outgoing askMe(Conversation &conversation, const Request &request)
{
    if (!request.canElicit)
        return conversation.result(request, callResult(request, "This client does not declare elicitation, so nothing was asked.", {}, true));
    if (!request.modern)
        return conversation.ask(request, howMany, [request](const Value &answer) { return askedText(request, answer); });
    const Value *responses = request.params->find("inputResponses");
    const Value *answer = responses ? responses->find("count") : nullptr;
    if (answer)
        return conversation.result(request, askedText(request, *answer));
    return conversation.result(request, std::string(R"({"resultType":"input_required","requestState":"ask-me-1","inputRequests":{"count":{"method":"elicitation/create","params":)") + howMany + "}}}");
}

std::string deleteNote(Conversation &conversation, const Request &request)
{
    const auto id = integerArgument(request, "id", 0);
    if (!conversation.notes().remove(static_cast<int>(id)))
        return callResult(request, "There is no note " + std::to_string(id), {}, true);
    return callResult(request, "Note " + std::to_string(id) + " is gone");
}

} // namespace

std::vector<Outgoing> callTool(Conversation &conversation, const Request &request)
{
    const std::string_view name = request.params ? request.params->stringAt("name").value_or("") : "";
    const auto answer = [&](std::string text) { return std::vector { conversation.result(request, std::move(text)) }; };
    if (name == "search_notes" || name == "regional_search")
        return answer(name == "search_notes" ? searchNotes(conversation, request) : callResult(request, "Searched in " + std::string(request.argument("region"))));
    if (name == "add_note") {
        const Note &note = conversation.notes().add(std::string(request.argument("title")), std::string(request.argument("text")));
        return answer(callResult(request, "Kept as " + uriOf(note)));
    }
    if (name == "delete_note")
        return answer(deleteNote(conversation, request));
    if (name == "make_table")
        return answer(callResult(request, "| id | title |\n|----|-------|"));
    if (name == "import_notes")
        return importNotes(conversation, request);
    if (name == "word_report")
        return answer(callResult(request, "12 words", R"({"total":"12"})"));
    if (name == "ask_me")
        return { askMe(conversation, request) };
    if (name == "always_fails" || name == "bad_header")
        return answer(callResult(request, "The disk of this server is imaginary and full.", {}, true));
    return { conversation.failure(request, -32602, "Unknown tool: " + std::string(name)) };
}

} // namespace demo
