// The era lab: one server opened as legacy, by negotiation, and as modern, one after another, and what each brought.
#pragma once

#include "inspection/eradifferences.h"
#include "inspection/inspectionclient.h"

#include <QObject>

#include <memory>

namespace assayer {

/// What each run does once it is connected.
struct EraLabPlan {
    bool lists = true; ///< list everything that is advertised
    QByteArray tool; ///< call this one; empty: none
    QByteArray arguments; ///< exact JSON text of an object, or empty
};

/// Lives in the thread that made it, which needs an event loop; each run has a connection and a trace of its own in a thread of its
/// own, and is closed before the next one starts. Questions of the server that no rule answers are declined, so that nothing waits.
class EraLab : public QObject {
    Q_OBJECT
public:
    enum class Phase { Waiting, Running, Done, Skipped };

    /// `options` as for an ordinary connection; their mode is replaced, but a pin holds in the modern run. A record path becomes
    /// one path a run: "x.mcptrace" is "x-legacy.mcptrace" and so on.
    EraLab(InspectionOptions options, EraLabPlan plan, QObject *parent = nullptr);
    ~EraLab() override;

    void start(); ///< once
    /// Ends the run under way as cancelled and skips the rest; finished() follows.
    void cancel();

    bool isRunning() const { return m_current < eraRuns && !m_over; }
    bool wasCancelled() const { return m_cancelled; }
    Phase phase(EraRunKind kind) const;
    /// Filled when the run is done.
    const EraRuns &runs() const { return m_runs; }
    const EraRun &run(EraRunKind kind) const { return m_runs[slot(kind)]; }
    /// The connection of a run, also while it runs; null before. Its trace stays readable.
    const InspectionClient *client(EraRunKind kind) const { return m_clients[slot(kind)].get(); }
    const InspectionOptions &options(EraRunKind kind) const { return m_options[slot(kind)]; }

Q_SIGNALS:
    void changed(); ///< a run started, got further, or ended
    void finished();
    void recordingFailed(const QString &why); ///< a run goes on without its file

private:
    static std::size_t slot(EraRunKind kind) { return static_cast<std::size_t>(kind); }
    void startRun();
    void takeState(InspectionClient::State state);
    void takeReady();
    void workDone();
    void endRun();
    void finish();
    void decline(const ServerRequest &request);
    InspectionClient &current() { return *m_clients[m_current]; }

    const EraLabPlan m_plan;
    std::array<InspectionOptions, eraRuns> m_options;
    std::array<std::unique_ptr<InspectionClient>, eraRuns> m_clients;
    EraRuns m_runs;
    std::size_t m_current = eraRuns;
    std::array<bool, 4> m_listing {}; ///< of the current run: walks that are still to end
    quint64 m_call = 0; ///< of the current run; 0: none under way
    bool m_ending = false; ///< of the current run
    bool m_cancelled = false;
    bool m_over = false;
};

} // namespace assayer
