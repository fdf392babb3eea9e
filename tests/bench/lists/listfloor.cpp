// bench_listfloor PORT ROUNDS: what a list costs at least: the request, the transfer over one kept connection, and RapidJSON's in-situ
// parse of the body. Nothing is checked. Prints {"medianMs","minMs","transferMs","parseMs","bytes","peakRssKiB"}.
#include <rapidjson/document.h>

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double ms(Clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

int connectTo(int port)
{
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? fd : -1;
}

bool sendAll(int fd, const std::string &text)
{
    return send(fd, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

/// The body of one answer with a Content-Length; empty where there is none.
std::string answer(int fd)
{
    std::string head;
    std::vector<char> piece(1 << 18);
    std::size_t end = std::string::npos;
    while (end == std::string::npos) {
        const ssize_t got = recv(fd, piece.data(), piece.size(), 0);
        if (got <= 0)
            return {};
        head.append(piece.data(), static_cast<std::size_t>(got));
        end = head.find("\r\n\r\n");
    }
    std::string lower = head.substr(0, end);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t at = lower.find("content-length:");
    if (at == std::string::npos)
        return {};
    const std::size_t length = std::strtoull(lower.c_str() + at + 15, nullptr, 10);
    std::string body = head.substr(end + 4);
    body.reserve(length + 1);
    while (body.size() < length) {
        const ssize_t got = recv(fd, piece.data(), std::min(piece.size(), length - body.size()), 0);
        if (got <= 0)
            return {};
        body.append(piece.data(), static_cast<std::size_t>(got));
    }
    return body;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const int port = argc > 1 ? std::atoi(argv[1]) : 0;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
    const int fd = connectTo(port);
    if (fd < 0)
        return std::fputs("cannot connect\n", stderr), 1;
    const std::string body = R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})";
    const std::string request = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
    std::vector<double> whole, transfer, parse;
    std::size_t bytes = 0;
    for (int i = 0; i < rounds; ++i) {
        const auto begin = Clock::now();
        if (!sendAll(fd, request))
            return 1;
        std::string text = answer(fd);
        const auto arrived = Clock::now();
        rapidjson::Document document;
        document.ParseInsitu(text.data());
        const auto end = Clock::now();
        if (document.HasParseError())
            return std::fputs("no JSON\n", stderr), 1;
        bytes = text.size();
        whole.push_back(ms(end - begin));
        transfer.push_back(ms(arrived - begin));
        parse.push_back(ms(end - arrived));
    }
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"medianMs\":%.3f,\"minMs\":%.3f,\"transferMs\":%.3f,\"parseMs\":%.3f,\"bytes\":%zu,\"peakRssKiB\":%ld}\n", median(whole),
        *std::min_element(whole.begin(), whole.end()), median(transfer), median(parse), bytes, usage.ru_maxrss);
    close(fd);
    return 0;
}
