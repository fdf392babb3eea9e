#include "ui/desk.h"

#include "inspection/profileoptions.h"
#include "inspection/reopenedtrace.h"
#include "inspection/savedanswers.h"
#include "profiles/expansion.h"
#include "profiles/profilestore.h"
#include "protocol/message.h"
#include "trace/tracelog.h"
#include "ui/commandconsent.h"
#include "ui/pastcalls.h"
#include "ui/preferences.h"
#include "ui/recordings.h"

#include "base/clock.h"

#include <QFileInfo>

#include <algorithm>

namespace assayer {
namespace {

using State = InspectionClient::State;

ProfileRow::State rowState(State state)
{
    switch (state) {
    case State::Connecting:
        return ProfileRow::Connecting;
    case State::Ready:
        return ProfileRow::Ready;
    case State::Closing:
        return ProfileRow::Ending;
    case State::Failed:
        return ProfileRow::Failed;
    case State::Closed:
        return ProfileRow::Ended;
    case State::Idle:
        break;
    }
    return ProfileRow::NotConnected;
}

} // namespace

Desk::Desk(DeskSource source, Preferences &preferences, CommandConsent &consent, QObject *parent)
    : QObject(parent)
    , m_source(std::move(source))
    , m_preferences(preferences)
    , m_consent(consent)
    , m_client(std::make_unique<InspectionClient>(m_source.options))
{
    m_planned = m_source.options;
    watch();
}

Desk::Desk(DeskSource source, std::shared_ptr<TraceLog> trace, Preferences &preferences, CommandConsent &consent, QObject *parent)
    : QObject(parent)
    , m_source(std::move(source))
    , m_preferences(preferences)
    , m_consent(consent)
    , m_client(std::make_unique<InspectionClient>(m_source.options, trace))
    , m_reopened(std::make_unique<ReopenedTrace>(trace))
{
    connect(m_reopened.get(), &ReopenedTrace::done, this, [this] {
        for (const ListKind kind : allListKinds)
            Q_EMIT listChanged(kind);
        Q_EMIT negotiationChanged();
        Q_EMIT factsChanged();
        Q_EMIT findingsChanged(0);
        Q_EMIT changed();
    });
}

Desk::~Desk()
{
    m_pastCalls.reset(); // writes what is left, and asks this desk whether it may
}

PastCalls &Desk::pastCalls()
{
    if (!m_pastCalls)
        m_pastCalls = std::make_unique<PastCalls>(*this);
    return *m_pastCalls;
}

void Desk::watch()
{
    InspectionClient *client = m_client.get();
    connect(client, &InspectionClient::stateChanged, this, [this](State state) {
        if (state == State::Closed || state == State::Failed)
            m_endedWallNs = wallNs();
        else if (state == State::Connecting || state == State::Ready)
            m_endedWallNs = 0;
        Q_EMIT stateChanged();
        Q_EMIT changed();
    });
    connect(client, &InspectionClient::listChanged, this, [this](ListKind kind) {
        Q_EMIT listChanged(kind);
        refreshStale(kind);
    });
    connect(&m_preferences, &Preferences::changed, this, [this](Preferences::Key key) {
        if (key != Preferences::RefreshOnListChanged)
            return;
        m_stale = {}; // what is stale already is fetched now
        for (const ListKind kind : allListKinds)
            refreshStale(kind);
    });
    connect(client, &InspectionClient::listingChanged, this, [this](ListKind kind) { Q_EMIT listChanged(kind); });
    connect(client, &InspectionClient::listProgress, this, &Desk::listProgress);
    connect(client, &InspectionClient::metadataChanged, this, [this] { Q_EMIT metadataChanged(); });
    connect(client, &InspectionClient::findingsChanged, this, &Desk::findingsChanged);
    connect(client, &InspectionClient::negotiationChanged, this, [this] { Q_EMIT negotiationChanged(); });
    connect(client, &InspectionClient::factsChanged, this, [this] {
        Q_EMIT factsChanged();
        Q_EMIT changed();
    });
    connect(client, &InspectionClient::actionFinished, this, [this](const ActionResult &result) {
        if (result.result.elapsedNs <= 0 || result.result.error)
            return;
        m_latencyNs = result.result.elapsedNs;
        Q_EMIT changed();
    });
}

/// The server said that a list changed: it is fetched again where the user prefers that. A profile that wants it does it itself.
void Desk::refreshStale(ListKind kind)
{
    bool &known = m_stale[static_cast<std::size_t>(kind)];
    const bool isStale = m_client->snapshot(kind)->stale;
    const bool became = isStale && !known;
    known = isStale;
    if (became && m_client->state() == State::Ready && m_preferences.isOn(Preferences::RefreshOnListChanged) && !m_planned.refreshOnListChanged)
        m_client->refresh(kind);
}

void Desk::setProfile(const ServerProfile &profile)
{
    m_source.profile = profile;
    m_source.name = profile.name;
    Q_EMIT changed();
}

ProfileRow Desk::row() const
{
    ProfileRow row;
    row.id = m_source.id;
    row.name = m_source.name;
    row.kind = m_source.kind;
    row.target = m_source.target;
    row.origin = m_source.origin;
    row.state = m_refusal ? ProfileRow::Failed : rowState(m_client->state());
    if (const SessionFactsPtr known = facts()) {
        row.modern = eraOf(known->revision) == Era::Modern;
        row.version = QString::fromStdString(known->protocolVersion);
    }
    row.weak = negotiation().strength == "weak";
    if (const std::optional<Error> error = shownError())
        row.errorKind = QString::fromStdString(error->kind);
    row.latencyNs = m_latencyNs;
    if (isTrace())
        row.records = trace()->count();
    return row;
}

std::optional<Error> Desk::shownError() const
{
    return m_refusal ? m_refusal : m_client->lastError();
}

void Desk::setEraMode(EraMode mode, const QString &pin)
{
    m_mode = mode;
    m_pin = pin;
}

EraMode Desk::eraMode() const
{
    return m_mode.value_or(m_planned.session.mode);
}

/// Makes the options of the next connect; false where the profile cannot be used as it stands.
/// A person sits here, so what a person can answer is declared, unless the profile says otherwise: `elicitCapability: none`
/// switches forms off, and an object of capabilities is taken at its word. Roots of the profile answer by themselves.
void Desk::planAnswers()
{
    AnswerRules &answers = m_planned.answers;
    const ServerProfile profile = m_source.profile.value_or(ServerProfile());
    const Result<json::DocumentPtr> own = profile.capabilities.isEmpty() ? Result<json::DocumentPtr>(fail("", "")) : parseJson(profile.capabilities);
    const auto declares = [&](const char *name) { return !own || (*own)->root().find(name) != nullptr; };
    if (answers.elicitation == AnswerMode::NotDeclared && declares("elicitation") && profile.elicitCapability != QLatin1String("none"))
        answers.elicitation = AnswerMode::Ask;
    if (answers.sampling == AnswerMode::NotDeclared && declares("sampling"))
        answers.sampling = AnswerMode::Ask;
    answers.declareRoots = answers.declareRoots || declares("roots");
    answers.askRoots = true;
    SavedAnswers kept;
    if (kept.load())
        answers.saved = kept.automatic(m_source.name);
}

bool Desk::plan()
{
    m_refusal.reset();
    m_planned = m_source.options;
    if (m_source.profile) {
        const QString folder = QFileInfo(m_source.origin).absolutePath();
        VariableContext context = VariableContext::ofProcess(folder);
        // VS Code's inputs: nobody is asked here, their defaults hold; one without is an error that names it.
        const Result<ProfileStore> file = ProfileStore::open(m_source.origin);
        for (const ProfileInput &input : file ? file->inputs() : QList<ProfileInput>()) {
            if (!input.defaultValue.isEmpty())
                context.inputs.insert(input.id, input.defaultValue);
        }
        const Expansion expansion = expandProfile(*m_source.profile, context);
        m_refusal = expansion.error();
        if (m_refusal)
            return false;
        Result<InspectionOptions> made = optionsFromProfile(expansion.profile);
        if (!made) {
            m_refusal = made.error();
            return false;
        }
        m_planned = *made;
    }
    m_planned.listenWhenReady = !m_planned.session.suppressNotificationStream; // to hear that a list changed
    m_planned.name = m_source.name;
    planAnswers();
    if (m_mode) {
        m_planned.session.mode = *m_mode;
        m_planned.session.pin = m_pin;
    }
    if (m_probeTimeoutMs > 0)
        m_planned.session.probeTimeoutMs = m_probeTimeoutMs;
    return true;
}

void Desk::open(bool isPrivate)
{
    if (isTrace() || m_client->state() == State::Connecting || m_client->state() == State::Ready)
        return;
    m_private = isPrivate;
    const bool usable = plan();
    const bool isCommand = m_planned.session.target.kind == TransportKind::Stdio;
    m_awaitsReview = usable && isCommand && !m_source.trusted && !m_consent.isConfirmed(m_planned.session.target);
    if (usable && !m_awaitsReview)
        start();
    Q_EMIT changed();
    Q_EMIT stateChanged();
}

void Desk::start()
{
    chooseRecording();
    m_client->setOptions(m_planned);
    m_client->connectToServer();
}

/// One file per row: a reconnect goes on in the same trace.
void Desk::chooseRecording()
{
    if (m_private || !m_planned.recordPath.isEmpty() || !m_preferences.isOn(Preferences::Record))
        return;
    const QString now = m_client->recordingPath();
    m_planned.recordPath = now.isEmpty() ? recordings::newPath(m_source.name) : now;
}

void Desk::close()
{
    // While it connects the user gives up; that the connection ended must not look like the server's doing.
    if (m_client->state() == State::Connecting)
        return m_client->cancelConnect();
    m_client->disconnectFromServer();
}

void Desk::reopen()
{
    if (!plan()) {
        Q_EMIT changed();
        Q_EMIT stateChanged();
        return;
    }
    const State state = m_client->state();
    if (state == State::Idle || state == State::Failed || state == State::Closed) {
        open(m_private);
        return;
    }
    chooseRecording();
    m_client->setOptions(m_planned);
    m_client->reconnect();
}

void Desk::confirmReview()
{
    if (!m_awaitsReview)
        return;
    m_awaitsReview = false;
    m_consent.confirm(m_planned.session.target);
    start();
    Q_EMIT changed();
}

void Desk::declineReview()
{
    m_awaitsReview = false;
    Q_EMIT changed();
    Q_EMIT stateChanged();
}

Result<InspectionOptions> Desk::optionsForLab()
{
    const InspectionOptions planned = m_planned;
    const std::optional<Error> refusal = m_refusal;
    const bool usable = plan();
    const std::optional<Error> why = std::exchange(m_refusal, refusal);
    InspectionOptions options = std::exchange(m_planned, planned);
    if (!usable)
        return fail(*why);
    return options;
}

void Desk::setProbeTimeout(int ms)
{
    m_probeTimeoutMs = ms;
}

ListSnapshotPtr Desk::snapshot(ListKind kind) const
{
    return m_reopened ? m_reopened->reading().lists[static_cast<std::size_t>(kind)] : m_client->snapshot(kind);
}

MetadataSummaryPtr Desk::metadata() const
{
    return m_client->metadata();
}

const Findings &Desk::findings() const
{
    return m_reopened ? m_reopened->reading().findings : m_client->findings();
}

const NegotiationReport &Desk::negotiation() const
{
    return m_reopened ? m_reopened->reading().negotiation : m_client->negotiation();
}

SessionFactsPtr Desk::facts() const
{
    return m_reopened ? m_reopened->reading().facts : m_client->facts();
}

std::shared_ptr<TraceLog> Desk::trace() const
{
    return m_client->trace();
}

bool Desk::isBusy() const
{
    const QList<ActionInfo> running = m_client->inFlight();
    const auto ends = [](const ActionInfo &action) { return !action.endless; }; // a stream that listens is no work under way
    if (m_client->state() == State::Connecting || std::any_of(running.begin(), running.end(), ends))
        return true;
    return std::any_of(allListKinds.begin(), allListKinds.end(), [this](ListKind kind) { return m_client->isListing(kind); });
}

bool Desk::cancelAll()
{
    const bool busy = isBusy();
    if (m_client->state() == State::Connecting)
        m_client->cancelConnect();
    for (const ListKind kind : allListKinds) {
        if (m_client->isListing(kind))
            m_client->cancelList(kind);
    }
    for (const ActionInfo &action : m_client->inFlight()) {
        if (!action.endless)
            m_client->cancelAction(action.number);
    }
    return busy;
}

} // namespace assayer
