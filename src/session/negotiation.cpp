#include "session/negotiation.h"

#include "protocol/judge.h"
#include "session/httpfacts.h"

namespace assayer {

Negotiation::Negotiation(const SessionOptions &options, FrameSink &sink, EraNegotiator &face)
    : m_options(options)
    , m_sink(sink)
    , m_face(face)
    , m_machine(nullptr)
    , m_recorder(options, sink)
    , m_revisions(RevisionChoice::of(options))
{
    connect(&m_machine, &NegotiationMachine::entered, this, &Negotiation::enter);
    m_connectTimer.setSingleShot(true);
    m_sseTimer.setSingleShot(true);
    connect(&m_sseTimer, &QTimer::timeout, this, [this] { takeSseEnd({ Error("timeout", "The event stream named no message endpoint in time"), {}, {}, {} }); });
    m_waitTimer.setSingleShot(true);
    m_waitTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_waitTimer, &QTimer::timeout, this, &Negotiation::takeVerdict);
    connect(&m_connectTimer, &QTimer::timeout, this, [this] {
        Error error("timeout", "Not ready within " + std::to_string(m_options.connectTimeoutMs) + " ms");
        error.data.timeoutMs = m_options.connectTimeoutMs;
        m_recorder.endStep("timeout");
        fail(std::move(error));
    });
}

void Negotiation::start()
{
    if (m_options.connectTimeoutMs > 0)
        m_connectTimer.start(m_options.connectTimeoutMs);
    m_machine.start();
}

void Negotiation::giveUp(const Error &error, Trigger trigger)
{
    if (m_over || m_error)
        return;
    m_recorder.endStep(trigger == Trigger::Cancel ? "cancelled" : "closed");
    m_error = error;
    m_machine.post(trigger);
}

Error Negotiation::closedByCaller() const
{
    const bool handshake = m_verdict || !probes();
    return handshake ? Error("connection-closed", "The connection was closed before it was ready", "closed")
                     : Error("era-negotiation-failed", "The connection was closed while the probe was open", "closed");
}

void Negotiation::enter(Stage stage)
{
    m_recorder.enter(stageName(stage));
    const bool final = stage == Stage::Ready || stage == Stage::Failed || stage == Stage::Cancelled;
    if (m_error && !final && stage != Stage::Opening)
        return; // given up; the way out is posted already
    switch (stage) {
    case Stage::Opening:
        return open();
    case Stage::Probing:
        return probe("probe");
    case Stage::Judging:
        return judge();
    case Stage::Waiting:
        return m_waitTimer.start(m_run ? m_run->remainingMs() : 0);
    case Stage::Correcting:
        return probe("corrective-probe");
    case Stage::HandingOver:
        return handOver();
    case Stage::Initializing:
        return initialize();
    case Stage::CheckingVersion:
        return checkVersion();
    case Stage::Announcing:
        return announce();
    case Stage::FallingBack:
        return fallBack();
    case Stage::Ready:
        return beReady();
    case Stage::Failed:
    case Stage::Cancelled:
        return beFailed();
    }
}

bool Negotiation::probes() const
{
    return m_options.mode != EraMode::Legacy && m_options.target.kind != TransportKind::LegacySse;
}

ProbeContext Negotiation::context() const
{
    return { m_offered, m_revisions, &m_options, m_correctiveUsed, sendsCredentials(m_options.target) };
}

void Negotiation::open()
{
    if (m_error)
        return m_machine.post(m_error->kind == "cancelled" ? Trigger::Cancel : Trigger::Fail);
    if (m_options.mode == EraMode::Pin && !isModernName(m_options.pin.toStdString()))
        return fail(Error("usage", "Only a modern revision can be pinned: \"" + m_options.pin.toStdString() + "\" is none"));
    m_offered = m_revisions.modern.front();
    m_initializeAs = m_revisions.legacy.empty() ? std::string() : m_revisions.legacy.front();
    if (probes())
        return openForProbe();
    const bool asked = m_options.mode == EraMode::Legacy;
    m_recorder.setBecause(asked ? "the legacy era was asked for, so nothing was probed" : "HTTP+SSE exists in legacy revisions only, so nothing was probed");
    if (m_revisions.fallback)
        return openForInitialize();
    fail(Error("era-negotiation-failed", "HTTP+SSE exists in legacy revisions only, and none may be used",
        m_options.mode == EraMode::Pin ? "pin-not-offered" : "no-legacy-version"));
}

