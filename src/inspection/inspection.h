// One open server: session, trace, answers and findings. One thread: the command line's own, or a worker of the window.
#pragma once

#include "inspection/action.h"
#include "inspection/actionrequest.h"
#include "inspection/answerbook.h"
#include "inspection/inspectionoptions.h"
#include "inspection/subscriptionbook.h"
#include "session/session.h"
#include "trace/secretwatch.h"
#include "trace/tracelog.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>

#include <array>
#include <memory>

namespace assayer {

class Inspection : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Connecting, Ready, Closing, Failed, Closed };
    Q_ENUM(State)

    /// A log whose end is left to the thread it lives in.
    static std::shared_ptr<TraceLog> makeTrace();

    /// The trace outlives every session; null makes one.
    explicit Inspection(InspectionOptions options, std::shared_ptr<TraceLog> trace = nullptr, QObject *parent = nullptr);
    ~Inspection() override;

    const InspectionOptions &options() const { return m_options; }
    /// Hold from the next connect on.
    void setOptions(const InspectionOptions &options);
    State state() const { return m_state; }
    /// Of the newest connection; null before the first.
    Session *session() const { return m_session; }
    const std::shared_ptr<TraceLog> &trace() const { return m_trace; }
    const NegotiationReport &negotiation() const { return m_negotiation; }
    SessionFactsPtr facts() const { return m_facts; }
    ListSnapshotPtr snapshot(ListKind kind) const { return m_snapshots[index(kind)]; }
    MetadataSummaryPtr metadata() const { return m_metadata; }
    const Findings &findings() const { return m_findings; }
    const std::optional<Error> &lastError() const { return m_error; }
    bool isReady() const { return m_state == State::Ready; }
    bool advertises(ListKind kind) const { return m_session && m_session->advertises(kind); }
    bool isListing(ListKind kind) const { return m_walks[index(kind)] != 0; }
    bool isListing() const;
    AnswerBook &answers() { return m_answers; }
    Exchange *exchange(quint64 action) const { return m_exchanges.value(action); }

    /// Ends what stands, clears lists and findings, and opens a new session.
    void connectToServer();
    void disconnectFromServer();
    void reconnect();
    void cancelConnect();
    /// Forgets lists, metadata, facts and findings of a connection that is over; the trace stays.
    void clear();

    /// Returns the walk's number; 0 without a connection.
    quint64 refresh(ListKind kind);
    void refreshAll(); ///< all advertised kinds
    void cancelList(ListKind kind); ///< every walk of that kind
    void cancelWalk(quint64 walk);
    void listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer);
    void publishIsolated();

    /// Starts an action; its number is info.number, or a new one where that is 0. actionFinished always comes, queued or later.
    quint64 start(ActionRequest request);
    void cancelAction(quint64 number);
    void notify(const QByteArray &method, const QByteArray &paramsJson);
    /// tasks/list, all pages (2025-11-25); taskChanged() tells of each task.
    void refreshTasks();
    QList<TaskInfo> tasks() const;
    const QList<Subscription> &subscriptions() const { return m_subscriptions.all(); }
    /// Level in force: set by logging/setLevel, or of later requests in the modern era; empty where none was set.
    const QByteArray &logLevel() const { return m_logLevel; }
    void setSavedAnswers(const QList<SavedAnswer> &saved);

    void answer(quint64 number, const ServerAnswer &answer);
    void setRoots(const QList<RootEntry> &roots);

    Result<void> startRecording(const QString &path);
    void stopRecording();

