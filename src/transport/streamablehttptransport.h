// Streamable HTTP, both eras: each message is a POST of its own. Spec: basic/transports, "Streamable HTTP".
#pragma once

#include "transport/httpdelivery.h"

#include <QPointer>

namespace assayer {

class StreamableHttpTransport final : public Transport {
    Q_OBJECT
public:
    StreamableHttpTransport(const Target &target, FrameSink &sink, QObject *parent);

    TransportKind kind() const override { return TransportKind::StreamableHttp; }
    void open() override;
    Delivery *send(const OutgoingMessage &message) override;
    Delivery *openStream(const HeaderFields &headers, const QByteArray &lastEventId) override;
    Delivery *endSession(const HeaderFields &headers) override;
    void close() override;

private:
    HttpDelivery *start(HttpCall call, StreamPolicy policy, const QByteArray &lastEventId = {});
    HeaderFields dressed(const HeaderFields &own, const HeaderFields &dialect) const;
    void tellEnd();

    HttpChannel m_channel;
    TransportEnd m_end;
    bool m_over = false;
};

/// "assayer/VERSION".
QByteArray userAgent();

} // namespace assayer
