#include "transport/streamablehttptransport.h"

#include "transport/requestheaders.h"

namespace assayer {

namespace {

const HeaderField acceptBoth { QByteArrayLiteral("Accept"), QByteArrayLiteral("application/json, text/event-stream") };
const HeaderField acceptStream { QByteArrayLiteral("Accept"), QByteArrayLiteral("text/event-stream") };
const HeaderField jsonContent { QByteArrayLiteral("Content-Type"), QByteArrayLiteral("application/json") };

} // namespace

QByteArray userAgent()
{
    return QByteArrayLiteral("assayer/" ASSAYER_VERSION);
}

StreamableHttpTransport::StreamableHttpTransport(const Target &target, FrameSink &sink, QObject *parent)
    : Transport(parent)
    , m_channel(target, sink, this)
{
    connect(&m_channel, &HttpChannel::noise, this, &Transport::noise);
}

void StreamableHttpTransport::open()
{
    if (m_channel.fault()) {
        m_end.error = m_channel.fault();
        m_over = true;
        QMetaObject::invokeMethod(this, &StreamableHttpTransport::tellEnd, Qt::QueuedConnection);
    } else {
        QMetaObject::invokeMethod(this, &Transport::opened, Qt::QueuedConnection);
    }
}

void StreamableHttpTransport::tellEnd()
{
    Q_EMIT ended(m_end);
}

/// What the transport needs to be understood wins, then the dialect, then the profile; our name only where none has
/// one.
HeaderFields StreamableHttpTransport::dressed(const HeaderFields &own, const HeaderFields &dialect) const
{
    const Target &target = m_channel.target();
    HeaderFields fields = mergeHeaders(mergeHeaders(own, dialect, QUrl()), target.headers, target.url);
    if (!hasField(fields, QByteArrayLiteral("user-agent")))
        fields.append({ QByteArrayLiteral("User-Agent"), userAgent() });
    return fields;
}

Delivery *StreamableHttpTransport::send(const OutgoingMessage &message)
{
    HttpCall call { QByteArrayLiteral("POST"), m_channel.target().url,
        dressed({ jsonContent, acceptBoth }, message.headers), message.body };
    return start(std::move(call), message.resumable ? StreamPolicy::ResumeUntilAnswered : StreamPolicy::Once);
}

Delivery *StreamableHttpTransport::openStream(const HeaderFields &headers, const QByteArray &lastEventId)
{
    HttpCall call { QByteArrayLiteral("GET"), m_channel.target().url, dressed({ acceptStream }, headers), {} };
    return start(std::move(call), StreamPolicy::Reopen, lastEventId);
}

Delivery *StreamableHttpTransport::endSession(const HeaderFields &headers)
{
    return start({ QByteArrayLiteral("DELETE"), m_channel.target().url, dressed({}, headers), {} }, StreamPolicy::Once);
}

HttpDelivery *StreamableHttpTransport::start(HttpCall call, StreamPolicy policy, const QByteArray &lastEventId)
{
    auto *delivery = new HttpDelivery(m_channel, std::move(call), policy, this);
    if (!lastEventId.isEmpty())
        delivery->setLastEventId(lastEventId);
    if (m_over)
        delivery->abort();
    else
        delivery->start();
    return delivery;
}

void StreamableHttpTransport::close()
{
    if (std::exchange(m_over, true))
        return;
    for (HttpDelivery *delivery : findChildren<HttpDelivery *>(Qt::FindDirectChildrenOnly))
        delivery->abort();
    QMetaObject::invokeMethod(this, &StreamableHttpTransport::tellEnd, Qt::QueuedConnection);
}

} // namespace assayer
