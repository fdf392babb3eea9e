#include "session/listenexchange.h"

#include "session/notificationstream.h"

namespace assayer {

ListenExchange::ListenExchange(SessionCore &core, NotificationStream &stream)
    : Exchange(&core)
    , m_core(core)
    , m_stream(stream)
{
}

void ListenExchange::start()
{
    connect(&m_stream, &NotificationStream::opened, this, &ListenExchange::accept);
    connect(&m_stream, &NotificationStream::ended, this, [this](const std::optional<Error> &why) {
        finish(why ? *why : std::optional<Error>());
    });
    connect(&m_core.session(), &Session::closed, this, [this] { finish(Error("connection-closed", "The connection ended")); });
    QMetaObject::invokeMethod(this, [this] {
        // stdio and HTTP+SSE have one stream, and it is open.
        if (m_stream.isOpen() || m_core.transport()->kind() != TransportKind::StreamableHttp)
            accept();
        else
            m_stream.open();
    }, Qt::QueuedConnection);
}

void ListenExchange::accept()
{
    if (m_done)
        return;
    Q_EMIT m_core.session().listenAccepted(this, "{}");
    Q_EMIT written();
}

void ListenExchange::cancel(const QString &)
{
    if (m_done)
        return;
    m_stream.disconnect(this);
    m_stream.close();
    finish(Error("cancelled", "Cancelled by you"));
}

void ListenExchange::finish(std::optional<Error> error)
{
    if (m_done)
        return;
    m_done = true;
    ExchangeResult result;
    result.error = std::move(error);
    Q_EMIT finished(result);
    deleteLater();
}

} // namespace assayer
