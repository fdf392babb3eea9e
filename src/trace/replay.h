// What a recorded session asked, so that it can be asked again; and how new answers differ from the recorded ones.
#pragma once

#include "trace/exchangecompare.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace assayer {

/// One request of ours to send again: without id and `_meta`, which the new connection makes anew.
struct ReplayStep {
    quint64 requestRow = 0;
    std::optional<quint64> answerRow; ///< of the last round
    QByteArray method;
    QByteArray target; ///< tool or URI; may be empty
    QByteArray paramsJson; ///< object text; empty where the request had no params
    bool mayHarm = false; ///< a tool call that the recorded catalogue does not state to be read-only: ask first
};

/// Requests that make sense on another connection, in the order they were sent: no handshake, probe, ping, subscription or further
/// rounds (the new connection plays its own). Pages of a list come as their first page only, for cursors belong to a server.
std::vector<ReplayStep> replaySteps(const TraceAnalyzer &trace);

/// A new answer beside the recorded one.
struct ReplayOutcome {
    AnswerStatus before = AnswerStatus::None;
    AnswerStatus after = AnswerStatus::None;
    std::vector<JsonDifference> differences; ///< of result or error, `_meta` passed over
    std::optional<qint64> beforeNs; ///< recorded duration
    bool isSame() const { return before == after && differences.empty(); }
};
/// `result` or `error` of the new answer (one of them null).
ReplayOutcome compareReplay(const TraceAnalyzer &trace, const ReplayStep &step, const json::Node &result, const json::Node &error);

} // namespace assayer
