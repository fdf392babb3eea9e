#include "inspection/inspectionclient.h"

#include "inspection/inspection.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <array>

namespace assayer {

namespace {

constexpr int endMs = 3000;
constexpr qsizetype stderrKept = 256 << 10;
constexpr qsizetype answeredKept = 200;

/// Threads whose connection is still ending, or runs.
QList<QPointer<QThread>> &threads()
{
    static QList<QPointer<QThread>> all;
    return all;
}

Inspection *moveToOwnThread(Inspection *inspection)
{
    auto *thread = new QThread;
    thread->setObjectName(QStringLiteral("inspection"));
    inspection->moveToThread(thread);
    QObject::connect(inspection, &QObject::destroyed, thread, &QThread::quit, Qt::DirectConnection);
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
    threads().append(thread);
    return inspection;
}

/// In the inspection's thread: ends the connection and then the inspection, in time.
void endInOrder(Inspection *inspection)
{
    const auto over = [](Inspection::State state) {
        return state == Inspection::State::Closed || state == Inspection::State::Failed || state == Inspection::State::Idle;
    };
    if (over(inspection->state()))
        return inspection->deleteLater();
    QObject::connect(inspection, &Inspection::stateChanged, inspection, [inspection, over](Inspection::State state) {
        if (over(state))
            inspection->deleteLater();
    });
    QTimer::singleShot(endMs, inspection, &QObject::deleteLater);
    inspection->disconnectFromServer();
}

} // namespace

struct InspectionClient::Mirror {
    InspectionOptions options;
    std::shared_ptr<TraceLog> trace;
    State state = State::Idle;
    NegotiationReport negotiation;
    SessionFactsPtr facts;
    std::array<ListSnapshotPtr, 4> snapshots;
    std::array<bool, 4> listing {};
    MetadataSummaryPtr metadata;
    Findings findings;
    std::optional<Error> error;
    std::optional<SessionEnd> end;
    QList<ActionInfo> inFlight;
    QList<ServerRequest> questions;
    QList<ServerRequest> answered;
    QList<TaskInfo> tasks;
    QList<Subscription> subscriptions;
    QByteArray logLevel;
    QByteArray stderrText;
    QString recording;
    qint64 connectingSinceNs = 0;
    qint64 readySinceWallNs = 0;
    quint64 lastAction = 0;
    quint64 lastTicket = 0;

