#include "models/tracefollower.h"

#include <QThreadPool>

#include <mutex>

namespace assayer {

namespace {

constexpr quint64 slice = 50'000; ///< records a turn: a few tens of milliseconds

}

/// Shared with the thread pool: the analyzer lives until the last turn is over. The pointer back goes under the lock.
class TraceFollower::Job {
public:
    Job(std::shared_ptr<const TraceLog> log, TraceFollower *owner)
        : analyzer(std::make_shared<TraceAnalyzer>(*log))
        , m_log(std::move(log))
        , m_owner(owner)
    {
    }

    void turn()
    {
        const bool more = analyzer->update(slice);
        const quint64 count = analyzer->count();
        const std::lock_guard lock(m_mutex);
        if (!m_owner)
            return;
        TraceFollower *owner = m_owner;
        QMetaObject::invokeMethod(owner, [owner, count, more] { owner->finished(count, more); }, Qt::QueuedConnection);
    }

    void cut()
    {
        const std::lock_guard lock(m_mutex);
        m_owner = nullptr;
    }

    const std::shared_ptr<TraceAnalyzer> analyzer;

private:
    std::shared_ptr<const TraceLog> m_log;
    std::mutex m_mutex;
    TraceFollower *m_owner;
};

TraceFollower::TraceFollower(std::shared_ptr<const TraceLog> log, QObject *parent)
    : QObject(parent)
    , m_log(std::move(log))
    , m_job(std::make_shared<Job>(m_log, this))
{
    connect(m_log.get(), &TraceLog::appended, this, [this] { start(); }, Qt::QueuedConnection);
    start();
}

TraceFollower::~TraceFollower()
{
    m_job->cut();
}

/// Views keep the log alive by the analyzer they hold.
std::shared_ptr<const TraceAnalyzer> TraceFollower::analyzer() const
{
    return { m_job, m_job->analyzer.get() };
}

bool TraceFollower::isBehind() const
{
    return m_running || m_job->analyzer->count() < m_log->count();
}

void TraceFollower::start()
{
    if (m_running) {
        m_again = true;
        return;
    }
    m_running = true;
    QThreadPool::globalInstance()->start([job = m_job] { job->turn(); });
}

void TraceFollower::finished(quint64 count, bool more)
{
    m_running = false;
    Q_EMIT advanced(count);
    if (more || m_again) {
        m_again = false;
        start();
    }
}

} // namespace assayer
