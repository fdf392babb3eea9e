#include "demoserver/tasks.h"

#include "demoserver/listeners.h"
#include "json/write.h"

#include <algorithm>
#include <ctime>
#include <random>

namespace demo {
namespace {

using assayer::json::Value;
using assayer::json::Writer;
using Request = Conversation::Request;

constexpr int pollMs = 500;
constexpr int keptMs = 600'000;
constexpr const char *question = R"({"mode":"form","message":"The report is nearly done. With pictures?","requestedSchema":{"type":"object","properties":{"pictures":{"type":"boolean","title":"With pictures","default":true}},"required":["pictures"]}})";

std::string isoNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/// Ids of tasks let their holder read results: they are not to be guessed.
std::string newId(int number)
{
    std::random_device random;
    char text[40];
    std::snprintf(text, sizeof text, "report-%d-%08x%08x", number, random(), random());
    return text;
}

std::string withRelated(std::string_view params, const std::string &taskId)
{
    return std::string(params.substr(0, params.size() - 1)) + R"(,"_meta":{"io.modelcontextprotocol/related-task":{"taskId":)" + assayer::json::quoted(taskId) + "}}}";
}

} // namespace

int Tasks::remainingMs(const Task &task)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(task.end - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

const char *Tasks::status(const Task &task)
{
    if (task.cancelled)
        return "cancelled";
    if (task.asks && task.answered.empty())
        return "input_required";
    return remainingMs(task) > 0 ? "working" : "completed";
}

std::string Tasks::members(const Task &task, bool modern)
{
    const std::string_view now = status(task);
    Writer writer;
    writer.beginObject().member("taskId", task.id).member("status", now);
    writer.member("statusMessage", now == "working" ? "Reading notes" : now == "input_required" ? "Waiting for an answer" : now == "cancelled" ? "Stopped" : "All notes read");
    writer.member("createdAt", task.createdAt).member("lastUpdatedAt", isoNow());
    writer.member(modern ? "ttlMs" : "ttl", keptMs).member(modern ? "pollIntervalMs" : "pollInterval", pollMs).endObject();
    return writer.take();
}

std::string Tasks::resultOf(const Task &task, bool modern)
{
    Writer writer;
    writer.beginObject().key("content").beginArray().beginObject().member("type", "text");
    writer.member("text", "The report on all notes is ready" + (task.answered.empty() ? std::string() : ", " + task.answered)).endObject().endArray();
    if (!modern)
        writer.key("_meta").beginObject().key("io.modelcontextprotocol/related-task").beginObject().member("taskId", task.id).endObject().endObject();
    return writer.endObject().take();
}

/// Everything that is known of a task: tasks/get of the modern era brings question and result along.
std::string Tasks::state(const Task &task, bool modern)
{
    std::string text = members(task, modern);
    if (!modern)
        return text;
    text.pop_back();
    if (std::string_view(status(task)) == "input_required")
        text += R"(,"inputRequests":{"pictures":{"method":"elicitation/create","params":)" + std::string(question) + "}}";
    if (std::string_view(status(task)) == "completed")
        text += ",\"result\":" + resultOf(task, true);
    return text + '}';
}

std::vector<Outgoing> Tasks::create(Conversation &conversation, const Request &request, int seconds, bool asks)
{
    const std::string id = newId(++m_last);
    Task &task = m_tasks[id];
    task.id = id;
    task.createdAt = isoNow();
    task.end = Clock::now() + std::chrono::seconds(seconds);
    task.asks = asks;
    std::string handle = members(task, request.modern);
    if (request.modern)
        handle.insert(1, R"("resultType":"task",)");
    else
        handle = "{\"task\":" + handle + '}';
    std::vector<Outgoing> out { conversation.result(request, handle) };
    if (request.modern || asks)
        return out;
    Outgoing told { {}, seconds * 1000, {}, false, false };
    told.late = [this, id] {
        const std::string text = R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":)" + members(m_tasks[id], false) + '}';
        return m_tasks[id].cancelled ? std::string() : text;
    };
    out.push_back(std::move(told));
    return out;
}

void Tasks::takeAnswer(const std::string &id, const Value &answer)
{
    Task &task = m_tasks[id];
    const Value *content = answer.find("content");
    const Value *pictures = content ? content->find("pictures") : nullptr;
    if (answer.stringAt("action") == "accept")
        task.answered = pictures && pictures->isTrue() ? "with pictures" : "without pictures";
    else
        task.cancelled = true;
}

std::vector<Outgoing> Tasks::result(Conversation &conversation, const Request &request, const std::string &id)
{
    const Task &task = m_tasks[id];
    if (task.cancelled)
        return { conversation.failure(request, -32603, "The task was cancelled") };
    if (std::string_view(status(task)) == "input_required") {
        return { conversation.ask(request, "elicitation/create", withRelated(question, id), [this, id](const Value &answer) {
            takeAnswer(id, answer);
            return m_tasks[id].cancelled ? std::string(R"({"content":[{"type":"text","text":"No report was made."}],"isError":true})") : resultOf(m_tasks[id], false);
        }) };
    }
    return { conversation.result(request, resultOf(task, false), remainingMs(task)) };
}

std::vector<Outgoing> Tasks::answer(Conversation &conversation, const Request &request)
{
    const std::string &method = request.method;
    if (method == "tasks/list" && !request.modern) {
        Writer writer;
        writer.beginObject().key("tasks").beginArray();
        for (const auto &[id, task] : m_tasks)
            writer.raw(members(task, false));
        return { conversation.result(request, writer.endArray().endObject().take()) };
    }
    const bool known = method == "tasks/get" || method == "tasks/cancel" || method == (request.modern ? "tasks/update" : "tasks/result");
    if (!known)
        return {};
    const std::string id(request.params ? request.params->stringAt("taskId").value_or("") : "");
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end())
        return { conversation.failure(request, -32602, "Unknown task") };
    if (request.modern && !request.client.tasks)
        return { conversation.missing(request, R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})") };
    if (method == "tasks/result")
        return result(conversation, request, id);
    if (method == "tasks/cancel") {
        const std::string_view now = status(found->second);
        if (now == "completed" || now == "cancelled")
            return { conversation.failure(request, -32602, "The task is over already") };
        found->second.cancelled = true;
    }
    if (method == "tasks/update") {
        const Value *answer = request.params->find("inputResponses", "pictures");
        if (answer)
            takeAnswer(id, *answer);
    }
    std::string text = request.modern && method != "tasks/get" ? std::string("{}") : state(found->second, request.modern);
    if (request.modern)
        text.insert(1, text.size() > 2 ? R"("resultType":"complete",)" : R"("resultType":"complete")");
    return { conversation.result(request, text) };
}

std::vector<Outgoing> Tasks::notifications(const std::string &listenId, const Value *filter) const
{
    std::vector<Outgoing> out;
    const Value *ids = filter ? filter->find("taskIds") : nullptr;
    for (const Value &id : ids ? ids->items() : std::span<const Value>()) {
        const auto found = m_tasks.find(std::string(id.string()));
        if (found == m_tasks.end())
            continue;
        Outgoing told { {}, remainingMs(found->second), listenId, false, false };
        told.late = [task = &found->second, listenId] {
            const std::string text = state(*task, true);
            return Listeners::notification(listenId, "notifications/tasks", std::string_view(text).substr(1, text.size() - 2));
        };
        out.push_back(std::move(told));
    }
    return out;
}

} // namespace demo
