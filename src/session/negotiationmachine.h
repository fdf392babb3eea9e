// The states of a negotiation and the ways between them, as a QStateMachine. The diagram is in eranegotiator.md.
#pragma once

#include <QObject>
#include <QStateMachine>

#include <array>

namespace assayer {

enum class Stage {
    Opening, ///< a transport is being opened: of the probe process, or of the session
    Probing, ///< the first probe is out
    Judging, ///< a pure choice
    Waiting, ///< SDK policies: a verdict that stands only when the probe time is over
    Correcting, ///< the corrective probe is out
    HandingOver, ///< stdio: the session's own process is being started
    Initializing,
    CheckingVersion,
    Announcing, ///< notifications/initialized is out
    FallingBack, ///< HTTP+SSE is being opened
    Ready,
    Failed,
    Cancelled,
};

/// "opening", "probing"...: the names in NegotiationReport::states.
const char *stageName(Stage stage);

enum class Trigger { OpenedForProbe, OpenedForInitialize, Answered, JudgedModern, JudgedLegacy, JudgedCorrective, JudgedLater, WaitedOut, HandedModern, HandedLegacy, Accepted, VersionFits, Announced, TrySse, SseOpened, Fail, Cancel };

/// Runs once. Failing and cancelling lead out of every state that is not final.
class NegotiationMachine : public QObject {
    Q_OBJECT
public:
    explicit NegotiationMachine(QObject *parent);

    void start();
    /// Queued; triggers that no transition of the current state names are ignored.
    void post(Trigger trigger);

Q_SIGNALS:
    void entered(assayer::Stage stage);

private:
    QStateMachine m_machine;
};

} // namespace assayer
