// Speaks MCP over Streamable HTTP on a loopback port. Small on purpose: enough HTTP/1.1 for well-behaved clients.
#pragma once

#include "demoserver/conversation.h"
#include "demoserver/duelist.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace demo {

class HttpServer {
public:
    explicit HttpServer(Conversation &conversation);
    ~HttpServer();
    HttpServer(const HttpServer &) = delete;
    HttpServer &operator=(const HttpServer &) = delete;

    /// Listens on 127.0.0.1; port 0 takes any free one. Returns the port, or 0 with errno set.
    int listen(int port);
    /// Serves until the process is ended.
    int run();

private:
    struct Request {
        std::string verb, body;
        std::map<std::string, std::string, std::less<>> headers; ///< names in lower case
        std::string_view header(std::string_view name) const;
    };
    void accept();
    bool readFrom(int socket);
    static bool takeRequest(std::string &buffer, Request &request);
    void answer(int socket, const Request &request);
    void post(int socket, const Request &request);
    std::string refuseHeaders(const Request &request) const;
    void stream(int socket, const std::vector<Outgoing> &messages);
    void deliver(const Outgoing &message);
    void endStream(const std::string &id);
    void sendEvent(const Outgoing &message);
    void drop(int socket);

    Conversation &m_conversation;
    int m_listener = -1;
    std::map<int, std::string> m_buffers; ///< unread input by socket
    std::map<std::string, int> m_streams; ///< open event streams by the id of their request
    std::set<int> m_getStreams; ///< legacy: sockets whose GET stream is open
    DueList m_due;
    std::string m_session;
};

} // namespace demo
