// An open server as the window's thread sees it: intents go out, immutable snapshots come back. Nothing here blocks.
#pragma once

#include "inspection/action.h"
#include "inspection/actionrequest.h"
#include "inspection/inspectionoptions.h"
#include "inspection/subscription.h"
#include "protocol/listsnapshot.h"
#include "protocol/metadatasummary.h"
#include "protocol/negotiationreport.h"
#include "session/session.h"

#include <QObject>

#include <memory>
#include <optional>

namespace assayer {

class Inspection;
class TraceLog;

/// Lives in the window's thread and owns a thread with one Inspection. Every intent returns at once; every getter answers
/// from what the signals brought last. Deleting it ends the connection in order, at most for three seconds.
class InspectionClient : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Connecting, Ready, Closing, Failed, Closed };
    Q_ENUM(State)

    /// `trace`: one that exists already, e.g. to append to what an earlier connection recorded; null makes one.
    explicit InspectionClient(const InspectionOptions &options, std::shared_ptr<TraceLog> trace, QObject *parent = nullptr);
    explicit InspectionClient(const InspectionOptions &options, QObject *parent = nullptr);
    ~InspectionClient() override;

    /// Waits until the connections of deleted clients are over; the program calls it once, before it ends.
    static void waitForEnds(int milliseconds = 3500);

    // Facts. All cheap, all of the window's thread.
    const InspectionOptions &options() const;
    State state() const;
    const NegotiationReport &negotiation() const; ///< grows while connecting
    SessionFactsPtr facts() const; ///< null until the first connection stood; kept after its end
    ListSnapshotPtr snapshot(ListKind kind) const; ///< never null; kept after the end
    MetadataSummaryPtr metadata() const; ///< never null
    const Findings &findings() const; ///< of this connection, in the order they came
    const std::optional<Error> &lastError() const; ///< why it failed or ended; none while all is well
    const std::optional<SessionEnd> &end() const; ///< of a connection that stood and is over
    bool isListing(ListKind kind) const; ///< a walk is under way
    bool advertises(ListKind kind) const; ///< by the capabilities of facts(); false before
    QList<ActionInfo> inFlight() const; ///< oldest first
    QList<ServerRequest> questions() const; ///< waiting for answer(), oldest first
    QList<ServerRequest> answered() const; ///< of this connection, newest last, at most 200
    QList<TaskInfo> tasks() const; ///< of this connection, in the order they were first heard of; kept after its end
    QList<Subscription> subscriptions() const; ///< that stand, or were asked for
    QByteArray logLevel() const; ///< set by setLogLevel(); empty where none was set
    qint64 connectingSinceNs() const; ///< monotonic; 0 unless connecting
    qint64 readySinceWallNs() const; ///< 0 unless a connection stood
    QByteArray stderrText() const; ///< last 256 KiB, untrusted
    std::shared_ptr<TraceLog> trace() const; ///< never null; readable from any thread
    QString recordingPath() const; ///< empty: not recording

    // Intents about the connection.
    /// Options hold from the next connect on.
    void setOptions(const InspectionOptions &options);
    void connectToServer();
    void disconnectFromServer();
    void reconnect();
    void cancelConnect(); ///< failed with kind "cancelled" within 100 ms

    // Lists.
    void refresh(ListKind kind);
    void refreshAll();
    void cancelList(ListKind kind);
    /// "Use all but this one": publishes the newest complete walk's metadata under the isolated policy.
    void publishIsolated();
    /// One page alone, answered by pageArrived(ticket, ...); changes neither list nor metadata. Returns the ticket.
    quint64 listPage(ListKind kind, const QByteArray &cursor);

    // Actions: each returns its number; actionStarted, actionProgressed and, once and last, actionFinished tell the rest.
    // Without a connection they finish with kind "connection-closed".
    quint64 call(const QByteArray &tool, const QByteArray &argumentsJson, const CallOptions &options = {});
    quint64 read(const QByteArray &uri, const CallOptions &options = {});
    quint64 getPrompt(const QByteArray &name, const QByteArray &argumentsJson, const CallOptions &options = {});
    quint64 request(const QByteArray &method, const QByteArray &paramsJson, const CallOptions &options = {});
    /// `refJson`: {"type":"ref/prompt","name":…} or {"type":"ref/resource","uri":…}; `contextJson`: arguments known already, an object, or empty.
    quint64 complete(const QByteArray &refJson, const QByteArray &argument, const QByteArray &value, const QByteArray &contextJson = {});
    quint64 subscribe(const QByteArray &uri); ///< legacy resources/subscribe; modern: a listen stream for that URI
    quint64 unsubscribe(const QByteArray &uri);
    /// Stream of server messages; lasts until cancelAction. `filterJson` is modern's; legacy opens the GET stream.
    quint64 listen(const QByteArray &filterJson);
    quint64 ping();
    quint64 setLogLevel(const QByteArray &level); ///< legacy logging/setLevel; modern: the level of later requests
    /// Tasks. A call that became a task is followed by itself (CallOptions::followTask); these are for the page of tasks.
    void refreshTasks(); ///< 2025-11-25: tasks/list, all pages; taskChanged tells of each
    quint64 getTask(const QByteArray &taskId); ///< tasks/get: taskChanged and actionFinished tell
    quint64 taskResult(const QByteArray &taskId); ///< 2025-11-25: tasks/result, waits until the task is done
    quint64 cancelTask(const QByteArray &taskId); ///< tasks/cancel
    void notify(const QByteArray &method, const QByteArray &paramsJson); ///< a notification composed by hand
    void cancelAction(quint64 number);

    // Answers.
    void answer(quint64 number, const ServerAnswer &answer);
    /// New roots for later questions; announced with roots/list_changed where that was declared.
    void setRoots(const QList<RootEntry> &roots);
    /// Kept answers that are given by themselves from now on (SavedAnswers::automatic of this profile).
    void setSavedAnswers(const QList<SavedAnswer> &saved);

    // Recording. A path that cannot be written is told by recordingChanged with a message.
    void startRecording(const QString &path);
    void stopRecording();

