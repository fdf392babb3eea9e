// The demo server's tasks: reports that take some seconds, in the shape of either era.
#pragma once

#include "demoserver/conversation.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace demo {

class Tasks {
public:
    /// A call that runs as a task: answers with its handle, and later with a status notification (legacy).
    std::vector<Outgoing> create(Conversation &conversation, const Conversation::Request &request, int seconds, bool asks);
    /// tasks/get, tasks/result, tasks/list, tasks/cancel, tasks/update. Empty: no such method in this era.
    std::vector<Outgoing> answer(Conversation &conversation, const Conversation::Request &request);
    /// Notifications for a stream that asked for tasks by their ids.
    std::vector<Outgoing> notifications(const std::string &listenId, const assayer::json::Value *filter) const;

private:
    using Clock = std::chrono::steady_clock;
    struct Task {
        std::string id;
        std::string createdAt;
        Clock::time_point end;
        bool asks = false; ///< waits for an answer before it can end
        bool cancelled = false;
        std::string answered; ///< what the user said
    };
    static int remainingMs(const Task &task);
    static const char *status(const Task &task);
    static std::string members(const Task &task, bool modern);
    static std::string resultOf(const Task &task, bool modern);
    static std::string state(const Task &task, bool modern);
    std::vector<Outgoing> result(Conversation &conversation, const Conversation::Request &request, const std::string &id);
    void takeAnswer(const std::string &id, const assayer::json::Value &answer);

    std::map<std::string, Task> m_tasks;
    int m_last = 0;
};

} // namespace demo
