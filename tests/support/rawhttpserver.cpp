#include "support/rawhttpserver.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace assayer::test {

namespace {

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// A listening socket on a free port, and the port.
std::pair<int, int> listenOn(RawHttpServer::Family family)
{
    const bool six = family == RawHttpServer::Family::IPv6;
    const int fd = ::socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in four {};
    four.sin_family = AF_INET;
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_in6 other {};
    other.sin6_family = AF_INET6;
    other.sin6_addr = in6addr_loopback;
    auto *address = six ? reinterpret_cast<sockaddr *>(&other) : reinterpret_cast<sockaddr *>(&four);
    socklen_t size = six ? sizeof other : sizeof four;
    if (fd < 0 || ::bind(fd, address, size) != 0 || ::listen(fd, 2048) != 0)
        return { fd, 0 };
    ::getsockname(fd, address, &size);
    return { fd, ntohs(six ? other.sin6_port : four.sin_port) };
}

} // namespace

RawPeer::RawPeer(int fd, int index, std::function<void(const std::string &)> seen, std::function<void(int)> closer)
    : m_fd(fd)
    , m_index(index)
    , m_seen(std::move(seen))
    , m_closer(std::move(closer))
{
}

RawPeer::~RawPeer()
{
    close();
}

bool RawPeer::fill()
{
    char buffer[65536];
    const ssize_t got = ::recv(m_fd, buffer, sizeof buffer, 0);
    if (got <= 0)
        return false;
    m_in.append(buffer, std::size_t(got));
    return true;
}

std::optional<std::string> RawPeer::request()
{
    for (;;) {
        const std::size_t end = m_in.find("\r\n\r\n");
        if (end != std::string::npos) {
            const std::string length = headerOf(m_in.substr(0, end + 4), "content-length");
            const std::size_t total = end + 4 + std::strtoul(length.c_str(), nullptr, 10);
            if (m_in.size() >= total) {
                std::string whole = m_in.substr(0, total);
                m_in.erase(0, total);
                m_seen(whole);
                return whole;
            }
        }
        if (!fill())
            return std::nullopt;
    }
}

std::string RawPeer::bytes(std::size_t count)
{
    while (m_in.size() < count && fill()) { }
    std::string taken = m_in.substr(0, count);
    m_in.erase(0, taken.size());
    return taken;
}

bool RawPeer::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(std::size_t(sent));
    }
    return true;
}

bool RawPeer::sendChunk(std::string_view bytes)
{
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
    return send(size + std::string(bytes) + "\r\n");
}

void RawPeer::pause(int ms)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

void RawPeer::waitForClose()
{
    char byte;
    while (::recv(m_fd, &byte, 1, 0) > 0) { }
}

void RawPeer::reset()
{
    const linger now { 1, 0 };
    ::setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
}

void RawPeer::close()
{
    if (m_fd >= 0)
        m_closer(std::exchange(m_fd, -1));
}

RawHttpServer::RawHttpServer(Script script, Family family)
    : m_script(std::move(script))
{
    std::tie(m_listen, m_port) = listenOn(family);
    m_accepter = std::thread([this] { acceptAll(); });
}

RawHttpServer::~RawHttpServer()
{
    ::shutdown(m_listen, SHUT_RDWR);
    m_accepter.join();
    ::close(m_listen);
    {
        const std::lock_guard lock(m_mutex);
        for (int fd : m_open)
            ::shutdown(fd, SHUT_RDWR);
    }
    for (std::thread &worker : m_workers)
        worker.join();
}

std::vector<std::string> RawHttpServer::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

void RawHttpServer::acceptAll()
{
    for (int fd; (fd = ::accept4(m_listen, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
        const int one = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        const int index = m_connections++;
        {
            const std::lock_guard lock(m_mutex);
            m_open.push_back(fd);
        }
        m_workers.emplace_back([this, fd, index] { serve(fd, index); });
    }
}

void RawHttpServer::serve(int fd, int index)
{
    RawPeer peer(
        fd, index,
        [this](const std::string &request) {
            const std::lock_guard lock(m_mutex);
            m_requests.push_back(request);
        },
        [this](int closing) {
            const std::lock_guard lock(m_mutex);
            std::erase(m_open, closing);
            ::close(closing);
        });
    m_script(peer);
}

std::string answer(const std::string &body, const std::string &more, const std::string &status)
{
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + more + "\r\n" + body;
}

std::string jsonAnswer(const std::string &body, const std::string &status)
{
    return answer(body, "Content-Type: application/json\r\n", status);
}

std::string streamHead()
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
}

std::string headerOf(const std::string &request, const std::string &name)
{
    const std::string head = request.substr(0, request.find("\r\n\r\n") + 2);
    const std::string key = "\r\n" + lower(name) + ":";
    std::size_t at = lower(head).find(key);
    if (at == std::string::npos)
        return {};
    at += key.size();
    std::string value = head.substr(at, head.find("\r\n", at) - at);
    while (!value.empty() && value.front() == ' ')
        value.erase(0, 1);
    return value;
}

std::string bodyOf(const std::string &request)
{
    const std::size_t end = request.find("\r\n\r\n");
    return end == std::string::npos ? std::string() : request.substr(end + 4);
}

} // namespace assayer::test
