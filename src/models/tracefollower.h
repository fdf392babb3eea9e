// Keeps a trace's analyzer up to date away from the window's thread.
#pragma once

#include "trace/tracefacts.h"

#include <QObject>

#include <memory>

namespace assayer {

/// Updates run in the thread pool, one at a time, in slices, so that rows become known while a long file is still being read.
/// Lives in the window's thread; may be destroyed at any time.
class TraceFollower : public QObject {
    Q_OBJECT
public:
    /// Follows `log` from now on; the first update starts at once.
    explicit TraceFollower(std::shared_ptr<const TraceLog> log, QObject *parent = nullptr);
    ~TraceFollower() override;

    const std::shared_ptr<const TraceLog> &log() const { return m_log; }
    /// Any thread may ask it below its count().
    std::shared_ptr<const TraceAnalyzer> analyzer() const;
    bool isBehind() const;

Q_SIGNALS:
    /// The analyzer knows rows below `count` now.
    void advanced(quint64 count);

private:
    class Job;
    void start();
    void finished(quint64 count, bool more);

    std::shared_ptr<const TraceLog> m_log;
    std::shared_ptr<Job> m_job;
    bool m_running = false;
    bool m_again = false;
};

} // namespace assayer
