// One probe on one transport: sends server/discover, sends it again when the time is over, and says what came back.
#pragma once

#include "session/dialect.h"
#include "session/metatypes.h"
#include "session/probeoutcome.h"
#include "transport/transport.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <vector>

namespace assayer {

/// Writes nothing but probes: what the server asks meanwhile stays unanswered. Thread: the session's.
class ProbeRun : public QObject {
    Q_OBJECT
public:
    /// `transport` is open and outlives the run.
    ProbeRun(const SessionOptions &options, Transport &transport, QObject *parent);
    ~ProbeRun() override;

    /// A fresh probe with a fresh time; ids of earlier ones do not count any more. One at a time.
    void start(const std::string &offered);
    /// Nothing is judged any more; what still comes is told as a finding.
    void stop();
    /// The transport ended by itself (stdio).
    void transportEnded(const TransportEnd &end);
    /// Ms until the probe time, re-sends included, would have been over.
    int remainingMs() const;
    /// Whether this is the id of a probe of this connect.
    static bool isProbeId(std::string_view idJson);

Q_SIGNALS:
    void sent(quint64 requestFrame); ///< of each probe written
    void concluded(const assayer::ProbeOutcome &outcome); ///< once per start()
    void found(const assayer::Finding &finding);

private:
    /// One POST or line of this probe.
    struct Open {
        std::string id;
        QPointer<Delivery> delivery;
        QElapsedTimer clock;
        ProbeOutcome outcome; ///< what came so far
        bool over = false;
    };

    void send();
    void follow(const std::shared_ptr<Open> &open);
    void takeHead(Open &open, const HttpHead &head);
    void takeEvent(Open &open, const Arrival &arrival);
    void takeEnd(Open &open, const DeliveryEnd &end);
    void takeLine(const Arrival &arrival);
    void takeNoise(const QByteArray &rule, quint64 frame);
    void timeOver();
    void conclude(Open &open, ProbeOutcome::End end);
    std::vector<std::string> openIds() const;
    void tellUnasked(const QByteArray &bytes, quint64 frame, const char *when);

    const SessionOptions &m_options;
    Transport &m_transport;
    DialectContext m_context;
    std::vector<std::shared_ptr<Open>> m_open; ///< of this probe, the newest last
    std::vector<std::shared_ptr<Open>> m_left; ///< of earlier probes
    QTimer m_timer;
    int m_resendsLeft = 0;
    int m_number = 0;
    quint64 m_unterminated = 0; ///< frame of a last line without its end
    bool m_running = false;
};

} // namespace assayer