Transport *Negotiation::newTransport(const Target &target)
{
    Transport *transport = makeTransport(target, m_sink, this);
    connect(transport, &Transport::stderrReceived, this, [this](const QByteArray &bytes, quint64 frame) { Q_EMIT m_face.stderrReceived(bytes, frame); });
    connect(transport, &Transport::noise, this, [this](const QByteArray &rule, const QString &message, quint64 frame) {
        find({ rule.toStdString(), Severity::Warning, message.toStdString(), "frame:" + std::to_string(frame), {}, {}, {} });
    });
    return transport;
}

void Negotiation::openForProbe()
{
    m_recorder.beginStep("probe", m_offered);
    tellChanged();
    m_probeTransport = newTransport(m_options.target);
    if (!usesSibling())
        m_transport = m_probeTransport;
    connect(m_probeTransport, &Transport::opened, this, [this] { m_machine.post(Trigger::OpenedForProbe); });
    connect(m_probeTransport, &Transport::ended, this, &Negotiation::probeTransportEnded);
    if (isStdio())
        connect(m_probeTransport, &Transport::stderrReceived, this, [this](const QByteArray &bytes) { m_recorder.addStderr(bytes); });
    m_probeTransport->open();
}

void Negotiation::openForInitialize()
{
    Transport *transport = newTransport(m_options.target);
    m_transport = transport;
    connect(transport, &Transport::opened, this, [this] { m_machine.post(m_verdict ? Trigger::HandedLegacy : Trigger::OpenedForInitialize); });
    connect(transport, &Transport::ended, this, [this, transport](const TransportEnd &end) { sessionTransportEnded(transport, end); });
    transport->open();
}

void Negotiation::probeTransportEnded(const TransportEnd &end)
{
    if (m_verdict) {
        if (m_probeTransport == m_transport)
            sessionTransportEnded(m_transport, end);
        return;
    }
    if (m_run)
        return m_run->transportEnded(end);
    ProbeOutcome outcome;
    outcome.stdio = isStdio();
    outcome.transportError = end.error;
    outcome.exitCode = end.exitCode;
    outcome.signal = end.signal;
    outcome.end = end.error && end.error->kind == "spawn-failed" ? ProbeOutcome::End::SpawnFailed
        : isStdio() ? ProbeOutcome::End::Ended
                    : ProbeOutcome::End::Broken;
    takeOutcome(outcome);
}

void Negotiation::sessionTransportEnded(Transport *transport, const TransportEnd &end)
{
    if (transport != m_transport || m_over)
        return;
    m_ended = end;
    if (m_verdict && m_verdict->kind == ProbeVerdict::Kind::Modern && !usesSibling())
        return; // it has answered; what comes next will find it gone
    if (m_handshake)
        return m_handshake->transportEnded(end);
    Error error = end.error.value_or(Error("connection-closed", "The connection ended before it was ready"));
    if (error.kind == "connection-closed" && error.cause.empty())
        error.cause = "closed";
    fail(afterLegacyVerdict(std::move(error)));
}

void Negotiation::probe(const char *step)
{
    if (m_correctiveUsed)
        m_recorder.beginStep(step, m_offered);
    else if (!m_probes.empty())
        return; // the process was gone before it could be asked
    tellChanged();
    if (!m_run) {
        m_run = new ProbeRun(m_options, *m_probeTransport, this);
        connect(m_run, &ProbeRun::sent, this, [this](quint64 frame) {
            m_recorder.setRequestFrame(frame);
            tellChanged();
        });
        connect(m_run, &ProbeRun::concluded, this, &Negotiation::takeOutcome);
        connect(m_run, &ProbeRun::found, this, &Negotiation::find);
    }
    m_run->start(m_offered);
}

