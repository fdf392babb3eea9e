// A loopback server that does exactly what a test says, byte by byte: one thread a connection, blocking sockets, no Qt.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assayer::test {

/// One accepted connection, in the hands of a script. Closed when the script returns.
class RawPeer {
public:
    RawPeer(int fd, int index, std::function<void(const std::string &)> seen, std::function<void(int)> closer);
    ~RawPeer();
    RawPeer(const RawPeer &) = delete;
    RawPeer &operator=(const RawPeer &) = delete;

    /// 0 for the first connection.
    int index() const { return m_index; }
    /// Reads one request, head and Content-Length body; nothing when the client closed.
    std::optional<std::string> request();
    /// Reads exactly that many bytes (for protocols other than HTTP); fewer when the client closed.
    std::string bytes(std::size_t count);
    /// False: the client is gone.
    bool send(std::string_view bytes);
    /// Chunk framing around `bytes`.
    bool sendChunk(std::string_view bytes);
    static void pause(int ms);
    /// Waits until the client closes, or the server is taken down.
    void waitForClose();
    /// Ends the connection with a TCP reset.
    void reset();
    void close();

private:
    bool fill();

    int m_fd;
    int m_index;
    std::string m_in;
    std::function<void(const std::string &)> m_seen;
    std::function<void(int)> m_closer;
};

/// Listens on a free port of the loopback and runs `script` once a connection, in its thread.
class RawHttpServer {
public:
    using Script = std::function<void(RawPeer &)>;
    enum class Family { IPv4, IPv6 };

    explicit RawHttpServer(Script script, Family family = Family::IPv4);
    ~RawHttpServer();
    RawHttpServer(const RawHttpServer &) = delete;
    RawHttpServer &operator=(const RawHttpServer &) = delete;

    /// 0 where the machine has no such loopback.
    int port() const { return m_port; }
    int connections() const { return m_connections; }
    /// Every request read so far, in the order they were complete.
    std::vector<std::string> requests() const;

private:
    void acceptAll();
    void serve(int fd, int index);

    Script m_script;
    int m_listen = -1;
    int m_port = 0;
    std::atomic<int> m_connections = 0;
    mutable std::mutex m_mutex;
    std::vector<int> m_open;
    std::vector<std::string> m_requests;
    std::vector<std::thread> m_workers;
    std::thread m_accepter;
};

/// An answer with a Content-Length. `more`: further header lines, each with its CRLF.
std::string answer(const std::string &body, const std::string &more = {}, const std::string &status = "200 OK");
/// The same as application/json.
std::string jsonAnswer(const std::string &body, const std::string &status = "200 OK");
/// The head of an event stream in chunks.
std::string streamHead();
/// The value of a header field in a request, name in any case; empty where there is none.
std::string headerOf(const std::string &request, const std::string &name);
std::string bodyOf(const std::string &request);

} // namespace assayer::test
