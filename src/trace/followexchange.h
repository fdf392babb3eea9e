// "Follow exchange": everything that belongs to one call, whatever record of it one starts from.
#pragma once

#include "trace/tracefacts.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace assayer {

/// Why a record belongs to the call.
enum class FollowRole : quint8 {
    Request, ///< completes the request, or that of a further round or retry
    Answer, ///< completes its answer
    Progress, ///< a progress notification with its token
    Question, ///< what the server asked meanwhile: sampling, elicitation, roots
    Reply, ///< our answer to that
    Cancel, ///< a cancellation of it
    Notice, ///< another notification of the server in the same stream or, over stdio, meanwhile
    Http, ///< a head, or a piece that completes no message
    Stderr, ///< what the process said meanwhile
    Decision, ///< a judgement about one of these records
    Other,
};
/// "request", "answer", "progress"...
std::string_view followRoleName(FollowRole role);

struct FollowedRecord {
    quint64 row = 0;
    FollowRole role = FollowRole::Other;
};

/// One attempt: a request and its answer. A call has several where the server asked for input (rounds), or where the request was
/// sent again (retries).
struct FollowedRound {
    quint64 requestRow = 0; ///< completes the request
    std::optional<quint64> answerRow;
    bool retry = false; ///< the same request again, because the one before got no answer
};

struct FollowedExchange {
    std::vector<FollowedRecord> records; ///< ascending, without gaps in meaning; at least the record that was asked for
    std::vector<FollowedRound> rounds; ///< in order; empty where the record belongs to no request
    QByteArray method; ///< of the request
    QByteArray target; ///< tool or URI; may be empty
    std::vector<quint64> rows() const;
    /// First request to last answer; nullopt while unanswered.
    std::optional<qint64> durationNs(const TraceLog &log) const;
};

/// Starts from any record: request, answer, progress, a question of the server, a head, a piece of a body, a decision. Reads the
/// log once (some milliseconds for a million records). Any thread, for rows below trace.count().
FollowedExchange followExchange(const TraceAnalyzer &trace, quint64 row);

/// The attempts of the call that this request is one of, in order: the quick part of following. `requestRow` completes a request.
std::vector<FollowedRound> roundsOf(const TraceAnalyzer &trace, quint64 requestRow);
/// The request that a record belongs to: the first step of following. Nullopt where it belongs to none.
std::optional<quint64> requestOf(const TraceAnalyzer &trace, quint64 row);

} // namespace assayer