void Negotiation::takeOutcome(const ProbeOutcome &outcome)
{
    if (m_error || m_over)
        return;
    m_probes.push_back({ outcome, context() });
    m_machine.post(Trigger::Answered);
}

void Negotiation::judge()
{
    const JudgedProbe &probe = m_probes.back();
    m_reading = readProbe(probe.outcome, probe.context);
    m_verdict = judgeProbe(m_reading, probe.outcome, probe.context, m_options.policy);
    if (m_verdict->waits) {
        m_verdict.reset();
        return m_machine.post(Trigger::JudgedLater);
    }
    takeVerdict();
}

/// Also what a verdict that had to wait comes to.
void Negotiation::takeVerdict()
{
    const JudgedProbe &probe = m_probes.back();
    const bool waited = !m_verdict;
    m_verdict = judgeProbe(m_reading, probe.outcome, probe.context, m_options.policy);
    m_recorder.endProbe(probe.outcome, m_reading, *m_verdict);
    for (const Finding &finding : m_reading.findings)
        find(finding);
    m_recorder.setBecause(describeReading(m_reading, probe.outcome));
    if (m_verdict->kind == ProbeVerdict::Kind::Corrective) {
        m_correctiveUsed = true;
        m_offered = m_verdict->version;
        m_verdict.reset();
        return m_machine.post(Trigger::JudgedCorrective);
    }
    m_recorder.setOthers(otherVerdicts(m_probes, m_options.policy, *m_verdict));
    if (m_verdict->kind == ProbeVerdict::Kind::Error)
        return fail(*m_verdict->error);
    const bool legacy = m_verdict->kind == ProbeVerdict::Kind::Legacy;
    if (legacy && m_verdict->weak) {
        find({ "probe.weak", Severity::Note, std::string("The verdict legacy is weak, another one is possible later. ") + m_verdict->row->sentence,
            m_reading.frame ? "frame:" + std::to_string(m_reading.frame) : std::string(), m_verdict->row->source, {}, {} });
    }
    m_recorder.setStrength(legacy && m_verdict->weak ? "weak" : "strong");
    if (legacy && !m_verdict->version.empty())
        m_initializeAs = m_verdict->version;
    tellChanged();
    m_machine.post(waited ? Trigger::WaitedOut : legacy ? Trigger::JudgedLegacy : Trigger::JudgedModern);
}

void Negotiation::handOver()
{
    const bool modern = m_verdict->kind == ProbeVerdict::Kind::Modern;
    if (modern && m_reading.result) {
        for (const Fault &fault : judgeDiscoverResult(*m_reading.result.document, *m_reading.result.value))
            find(toFinding(fault, m_reading.frame, "/result"));
    }
    if (!usesSibling())
        return m_machine.post(modern ? Trigger::HandedModern : Trigger::HandedLegacy);
    retireProbe();
    Transport *transport = newTransport(m_options.target);
    m_transport = transport;
    connect(transport, &Transport::opened, this, [this, modern] { m_machine.post(modern ? Trigger::HandedModern : Trigger::HandedLegacy); });
    connect(transport, &Transport::ended, this, [this, transport](const TransportEnd &end) { sessionTransportEnded(transport, end); });
    transport->open();
}

/// The sibling's end is not waited for; it stays with us until it is gone, so that its last words are recorded.
void Negotiation::retireProbe()
{
    if (m_run)
        m_run->stop();
    if (m_probeTransport)
        m_probeTransport->close();
}

void Negotiation::initialize()
{
    m_recorder.beginStep("initialize", m_initializeAs);
    tellChanged();
    m_handshake = new Handshake(m_options, *m_transport, this);
    connect(m_handshake, &Handshake::sent, this, [this](quint64 frame) {
        m_recorder.setRequestFrame(frame);
        tellChanged();
    });
    connect(m_handshake, &Handshake::answered, this, &Negotiation::takeHandshake);
    m_handshake->initialize(m_initializeAs);
}

