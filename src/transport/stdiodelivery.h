// A line on its way to the process's stdin.
#pragma once

#include "transport/transport.h"

namespace assayer {

/// Ends, without an error, once the line is with the kernel: answers come on Transport::arrived.
class StdioDelivery final : public Delivery {
    Q_OBJECT
public:
    StdioDelivery(quint64 frame, qint64 endsAt, QObject *parent);

    quint64 exchange() const override { return 0; }
    quint64 requestFrame() const override { return m_frame; }
    /// The line may be with the process already: only the delivery ends.
    void abort() override;
    void setAnswered() override { }

    /// Position in the stream of the line's last byte.
    qint64 endsAt() const { return m_endsAt; }
    void tellWritten();
    void fail(const Error &error);

private:
    void conclude();

    const quint64 m_frame;
    const qint64 m_endsAt;
    DeliveryEnd m_end;
    bool m_written = false;
    bool m_over = false;
};

} // namespace assayer
