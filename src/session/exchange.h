// One request of ours and its answer: the unit of work. `finished` always comes once, last.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "json/document.h"
#include "protocol/message.h"

#include <QObject>

#include <vector>

namespace assayer {

struct ToolGeneration;
using ToolGenerationPtr = std::shared_ptr<const ToolGeneration>;

struct RequestOptions {
    int timeoutMs = -1; ///< -1: the session's
    bool progress = false; ///< ask for progress notifications
    QByteArray meta; ///< JSON object text: members to add to params._meta
    QByteArray logLevel; ///< modern: io.modelcontextprotocol/logLevel of this request
    QByteArray capabilities; ///< modern: clientCapabilities of this request instead of the session's
    bool answerInput = true; ///< modern: answer input_required rounds by the server-request handler
    bool followTask = true; ///< tools/call answered by a task: poll it and bring its result; false: the task itself is the result
    qint64 taskTtlMs = 600'000; ///< legacy: how long the server is asked to keep a task
    bool raw = false; ///< composed by hand: never changes lists, metadata or session state
    QList<std::pair<QByteArray, QByteArray>> headers; ///< HTTP: extra headers (Mcp-Param-*)
};

struct ProgressUpdate {
    QByteArray progress; ///< JSON text of the number as sent
    QByteArray total; ///< empty where absent
    QString message;
    quint64 frame = 0;
};

/// What came back. Exactly one of result and error.
struct ExchangeResult {
    json::Node result; ///< the response's result as it arrived
    std::optional<Error> error; ///< "rpc-error" (data.code, data.data), "timeout", "cancelled", "http-error", "network", "connection-closed", "invalid-message"...
    json::DocumentPtr document; ///< the whole answer, where there is one (also for rpc-error)
    std::vector<ProgressUpdate> progress;
    Findings findings; ///< of this exchange
    ToolGenerationPtr generation; ///< tools/call: the metadata it was sent under; null for none
    quint64 requestFrame = 0;
    quint64 answerFrame = 0;
    qint64 elapsedNs = 0; ///< request written to answer complete
    qint64 bytes = 0; ///< of the answer
    int rounds = 0; ///< input_required rounds answered
    QByteArray taskId; ///< the call ran as this task; empty for none
};

/// Owned by the session; deletes itself after `finished`. Session's thread.
class Exchange : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual QByteArray method() const = 0;
    virtual QByteArray idJson() const = 0; ///< id of the newest round
    /// Per era: HTTP modern closes the stream; stdio and legacy send notifications/cancelled. Ends with kind "cancelled".
    virtual void cancel(const QString &reason = {}) = 0;

Q_SIGNALS:
    void written(); ///< the request is with the transport
    void progressed(const assayer::ProgressUpdate &update);
    void finished(const assayer::ExchangeResult &result);
};

} // namespace assayer