    ListSnapshotPtr &snapshot(ListKind kind) { return snapshots[static_cast<std::size_t>(kind)]; }
};

InspectionClient::InspectionClient(const InspectionOptions &options, QObject *parent)
    : InspectionClient(options, nullptr, parent)
{
}

InspectionClient::InspectionClient(const InspectionOptions &options, std::shared_ptr<TraceLog> trace, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Mirror>())
    , m_inspection(new Inspection(options, std::move(trace)))
{
    d->options = options;
    d->trace = m_inspection->trace();
    d->metadata = m_inspection->metadata();
    for (const ListKind kind : allListKinds)
        d->snapshot(kind) = m_inspection->snapshot(kind);
    mirrorConnection();
    mirrorLists();
    mirrorActions();
    mirrorQuestions();
    moveToOwnThread(m_inspection);
}

InspectionClient::~InspectionClient()
{
    m_inspection->disconnect(this);
    onWorker([inspection = m_inspection] { endInOrder(inspection); });
}

void InspectionClient::waitForEnds(int milliseconds)
{
    const QDeadlineTimer deadline(milliseconds);
    for (const QPointer<QThread> &thread : std::as_const(threads())) {
        if (thread)
            thread->wait(deadline);
    }
    threads().clear();
}

template<class Function>
void InspectionClient::onWorker(Function function)
{
    QMetaObject::invokeMethod(m_inspection, std::move(function), Qt::QueuedConnection);
}

void InspectionClient::mirrorConnection()
{
    connect(m_inspection, &Inspection::stateChanged, this, [this](Inspection::State state) { takeState(static_cast<State>(state)); });
    connect(m_inspection, &Inspection::failed, this, [this](const Error &error) { d->error = error; });
    connect(m_inspection, &Inspection::closed, this, [this](const SessionEnd &end) {
        d->end = end;
        d->error = end.error;
        Q_EMIT connectionEnded(end);
    });
    connect(m_inspection, &Inspection::negotiationChanged, this, [this](const NegotiationReport &report) {
        d->negotiation = report;
        // The report is there before the state that it explains.
        if (report.error)
            d->error = report.error;
        Q_EMIT negotiationChanged(report);
    });
    connect(m_inspection, &Inspection::factsChanged, this, [this](const SessionFactsPtr &facts) {
        d->facts = facts;
        Q_EMIT factsChanged(facts);
    });
    connect(m_inspection, &Inspection::stderrReceived, this, [this](const QByteArray &bytes) {
        d->stderrText = (d->stderrText + bytes).right(stderrKept);
        Q_EMIT stderrReceived(bytes);
    });
    connect(m_inspection, &Inspection::notified, this, [this](const Notification &notification) {
        Q_EMIT notified(notification);
        if (notification.message.method == "notifications/message")
            Q_EMIT logMessage(notification);
    });
    connect(m_inspection, &Inspection::recordingChanged, this, [this](const QString &path, const QString &problem) {
        d->recording = path;
        Q_EMIT recordingChanged(path, problem);
    });
}

void InspectionClient::mirrorLists()
{
    connect(m_inspection, &Inspection::listChanged, this, [this](ListKind kind, const ListSnapshotPtr &snapshot) {
        d->snapshot(kind) = snapshot;
        Q_EMIT listChanged(kind, snapshot);
    });
    connect(m_inspection, &Inspection::listProgress, this, &InspectionClient::listProgress);
    connect(m_inspection, &Inspection::pageArrived, this, &InspectionClient::pageArrived);
    connect(m_inspection, &Inspection::listingChanged, this, [this](ListKind kind, bool running) {
        d->listing[static_cast<std::size_t>(kind)] = running;
        Q_EMIT listingChanged(kind, running);
    });
    connect(m_inspection, &Inspection::metadataChanged, this, [this](const MetadataSummaryPtr &summary) {
        d->metadata = summary;
        Q_EMIT metadataChanged(summary);
    });
    connect(m_inspection, &Inspection::findingsAdded, this, [this](const Findings &findings) {
        const auto first = static_cast<qsizetype>(d->findings.size());
        d->findings.insert(d->findings.end(), findings.begin(), findings.end());
        Q_EMIT findingsChanged(first);
    });
    connect(m_inspection, &Inspection::findingsCleared, this, [this] {
        d->findings.clear();
        Q_EMIT findingsChanged(0);
    });
}

void InspectionClient::mirrorActions()
{
    connect(m_inspection, &Inspection::actionStarted, this, [this](const ActionInfo &action) {
        d->inFlight.append(action);
        Q_EMIT actionStarted(action);
    });
    connect(m_inspection, &Inspection::actionProgressed, this, &InspectionClient::actionProgressed);
    connect(m_inspection, &Inspection::actionAccepted, this, &InspectionClient::listenAccepted);
    connect(m_inspection, &Inspection::taskChanged, this, [this](const TaskInfo &task) {
        const auto known = std::find_if(d->tasks.begin(), d->tasks.end(), [&](const TaskInfo &info) { return info.id == task.id; });
        if (known == d->tasks.end())
            d->tasks.append(task);
        else
            *known = task;
        Q_EMIT taskChanged(task);
    });
    connect(m_inspection, &Inspection::subscriptionsChanged, this, [this](const QList<Subscription> &subscriptions) {
        d->subscriptions = subscriptions;
        Q_EMIT subscriptionsChanged();
    });
    connect(m_inspection, &Inspection::logLevelChanged, this, [this](const QByteArray &level) {
        d->logLevel = level;
        Q_EMIT logLevelChanged(level);
    });
    connect(m_inspection, &Inspection::actionFinished, this, [this](const ActionResult &result) {
        d->inFlight.removeIf([&](const ActionInfo &action) { return action.number == result.number; });
        Q_EMIT actionFinished(result);
    });
}

void InspectionClient::mirrorQuestions()
{
    const auto forget = [this](quint64 number) {
        d->questions.removeIf([&](const ServerRequest &request) { return request.number == number; });
    };
    connect(m_inspection, &Inspection::serverRequested, this, [this](const ServerRequest &request) {
        d->questions.append(request);
        Q_EMIT serverRequested(request);
    });
    connect(m_inspection, &Inspection::serverRequestAnswered, this, [this, forget](const ServerRequest &request, const QByteArray &result) {
        forget(request.number);
        d->answered.append(request);
        if (d->answered.size() > answeredKept)
            d->answered.removeFirst();
        Q_EMIT serverRequestAnswered(request, result);
    });
    connect(m_inspection, &Inspection::serverRequestCancelled, this, [this, forget](quint64 number) {
        forget(number);
        Q_EMIT serverRequestCancelled(number);
    });
}

void InspectionClient::takeState(State state)
{
    d->state = state;
    if (state == State::Connecting) {
        d->error.reset();
        d->end.reset();
        d->negotiation = {};
        d->answered.clear();
        d->tasks.clear();
        d->stderrText.clear();
    }
    if (state != State::Ready && state != State::Closing) {
        // Questions of a connection that is over cannot be answered any more.
        for (const ServerRequest &request : std::exchange(d->questions, {}))
            Q_EMIT serverRequestCancelled(request.number);
    }
    d->connectingSinceNs = state == State::Connecting ? monotonicNs() : 0;
    if (state == State::Ready)
        d->readySinceWallNs = wallNs();
    Q_EMIT stateChanged(state);
}

const InspectionOptions &InspectionClient::options() const
{
    return d->options;
}

InspectionClient::State InspectionClient::state() const
{
    return d->state;
}

const NegotiationReport &InspectionClient::negotiation() const
{
    return d->negotiation;
}

SessionFactsPtr InspectionClient::facts() const
{
    return d->facts;
}

ListSnapshotPtr InspectionClient::snapshot(ListKind kind) const
{
    return d->snapshot(kind);
}

MetadataSummaryPtr InspectionClient::metadata() const
{
    return d->metadata;
}

const Findings &InspectionClient::findings() const
{
    return d->findings;
}

const std::optional<Error> &InspectionClient::lastError() const
{
    return d->error;
}

const std::optional<SessionEnd> &InspectionClient::end() const
{
    return d->end;
}

bool InspectionClient::isListing(ListKind kind) const
{
    return d->listing[static_cast<std::size_t>(kind)];
}

bool InspectionClient::advertises(ListKind kind) const
{
    const json::Value *capabilities = d->facts ? d->facts->capabilities.value : nullptr;
    return capabilities && capabilities->find(listCapability(kind));
}

QList<ActionInfo> InspectionClient::inFlight() const
{
    return d->inFlight;
}

QList<ServerRequest> InspectionClient::questions() const
{
    return d->questions;
}

QList<ServerRequest> InspectionClient::answered() const
{
    return d->answered;
}

QList<TaskInfo> InspectionClient::tasks() const
{
    return d->tasks;
}

QList<Subscription> InspectionClient::subscriptions() const
{
    return d->subscriptions;
}

QByteArray InspectionClient::logLevel() const
{
    return d->logLevel;
}

qint64 InspectionClient::connectingSinceNs() const
{
    return d->connectingSinceNs;
}

qint64 InspectionClient::readySinceWallNs() const
{
    return d->readySinceWallNs;
}

QByteArray InspectionClient::stderrText() const
{
    return d->stderrText;
}

std::shared_ptr<TraceLog> InspectionClient::trace() const
{
    return d->trace;
}

QString InspectionClient::recordingPath() const
{
    return d->recording;
}

void InspectionClient::setOptions(const InspectionOptions &options)
{
    d->options = options;
    onWorker([inspection = m_inspection, options] { inspection->setOptions(options); });
}

void InspectionClient::connectToServer()
{
    onWorker([inspection = m_inspection] { inspection->connectToServer(); });
}

void InspectionClient::disconnectFromServer()
{
    onWorker([inspection = m_inspection] { inspection->disconnectFromServer(); });
}

void InspectionClient::reconnect()
{
    onWorker([inspection = m_inspection] { inspection->reconnect(); });
}

void InspectionClient::cancelConnect()
{
    onWorker([inspection = m_inspection] { inspection->cancelConnect(); });
}

void InspectionClient::refresh(ListKind kind)
{
    onWorker([inspection = m_inspection, kind] { inspection->refresh(kind); });
}

void InspectionClient::refreshAll()
{
    onWorker([inspection = m_inspection] { inspection->refreshAll(); });
}

void InspectionClient::cancelList(ListKind kind)
{
    onWorker([inspection = m_inspection, kind] { inspection->cancelList(kind); });
}

void InspectionClient::publishIsolated()
{
    onWorker([inspection = m_inspection] { inspection->publishIsolated(); });
}

quint64 InspectionClient::listPage(ListKind kind, const QByteArray &cursor)
{
    const quint64 ticket = ++d->lastTicket;
    onWorker([inspection = m_inspection, kind, cursor, ticket] {
        inspection->listPage(kind, cursor, [inspection, ticket](const ListSnapshotPtr &page) { Q_EMIT inspection->pageArrived(ticket, page); });
    });
    return ticket;
}

quint64 InspectionClient::post(ActionRequest request)
{
    request.info.number = ++d->lastAction;
    const quint64 number = request.info.number;
    onWorker([inspection = m_inspection, request = std::move(request)] { inspection->start(request); });
    return number;
}

quint64 InspectionClient::call(const QByteArray &tool, const QByteArray &argumentsJson, const CallOptions &options)
{
    return post(callAction(tool, argumentsJson, options));
}

quint64 InspectionClient::read(const QByteArray &uri, const CallOptions &options)
{
    return post(readAction(uri, options));
}

quint64 InspectionClient::getPrompt(const QByteArray &name, const QByteArray &argumentsJson, const CallOptions &options)
{
    return post(promptAction(name, argumentsJson, options));
}

quint64 InspectionClient::request(const QByteArray &method, const QByteArray &paramsJson, const CallOptions &options)
{
    return post(requestAction(method, paramsJson, options));
}

quint64 InspectionClient::complete(const QByteArray &refJson, const QByteArray &argument, const QByteArray &value, const QByteArray &contextJson)
{
    return post(completeAction(refJson, argument, value, contextJson));
}

quint64 InspectionClient::subscribe(const QByteArray &uri)
{
    return post(subscribeAction(uri));
}

quint64 InspectionClient::unsubscribe(const QByteArray &uri)
{
    return post(unsubscribeAction(uri));
}

quint64 InspectionClient::listen(const QByteArray &filterJson)
{
    return post(listenAction(filterJson));
}

quint64 InspectionClient::ping()
{
    return post(requestAction("ping", {}));
}

quint64 InspectionClient::setLogLevel(const QByteArray &level)
{
    return post(logLevelAction(level));
}

void InspectionClient::refreshTasks()
{
    onWorker([inspection = m_inspection] { inspection->refreshTasks(); });
}

quint64 InspectionClient::getTask(const QByteArray &taskId)
{
    return post(taskAction("tasks/get", taskId));
}

quint64 InspectionClient::taskResult(const QByteArray &taskId)
{
    ActionRequest request = taskAction("tasks/result", taskId);
    request.options.timeoutMs = 0; // waits for the task
    return post(std::move(request));
}

quint64 InspectionClient::cancelTask(const QByteArray &taskId)
{
    return post(taskAction("tasks/cancel", taskId));
}

void InspectionClient::notify(const QByteArray &method, const QByteArray &paramsJson)
{
    onWorker([inspection = m_inspection, method, paramsJson] { inspection->notify(method, paramsJson); });
}

void InspectionClient::cancelAction(quint64 number)
{
    onWorker([inspection = m_inspection, number] { inspection->cancelAction(number); });
}

void InspectionClient::answer(quint64 number, const ServerAnswer &answer)
{
    onWorker([inspection = m_inspection, number, answer] { inspection->answer(number, answer); });
}

void InspectionClient::setRoots(const QList<RootEntry> &roots)
{
    d->options.answers.roots = roots;
    onWorker([inspection = m_inspection, roots] { inspection->setRoots(roots); });
}

void InspectionClient::setSavedAnswers(const QList<SavedAnswer> &saved)
{
    d->options.answers.saved = saved;
    onWorker([inspection = m_inspection, saved] { inspection->setSavedAnswers(saved); });
}

void InspectionClient::startRecording(const QString &path)
{
    onWorker([inspection = m_inspection, path] { inspection->startRecording(path); });
}

void InspectionClient::stopRecording()
{
    onWorker([inspection = m_inspection] { inspection->stopRecording(); });
}

} // namespace assayer