Q_SIGNALS:
    void stateChanged(assayer::InspectionClient::State state);
    void negotiationChanged(const assayer::NegotiationReport &report);
    void factsChanged(const assayer::SessionFactsPtr &facts);
    void listChanged(assayer::ListKind kind, const assayer::ListSnapshotPtr &snapshot);
    void listProgress(assayer::ListKind kind, int pages, qsizetype entries);
    void listingChanged(assayer::ListKind kind, bool running);
    void pageArrived(quint64 ticket, const assayer::ListSnapshotPtr &page);
    void metadataChanged(const assayer::MetadataSummaryPtr &summary);
    void findingsChanged(qsizetype first); ///< findings() grew: from this index on they are new; 0 also after a reset
    void actionStarted(const assayer::ActionInfo &action);
    void actionProgressed(quint64 number, const assayer::ProgressUpdate &update);
    void actionFinished(const assayer::ActionResult &result);
    void taskChanged(const assayer::TaskInfo &task); ///< new, or its state was heard again
    void subscriptionsChanged(); ///< subscriptions() is another
    void logLevelChanged(const QByteArray &level);
    void listenAccepted(quint64 number, const QByteArray &grantedJson); ///< a listen() or modern subscribe() stands; legacy grants "{}"
    void serverRequested(const assayer::ServerRequest &request); ///< a question that waits for the user
    void serverRequestAnswered(const assayer::ServerRequest &request, const QByteArray &resultJson); ///< by a rule or by answer()
    void serverRequestCancelled(quint64 number);
    void notified(const assayer::Notification &notification); ///< every notification of the server
    void logMessage(const assayer::Notification &notification); ///< notifications/message among them
    void stderrReceived(const QByteArray &bytes);
    void connectionEnded(const assayer::SessionEnd &end);
    void recordingChanged(const QString &path, const QString &problem);

private:
    void mirrorConnection();
    void mirrorLists();
    void mirrorActions();
    void mirrorQuestions();
    void takeState(State state);
    quint64 post(ActionRequest request);
    template<class Function>
    void onWorker(Function function);

    struct Mirror;
    std::unique_ptr<Mirror> d;
    Inspection *m_inspection = nullptr; ///< lives in a thread of its own, which ends after it
};

} // namespace assayer