void Negotiation::takeHandshake(const HandshakeAnswer &answer)
{
    if (m_error || m_over)
        return;
    m_recorder.endHandshake(answer);
    for (const Finding &finding : answer.findings)
        find(finding);
    tellChanged();
    const bool announcing = !m_opened.protocolVersion.empty() && m_opened.result;
    if (!announcing)
        return takeInitialize(answer);
    if (answer.error)
        return fail(afterLegacyVerdict(*answer.error));
    m_accepted = answer.accepted;
    m_machine.post(Trigger::Announced);
}

void Negotiation::takeInitialize(const HandshakeAnswer &answer)
{
    if (!answer.error) {
        m_opened = answer;
        return m_machine.post(Trigger::Accepted);
    }
    if (!maySwitchToSse(answer))
        return fail(afterLegacyVerdict(*answer.error));
    m_beforeSse = answer.error;
    m_machine.post(Trigger::TrySse);
}

/// 2025-11-25 basic/transports, "Backwards Compatibility": 400, 404 or 405 to initialize.
bool Negotiation::maySwitchToSse(const HandshakeAnswer &answer) const
{
    const int status = answer.httpStatus.value_or(0);
    return m_options.sseFallback && !m_sseTried && m_options.target.kind == TransportKind::StreamableHttp
        && (status == 400 || status == 404 || status == 405) && !answer.modernError;
}

void Negotiation::fallBack()
{
    m_sseTried = true;
    m_recorder.beginStep("sse-fallback", m_initializeAs);
    tellChanged();
    delete m_handshake;
    Target target = m_options.target;
    target.kind = TransportKind::LegacySse;
    Transport *transport = newTransport(target);
    release(m_transport);
    m_transport = transport;
    connect(transport, &Transport::opened, this, [this] {
        m_sseTimer.stop();
        m_recorder.endStep("result");
        m_machine.post(Trigger::SseOpened);
    });
    connect(transport, &Transport::ended, this, [this, transport](const TransportEnd &end) {
        if (m_handshake || m_over)
            return sessionTransportEnded(transport, end);
        takeSseEnd(end);
    });
    m_sseTimer.start(m_options.requestTimeoutMs);
    transport->open();
}

/// What initialize got stands: the older transport is not there either.
void Negotiation::takeSseEnd(const TransportEnd &end)
{
    if (m_error || m_over)
        return;
    const std::string words = end.error ? end.error->message : std::string("the stream ended");
    m_recorder.endStep(end.error && end.error->kind == "http-error" ? "http-error" : end.error && end.error->kind == "timeout" ? "timeout" : "network", words);
    Error error = *m_beforeSse;
    error.message += "; HTTP+SSE of 2024-11-05 is not there either: " + words;
    fail(afterLegacyVerdict(std::move(error)));
}

void Negotiation::checkVersion()
{
    if (m_revisions.accepts(m_opened.protocolVersion))
        return m_machine.post(Trigger::VersionFits);
    Error error("initialize-version-unsupported",
        "The server answered initialize with revision \"" + m_opened.protocolVersion + "\", which Assayer may not use here; offered was " + m_initializeAs);
    error.data.supported = { m_opened.protocolVersion };
    error.data.requested = m_initializeAs;
    fail(afterLegacyVerdict(std::move(error)));
}

void Negotiation::announce()
{
    m_recorder.beginStep("initialized", m_opened.protocolVersion);
    tellChanged();
    m_handshake->announce(m_opened.protocolVersion, m_opened.sessionId);
}

void Negotiation::fail(Error error)
{
    if (m_error || m_over)
        return;
    m_error = std::move(error);
    m_machine.post(Trigger::Fail);
}

