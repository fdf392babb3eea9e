#include "demoserver/stdioserver.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace demo {
namespace {

using Clock = std::chrono::steady_clock;

struct Due {
    Clock::time_point at;
    Outgoing message;
};

void writeLine(const std::string &text)
{
    const std::string line = text + '\n';
    std::size_t written = 0;
    while (written < line.size()) {
        const ssize_t count = ::write(STDOUT_FILENO, line.data() + written, line.size() - written);
        if (count < 0 && errno != EINTR)
            return; // the client is gone; stdin will say so
        written += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

class StdioLoop {
public:
    explicit StdioLoop(Conversation &conversation)
        : m_conversation(conversation)
    {
    }

    int run()
    {
        while (waitForInput()) {
            char buffer[65536];
            const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
            if (count == 0 || (count < 0 && errno != EINTR))
                return 0;
            if (count > 0)
                m_input.append(buffer, static_cast<std::size_t>(count));
            takeLines();
        }
        return 0;
    }

private:
    /// Sends what is due meanwhile.
    bool waitForInput()
    {
        for (;;) {
            sendDue();
            pollfd input { STDIN_FILENO, POLLIN, 0 };
            const int ready = ::poll(&input, 1, timeout());
            if (ready < 0 && errno != EINTR)
                return false;
            if (ready > 0)
                return true;
        }
    }

    int timeout() const
    {
        if (m_due.empty())
            return -1;
        const auto next = std::min_element(m_due.begin(), m_due.end(), [](const Due &a, const Due &b) { return a.at < b.at; });
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(next->at - Clock::now()).count();
        return static_cast<int>(std::max<std::int64_t>(left, 0));
    }

    void sendDue()
    {
        const auto now = Clock::now();
        for (std::size_t i = 0; i < m_due.size();) {
            if (m_due[i].at > now) {
                ++i;
                continue;
            }
            writeLine(m_due[i].message.text);
            m_due.erase(m_due.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    void takeLines()
    {
        std::size_t begin = 0;
        for (std::size_t end = m_input.find('\n'); end != std::string::npos; end = m_input.find('\n', begin)) {
            takeLine(std::string_view(m_input).substr(begin, end - begin));
            begin = end + 1;
        }
        m_input.erase(0, begin);
    }

    void takeLine(std::string_view line)
    {
        if (line.empty())
            return;
        dropCancelled(line);
        for (Outgoing &message : m_conversation.take(line)) {
            if (message.delayMs == 0)
                writeLine(message.text);
            else
                m_due.push_back({ Clock::now() + std::chrono::milliseconds(message.delayMs), std::move(message) });
        }
    }

    void dropCancelled(std::string_view line)
    {
        if (line.find("notifications/cancelled") == std::string_view::npos)
            return;
        const auto parsed = assayer::json::Document::parse(std::string(line));
        const assayer::json::Value *id = parsed ? (*parsed)->root().find("params", "requestId") : nullptr;
        if (!id)
            return;
        const std::string idJson((*parsed)->raw(*id));
        std::erase_if(m_due, [&idJson](const Due &due) { return due.message.forId == idJson; });
    }

    Conversation &m_conversation;
    std::string m_input;
    std::vector<Due> m_due;
};

} // namespace

int serveStdio(Conversation &conversation)
{
    return StdioLoop(conversation).run();
}

} // namespace demo
