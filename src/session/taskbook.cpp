#include "session/taskbook.h"

#include "session/taskexchange.h"

#include <algorithm>

namespace assayer {

namespace {

/// Whole milliseconds, by value; nullopt for null and anything else.
std::optional<qint64> milliseconds(const json::Value &task, const char *legacyName, const char *modernName)
{
    for (const char *name : { legacyName, modernName }) {
        if (const json::Value *value = task.find(name))
            return value->integer();
    }
    return std::nullopt;
}

std::string textAt(const json::Value &task, const char *member)
{
    return std::string(task.stringAt(member).value_or(""));
}

} // namespace

TaskBook::TaskBook(SessionCore &core)
    : m_core(core)
{
}

void TaskBook::take(const json::Node &task, quint64 frame, const QByteArray &tool)
{
    const auto id = task ? task.value->stringAt("taskId") : std::nullopt;
    if (!id)
        return;
    const QByteArray key = bytes(*id);
    auto known = std::find_if(m_tasks.begin(), m_tasks.end(), [&](const TaskInfo &info) { return info.id == key; });
    if (known == m_tasks.end()) {
        TaskInfo info;
        info.id = key;
        info.firstWallNs = wallNs();
        m_tasks.append(info);
        known = std::prev(m_tasks.end());
    }
    if (!tool.isEmpty())
        known->tool = tool;
    known->status = textAt(*task.value, "status");
    known->statusMessage = textAt(*task.value, "statusMessage");
    known->createdAt = textAt(*task.value, "createdAt");
    known->ttlMs = milliseconds(*task.value, "ttl", "ttlMs");
    known->pollIntervalMs = milliseconds(*task.value, "pollInterval", "pollIntervalMs");
    known->node = task;
    known->frame = frame;
    known->heardWallNs = wallNs();
    const TaskInfo told = *known;
    Q_EMIT m_core.session().taskChanged(told);
}

void TaskBook::takeResult(const QByteArray &method, const json::Node &result, quint64 frame)
{
    if (method == "tasks/get" || method == "tasks/cancel")
        return take(result, frame);
    const json::Value *tasks = method == "tasks/list" ? result.value->find("tasks") : nullptr;
    for (const json::Value &task : tasks ? tasks->items() : std::span<const json::Value>())
        take({ result.document, &task }, frame);
}

void TaskBook::takeNotification(const json::Node &params, quint64 frame)
{
    if (!params)
        return;
    take(params, frame);
    const QByteArray id = bytes(params.value->stringAt("taskId").value_or(""));
    if (TaskExchange *follower = m_followers.value(id))
        follower->takeState(params, frame);
}

} // namespace assayer
