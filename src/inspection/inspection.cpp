#include "inspection/inspection.h"

#include "inspection/connectionfindings.h"
#include "inspection/elicitationanswer.h"
#include "inspection/targetjson.h"
#include "json/write.h"
#include "session/declaration.h"
#include "session/toolmetadata.h"
#include "trace/tracewriter.h"

#include <QRandomGenerator>
#include <QTimer>

namespace assayer {

namespace {

ListSnapshotPtr emptySnapshot(ListKind kind)
{
    auto snapshot = std::make_shared<ListSnapshot>();
    snapshot->kind = kind;
    return snapshot;
}

ExchangeResult failedResult(Error error)
{
    ExchangeResult result;
    result.error = std::move(error);
    return result;
}

bool flag(const json::Node &result, const char *member)
{
    const json::Value *value = result ? result.value->find(member) : nullptr;
    return value && value->isTrue();
}

QByteArray resourceFilter(const QByteArray &uri)
{
    json::Writer filter;
    filter.beginObject().key("resourceSubscriptions").beginArray().string(view(uri)).endArray().endObject();
    return QByteArray::fromStdString(filter.take());
}

/// W3C trace context, level 1: a trace of its own, sampled.
QByteArray traceParent()
{
    const auto hex = [] { return QByteArray::number(QRandomGenerator::system()->generate64() | 1, 16).rightJustified(16, '0'); };
    return "00-" + hex() + hex() + '-' + hex() + "-01";
}

QByteArray withTraceParent(const QByteArray &metaJson)
{
    const auto parsed = metaJson.isEmpty() ? fail(Error()) : parseJson(metaJson);
    if (parsed && (*parsed)->root().find("traceparent"))
        return metaJson;
    json::Writer out;
    out.beginObject().member("traceparent", view(traceParent()));
    for (const json::Member &member : parsed ? (*parsed)->root().members() : std::span<const json::Member>())
        out.rawMember(member.name(), (*parsed)->raw(member.value()));
    return bytes(out.endObject().take());
}

QByteArrayList utf8(const QStringList &texts)
{
    QByteArrayList out;
    for (const QString &text : texts)
        out << text.toUtf8();
    return out;
}

/// Filter of subscriptions/listen for the lists that the server says may change; empty where none may.
QByteArray listChanges(const json::Value *capabilities)
{
    constexpr std::pair<const char *, const char *> lists[] = { { "tools", "toolsListChanged" }, { "prompts", "promptsListChanged" }, { "resources", "resourcesListChanged" } };
    json::Writer filter;
    bool any = false;
    filter.beginObject();
    for (const auto &[capability, member] : lists) {
        const json::Value *changes = capabilities ? capabilities->find(capability, "listChanged") : nullptr;
        if (!changes || !changes->isTrue())
            continue;
        filter.member(member, true);
        any = true;
    }
    filter.endObject();
    return any ? bytes(filter.text()) : QByteArray();
}

} // namespace

std::shared_ptr<TraceLog> Inspection::makeTrace()
{
    return { new TraceLog, [](TraceLog *log) { log->deleteLater(); } };
}

Inspection::Inspection(InspectionOptions options, std::shared_ptr<TraceLog> trace, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_trace(trace ? std::move(trace) : makeTrace())
    , m_watch(*m_trace)
    , m_answers(m_options.answers)
    , m_metadata(std::make_shared<const MetadataSummary>())
    , m_subscriptions([this] { Q_EMIT subscriptionsChanged(m_subscriptions.all()); })
{
    for (const ListKind kind : allListKinds)
        m_snapshots[index(kind)] = emptySnapshot(kind);
}

Inspection::~Inspection()
{
    delete m_session;
    m_trace->stopFile();
}

void Inspection::setOptions(const InspectionOptions &options)
{
    m_options = options;
    m_answers = AnswerBook(options.answers);
}

bool Inspection::isListing() const
{
    return std::any_of(m_walks.begin(), m_walks.end(), [](quint64 walk) { return walk != 0; });
}

void Inspection::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

void Inspection::connectToServer()
{
    if (m_state == State::Connecting)
        return;
    if (m_state == State::Ready || m_state == State::Closing) {
        m_connectAgain = true;
        disconnectFromServer();
        return;
    }
    reset();
    if (!m_options.recordPath.isEmpty() && !m_trace->isWriting())
        startRecording(m_options.recordPath);
    openSession();
}

void Inspection::reconnect()
{
    connectToServer();
}

void Inspection::reset()
{
    delete m_session;
    m_findings.clear();
    m_error.reset();
    m_negotiation = {};
    m_walks.fill(0);
    m_judgedWalks.fill(0);
    m_subscriptions.clear();
    m_questions.clear();
    m_taskList = 0;
    setLogLevel({});
    Q_EMIT findingsCleared();
}

void Inspection::clear()
{
    if (m_state == State::Connecting || m_state == State::Ready || m_state == State::Closing)
        return;
    reset();
    m_facts.reset();
    m_metadata = std::make_shared<const MetadataSummary>();
    Q_EMIT metadataChanged(m_metadata);
    for (const ListKind kind : allListKinds) {
        m_snapshots[index(kind)] = emptySnapshot(kind);
        Q_EMIT listChanged(kind, m_snapshots[index(kind)]);
    }
}

void Inspection::openSession()
{
    SessionOptions options = m_options.session;
    options.clientCapabilities = m_answers.capabilities();
    m_watch.expect(givenSecrets(options.target));
    m_session = new Session(std::move(options), m_watch, this);
    follow(*m_session);
    setState(State::Connecting);
    m_session->open();
}

void Inspection::follow(Session &session)
{
    connect(&session, &Session::ready, this, &Inspection::takeReady);
    connect(&session, &Session::failed, this, &Inspection::takeFailure);
    connect(&session, &Session::closed, this, &Inspection::takeEnd);
    connect(&session, &Session::negotiationChanged, this, [this](const NegotiationReport &report) {
        m_negotiation = report;
        Q_EMIT negotiationChanged(report);
    });
    connect(&session, &Session::notified, this, [this](const Notification &notification) {
        m_subscriptions.takeNotification(notification);
        Q_EMIT notified(notification);
    });
    connect(&session, &Session::taskChanged, this, &Inspection::taskChanged);
    connect(&session, &Session::received, this, [this](const ReceivedMessage &received) {
        if (m_options.judgeMessages && m_facts)
            addFindings(messageFindings(received, m_facts->revision));
    });
    connect(&session, &Session::found, this, [this](const Finding &finding) { addFindings({ finding }); });
    connect(&session, &Session::stderrReceived, this, [this](const QByteArray &bytes) { Q_EMIT stderrReceived(bytes); });
    connect(&session, &Session::serverRequested, this, &Inspection::takeQuestion);
    connect(&session, &Session::serverRequestCancelled, this, [this](quint64 number) {
        m_questions.remove(number);
        Q_EMIT serverRequestCancelled(number);
    });
    connect(&session, &Session::listenAccepted, this, [this](Exchange *exchange, const QByteArray &granted) {
        const quint64 number = m_exchanges.key(exchange);
        if (!number)
            return;
        if (const auto finding = m_subscriptions.accept(number, granted))
            addFindings({ *finding });
        Q_EMIT actionAccepted(number, granted);
    });
    followLists(session);
}

void Inspection::followLists(Session &session)
{
    connect(&session, &Session::listChanged, this, &Inspection::takeList);
    connect(&session, &Session::listProgress, this, &Inspection::listProgress);
    connect(&session, &Session::listFinished, this, [this](ListKind kind, quint64 walk, const std::optional<Error> &error) {
        if (m_walks[index(kind)] == walk) {
            m_walks[index(kind)] = 0;
            Q_EMIT listingChanged(kind, false);
        }
        Q_EMIT listFinished(kind, walk, error);
    });
    connect(&session, &Session::metadataChanged, this, [this](const MetadataSummaryPtr &summary) {
        m_metadata = summary;
        Q_EMIT metadataChanged(summary);
    });
}

void Inspection::takeReady()
{
    m_facts = m_session->facts();
    m_negotiation = m_session->negotiation();
    m_metadata = m_session->metadata();
    // Content of an earlier connection stays on screen until this one has its own; where it has none the list is empty.
    for (const ListKind kind : allListKinds)
        m_snapshots[index(kind)] = m_session->snapshot(kind);
    Q_EMIT negotiationChanged(m_negotiation);
    Q_EMIT factsChanged(m_facts);
    Q_EMIT metadataChanged(m_metadata);
    setState(State::Ready);
    Q_EMIT ready();
    if (m_options.listWhenReady && isReady())
        refreshAll();
    if (m_options.listenWhenReady && isReady() && eraOf(m_facts->revision) == Era::Modern) {
        if (const QByteArray filter = listChanges(m_facts->capabilities.value); !filter.isEmpty())
            startOwn(listenAction(filter));
    }
}

void Inspection::takeFailure(const Error &error)
{
    m_negotiation = m_session->negotiation();
    m_error = error;
    Q_EMIT negotiationChanged(m_negotiation);
    m_state = State::Failed;
    Q_EMIT failed(error);
    Q_EMIT stateChanged(m_state);
}

void Inspection::takeEnd(const SessionEnd &end)
{
    m_error = end.error;
    for (const ListKind kind : allListKinds) {
        if (std::exchange(m_walks[index(kind)], 0))
            Q_EMIT listingChanged(kind, false);
    }
    m_questions.clear();
    m_subscriptions.clear();
    m_state = State::Closed;
    Q_EMIT closed(end);
    Q_EMIT stateChanged(m_state);
    if (std::exchange(m_connectAgain, false))
        QTimer::singleShot(0, this, &Inspection::connectToServer);
}

void Inspection::disconnectFromServer()
{
    if (!m_session || m_state == State::Closed || m_state == State::Failed || m_state == State::Idle)
        return;
    if (m_state == State::Ready)
        setState(State::Closing);
    m_session->close();
}

void Inspection::cancelConnect()
{
    if (m_state == State::Connecting)
        m_session->cancelOpen();
}

quint64 Inspection::refresh(ListKind kind)
{
    if (!isReady())
        return 0;
    const bool running = isListing(kind);
    const quint64 walk = m_session->list(kind);
    m_walks[index(kind)] = walk;
    if (!running)
        Q_EMIT listingChanged(kind, true);
    return walk;
}

void Inspection::refreshAll()
{
    for (const ListKind kind : allListKinds) {
        if (advertises(kind))
            refresh(kind);
    }
}

void Inspection::cancelList(ListKind kind)
{
    if (m_session)
        m_session->cancelList(kind);
}

void Inspection::cancelWalk(quint64 walk)
{
    if (m_session)
        m_session->cancelWalk(walk);
}

void Inspection::listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer)
{
    if (isReady())
        m_session->listPage(kind, cursor, std::move(answer));
    else
        answer(emptySnapshot(kind));
}

void Inspection::publishIsolated()
{
    if (m_session)
        m_session->publishIsolated();
}

void Inspection::takeList(ListKind kind, const ListSnapshotPtr &snapshot)
{
    const bool becameStale = snapshot->stale && !m_snapshots[index(kind)]->stale;
    m_snapshots[index(kind)] = snapshot;
    if (!snapshot->error && snapshot->walk != m_judgedWalks[index(kind)]) {
        m_judgedWalks[index(kind)] = snapshot->walk;
        addFindings(snapshotFindings(*snapshot));
    }
    Q_EMIT listChanged(kind, snapshot);
    if (becameStale && m_options.refreshOnListChanged)
        refresh(kind);
}

void Inspection::takeQuestion(const ServerRequest &request)
{
    if (const std::optional<ServerAnswer> standing = m_answers.answer(request)) {
        m_questions.insert(request.number, request);
        answer(request.number, *standing);
        return;
    }
    m_questions.insert(request.number, request);
    Q_EMIT serverRequested(request);
}

void Inspection::answer(quint64 number, const ServerAnswer &answer)
{
    const auto question = m_questions.constFind(number);
    if (question == m_questions.constEnd() || !m_session)
        return;
    const ServerRequest request = *question;
    m_questions.erase(question);
    checkAnswer(request, answer);
    m_session->answer(number, answer);
    Q_EMIT serverRequestAnswered(request, answer.result);
}

/// An answer that breaks the form is sent all the same: to see what the server makes of it may be the point.
void Inspection::checkAnswer(const ServerRequest &request, const ServerAnswer &answer)
{
    if (request.method != "elicitation/create" || answer.result.isEmpty())
        return;
    for (const OutputVerdict::Failure &failure : elicitationFailures(request.params, answer.result)) {
        Finding finding;
        finding.rule = "elicitation.answer";
        finding.severity = Severity::Note;
        finding.message = "Our own answer to the server's form breaks the form's schema" + (failure.instancePath.empty() ? "" : " at " + failure.instancePath) + ": " + failure.message;
        finding.where = "frame:" + std::to_string(request.frame);
        finding.spec = "client/elicitation#requested-schema";
        addFindings({ finding });
    }
}

QList<TaskInfo> Inspection::tasks() const
{
    return m_session ? m_session->tasks() : QList<TaskInfo>();
}

void Inspection::refreshTasks()
{
    if (m_taskList)
        return;
    m_taskPages = 0;
    m_taskList = startOwn(listTasksAction());
}

void Inspection::setSavedAnswers(const QList<SavedAnswer> &saved)
{
    m_options.answers.saved = saved;
    m_answers.setSaved(saved);
}

void Inspection::setLogLevel(const QByteArray &level)
{
    if (m_logLevel == level)
        return;
    m_logLevel = level;
    Q_EMIT logLevelChanged(level);
}

void Inspection::setRoots(const QList<RootEntry> &roots)
{
    AnswerRules rules = m_answers.rules();
    rules.roots = roots;
    m_options.answers.roots = roots;
    m_answers = AnswerBook(rules);
    if (isReady() && eraOf(m_facts->revision) == Era::Legacy && rules.declareRoots && rules.rootsListChanged)
        m_session->notify("notifications/roots/list_changed", {});
}

void Inspection::addFindings(const Findings &findings)
{
    if (findings.empty())
        return;
    m_findings.insert(m_findings.end(), findings.begin(), findings.end());
    Q_EMIT findingsAdded(findings);
}

RequestOptions Inspection::requestOptions(const ActionRequest &request) const
{
    const CallOptions &given = request.options;
    RequestOptions options;
    options.timeoutMs = given.timeoutMs;
    options.progress = given.progress;
    options.meta = given.meta.isEmpty() ? m_options.requestMeta : given.meta;
    if (given.traceContext || m_options.traceContext)
        options.meta = withTraceParent(options.meta);
    options.logLevel = given.logLevel.isEmpty() ? m_logLevel : given.logLevel;
    options.capabilities = given.capabilities;
    const bool ofTask = request.info.method.startsWith("tasks/") && !request.info.raw && eraOf(m_facts->revision) == Era::Modern;
    if (ofTask && options.capabilities.isEmpty())
        options.capabilities = withExtension(m_session->options().clientCapabilities, tasksExtension);
    options.followTask = given.followTask;
    options.taskTtlMs = given.taskTtlMs;
    options.answerInput = given.answerInput;
    options.raw = given.raw;
    options.headers = given.headers;
    return options;
}

quint64 Inspection::start(ActionRequest request)
{
    ActionInfo &info = request.info;
    if (info.number == 0)
        info.number = m_lastAction + 1;
    if (info.number < m_ownAction)
        m_lastAction = std::max(m_lastAction, info.number);
    info.startedWallNs = wallNs();
    if (isReady() && eraOf(m_facts->revision) == Era::Modern && !info.raw && info.method == "resources/subscribe")
        info.endless = true;
    info.timeoutMs = info.endless ? 0 : request.options.timeoutMs >= 0 ? request.options.timeoutMs : m_options.session.requestTimeoutMs;
    const quint64 number = info.number;
    m_actions.insert(number, { request, info.startedWallNs });
    Q_EMIT actionStarted(info);
    if (!isReady()) {
        finishLater(number, failedResult(Error("connection-closed", "There is no connection")));
        return number;
    }
    Exchange *exchange = send(request);
    if (!exchange)
        return number;
    m_exchanges.insert(number, exchange);
    connect(exchange, &Exchange::written, this, [this, number] { Q_EMIT actionWritten(number); });
    connect(exchange, &Exchange::progressed, this, [this, number](const ProgressUpdate &update) { Q_EMIT actionProgressed(number, update); });
    connect(exchange, &Exchange::finished, this, [this, number](const ExchangeResult &result) { finish(number, result); });
    return number;
}

/// Null where the action was finished without a request.
Exchange *Inspection::send(const ActionRequest &request)
{
    const QByteArray &method = request.info.method;
    const bool modern = eraOf(m_facts->revision) == Era::Modern;
    if (method == "subscriptions/listen" && !request.info.raw) {
        m_subscriptions.open(request.info.number, {}, modern ? request.params : QByteArray());
        return m_session->listen(request.params);
    }
    if (method == "tools/call" && !request.info.raw)
        return m_session->callTool(request.info.name, request.params, requestOptions(request), request.options.asTask);
    if (modern && !request.info.raw && (method == "resources/subscribe" || method == "resources/unsubscribe"))
        return sendSubscription(request);
    if (modern && !request.info.raw && method == "logging/setLevel") {
        // The modern era has no such request: the level travels with each request.
        setLogLevel(request.info.name);
        finishLater(request.info.number, {});
        return nullptr;
    }
    return m_session->request(method, request.params, requestOptions(request));
}

/// Modern servers are not told URI by URI: a stream of its own stands for each subscription.
Exchange *Inspection::sendSubscription(const ActionRequest &request)
{
    const QByteArray &uri = request.info.name;
    if (request.info.method == "resources/subscribe") {
        m_subscriptions.open(request.info.number, uri, resourceFilter(uri));
        return m_session->listen(resourceFilter(uri));
    }
    const quint64 stream = m_subscriptions.streamOf(uri);
    if (stream)
        cancelAction(stream);
    finishLater(request.info.number, stream ? ExchangeResult {} : failedResult(Error("usage", "There is no subscription of that URI")));
    return nullptr;
}

quint64 Inspection::startOwn(ActionRequest request)
{
    request.info.number = ++m_ownAction;
    return start(std::move(request));
}

/// What a finished action changes for the whole connection.
void Inspection::takeEffect(const ActionInfo &info, const ExchangeResult &result)
{
    m_subscriptions.close(info.number);
    const bool listsTasks = info.number == m_taskList;
    if (listsTasks)
        m_taskList = 0;
    if (result.error || info.raw || !isReady())
        return;
    const bool legacy = eraOf(m_facts->revision) == Era::Legacy;
    if (info.method == "logging/setLevel" && legacy)
        setLogLevel(info.name);
    else if (info.method == "resources/subscribe" && legacy)
        m_subscriptions.subscribed(info.number, info.name);
    else if (info.method == "resources/unsubscribe" && legacy)
        m_subscriptions.unsubscribed(info.name);
    const json::Value *next = listsTasks && result.result ? result.result.value->find("nextCursor") : nullptr;
    if (next && next->isString() && ++m_taskPages < m_options.session.maxPages)
        m_taskList = startOwn(listTasksAction(bytes(result.result.document->raw(*next))));
}

void Inspection::cancelAction(quint64 number)
{
    if (Exchange *exchange = m_exchanges.value(number))
        exchange->cancel();
}

void Inspection::notify(const QByteArray &method, const QByteArray &paramsJson)
{
    if (isReady())
        m_session->notify(method, paramsJson);
}

void Inspection::finishLater(quint64 number, ExchangeResult result)
{
    QTimer::singleShot(0, this, [this, number, result = std::move(result)] { finish(number, result); });
}

void Inspection::finish(quint64 number, ExchangeResult result)
{
    m_exchanges.remove(number);
    const Action action = m_actions.take(number);
    const ActionInfo &info = action.request.info;
    takeEffect(info, result);
    ActionResult out;
    out.number = number;
    out.method = info.method;
    out.name = info.name;
    out.startedWallNs = action.startedWallNs;
    out.finishedWallNs = wallNs();
    out.inputRequired = result.result && result.result.value->stringAt("resultType") == "input_required";
    out.output.generation = result.generation ? result.generation->number : 0;
    if (info.method == "tools/call" && result.result) {
        out.isError = flag(result.result, "isError");
        if (!out.inputRequired && m_session)
            out.output = m_session->judgeOutput(info.name, result);
        addFindings(outputFindings(info.name, out.output, result.answerFrame));
    }
    noteUser(info, result);
    out.result = std::move(result);
    Q_EMIT actionFinished(out);
}

/// The trace says which requests a person composed by hand, and which ones a person gave up.
void Inspection::noteUser(const ActionInfo &info, const ExchangeResult &result)
{
    const bool cancelled = result.error && result.error->kind == "cancelled";
    if (!result.requestFrame || !(info.raw || cancelled))
        return;
    if (info.raw)
        m_trace->decide({ "user", { result.requestFrame }, R"({"action":"composed"})" });
    if (cancelled)
        m_trace->decide({ "user", { result.requestFrame }, R"({"action":"cancelled"})" });
}

Result<void> Inspection::startRecording(const QString &path)
{
    TraceHeader header;
    header.target = targetJson(m_options.session.target, true);
    header.secretHeaders = utf8(m_options.secretHeaders);
    header.secretVariables = utf8(m_options.secretVariables);
    const Result<void> started = m_trace->startFile(path, header);
    if (started)
        Q_EMIT recordingChanged(path, {});
    else
        Q_EMIT recordingChanged({}, QString::fromStdString(started.error().message));
    return started;
}

void Inspection::stopRecording()
{
    m_trace->stopFile();
    Q_EMIT recordingChanged({}, {});
}

} // namespace assayer
