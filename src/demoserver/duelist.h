// Messages that are to be sent later, in time order.
#pragma once

#include "demoserver/conversation.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace demo {

class DueList {
public:
    void add(Outgoing message)
    {
        const auto at = Clock::now() + std::chrono::milliseconds(message.delayMs);
        m_due.push_back({ at, std::move(message) });
    }

    /// Milliseconds until the next one, 0 where it is due, -1 where there is none: the argument of poll().
    int timeout() const
    {
        if (m_due.empty())
            return -1;
        const auto next = std::min_element(m_due.begin(), m_due.end(), [](const Due &a, const Due &b) { return a.at < b.at; });
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(next->at - Clock::now()).count();
        return static_cast<int>(std::max<std::int64_t>(left, 0));
    }

    template<class Send>
    void sendDue(Send send)
    {
        const auto now = Clock::now();
        for (std::size_t i = 0; i < m_due.size();) {
            if (m_due[i].at > now) {
                ++i;
                continue;
            }
            Outgoing message = std::move(m_due[i].message);
            m_due.erase(m_due.begin() + static_cast<std::ptrdiff_t>(i));
            if (message.late)
                message.text = message.late();
            if (!message.text.empty())
                send(message);
        }
    }

    void drop(const std::string &forId)
    {
        std::erase_if(m_due, [&forId](const Due &due) { return due.message.forId == forId; });
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Due {
        Clock::time_point at;
        Outgoing message;
    };
    std::vector<Due> m_due;
};

} // namespace demo
