#include "transport/stdiodelivery.h"

#include "base/clock.h"

#include <QPointer>

namespace assayer {

StdioDelivery::StdioDelivery(quint64 frame, qint64 endsAt, QObject *parent)
    : Delivery(parent)
    , m_frame(frame)
    , m_endsAt(endsAt)
{
}

void StdioDelivery::abort()
{
    m_end.aborted = true;
    fail(Error("cancelled", "The delivery was ended here"));
}

void StdioDelivery::tellWritten()
{
    if (std::exchange(m_over, true))
        return;
    m_written = true;
    QMetaObject::invokeMethod(this, &StdioDelivery::conclude, Qt::QueuedConnection);
}

void StdioDelivery::fail(const Error &error)
{
    if (std::exchange(m_over, true))
        return;
    m_end.error = error;
    QMetaObject::invokeMethod(this, &StdioDelivery::conclude, Qt::QueuedConnection);
}

void StdioDelivery::conclude()
{
    const QPointer<StdioDelivery> self(this);
    if (m_written)
        Q_EMIT written();
    if (!self)
        return;
    m_end.monoNs = monotonicNs();
    Q_EMIT ended(m_end);
    if (self)
        deleteLater();
}

} // namespace assayer
