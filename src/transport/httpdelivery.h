// A message on its way over HTTP: redirects, and for streams the taking up after a break.
#pragma once

#include "transport/httpexchange.h"

#include <QTimer>

namespace assayer {

/// What happens when an event stream is over.
enum class StreamPolicy {
    Once, ///< it is over
    ResumeUntilAnswered, ///< after an event with an id and a data line, and without a reply: GET with Last-Event-ID
    Acknowledge, ///< HTTP+SSE: a 2xx says that the message was taken, what else stands in it means nothing and is not
                 ///< told
    Reopen, ///< always: GET again, with Last-Event-ID where there is one
};

/// One POST, GET or DELETE with what follows from it. Every request of it is recorded under a number of its own; none
/// is repeated but by a redirect or a GET that takes a stream up. Spec: basic/transports, Streamable HTTP,
/// "Resumability".
class HttpDelivery final : public Delivery {
    Q_OBJECT
public:
    HttpDelivery(HttpChannel &channel, HttpCall call, StreamPolicy policy, QObject *parent);

    /// Sends. Signals are given from the event loop on, never inside this call.
    void start();
    /// As if that id had been seen: the first request carries it.
    void setLastEventId(const QByteArray &id);

    quint64 exchange() const override;
    quint64 requestFrame() const override;
    void abort() override;
    void setAnswered() override;

private:
    void startExchange(const HttpCall &call);
    void onSent();
    void onHead();
    void onEvent(const SseEvent &event, quint64 frame);
    void onExchangeEnded(const ExchangeEnd &end);
    bool followsRedirect();
    bool isMereReceipt() const;
    bool takesUp(const ExchangeEnd &end);
    bool isRefusedReopening() const;
    bool mayReopen();
    void reopenLater();
    void reopen();
    int reopenDelay() const;
    void finish(const ExchangeEnd &end);
    void finishQueued(DeliveryEnd end);
    void conclude();

    HttpChannel &m_channel;
    HttpCall m_call;
    const StreamPolicy m_policy;
    HttpExchange *m_exchange = nullptr;
    QTimer m_pause;
    DeliveryEnd m_end;
    std::optional<ExchangeEnd> m_streamEnd; ///< of the stream that is to be taken up
    std::optional<QUrl> m_redirect;
    QByteArray m_lastId;
    std::optional<int> m_retryMs;
    int m_refusals = 0;
    bool m_armed = false; ///< an event with an id and a data line was seen
    bool m_answered = false;
    bool m_reopened = false; ///< the exchange at hand takes a stream up
    bool m_sentTold = false;
    bool m_over = false;
};

} // namespace assayer
