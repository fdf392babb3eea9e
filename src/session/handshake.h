// The legacy opening: initialize, and notifications/initialized once its result is accepted.
#pragma once

#include "base/finding.h"
#include "json/document.h"
#include "protocol/message.h"
#include "session/dialect.h"
#include "session/revisionchoice.h"
#include "transport/transport.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace assayer {

/// What became of initialize or of notifications/initialized.
struct HandshakeAnswer {
    std::optional<Error> error; ///< none: it went well
    std::string outcome; ///< word of NegotiationStep::outcome
    std::optional<int> httpStatus;
    std::string rpcCode;
    std::string evidence; ///< bounded text of the answer where it failed
    json::Node result; ///< initialize
    std::string protocolVersion; ///< of the result
    QByteArray sessionId; ///< legacy HTTP, from a 2xx answer to initialize
    bool accepted = false; ///< notifications/initialized was answered 202
    bool modernError = false; ///< the error's body is one of a modern server
    Findings findings;
    quint64 requestFrame = 0;
    quint64 answerFrame = 0;
    double elapsedMs = 0;
};

/// Runs on an open transport. Thread: the session's. Spec: basic/lifecycle, "Initialization".
class Handshake : public QObject {
    Q_OBJECT
public:
    Handshake(const SessionOptions &options, Transport &transport, QObject *parent);
    ~Handshake() override;

    void initialize(const std::string &offered);
    /// notifications/initialized; carries the revision and the session id from now on.
    void announce(const std::string &protocolVersion, const QByteArray &sessionId);
    void transportEnded(const TransportEnd &end);
    /// Messages that are no answer to initialize, in order.
    const std::vector<Arrival> &early() const { return m_early; }

Q_SIGNALS:
    void sent(quint64 requestFrame);
    void answered(const assayer::HandshakeAnswer &answer); ///< once after initialize(), once after announce()

private:
    enum class Doing { Nothing, Initialize, Announce };

    void send(const QByteArray &body, const HeaderFields &headers, bool expectsReply);
    void takeHead(const HttpHead &head);
    void takeText(const Arrival &arrival);
    void takeEnd(const DeliveryEnd &end);
    void takeInitializeEnd(const DeliveryEnd &end);
    void takeAnnounceEnd(const DeliveryEnd &end);
    bool takeAnswer(const Message &message, const Arrival &arrival);
    void takeResult(const Message &message);
    void failWith(Error error, const char *outcome);
    void failWithStatus(const HttpHead &head, const QByteArray &body);
    void finish();
    void timeOver();

    const SessionOptions &m_options;
    Transport &m_transport;
    DialectContext m_context;
    QPointer<Delivery> m_delivery;
    QTimer m_timer;
    HandshakeAnswer m_answer;
    std::optional<HttpHead> m_head;
    std::vector<Arrival> m_early;
    Doing m_doing = Doing::Nothing;
    qint64 m_startNs = 0;
};

} // namespace assayer