/// Both reasons side by side. A server that is proven modern and shares no revision failed for that, whatever initialize got.
Error Negotiation::afterLegacyVerdict(Error error) const
{
    if (!m_verdict || m_verdict->kind != ProbeVerdict::Kind::Legacy)
        return error;
    const bool answered = error.kind == "rpc-error" || error.kind == "http-error" || error.kind == "invalid-result" || error.kind == "invalid-message"
        || error.kind == "initialize-version-unsupported";
    // The other clients report the failure of initialize as it is.
    const bool provenModern = m_options.policy == ProbePolicy::Assayer && (m_reading.reply & (DiscoverLegacy | DiscoverUnshared)) != 0;
    const std::string both = "Judged legacy because " + m_recorder.report().because + ", but initialize failed too: " + error.message;
    if (!answered || !provenModern) {
        error.message = both;
        return error;
    }
    Error fault("unsupported-protocol-version", "The server and Assayer share no revision. " + both);
    fault.data = error.data;
    fault.data.supported = m_reading.supported;
    fault.data.requested = m_offered;
    return fault;
}

void Negotiation::find(const Finding &finding)
{
    m_recorder.add(finding);
    Q_EMIT m_face.found(finding);
}

void Negotiation::tellChanged()
{
    if (!m_over)
        Q_EMIT m_face.changed(m_recorder.report());
}

/// Nothing of ours listens to it any more.
void Negotiation::release(Transport *transport)
{
    if (!transport)
        return;
    transport->disconnect(this);
    if (m_run)
        transport->disconnect(m_run);
    if (m_handshake)
        transport->disconnect(m_handshake);
    if (transport != m_transport || m_error || m_beforeSse) {
        connect(transport, &Transport::ended, transport, &QObject::deleteLater);
        transport->close();
    }
}

void Negotiation::beReady()
{
    const bool modern = m_verdict && m_verdict->kind == ProbeVerdict::Kind::Modern;
    NegotiationOutcome outcome;
    outcome.era = modern ? Era::Modern : Era::Legacy;
    outcome.protocolVersion = modern ? m_verdict->version : m_opened.protocolVersion;
    outcome.revision = nearestRevision(outcome.protocolVersion);
    outcome.opening = modern ? m_reading.result : m_opened.result;
    outcome.openingFrame = modern ? m_reading.frame : m_opened.answerFrame;
    outcome.sessionId = m_opened.sessionId;
    outcome.initializedAccepted = m_accepted;
    outcome.transport = m_transport;
    m_recorder.succeed(outcome.era, outcome.protocolVersion);
    outcome.report = m_recorder.report();
    tellChanged();
    m_over = true;
    m_connectTimer.stop();
    const std::vector<Arrival> early = m_handshake ? m_handshake->early() : std::vector<Arrival>();
    Transport *transport = m_transport;
    if (usesSibling() && m_probeTransport) {
        // Its last frames are recorded as long as the session's own process lives.
        release(m_probeTransport);
        m_probeTransport->setParent(transport);
    }
    m_beforeSse.reset();
    release(transport);
    delete m_run;
    delete m_handshake;
    transport->setParent(nullptr);
    const QPointer<EraNegotiator> face(&m_face);
    const std::optional<TransportEnd> ended = m_ended;
    Q_EMIT m_face.succeeded(outcome);
    if (ended)
        QMetaObject::invokeMethod(transport, [transport, ended] { Q_EMIT transport->ended(*ended); }, Qt::QueuedConnection);
    for (const Arrival &arrival : early) {
        if (face)
            Q_EMIT face->arrivedEarly(arrival);
    }
}

void Negotiation::beFailed()
{
    m_recorder.fail(*m_error);
    tellChanged();
    m_over = true;
    m_connectTimer.stop();
    m_waitTimer.stop();
    m_sseTimer.stop();
    delete m_run;
    release(m_transport);
    if (m_probeTransport != m_transport)
        release(m_probeTransport);
    delete m_handshake;
    Q_EMIT m_face.failed(*m_error);
}

} // namespace assayer
