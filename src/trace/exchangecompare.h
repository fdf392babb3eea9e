// Two calls side by side, of one trace or of two: what was asked, what came back, how long it took.
#pragma once

#include "trace/jsondiff.h"
#include "trace/tracefacts.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace assayer {

/// One call as it is compared: its request and the answer of its last round.
struct ComparedCall {
    quint64 requestRow = 0;
    std::optional<quint64> answerRow;
    QByteArray method;
    QByteArray target; ///< tool or URI; may be empty
    AnswerStatus status = AnswerStatus::None;
    std::optional<qint64> durationNs;
    json::Node params; ///< as sent; may be null
    json::Node outcome; ///< result or error; null while unanswered
};
/// The call that a record belongs to (followExchange); nullopt where it belongs to none.
std::optional<ComparedCall> comparedCall(const TraceAnalyzer &trace, quint64 row);

struct ExchangeComparison {
    ComparedCall before;
    ComparedCall after;
    std::vector<JsonDifference> params; ///< without `_meta`, which names versions, clients and tokens
    std::vector<JsonDifference> outcome; ///< without `_meta`
    bool sameStatus() const { return before.status == after.status; }
    bool isSame() const { return sameStatus() && params.empty() && outcome.empty(); }
};
ExchangeComparison compareCalls(ComparedCall before, ComparedCall after);
/// Differences of results or errors as replay and comparison see them: `_meta` is passed over.
std::vector<JsonDifference> outcomeDifferences(const json::Node &before, const json::Node &after);

/// Every call of two traces, paired by method, target and params in the order they came (lists and handshakes too).
struct TraceComparison {
    std::vector<ExchangeComparison> pairs; ///< in the order of the first trace
    std::vector<ComparedCall> onlyBefore;
    std::vector<ComparedCall> onlyAfter;
    bool isSame() const; ///< durations are never differences
    /// A line per difference, for people.
    QByteArray text() const;
    /// [{"method","target","before":SEQ,"after":SEQ,"status":[..],"durationNs":[..],"outcome":[{"path","before","after"}]}...]
    QByteArray json(const TraceAnalyzer &before, const TraceAnalyzer &after) const;
};
TraceComparison compareTraces(const TraceAnalyzer &before, const TraceAnalyzer &after);

} // namespace assayer
