// All tasks of a connection, kept up to date by whatever tells of them: results, notifications, lists.
#pragma once

#include "session/sessioncore.h"
#include "session/taskinfo.h"

#include <QHash>

namespace assayer {

class TaskExchange;

class TaskBook final {
public:
    explicit TaskBook(SessionCore &core);

    /// A task object: told by the session's taskChanged(). Nothing where it has no taskId. `tool` where known.
    void take(const json::Node &task, quint64 frame, const QByteArray &tool = {});
    /// The result of a tasks/* request of ours.
    void takeResult(const QByteArray &method, const json::Node &result, quint64 frame);
    /// notifications/tasks/status and notifications/tasks: also tells the call that waits for the task.
    void takeNotification(const json::Node &params, quint64 frame);
    void follow(const QByteArray &id, TaskExchange *exchange) { m_followers.insert(id, exchange); }
    void unfollow(const QByteArray &id) { m_followers.remove(id); }

    /// In the order they were first heard of.
    QList<TaskInfo> tasks() const { return m_tasks; }

private:
    SessionCore &m_core;
    QList<TaskInfo> m_tasks;
    QHash<QByteArray, TaskExchange *> m_followers;
};

} // namespace assayer
