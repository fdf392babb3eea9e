// Finds out which era a server speaks: a QStateMachine over a pure classifier. The diagram is in eranegotiator.md.
#pragma once

#include "protocol/negotiationreport.h"
#include "session/metatypes.h"
#include "session/sessionoptions.h"
#include "transport/transport.h"
#include "wire/frame.h"

#include "json/document.h"

#include <QObject>

#include <memory>

namespace assayer {

/// What the session takes over when the negotiation has succeeded.
struct NegotiationOutcome {
    NegotiationReport report;
    Era era = Era::Legacy;
    Revision revision = Revision::R2025_11_25;
    std::string protocolVersion;
    json::Node opening; ///< initialize result or discover result
    quint64 openingFrame = 0;
    QByteArray sessionId; ///< legacy HTTP
    bool initializedAccepted = false; ///< legacy HTTP: notifications/initialized was answered 202 (then the GET stream is opened)
    /// Open; ownership passes to the receiver (reparent it). A process that answered and left before the hand-over tells its
    /// end again, queued, after succeeded().
    Transport *transport = nullptr;
};

/// One run; make a new one for the next. Thread: the session's.
class EraNegotiator : public QObject {
    Q_OBJECT
public:
    EraNegotiator(const SessionOptions &options, FrameSink &sink, QObject *parent = nullptr);
    ~EraNegotiator() override;

    void start();
    /// The user gave up. Answers within 100 ms in every state: failed() with kind "cancelled".
    void cancel();
    /// The caller closes the connection it is waiting for: failed() with "era-negotiation-failed", cause "closed", as fast
    /// (after the verdict: kind "connection-closed").
    void close();
    const NegotiationReport &report() const;

Q_SIGNALS:
    void changed(const assayer::NegotiationReport &report);
    void succeeded(const assayer::NegotiationOutcome &outcome);
    void failed(const assayer::Error &error);
    void stderrReceived(const QByteArray &bytes, quint64 frame);
    /// Server requests, notifications and late answers seen meanwhile: never answered, told as findings.
    void found(const assayer::Finding &finding);
    /// Messages that arrived on the session's transport between initialize and the hand-over; told right after succeeded().
    void arrivedEarly(const assayer::Arrival &arrival);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
