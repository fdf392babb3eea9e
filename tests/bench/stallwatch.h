// For benchmarks of the window: lets its event loop turn as it does in the program, and tells how long it did not.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <vector>

/// CPU time of this thread.
inline double threadCpuMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Runs the event loop until `holds()`, asked at every turn of a timer. False after `mostMs`. (QTest::qWaitFor sleeps up to 10 ms between
/// turns, which would be measured.)
template<class Condition>
bool turnUntil(const Condition &holds, int mostMs)
{
    QEventLoop loop;
    QElapsedTimer since;
    since.start();
    bool held = holds();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        held = holds();
        if (held || since.elapsed() > mostMs)
            loop.quit();
    });
    timer.start(1);
    if (!held)
        loop.exec();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return held;
}

inline void turnFor(int ms)
{
    static_cast<void>(turnUntil([] { return false; }, ms));
}

/// The pauses between two turns of the event loop.
class StallWatch {
public:
    StallWatch()
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { turn(); });
        m_timer.start(1);
        reset();
    }
    void reset()
    {
        m_cpu = 0;
        m_turns.clear();
        m_since.start();
        m_cpuThen = threadCpuMs();
        m_whole.start();
    }
    void print(const char *what)
    {
        turn();
        std::printf("%-40s longest stall %6.1f ms wall, %6.1f ms CPU; done after %6.0f ms\n", what, *std::max_element(m_turns.begin(), m_turns.end()), m_cpu, static_cast<double>(m_whole.elapsed()));
        reset();
    }

    /// The time between two turns that 99 of 100 stay below.
    double p99() const
    {
        std::vector<double> turns = m_turns;
        std::sort(turns.begin(), turns.end());
        return turns.empty() ? 0 : turns[turns.size() * 99 / 100];
    }
    std::size_t turns() const { return m_turns.size(); }

private:
    void turn()
    {
        m_turns.push_back(static_cast<double>(m_since.nsecsElapsed()) / 1e6);
        m_cpu = std::max(m_cpu, threadCpuMs() - m_cpuThen);
        m_since.start();
        m_cpuThen = threadCpuMs();
    }
    QTimer m_timer;
    QElapsedTimer m_since;
    QElapsedTimer m_whole;
    double m_cpuThen = 0;
    double m_cpu = 0;
    std::vector<double> m_turns;
};
