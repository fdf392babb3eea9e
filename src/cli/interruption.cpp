#include "cli/interruption.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace assayer {

namespace {

std::array<int, 2> ends { -1, -1 };

/// Only what is safe in a signal handler.
void tell(int)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = write(ends[1], &byte, 1);
}

void handle(int number, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    // The second signal finds the system's own handling: it ends the program.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(number, &action, nullptr);
}

} // namespace

Interruption::Interruption()
{
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto *notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (read(ends[0], &byte, 1) == 1)
            Q_EMIT arrived();
    });
    handle(SIGINT, tell);
    handle(SIGTERM, tell);
}

Interruption::~Interruption()
{
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
    close(ends[0]);
    close(ends[1]);
    ends = { -1, -1 };
}

} // namespace assayer