Q_SIGNALS:
    void stateChanged(assayer::Inspection::State state);
    void ready();
    void failed(const assayer::Error &error); ///< the connection could not be made
    void closed(const assayer::SessionEnd &end); ///< one that stood is over
    void negotiationChanged(const assayer::NegotiationReport &report);
    void factsChanged(const assayer::SessionFactsPtr &facts);
    void listChanged(assayer::ListKind kind, const assayer::ListSnapshotPtr &snapshot);
    void listProgress(assayer::ListKind kind, int pages, qsizetype entries);
    void listingChanged(assayer::ListKind kind, bool running);
    void listFinished(assayer::ListKind kind, quint64 walk, const std::optional<assayer::Error> &error); ///< the error is that walk's own
    void pageArrived(quint64 ticket, const assayer::ListSnapshotPtr &page); ///< for a client's listPage()
    void metadataChanged(const assayer::MetadataSummaryPtr &summary);
    void findingsAdded(const assayer::Findings &findings);
    void findingsCleared();
    void actionStarted(const assayer::ActionInfo &action);
    void actionWritten(quint64 number); ///< its request is with the transport
    void actionAccepted(quint64 number, const QByteArray &grantedJson); ///< listen: the stream stands
    void actionProgressed(quint64 number, const assayer::ProgressUpdate &update);
    void actionFinished(const assayer::ActionResult &result);
    void taskChanged(const assayer::TaskInfo &task);
    void subscriptionsChanged(const QList<assayer::Subscription> &subscriptions);
    void logLevelChanged(const QByteArray &level);
    void serverRequested(const assayer::ServerRequest &request); ///< nobody but a person can answer it
    void serverRequestAnswered(const assayer::ServerRequest &request, const QByteArray &resultJson);
    void serverRequestCancelled(quint64 number);
    void notified(const assayer::Notification &notification);
    void stderrReceived(const QByteArray &bytes);
    void recordingChanged(const QString &path, const QString &problem);

private:
    struct Action {
        ActionRequest request;
        qint64 startedWallNs = 0;
    };
    static std::size_t index(ListKind kind) { return static_cast<std::size_t>(kind); }
    void setState(State state);
    void reset();
    void openSession();
    void follow(Session &session);
    void followLists(Session &session);
    void takeReady();
    void takeFailure(const Error &error);
    void takeEnd(const SessionEnd &end);
    void takeList(ListKind kind, const ListSnapshotPtr &snapshot);
    void takeQuestion(const ServerRequest &request);
    void addFindings(const Findings &findings);
    Exchange *send(const ActionRequest &request);
    Exchange *sendSubscription(const ActionRequest &request);
    void takeEffect(const ActionInfo &info, const ExchangeResult &result);
    void checkAnswer(const ServerRequest &request, const ServerAnswer &answer);
    void setLogLevel(const QByteArray &level);
    quint64 startOwn(ActionRequest request);
    RequestOptions requestOptions(const ActionRequest &request) const;
    void finish(quint64 number, ExchangeResult result);
    void noteUser(const ActionInfo &info, const ExchangeResult &result);
    void finishLater(quint64 number, ExchangeResult result);

    InspectionOptions m_options;
    std::shared_ptr<TraceLog> m_trace;
    SecretWatch m_watch; ///< between session and trace
    AnswerBook m_answers;
    QPointer<Session> m_session;
    State m_state = State::Idle;
    bool m_connectAgain = false;
    NegotiationReport m_negotiation;
    SessionFactsPtr m_facts;
    std::array<ListSnapshotPtr, 4> m_snapshots;
    std::array<quint64, 4> m_walks {}; ///< number of the walk under way, 0 for none
    std::array<quint64, 4> m_judgedWalks {};
    MetadataSummaryPtr m_metadata;
    Findings m_findings;
    std::optional<Error> m_error;
    quint64 m_lastAction = 0;
    quint64 m_ownAction = quint64(1) << 40; ///< actions nobody asked for: no number that a client in another thread may be giving
    QHash<quint64, Action> m_actions;
    QHash<quint64, QPointer<Exchange>> m_exchanges;
    QHash<quint64, ServerRequest> m_questions;
    SubscriptionBook m_subscriptions;
    QByteArray m_logLevel;
    quint64 m_taskList = 0; ///< action of the tasks/list under way
    int m_taskPages = 0;
};

} // namespace assayer
