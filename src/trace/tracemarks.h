// Marks and comments that a user leaves at records; they are records of the trace themselves, so that the file keeps them.
#pragma once

#include "trace/tracelog.h"

#include <QByteArray>

#include <map>

namespace assayer {

/// What a user left at a record. The newest one counts; one that says nothing takes the earlier ones back.
struct TraceMark {
    bool marked = false;
    QByteArray comment; ///< UTF-8; of the user, or of whoever made the file: show as plain text
    bool isEmpty() const { return !marked && comment.isEmpty(); }
    bool operator==(const TraceMark &other) const = default;
};

/// Leaves it at the record `seq` (FORMAT.md: a decision of kind "mark"). In a log that was opened from a file, call
/// TraceLog::continueFile() first, or the mark lives as long as the log. Any thread. Returns the number of the new record.
quint64 leaveMark(FrameSink &log, quint64 seq, const TraceMark &mark);

/// The marks that are in force, by sequence number. One thread.
class TraceMarks {
public:
    /// Takes in the records that the log has got since the last call. Returns whether a mark changed.
    bool advance(const TraceLog &log);
    /// Empty where nothing was left.
    TraceMark at(quint64 seq) const;
    /// Records that hold something, ascending.
    const std::map<quint64, TraceMark> &all() const { return m_marks; }
    /// Rows (ascending) of the marked records: what "marked" means in an export.
    std::vector<quint32> markedRows(const TraceLog &log) const;

private:
    void take(const QByteArray &members);

    std::map<quint64, TraceMark> m_marks;
    quint64 m_seen = 0;
    bool m_changed = false;
};

/// Whether that row is itself a mark, which a table of messages need not show.
bool isMarkRecord(const TraceLog &log, quint64 row);

} // namespace assayer
