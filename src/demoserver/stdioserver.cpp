#include "demoserver/stdioserver.h"

#include "demoserver/duelist.h"

#include <cerrno>
#include <string>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace demo {
namespace {

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
        m_conversation.cancelled = [this](const std::string &id) { m_due.drop(id); };
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
            m_due.sendDue([](const Outgoing &message) { writeLine(message.text); });
            pollfd input { STDIN_FILENO, POLLIN, 0 };
            const int ready = ::poll(&input, 1, m_due.timeout());
            if (ready < 0 && errno != EINTR)
                return false;
            if (ready > 0)
                return true;
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
        for (Outgoing &message : m_conversation.take(line)) {
            if (message.delayMs == 0)
                writeLine(message.text);
            else
                m_due.add(std::move(message));
        }
    }

    Conversation &m_conversation;
    std::string m_input;
    DueList m_due;
};

} // namespace

int serveStdio(Conversation &conversation)
{
    return StdioLoop(conversation).run();
}

} // namespace demo
