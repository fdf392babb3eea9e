#include "demoserver/httpserver.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <random>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace demo {
namespace {

void writeAll(int socket, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return; // the reader finds out
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

void respond(int socket, std::string_view status, std::string_view body, std::string_view headers = {})
{
    std::string answer = "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers);
    if (!body.empty())
        answer += "Content-Type: application/json\r\n";
    answer += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    writeAll(socket, answer.append(body));
}

std::string chunk(std::string_view text)
{
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    return size + std::string(text) + "\r\n";
}

constexpr const char *streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::string lowered(std::string text)
{
    for (char &c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return text;
}

std::string newSessionId()
{
    std::random_device random;
    char text[40];
    std::snprintf(text, sizeof text, "%08x-%08x-%08x-%08x", random(), random(), random(), random());
    return text;
}

} // namespace

std::string_view HttpServer::Request::header(std::string_view name) const
{
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view() : found->second;
}

HttpServer::HttpServer(Conversation &conversation)
    : m_conversation(conversation)
{
    m_conversation.cancelled = [this](const std::string &id) {
        m_due.drop(id);
        endStream(id);
    };
}

HttpServer::~HttpServer()
{
    for (const auto &[socket, buffer] : m_buffers)
        ::close(socket);
    if (m_listener >= 0)
        ::close(m_listener);
}

int HttpServer::listen(int port)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(m_listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto *generic = reinterpret_cast<sockaddr *>(&address);
    if (m_listener < 0 || ::bind(m_listener, generic, length) != 0 || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, generic, &length) != 0)
        return 0;
    return ntohs(address.sin_port);
}

int HttpServer::run()
{
    for (;;) {
        m_due.sendDue([this](const Outgoing &message) { sendEvent(message); });
        std::vector<pollfd> waiting { { m_listener, POLLIN, 0 } };
        for (const auto &[socket, buffer] : m_buffers)
            waiting.push_back({ socket, POLLIN, 0 });
        if (::poll(waiting.data(), waiting.size(), m_due.timeout()) < 0 && errno != EINTR)
            return 1;
        for (const pollfd &ready : waiting) {
            if (!ready.revents)
                continue;
            if (ready.fd == m_listener)
                accept();
            else if (!readFrom(ready.fd))
                drop(ready.fd);
        }
    }
}

void HttpServer::accept()
{
    const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    m_buffers[socket];
}

void HttpServer::drop(int socket)
{
    ::close(socket);
    m_buffers.erase(socket);
    m_getStreams.erase(socket);
    std::erase_if(m_streams, [this, socket](const auto &stream) {
        if (stream.second == socket) { // the client closed the stream: that cancels the call
            m_due.drop(stream.first);
            m_conversation.forget(stream.first);
        }
        return stream.second == socket;
    });
}

bool HttpServer::readFrom(int socket)
{
    char bytes[65536];
    const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
    if (count <= 0)
        return count < 0 && errno == EINTR;
    std::string &buffer = m_buffers[socket];
    buffer.append(bytes, static_cast<std::size_t>(count));
    Request request;
    while (takeRequest(buffer, request))
        answer(socket, request);
    return true;
}

bool HttpServer::takeRequest(std::string &buffer, Request &request)
{
    const std::size_t end = buffer.find("\r\n\r\n");
    if (end == std::string::npos)
        return false;
    request = {};
    request.verb = buffer.substr(0, buffer.find(' '));
    for (std::size_t line = buffer.find("\r\n"); line < end; line = buffer.find("\r\n", line + 2)) {
        const std::string_view text = std::string_view(buffer).substr(line + 2, buffer.find("\r\n", line + 2) - line - 2);
        const std::size_t colon = text.find(':');
        if (colon != std::string_view::npos)
            request.headers[lowered(std::string(text.substr(0, colon)))] = trimmed(text.substr(colon + 1));
    }
    const auto length = static_cast<std::size_t>(std::strtoul(std::string(request.header("content-length")).c_str(), nullptr, 10));
    if (buffer.size() < end + 4 + length)
        return false;
    request.body = buffer.substr(end + 4, length);
    buffer.erase(0, end + 4 + length);
    return true;
}

void HttpServer::answer(int socket, const Request &request)
{
    if (request.verb == "POST")
        return post(socket, request);
    if (request.verb == "DELETE" && !m_session.empty() && request.header("mcp-session-id") == m_session) {
        m_session.clear();
        return respond(socket, "200 OK", {});
    }
    const bool wantsStream = request.header("accept").find("text/event-stream") != std::string_view::npos;
    if (request.verb == "GET" && m_conversation.speaksLegacy() && wantsStream) {
        writeAll(socket, streamHead + chunk(":open\n\n"));
        m_getStreams.insert(socket);
        return;
    }
    respond(socket, "405 Method Not Allowed", {}, "Allow: POST\r\n");
}

/// What basic/transports/streamable-http of 2026-07-28 asks a server to refuse with -32020; empty where all is well.
std::string HttpServer::refuseHeaders(const Request &request) const
{
    const auto parsed = assayer::json::Document::parse(request.body);
    if (!parsed || !m_conversation.speaksModern())
        return {};
    const auto *message = &(*parsed)->root();
    const auto *version = message->find("params", "_meta", "io.modelcontextprotocol/protocolVersion");
    const auto method = message->stringAt("method");
    if (!version || !method)
        return {};
    if (request.header("mcp-protocol-version") != version->string())
        return "MCP-Protocol-Version is missing or differs from _meta";
    if (message->find("id") && request.header("mcp-method") != *method)
        return "Mcp-Method is missing or differs from the method";
    return {};
}

void HttpServer::post(int socket, const Request &request)
{
    if (const std::string fault = refuseHeaders(request); !fault.empty())
        return respond(socket, "400 Bad Request", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":")" + fault + "\"}}");
    std::vector<Outgoing> messages = m_conversation.take(request.body);
    // News for others, and the end of a call whose question this POST answers, go where those listen.
    const auto isForOthers = [this](const Outgoing &message) { return m_streams.contains(message.forId) || (message.forId.empty() && !message.last); };
    std::vector<Outgoing> others;
    std::copy_if(messages.begin(), messages.end(), std::back_inserter(others), isForOthers);
    std::erase_if(messages, isForOthers);
    for (const Outgoing &other : others)
        deliver(other);
    if (messages.empty())
        return respond(socket, "202 Accepted", {});
    const Outgoing &first = messages.front();
    if (messages.size() > 1 || !first.last || first.delayMs)
        return stream(socket, messages);
    std::string headers;
    if (request.body.find("\"initialize\"") != std::string::npos && !first.error) {
        m_session = newSessionId();
        headers = "Mcp-Session-Id: " + m_session + "\r\n";
    }
    const bool unknownMethod = first.error && first.text.find("-32601") != std::string::npos;
    respond(socket, unknownMethod ? "404 Not Found" : first.error ? "400 Bad Request" : "200 OK", first.text, headers);
}

void HttpServer::deliver(const Outgoing &message)
{
    if (message.delayMs)
        m_due.add(message);
    else
        sendEvent(message);
}

void HttpServer::endStream(const std::string &id)
{
    const auto open = m_streams.find(id);
    if (open == m_streams.end())
        return;
    writeAll(open->second, "0\r\n\r\n");
    m_streams.erase(open);
}

void HttpServer::stream(int socket, const std::vector<Outgoing> &messages)
{
    m_streams[messages.front().forId] = socket;
    writeAll(socket, streamHead);
    for (const Outgoing &message : messages)
        m_due.add(message);
}

void HttpServer::sendEvent(const Outgoing &message)
{
    const std::string event = chunk("event: message\ndata: " + message.text + "\n\n");
    if (message.forId.empty()) {
        for (const int socket : m_getStreams)
            writeAll(socket, event);
        return;
    }
    const auto open = m_streams.find(message.forId);
    if (open == m_streams.end())
        return;
    writeAll(open->second, event);
    if (message.last)
        endStream(message.forId);
}

} // namespace demo
