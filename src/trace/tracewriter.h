// Turns records into lines of a trace file, and keeps a file on disk close behind a log.
#pragma once

#include "base/error.h"
#include "trace/tracerecord.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace assayer {

class TraceLog;
class TracePacker;

/// First line of a trace file.
struct TraceHeader {
    QByteArray program = QByteArrayLiteral("assayer " ASSAYER_VERSION);
    qint64 startedWallNs = 0; ///< 0: now
    QByteArray target; ///< JSON object text as in the report, already free of secrets; empty: left out
    QByteArrayList secretHeaders; ///< names of headers the user gave: their values are secret in exports
    QByteArrayList secretVariables; ///< names of environment variables the user gave

    /// {"format":"mcptrace","version":1,...} without line end.
    QByteArray line() const;
};

/// The canonical line of a record without line end: seq wall mono type direction channel exchange text|base64, then members.
void appendRecordLine(QByteArray &out, const TraceRecord &record);
/// RFC 3339 in UTC with nanoseconds as needed: "2026-11-30T13:02:05.123Z".
QByteArray rfc3339(qint64 wallNs);

/// Follows a log with a thread of its own. The log outlives it.
class TraceFileWriter {
public:
    /// Opens, locks and truncates `path`, writes the header line; compressed where the path ends in ".zst".
    static Result<std::unique_ptr<TraceFileWriter>> open(const QString &path, const TraceLog &log, const QByteArray &headerLine);
    /// Opens and locks a file of this format that holds `rows` rows of the log in `bytes` bytes, and goes on behind them. A last
    /// line without its end gets one, so that what follows stands on lines of its own. Cause "changed": the file is another one now.
    static Result<std::unique_ptr<TraceFileWriter>> append(const QString &path, const TraceLog &log, qint64 bytes, quint64 rows);
    ~TraceFileWriter(); ///< writes what is left, then closes
    /// Called once, from the writer's thread, when the file cannot take more.
    void setFailureHandler(std::function<void(const QString &)> handler);
    /// Any thread, after a record was published.
    void wake();
    /// Writes what is left and closes. Idempotent.
    void finish();
    /// Rows that are on disk.
    quint64 written() const { return m_written.load(std::memory_order_acquire); }

private:
    TraceFileWriter(int descriptor, const TraceLog &log, bool packed, QByteArray lines, quint64 rows);
    void run();
    bool flush(bool end = false);
    void gather(bool end);
    bool writeOut();
    void failed(int code);

    int m_descriptor;
    const TraceLog &m_log;
    std::unique_ptr<TracePacker> m_packer; ///< null: lines as they are
    QByteArray m_lines; ///< encoded
    QByteArray m_out; ///< packed, or the lines themselves; not yet taken by the file
    quint64 m_encoded = 0;
    std::atomic<quint64> m_written { 0 };
    std::function<void(const QString &)> m_onFailure;
    bool m_told = false;
    std::atomic<bool> m_idle { false };
    std::mutex m_mutex;
    std::condition_variable m_condition;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace assayer
