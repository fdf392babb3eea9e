#include "trace/parallelrows.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace assayer {
namespace {

constexpr std::size_t mostThreads = 8;

/// Threads take the next piece until none is left.
class Pieces {
public:
    using Work = std::function<void(quint64, quint64, std::size_t)>;

    Pieces(quint64 from, quint64 to, quint64 size, const Work &work, const std::atomic<bool> *stop)
        : m_from(from)
        , m_to(to)
        , m_size(size)
        , m_work(work)
        , m_stop(stop)
    {
    }

    void take()
    {
        for (std::size_t number = m_next++; m_from + number * m_size < m_to; number = m_next++) {
            if (m_failed || (m_stop && m_stop->load(std::memory_order_relaxed)))
                return;
            const quint64 begin = m_from + number * m_size;
            try {
                m_work(begin, std::min(begin + m_size, m_to), number);
            } catch (...) {
                const std::lock_guard lock(m_mutex);
                m_failed = true;
                m_error = std::current_exception();
            }
        }
    }

    void rethrow() const
    {
        if (m_error)
            std::rethrow_exception(m_error);
    }

private:
    quint64 m_from;
    quint64 m_to;
    quint64 m_size;
    const Work &m_work;
    const std::atomic<bool> *m_stop;
    std::atomic<std::size_t> m_next { 0 };
    std::atomic<bool> m_failed { false };
    std::mutex m_mutex;
    std::exception_ptr m_error;
};

} // namespace

/// Threads of its own: the pool that called may be full of others who wait for such work.
void inParallel(quint64 from, quint64 to, quint64 size, const std::function<void(quint64, quint64, std::size_t)> &work, const std::atomic<bool> *stop)
{
    if (from >= to)
        return;
    const auto pieces = static_cast<std::size_t>((to - from + size - 1) / size);
    const std::size_t hands = std::min({ pieces, mostThreads, static_cast<std::size_t>(std::max(1u, std::thread::hardware_concurrency())) });
    Pieces shared(from, to, size, work, stop);
    std::vector<std::thread> others;
    try {
        while (others.size() + 1 < hands)
            others.emplace_back([&shared] { shared.take(); });
    } catch (const std::system_error &) {
        // no more threads to be had: those there are do it
    }
    shared.take();
    for (std::thread &other : others)
        other.join();
    shared.rethrow();
}

} // namespace assayer
