// bench_startup PROGRAM [ARG...]: starts the window several times and prints when its first picture stood, and what it holds at rest.
// The program says the first by itself (-v); the clock here starts before fork(), so that loading is counted.
// Between its runs an empty Qt window is started the same way: what Qt itself takes on this machine at this moment.

#include "app/firstpaint.h"
#include "platform/logging.h"

#include <QApplication>
#include <QMainWindow>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Run {
    double paintMs = -1; ///< -1: it never painted
    long residentKiB = 0;
};

long residentKiB(pid_t process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmRSS:", 0) == 0)
            return std::strtol(line.c_str() + 6, nullptr, 10);
    }
    return 0;
}

[[noreturn]] void become(char **command, int errorPipe)
{
    ::dup2(errorPipe, STDERR_FILENO);
    std::vector<char *> arguments { command[0], const_cast<char *>("-v") };
    for (char **argument = command + 1; *argument; ++argument)
        arguments.push_back(*argument);
    arguments.push_back(nullptr);
    ::execvp(command[0], arguments.data());
    std::perror(command[0]);
    std::_Exit(127);
}

bool waitForFirstPaint(int errorPipe)
{
    std::string seen;
    char piece[4096];
    for (ssize_t got; (got = ::read(errorPipe, piece, sizeof piece)) > 0;) {
        seen.append(piece, static_cast<std::size_t>(got));
        if (seen.find("First paint after") != std::string::npos)
            return true;
    }
    std::fputs(seen.c_str(), stderr);
    return false;
}

Run runOnce(char **command, std::chrono::milliseconds rest)
{
    int pipeEnds[2];
    if (::pipe(pipeEnds) != 0)
        return {};
    const auto start = Clock::now();
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(pipeEnds[0]);
        become(command, pipeEnds[1]);
    }
    ::close(pipeEnds[1]);
    Run run;
    if (waitForFirstPaint(pipeEnds[0])) {
        run.paintMs = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        std::this_thread::sleep_for(rest);
        run.residentKiB = residentKiB(process);
    }
    ::kill(process, SIGTERM);
    std::thread drain([&] {
        char piece[4096];
        while (::read(pipeEnds[0], piece, sizeof piece) > 0) { }
    });
    ::waitpid(process, nullptr, 0);
    drain.join();
    ::close(pipeEnds[0]);
    // An X server without clients starts anew, which the next program would wait for.
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    return run;
}

/// The least a Qt program can show.
int showBareWindow(int argc, char **argv, QElapsedTimer sinceStart)
{
    assayer::enableLogging();
    QApplication application(argc, argv);
    QMainWindow window;
    window.resize(1280, 800);
    const assayer::FirstPaint firstPaint(window, sinceStart);
    window.show();
    return QApplication::exec();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print(const char *what, std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    std::printf("%-28s min %.0f ms  median %.0f ms  max %.0f ms  (%zu runs)\n", what, values.front(), median(values), values.back(), values.size());
}

} // namespace

int main(int argc, char *argv[])
{
    QElapsedTimer sinceStart;
    sinceStart.start();
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "-v")
        return showBareWindow(argc, argv, sinceStart);
    if (first.empty()) {
        std::fputs("bench_startup PROGRAM [ARG...]\n", stderr);
        return 2;
    }
    constexpr int runs = 15;
    char *bare[] = { argv[0], nullptr };
    std::vector<double> paints;
    std::vector<double> barePaints;
    for (int i = 0; i < runs; ++i) {
        paints.push_back(runOnce(argv + 1, std::chrono::milliseconds(100)).paintMs);
        barePaints.push_back(runOnce(bare, std::chrono::milliseconds(20)).paintMs);
        if (paints.back() < 0 || barePaints.back() < 0) {
            std::fputs("the window never painted\n", stderr);
            return 1;
        }
    }
    print("first paint", paints);
    print("first paint, empty window", barePaints);
    std::printf("%-28s %.2f (bar: first paint within 150 ms)\n", "ratio of medians", median(paints) / median(barePaints));
    const Run resting = runOnce(argv + 1, std::chrono::seconds(3));
    std::printf("%-28s %.1f MB resident after 3 s (bar: 80 MB)\n", "at rest", static_cast<double>(resting.residentKiB) * 1024 / 1e6);
    return 0;
}
