#include "session/notificationstream.h"

#include "session/httpfailure.h"

namespace assayer {

NotificationStream::NotificationStream(SessionCore &core)
    : m_core(core)
{
}

void NotificationStream::open()
{
    if (m_delivery)
        return;
    HeaderFields headers;
    headers.append({ "MCP-Protocol-Version", QByteArray::fromStdString(m_core.context().protocolVersion) });
    if (!m_core.context().sessionId.isEmpty())
        headers.append({ "Mcp-Session-Id", m_core.context().sessionId });
    m_refusal.reset();
    m_delivery = m_core.transport()->openStream(headers);
    if (!m_delivery)
        return;
    connect(m_delivery, &Delivery::headReceived, this, [this](const HttpHead &head) {
        if (m_open || head.status != 200 || head.mediaType() != "text/event-stream")
            return;
        m_open = true;
        Q_EMIT opened();
    });
    connect(m_delivery, &Delivery::arrived, this, [this](const Arrival &arrival) { m_core.route(arrival, nullptr); });
    connect(m_delivery, &Delivery::ended, this, [this](const DeliveryEnd &end) {
        m_open = false;
        m_delivery.clear();
        if (end.error && !end.aborted)
            m_refusal = end.error;
        else if (end.head && (end.head->status != 200 || !end.stream))
            m_refusal = errorOfAnswer(end, "the GET stream", sendsCredentials(m_core.options().target));
        // 405 says that there is none (2025-11-25 basic/transports); anything else is worth telling.
        if (m_refusal && !(end.head && end.head->status == 405) && m_core.isReady())
            m_core.report("http.get-stream", Severity::Warning, "The stream for messages of the server is not open: " + m_refusal->message, end.bodyFrame);
        Q_EMIT ended(m_refusal);
    });
}

void NotificationStream::close()
{
    if (m_delivery)
        m_delivery->abort();
    m_open = false;
}

} // namespace assayer
