// HTTP+SSE of 2024-11-05: one GET stream brings everything, its first event names where to POST. Spec: 2024-11-05
// basic/transports, "HTTP with SSE".
#pragma once

#include "transport/httpdelivery.h"

namespace assayer {

class LegacySseTransport final : public Transport {
    Q_OBJECT
public:
    LegacySseTransport(const Target &target, FrameSink &sink, QObject *parent);

    TransportKind kind() const override { return TransportKind::LegacySse; }
    /// opened() comes with the endpoint event. Errors of ended(): those of the exchange, "http-error" (with status) for
    /// an answer that is no event stream, "invalid-message" (cause "endpoint") for an endpoint that is refused.
    void open() override;
    /// Any 2xx is fine and ends the delivery without head or body: answers come on arrived(). Other statuses end it
    /// with both. Before opened() it fails.
    Delivery *send(const OutgoingMessage &message) override;
    void close() override;

private:
    HeaderFields dressed(const HeaderFields &own, const HeaderFields &dialect) const;
    void onEvent(const SseEvent &event, quint64 frame);
    void takeEndpoint(const SseEvent &event);
    void onStreamEnded(const ExchangeEnd &end);
    Error streamError(const ExchangeEnd &end) const;
    void endWith(std::optional<Error> error);

    HttpChannel m_channel;
    HttpExchange m_stream;
    QUrl m_endpoint;
    TransportEnd m_end;
    bool m_over = false;
};

} // namespace assayer
