// One row of the left dock: a server or an opened trace, its client, and what was decided about it in the window.
#pragma once

#include "inspection/inspectionclient.h"
#include "models/profilemodel.h"
#include "profiles/serverprofile.h"

#include <QObject>
#include <QPointer>

#include <array>
#include <memory>
#include <optional>

namespace assayer {

class CommandConsent;
class PastCalls;
class Preferences;
class ReopenedTrace;

/// Where a row came from; enough to connect again at any time.
struct DeskSource {
    QString id; ///< stable and unique in the window
    QString name; ///< from a file: untrusted
    ProfileRow::Kind kind = ProfileRow::Http;
    QString target; ///< for people, no secret
    QString origin; ///< profile file or trace file; empty for a typed target
    std::optional<ServerProfile> profile; ///< variables are expanded at connect
    InspectionOptions options; ///< without a profile: all of it; with one: what the command line adds
    bool trusted = false; ///< typed by the user, or our own demo server: its command needs no review
    bool shownLater = false; ///< whoever asked for it shows it: not to be shown for being the only one
};

/// Lives in the window's thread. The client is made with the row and kept until the row goes.
class Desk : public QObject {
    Q_OBJECT
public:
    Desk(DeskSource source, Preferences &preferences, CommandConsent &consent, QObject *parent = nullptr);
    /// A trace opened from a file: never connects.
    Desk(DeskSource source, std::shared_ptr<TraceLog> trace, Preferences &preferences, CommandConsent &consent,
        QObject *parent = nullptr);
    ~Desk() override;

    const DeskSource &source() const { return m_source; }
    void setProfile(const ServerProfile &profile);
    InspectionClient &client() const { return *m_client; }
    bool isTrace() const { return m_source.kind == ProfileRow::Trace; }
    bool isPrivate() const { return m_private; }
    Preferences &preferences() const { return m_preferences; }
    /// The row as the left dock shows it.
    ProfileRow row() const;

    /// What kept it from even trying: an unset variable, say. Shown like an error of the connection.
    const std::optional<Error> &refusal() const { return m_refusal; }
    /// The error to show: the refusal, else the client's.
    std::optional<Error> shownError() const;
    /// The first connect of this command waits for the user's word.
    bool awaitsReview() const { return m_awaitsReview; }
    /// What would be started, variables expanded.
    const InspectionOptions &planned() const { return m_planned; }

    /// Mode for this and later connects; the toolbar's choice.
    void setEraMode(EraMode mode, const QString &pin = {});
    EraMode eraMode() const;

    void open(bool isPrivate = false);
    void close();
    void reopen();
    /// The user read the command and said yes or no.
    void confirmReview();
    void declineReview();
    /// What a connection would be opened with now; changes nothing of this one. Fails as the connection would.
    Result<InspectionOptions> optionsForLab();
    /// For "Wait 60 s": the next connect uses this probe time.
    void setProbeTimeout(int ms);

    /// @name What is known, live or from the opened trace
    /// @{
    ListSnapshotPtr snapshot(ListKind kind) const; ///< never null
    MetadataSummaryPtr metadata() const; ///< never null
    const Findings &findings() const;
    const NegotiationReport &negotiation() const;
    SessionFactsPtr facts() const; ///< may be null
    std::shared_ptr<TraceLog> trace() const;
    qint64 endedWallNs() const { return m_endedWallNs; } ///< 0 while it stands or never stood
    /// @}

    /// Calls made before; made, and read from disk, when first asked for.
    PastCalls &pastCalls();

    /// Latency of the newest answer, ns; -1 while none came.
    qint64 latencyNs() const { return m_latencyNs; }
    /// Whether something runs that Cancel would end.
    bool isBusy() const;
    /// Cancels connect, walks and calls. False where nothing ran.
    bool cancelAll();

Q_SIGNALS:
    /// The row, the refusal or the review changed.
    void changed();
    void stateChanged();
    void listChanged(assayer::ListKind kind); ///< snapshot, or whether a walk runs
    void listProgress(assayer::ListKind kind, int pages, qsizetype entries);
    void metadataChanged();
    void findingsChanged(qsizetype first);
    void negotiationChanged();
    void factsChanged();

private:
    void watch();
    void refreshStale(ListKind kind);
    bool plan();
    void planAnswers();
    void start();
    void chooseRecording();

    DeskSource m_source;
    Preferences &m_preferences;
    CommandConsent &m_consent;
    std::unique_ptr<InspectionClient> m_client;
    std::unique_ptr<ReopenedTrace> m_reopened; ///< of a trace only
    std::unique_ptr<PastCalls> m_pastCalls;
    std::array<bool, 4> m_stale {}; ///< as last heard, by ListKind
    InspectionOptions m_planned;
    std::optional<Error> m_refusal;
    std::optional<EraMode> m_mode;
    QString m_pin;
    int m_probeTimeoutMs = -1;
    bool m_awaitsReview = false;
    bool m_private = false;
    qint64 m_latencyNs = -1;
    qint64 m_endedWallNs = 0;
};

} // namespace assayer
