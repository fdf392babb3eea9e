// What a trace means, computed from its bytes only: JSON-RPC messages joined from heads, bodies, events and lines.
#pragma once

#include "protocol/message.h"
#include "protocol/revision.h"
#include "trace/tracelog.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

namespace assayer {

enum class MessageKind : quint8 { None, Request, Notification, Response };
enum class AnswerStatus : quint8 { None, Ok, ToolError, RpcError };

/// "request", "notification", "response"; "ok", "tool-error", "rpc-error"; empty for None.
std::string_view messageKindName(MessageKind kind);
std::string_view answerStatusName(AnswerStatus status);

/// One JSON-RPC message; it belongs to the record that completes it.
struct MessageFacts {
    MessageKind kind = MessageKind::None;
    AnswerStatus status = AnswerStatus::None; ///< responses
    QByteArray method; ///< of a response: that of the request it answers; empty where unknown
    QByteArray id; ///< exact JSON text; empty where absent
    std::optional<QByteArray> tool; ///< params.name of tools/call; of a response: of its request
    std::optional<QByteArray> uri; ///< params.uri; of a response: of its request
    std::optional<qint64> durationNs; ///< responses whose request is in the trace
    std::optional<quint64> requestRow; ///< responses: row of the record that completed the request
    std::optional<quint64> answerRow; ///< requests: row of the record that completed the answer, as far as the trace goes now
    quint64 size = 0; ///< bytes of the JSON text
};

struct RecordFacts {
    std::vector<MessageFacts> messages; ///< usually none or one; several for a batch
    bool batch = false;
    std::optional<int> httpStatus; ///< of the answer's head, also at the records of its body
    std::optional<Era> era;
    bool malformed = false; ///< completes a text that should be a message and is none (noise, cut JSON)
};

struct AnalyzerState;

/// Fed from a log, works live and on opened files. One thread calls update(); any thread reads rows below count().
/// Holds 24 bytes a record, some for each open request, texts of ids and each distinct name once; message texts are read again from the log when asked for.
class TraceAnalyzer {
public:
    explicit TraceAnalyzer(const TraceLog &log);
    ~TraceAnalyzer();
    TraceAnalyzer(const TraceAnalyzer &) = delete;
    TraceAnalyzer &operator=(const TraceAnalyzer &) = delete;

    /// Takes in at most `limit` new records of the log. Returns whether there are more.
    bool update(quint64 limit = ~quint64(0));
    quint64 count() const;
    const TraceLog &log() const { return m_log; }

    RecordFacts facts(quint64 row) const;
    /// The JSON text that this record completes (a line without its end, an event's data, a decoded body); null where none is.
    QByteArray messageText(quint64 row) const;
    /// The messages that this record completes, parsed again.
    std::vector<Message> messages(quint64 row) const;
    /// Decoded body that ends at that row: its pieces up to here joined, content coding removed.
    QByteArray body(quint64 row) const;

    /// @name Fast questions for filters and tables (first message of the record)
    /// @{
    bool completesMessage(quint64 row) const;
    bool isBatch(quint64 row) const; ///< several messages: the questions below answer for none of them
    MessageKind kind(quint64 row) const;
    AnswerStatus status(quint64 row) const;
    const QByteArray &method(quint64 row) const;
    const QByteArray &tool(quint64 row) const;
    const QByteArray &uri(quint64 row) const;
    QByteArray id(quint64 row) const;
    int httpStatus(quint64 row) const; ///< 0 where there is none
    std::optional<Era> era(quint64 row) const;
    std::optional<qint64> durationNs(quint64 row) const;
    /// @}

    /// @name Methods, tools and URIs by number: each text has one, 0 is none; numbers are below 2^32 and small
    /// @{
    quint32 methodNumber(quint64 row) const;
    quint32 toolNumber(quint64 row) const;
    quint32 uriNumber(quint64 row) const;
    const QByteArray &nameOf(quint32 number) const;
    std::optional<qint64> plainId(quint64 row) const; ///< an id that is a whole number of 64 bits; nullopt for other ids and none
    /// The table itself, for scans over all rows (factstable.h).
    const AnalyzerState &state() const { return *m_state; }
    /// @}

    /// Revision that was negotiated as far as the trace goes: name as on the wire, or empty.
    QByteArray negotiatedVersion() const;
    /// Rows that belong to the exchange of that row: request, progress, questions, answer, HTTP records, in order.
    std::vector<quint64> exchangeOf(quint64 row) const;

private:
    const TraceLog &m_log;
    std::unique_ptr<AnalyzerState> m_state;
};

} // namespace assayer
