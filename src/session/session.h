// One connection to one server: negotiation, requests, lists, metadata. Lives in one thread, never blocks.
#pragma once

#include "protocol/listsnapshot.h"
#include "protocol/metadatasummary.h"
#include "protocol/negotiationreport.h"
#include "session/exchange.h"
#include "session/metatypes.h"
#include "session/serverrequest.h"
#include "session/sessionoptions.h"
#include "session/taskinfo.h"
#include "transport/transport.h"
#include "wire/frame.h"

#include <QObject>

#include <memory>

namespace assayer {

/// Facts of an established connection.
struct SessionFacts {
    Revision revision = Revision::R2025_11_25;
    std::string protocolVersion;
    json::Node serverInfo; ///< null value where the server gives none
    json::Node capabilities;
    std::string instructions;
    json::Node opening; ///< the initialize or discover result
    QByteArray sessionId; ///< legacy HTTP; a secret
    qint64 processId = 0;
    TransportKind transport = TransportKind::StreamableHttp;
};
using SessionFactsPtr = std::shared_ptr<const SessionFacts>;

/// The end of a connection that stood.
struct SessionEnd {
    std::optional<Error> error; ///< none: closed by us
    std::optional<int> exitCode;
    std::optional<int> signal;
    QByteArray stderrTail;
};

struct Notification {
    Message message;
    quint64 frame = 0;
    /// The request of ours it came with: of its HTTP stream, or the only one under way on a pipe. Empty where nothing tells.
    QByteArray requestMethod;
    QByteArray requestName; ///< its tool, prompt or URI; empty where it has none
    bool guessed = false; ///< on a pipe nothing binds a log message to its request (2026-07-28 has no correlator)
};

/// A message of the server, told after it was routed: what rules judge and views show.
struct ReceivedMessage {
    Message message;
    QByteArray requestMethod; ///< of the request it answers; empty for requests, notifications and unknown answers
    quint64 frame = 0;
};

/// Output of a tool judged by the generation the call was sent under.
struct OutputVerdict {
    enum State { None, Valid, Invalid, Missing, Unchecked };
    State state = None;
    struct Failure {
        std::string instancePath, schemaPath, keyword, message, expected, actual;
    };
    std::vector<Failure> failures;
    std::string reason; ///< why it is not checked: for Unchecked; for None where the generation does not know the tool
    bool undeclared = false; ///< structuredContent came although the generation has no output schema for the tool
    json::Node schema; ///< the output schema it was judged by; schema paths of failures begin there
    bool advisory = false; ///< the result is an error (isError): a mismatch is advice only
    quint64 generation = 0;
};

class SessionCore;

class Session : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Connecting, Ready, Closing, Closed };

    /// `sink` outlives the session.
    Session(SessionOptions options, FrameSink &sink, QObject *parent = nullptr);
    ~Session() override;

    State state() const;
    const SessionOptions &options() const;

    /// Runs the negotiation. Answer: ready() or failed(), once.
    void open();
    /// The user gives up connecting: failed() with kind "cancelled" within 100 ms. Nothing where it is ready already.
    void cancelOpen();
    /// Ends in order (legacy HTTP: DELETE; stdio: stdin, SIGTERM, SIGKILL). While connecting: failed() with kind
    /// "era-negotiation-failed", cause "closed".
    void close();

    const NegotiationReport &negotiation() const;
    SessionFactsPtr facts() const; ///< null before ready()
    bool advertises(ListKind kind) const;

    /// Any request, as given: paramsJson is exact JSON text or empty. The era's dialect dresses it.
    Exchange *request(const QByteArray &method, const QByteArray &paramsJson, const RequestOptions &options = {});
    /// tools/call under the generation in force; mirrored headers are added. argumentsJson exact text, empty for none.
    /// `asTask`: legacy with params.task, modern with the tasks extension declared for this request. A tool that requires it
    /// (2025-11-25 execution.taskSupport) is called so by itself where the server has tasks. The exchange then lasts until the
    /// task is done and brings the tool's result; RequestOptions::followTask ends it with the task itself.
    Exchange *callTool(const QByteArray &name, const QByteArray &argumentsJson, RequestOptions options = {}, bool asTask = false);
    void notify(const QByteArray &method, const QByteArray &paramsJson);

    /// A complete walk of its own; a snapshot follows, then metadata, then listFinished(kind, walk, ...). Returns the walk's number.
    quint64 list(ListKind kind);
    /// One page alone; changes neither list nor metadata. `answer` gets the page's snapshot.
    void listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer);
    void cancelList(ListKind kind); ///< every walk of that kind that is under way
    void cancelWalk(quint64 walk); ///< that one alone; it ends with kind "cancelled"
    ListSnapshotPtr snapshot(ListKind kind) const; ///< never null; everListed tells
    MetadataSummaryPtr metadata() const; ///< never null
    ToolGenerationPtr generation() const; ///< null where none is published
    /// "Use all but this one": publishes the newest complete walk under the isolated policy.
    void publishIsolated();
    /// Judges a tools/call result by the generation of its exchange.
    OutputVerdict judgeOutput(const QByteArray &tool, const ExchangeResult &result) const;

    /// Tasks of this connection, as they were last heard of; in the order they were first heard of.
    QList<TaskInfo> tasks() const;

    /// Opens the stream of server messages: modern subscriptions/listen with this filter; legacy the GET stream.
    Exchange *listen(const QByteArray &filterJson);

    /// Answers a serverRequested() question.
    void answer(quint64 number, const ServerAnswer &answer);

    /// Requests in flight, oldest first.
    QList<Exchange *> inFlight() const;
    Findings findings() const; ///< of the connection so far

Q_SIGNALS:
    void stateChanged(assayer::Session::State state);
    /// A step began, got its answer or verdict; the report is complete up to now.
    void negotiationChanged(const assayer::NegotiationReport &report);
    void ready();
    void failed(const assayer::Error &error);
    void closed(const assayer::SessionEnd &end);
    void listChanged(assayer::ListKind kind, const assayer::ListSnapshotPtr &snapshot); ///< published, failed, or marked stale
    void listProgress(assayer::ListKind kind, int pages, qsizetype entries);
    /// Once for each walk, last. `error` is its own: the snapshot shown may be that of a newer walk.
    void listFinished(assayer::ListKind kind, quint64 walk, const std::optional<assayer::Error> &error);
    void metadataChanged(const assayer::MetadataSummaryPtr &summary);
    void notified(const assayer::Notification &notification);
    void received(const assayer::ReceivedMessage &message);
    /// A listen() stands: the server accepted it. `granted` is JSON object text (legacy: "{}").
    void listenAccepted(assayer::Exchange *exchange, const QByteArray &granted);
    void taskChanged(const assayer::TaskInfo &task); ///< made, polled, listed, told of by a notification
    void serverRequested(const assayer::ServerRequest &request);
    void serverRequestCancelled(quint64 number); ///< the server took its question back
    void found(const assayer::Finding &finding);
    void stderrReceived(const QByteArray &bytes, quint64 frame);
    void exchangeStarted(assayer::Exchange *exchange);

private:
    friend class SessionCore;
    std::unique_ptr<SessionCore> d;
};

} // namespace assayer

