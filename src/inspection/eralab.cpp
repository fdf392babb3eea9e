#include "inspection/eralab.h"

#include "base/clock.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>

namespace assayer {

namespace {

using State = InspectionClient::State;

QString pathOf(const QString &path, EraRunKind kind)
{
    if (path.isEmpty())
        return path;
    const QString suffix = QFileInfo(path).suffix();
    const QString stem = suffix.isEmpty() ? path : path.chopped(suffix.size() + 1);
    const QString named = stem + u'-' + QLatin1String(eraRunName(kind));
    return suffix.isEmpty() ? named : named + u'.' + suffix;
}

InspectionOptions optionsOf(InspectionOptions options, EraRunKind kind, const EraLabPlan &plan)
{
    EraMode &mode = options.session.mode;
    if (kind == EraRunKind::Legacy)
        mode = EraMode::Legacy;
    else if (kind == EraRunKind::Auto)
        mode = EraMode::Auto;
    else if (mode != EraMode::Pin)
        mode = EraMode::Modern;
    options.recordPath = pathOf(options.recordPath, kind);
    options.listWhenReady = plan.lists;
    options.listenWhenReady = false;
    options.refreshOnListChanged = false;
    return options;
}

} // namespace

EraLab::EraLab(InspectionOptions options, EraLabPlan plan, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
{
    for (const EraRunKind kind : allEraRuns) {
        m_options[slot(kind)] = optionsOf(options, kind, m_plan);
        ReportSubject &subject = m_runs[slot(kind)].subject;
        subject.target = options.session.target;
        subject.metadata = std::make_shared<const MetadataSummary>();
    }
}

EraLab::~EraLab() = default;

void EraLab::start()
{
    m_current = 0;
    startRun();
}

void EraLab::startRun()
{
    m_ending = false;
    m_call = 0;
    m_listing.fill(false);
    m_clients[m_current] = std::make_unique<InspectionClient>(m_options[m_current]);
    InspectionClient *client = m_clients[m_current].get();
    connect(client, &InspectionClient::stateChanged, this, &EraLab::takeState);
    connect(client, &InspectionClient::negotiationChanged, this, &EraLab::changed);
    connect(client, &InspectionClient::listProgress, this, &EraLab::changed);
    connect(client, &InspectionClient::listingChanged, this, [this](ListKind kind, bool running) {
        if (running)
            return;
        m_listing[static_cast<std::size_t>(kind)] = false;
        workDone();
    });
    connect(client, &InspectionClient::actionFinished, this, [this](const ActionResult &result) {
        if (result.number != m_call)
            return;
        m_runs[m_current].call = result;
        m_call = 0;
        workDone();
    });
    connect(client, &InspectionClient::serverRequested, this, &EraLab::decline);
    connect(client, &InspectionClient::recordingChanged, this, [this](const QString &, const QString &problem) {
        if (!problem.isEmpty())
            Q_EMIT recordingFailed(problem);
    });
    m_runs[m_current].readyNs = -monotonicNs();
    client->connectToServer();
    Q_EMIT changed();
}

void EraLab::takeState(State state)
{
    if (sender() != m_clients[m_current].get())
        return;
    if (state == State::Ready)
        takeReady();
    else if (state == State::Failed || state == State::Closed)
        endRun();
    Q_EMIT changed();
}

void EraLab::takeReady()
{
    m_runs[m_current].readyNs += monotonicNs();
    if (m_plan.lists) {
        for (const ListKind kind : allListKinds)
            m_listing[static_cast<std::size_t>(kind)] = current().advertises(kind);
    }
    if (!m_plan.tool.isEmpty())
        m_call = current().call(m_plan.tool, m_plan.arguments);
    workDone();
}

/// All that was to be done is done: the connection ends, and the next one may start.
void EraLab::workDone()
{
    const bool busy = m_call != 0 || std::any_of(m_listing.begin(), m_listing.end(), [](bool listing) { return listing; });
    if (busy || std::exchange(m_ending, true))
        return;
    current().disconnectFromServer();
}

void EraLab::endRun()
{
    EraRun &run = m_runs[m_current];
    const InspectionClient &client = current();
    run.subject.negotiation = client.negotiation();
    run.subject.facts = client.facts();
    run.subject.metadata = client.metadata();
    run.subject.findings = client.findings();
    run.subject.error = client.lastError();
    for (const ListKind kind : allListKinds) {
        if (client.advertises(kind))
            run.subject.lists[static_cast<std::size_t>(kind)] = client.snapshot(kind);
    }
    run.readyNs = std::max<qint64>(run.readyNs, 0);
    run.finished = true;
    // Not from within the signal of the client that may be the last one.
    QTimer::singleShot(0, this, [this] {
        ++m_current;
        if (m_cancelled || m_current >= eraRuns)
            finish();
        else
            startRun();
    });
}

void EraLab::cancel()
{
    if (!isRunning() || std::exchange(m_cancelled, true))
        return;
    if (current().state() == State::Connecting || current().state() == State::Idle)
        current().cancelConnect();
    else
        current().disconnectFromServer();
    Q_EMIT changed();
}

void EraLab::finish()
{
    m_over = true;
    Q_EMIT changed();
    Q_EMIT finished();
}

void EraLab::decline(const ServerRequest &request)
{
    ServerAnswer answer;
    if (request.method == "elicitation/create")
        answer.result = R"({"action":"decline"})";
    answer.errorCode = -1;
    answer.errorMessage = "The user is not asked while eras are compared";
    answer.abandon = answer.result.isEmpty();
    current().answer(request.number, answer);
}

EraLab::Phase EraLab::phase(EraRunKind kind) const
{
    if (m_runs[slot(kind)].finished)
        return Phase::Done;
    if (m_over)
        return Phase::Skipped;
    return slot(kind) == m_current ? Phase::Running : Phase::Waiting;
}

} // namespace assayer
