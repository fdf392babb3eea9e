// The inside of EraNegotiator: what is done on entering each state of the machine.
#pragma once

#include "session/eranegotiator.h"
#include "session/handshake.h"
#include "session/negotiationmachine.h"
#include "session/negotiationrecorder.h"
#include "session/probeclassifier.h"
#include "session/proberun.h"

#include <QPointer>
#include <QTimer>

namespace assayer {

class Negotiation : public QObject {
    Q_OBJECT
public:
    Negotiation(const SessionOptions &options, FrameSink &sink, EraNegotiator &face);

    void start();
    void giveUp(const Error &error, Trigger trigger);
    /// The error of a close by the caller, which depends on how far the run is.
    Error closedByCaller() const;
    const NegotiationReport &report() const { return m_recorder.report(); }

private:
    void enter(Stage stage);
    void open();
    void openForProbe();
    void openForInitialize();
    void probe(const char *step);
    void judge();
    void handOver();
    void initialize();
    void checkVersion();
    void announce();
    void fallBack();
    void beReady();
    void beFailed();

    Transport *newTransport(const Target &target);
    void probeTransportEnded(const TransportEnd &end);
    void sessionTransportEnded(Transport *transport, const TransportEnd &end);
    void takeOutcome(const ProbeOutcome &outcome);
    void takeVerdict();
    void takeHandshake(const HandshakeAnswer &answer);
    void takeInitialize(const HandshakeAnswer &answer);
    bool maySwitchToSse(const HandshakeAnswer &answer) const;
    void takeSseEnd(const TransportEnd &end);
    void retireProbe();
    void fail(Error error);
    Error afterLegacyVerdict(Error error) const;
    void find(const Finding &finding);
    void tellChanged();
    void release(Transport *transport);

    bool isStdio() const { return m_options.target.kind == TransportKind::Stdio; }
    bool usesSibling() const { return isStdio() && m_options.placement == ProbePlacement::Sibling; }
    bool probes() const;
    ProbeContext context() const;

    const SessionOptions m_options;
    FrameSink &m_sink;
    EraNegotiator &m_face;
    NegotiationMachine m_machine;
    NegotiationRecorder m_recorder;
    RevisionChoice m_revisions;
    QTimer m_connectTimer;
    QTimer m_waitTimer;
    QTimer m_sseTimer;

    QPointer<Transport> m_probeTransport; ///< the sibling's, or the session's where the probe is in place
    QPointer<Transport> m_transport; ///< the session's
    QPointer<ProbeRun> m_run;
    QPointer<Handshake> m_handshake;
    std::optional<TransportEnd> m_ended; ///< the session's transport ended before the hand-over

    std::string m_offered;
    bool m_correctiveUsed = false;
    std::vector<JudgedProbe> m_probes;
    ProbeReading m_reading;
    std::optional<ProbeVerdict> m_verdict;
    std::string m_initializeAs; ///< revision that initialize offers
    HandshakeAnswer m_opened;
    std::optional<Error> m_beforeSse; ///< what initialize got before HTTP+SSE was tried
    bool m_sseTried = false;
    std::optional<Error> m_error;
    bool m_accepted = false;
    bool m_over = false;
};

} // namespace assayer
