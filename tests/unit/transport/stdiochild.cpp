// A server's process that behaves as its first argument says. No Qt: it starts in a millisecond.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;

void put(const std::string &text)
{
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t sent = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
        if (sent <= 0)
            return;
        done += std::size_t(sent);
    }
}

void complain(const std::string &text)
{
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0)
        std::exit(9);
}

int echoWith(const std::string &end)
{
    for (std::string line; std::getline(std::cin, line);)
        put(line + end);
    return 0;
}

[[noreturn]] void liveOn()
{
    for (;;)
        ::pause();
}

int describeSelf(const Arguments &arguments)
{
    std::string text = "[";
    for (const std::string &argument : arguments)
        text += '"' + argument + "\",";
    const char *variable = std::getenv("ASSAYER_TEST");
    char folder[4096];
    put(text + '"' + (variable ? variable : "") + "\",\"" + (::getcwd(folder, sizeof folder) ? folder : "") + "\"]\n");
    return echoWith("\n");
}

/// A wrapper like npx: the server is a grandchild that survives its parent.
int wrap(bool waits)
{
    const pid_t child = ::fork();
    if (child == 0)
        liveOn();
    put("{\"pid\":" + std::to_string(child) + "}\n");
    if (waits)
        liveOn();
    return echoWith("\n");
}

int beStubborn()
{
    ::signal(SIGTERM, SIG_IGN);
    put("{}\n");
    liveOn();
}

int writeLongLine(std::size_t bytes)
{
    put("{\"first\":1}\n");
    const std::string piece(1 << 20, 'x');
    for (std::size_t done = 0; done < bytes; done += piece.size())
        put(piece);
    put("\n");
    return 0;
}

int burst(std::size_t lines)
{
    const std::string line = "{\"pad\":\"" + std::string(990, 'x') + "\"}\n";
    std::string block;
    for (std::size_t i = 0; i < lines; ++i)
        block += line;
    put(block);
    complain("last words\n");
    return 7;
}

int closeStdout()
{
    put("{}\n");
    ::close(STDOUT_FILENO);
    liveOn();
}

int dripCharacters()
{
    for (const char c : std::string("{\"text\":\"\xE8\xAF\xBB\xF0\x9F\x8E\x89\"}\n")) {
        put(std::string(1, c));
        ::usleep(1000);
    }
    return echoWith("\n");
}

} // namespace

int main(int argc, char **argv)
{
    const Arguments arguments(argv + std::min(argc, 2), argv + argc);
    const auto number = [&] { return std::strtoul(arguments.at(0).c_str(), nullptr, 10); };
    const std::map<std::string, std::function<int()>> modes {
        { "echo", [] { return echoWith("\n"); } },
        { "echo-crlf", [] { return echoWith("\r\n"); } },
        { "describe", [&] { return describeSelf(arguments); } },
        { "wrap", [] { return wrap(false); } },
        { "wrap-forever", [] { return wrap(true); } },
        { "stubborn", beStubborn },
        { "deaf",
            [] {
                put("{}\n");
                liveOn();
                return 0;
            } },
        { "long-line", [&] { return writeLongLine(number()); } },
        { "burst", [&] { return burst(number()); } },
        { "close-stdout", closeStdout },
        { "close-stdin",
            [] {
                ::close(STDIN_FILENO);
                put("{}\n");
                liveOn();
                return 0;
            } },
        { "drip", dripCharacters },
        { "say",
            [&] {
                put(arguments.at(0));
                return echoWith("\n");
            } },
        { "say-and-exit",
            [&] {
                put(arguments.at(0));
                return 0;
            } },
        { "fail",
            [] {
                complain("starting\nerror: API_KEY is not set\n");
                return 2;
            } },
        { "crash",
            [] {
                ::raise(SIGKILL);
                return 0;
            } },
    };
    const auto mode = argc > 1 ? modes.find(argv[1]) : modes.end();
    return mode == modes.end() ? 64 : mode->second();
}
