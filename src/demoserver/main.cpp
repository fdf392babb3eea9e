// assayer-demo-server: a small MCP server of both eras, with a few entries that are broken on purpose.
#include "demoserver/httpserver.h"
#include "demoserver/stdioserver.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr const char *usage = R"(Usage: assayer-demo-server [--era dual|legacy|modern] [--http PORT]

Without --http the server speaks MCP over stdin and stdout.
--http PORT   listens on 127.0.0.1:PORT (0: any free port); the address is printed on stdout
--era ERA     which eras it answers in (dual)
)";

struct Options {
    demo::Eras eras = demo::Eras::Dual;
    int port = -1;
};

/// False where the words are not understood.
bool parse(int argc, char **argv, Options &options)
{
    for (int i = 1; i < argc; i += 2) { // a word and its value
        const std::string_view word = argv[i];
        const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
        if (word == "--era" && (value == "dual" || value == "legacy" || value == "modern"))
            options.eras = value == "legacy" ? demo::Eras::Legacy : value == "modern" ? demo::Eras::Modern : demo::Eras::Dual;
        else if (word == "--http" && !value.empty() && std::atoi(argv[i + 1]) >= 0 && std::atoi(argv[i + 1]) < 65536)
            options.port = std::atoi(argv[i + 1]);
        else
            return false;
    }
    return true;
}

int serveHttp(demo::Conversation &conversation, int port)
{
    demo::HttpServer server(conversation);
    const int bound = server.listen(port);
    if (!bound) {
        std::fprintf(stderr, "Cannot listen on port %d: %s\n", port, std::strerror(errno));
        return 1;
    }
    std::printf("http://127.0.0.1:%d/mcp\n", bound);
    std::fflush(stdout);
    return server.run();
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fputs(usage, stderr);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    demo::Conversation conversation(options.eras);
    return options.port >= 0 ? serveHttp(conversation, options.port) : demo::serveStdio(conversation);
}
