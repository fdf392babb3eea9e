// What waited for what: the spans of one call, or of a whole trace.
#pragma once

#include "trace/followexchange.h"

#include <QByteArray>

#include <vector>

namespace assayer {

/// A bar (or, where both ends are the same, a point) of a timeline. Times are of the trace's own clock (TraceLog::monoNs).
struct TimelineSpan {
    enum Kind : quint8 {
        Call, ///< a request until its answer; of several rounds, all of them
        Round, ///< one round or retry of several
        Sending, ///< HTTP: first byte of the head until the request was complete
        Waiting, ///< HTTP: until the answer's head came
        Receiving, ///< HTTP: until the last record of the answer
        Question, ///< a question of the server until our reply: the server waits for us
        Input, ///< between two rounds: the server waits for the input it asked for
        Progress, ///< a point
        Stderr, ///< a point
    };
    Kind kind = Call;
    int depth = 0; ///< 0 the call, 1 its rounds, 2 what happened inside of one; traceTimeline(): the lane
    qint64 beginNs = 0;
    qint64 endNs = 0; ///< of open ones the last record of the trace
    quint64 beginRow = 0;
    quint64 endRow = 0;
    bool open = false; ///< no end in this trace
    AnswerStatus status = AnswerStatus::None; ///< calls and rounds that were answered
    QByteArray label; ///< method and target; untrusted
};
std::string_view timelineKindName(TimelineSpan::Kind kind);

/// In the order of their beginnings, outer ones first.
std::vector<TimelineSpan> exchangeTimeline(const TraceAnalyzer &trace, const FollowedExchange &exchange);
/// A span for every request whose record is in [from, to), both sides', in the order of their beginnings. `depth` is the smallest
/// lane that is free, so that spans which overlap stand below each other.
std::vector<TimelineSpan> traceTimeline(const TraceAnalyzer &trace, quint64 from, quint64 to);

} // namespace assayer
