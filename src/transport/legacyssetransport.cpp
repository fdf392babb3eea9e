#include "transport/legacyssetransport.h"

#include "base/clock.h"
#include "transport/httperrors.h"
#include "transport/redirects.h"
#include "transport/requestheaders.h"
#include "transport/streamablehttptransport.h"

namespace assayer {

namespace {

/// Bytes of an answer that an error carries.
constexpr qsizetype shownBytes = 64 * 1024;

} // namespace

LegacySseTransport::LegacySseTransport(const Target &target, FrameSink &sink, QObject *parent)
    : Transport(parent)
    , m_channel(target, sink, this)
    , m_stream(m_channel, nullptr)
{
    connect(&m_channel, &HttpChannel::noise, this, &Transport::noise);
    connect(&m_stream, &HttpExchange::eventReceived, this, &LegacySseTransport::onEvent);
    connect(&m_stream, &HttpExchange::ended, this, &LegacySseTransport::onStreamEnded);
}

HeaderFields LegacySseTransport::dressed(const HeaderFields &own, const HeaderFields &dialect) const
{
    const Target &target = m_channel.target();
    HeaderFields fields = mergeHeaders(mergeHeaders(own, dialect, QUrl()), target.headers, target.url);
    if (!hasField(fields, QByteArrayLiteral("user-agent")))
        fields.append({ QByteArrayLiteral("User-Agent"), userAgent() });
    return fields;
}

void LegacySseTransport::open()
{
    if (m_channel.fault())
        return endWith(m_channel.fault());
    const HeaderField accept { QByteArrayLiteral("Accept"), QByteArrayLiteral("text/event-stream") };
    m_stream.start({ QByteArrayLiteral("GET"), m_channel.target().url, dressed({ accept }, {}), {} });
}

void LegacySseTransport::onEvent(const SseEvent &event, quint64 frame)
{
    if (event.name == "endpoint")
        return takeEndpoint(event);
    if (!event.isMessage())
        return;
    Arrival arrival;
    arrival.carrier = Arrival::Carrier::SseEvent;
    arrival.bytes = event.data;
    arrival.frame = frame;
    arrival.exchange = m_stream.number();
    arrival.monoNs = monotonicNs();
    arrival.eventName = event.name;
    arrival.eventId = event.id;
    Q_EMIT arrived(arrival);
}

/// The first one counts. Another origin could collect the credentials that go with every message.
void LegacySseTransport::takeEndpoint(const SseEvent &event)
{
    if (!m_endpoint.isEmpty())
        return;
    const QUrl base = m_channel.target().url;
    const QUrl named = base.resolved(QUrl::fromEncoded(event.data.trimmed()));
    if (event.data.trimmed().isEmpty() || !named.isValid() || !isSameOrigin(base, named)) {
        const QString words = QStringLiteral(
            "The server names %1 as its message endpoint but was reached at %2; nothing is sent there");
        return endWith(Error("invalid-message",
            words.arg(QString::fromUtf8(event.data.left(512)), base.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery))
                .toStdString(),
            "endpoint"));
    }
    m_endpoint = named;
    Q_EMIT opened();
}

Delivery *LegacySseTransport::send(const OutgoingMessage &message)
{
    const HeaderField json { QByteArrayLiteral("Content-Type"), QByteArrayLiteral("application/json") };
    const HeaderFields headers = dressed({ json }, message.headers);
    auto *delivery = new HttpDelivery(
        m_channel, { QByteArrayLiteral("POST"), m_endpoint, headers, message.body }, StreamPolicy::Acknowledge, this);
    if (m_over || m_endpoint.isEmpty())
        delivery->abort();
    else
        delivery->start();
    return delivery;
}

void LegacySseTransport::onStreamEnded(const ExchangeEnd &end)
{
    endWith(streamError(end));
}

Error LegacySseTransport::streamError(const ExchangeEnd &end) const
{
    const QString where = endpointText(m_channel.target().url);
    const std::optional<HttpHead> &head = m_stream.head();
    if (end.error || !head)
        return end.error.value_or(Error("connection-closed", "The stream ended"));
    if (m_stream.isStream())
        return { "connection-closed",
            QStringLiteral("%1 ended the event stream that carries its messages").arg(where).toStdString() };
    const QString words = QStringLiteral("%1 answered HTTP %2 %3 (%4) where an event stream was asked for");
    const QString type
        = head->mediaType().isEmpty() ? QStringLiteral("no content type") : QString::fromLatin1(head->mediaType());
    Error error(
        "http-error", words.arg(where).arg(head->status).arg(QString::fromLatin1(head->reason), type).toStdString());
    error.data.status = head->status;
    error.data.statusText = head->reason.toStdString();
    error.data.text = end.body.left(shownBytes).toStdString();
    if (const QByteArray location = head->value("location"); !location.isEmpty())
        error.data.location = location.toStdString();
    return error;
}

void LegacySseTransport::close()
{
    endWith(std::nullopt);
}

void LegacySseTransport::endWith(std::optional<Error> error)
{
    if (std::exchange(m_over, true))
        return;
    m_end.error = std::move(error);
    m_stream.close();
    for (HttpDelivery *delivery : findChildren<HttpDelivery *>(Qt::FindDirectChildrenOnly))
        delivery->abort();
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT ended(m_end); }, Qt::QueuedConnection);
}

} // namespace assayer
