#include "transport/httpdelivery.h"

#include "base/clock.h"
#include "transport/redirects.h"

#include <algorithm>
#include <cmath>

namespace assayer {

namespace {

/// A server that says `retry: 0` and closes at once must not keep the machine busy.
constexpr int leastDelayMs = 10;

bool isEventId(const HeaderField &field)
{
    return field.first.compare("last-event-id", Qt::CaseInsensitive) == 0;
}

/// The GET that takes up what `call` began: the same dialect headers, without those of its body.
HttpCall takingUp(const HttpCall &call, const QByteArray &lastId)
{
    HttpCall get { QByteArrayLiteral("GET"), call.url, {}, {} };
    for (const HeaderField &field : call.headers) {
        if (field.first.compare("accept", Qt::CaseInsensitive) == 0)
            get.headers.append({ field.first, QByteArrayLiteral("text/event-stream") });
        else if (field.first.compare("content-type", Qt::CaseInsensitive) != 0 && !isEventId(field))
            get.headers.append(field);
    }
    if (!lastId.isEmpty())
        get.headers.append({ QByteArrayLiteral("Last-Event-ID"), lastId });
    return get;
}

} // namespace

HttpDelivery::HttpDelivery(HttpChannel &channel, HttpCall call, StreamPolicy policy, QObject *parent)
    : Delivery(parent)
    , m_channel(channel)
    , m_call(std::move(call))
    , m_policy(policy)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer); // a coarse one may fire before the server's `retry` is over
    connect(&m_pause, &QTimer::timeout, this, &HttpDelivery::reopen);
}

void HttpDelivery::setLastEventId(const QByteArray &id)
{
    m_lastId = id;
    m_call = takingUp(m_call, id);
}

void HttpDelivery::start()
{
    if (const std::optional<Error> &fault = m_channel.fault()) {
        DeliveryEnd end;
        end.error = *fault;
        return finishQueued(std::move(end));
    }
    startExchange(m_call);
}

void HttpDelivery::startExchange(const HttpCall &call)
{
    m_exchange = new HttpExchange(m_channel, this);
    connect(m_exchange, &HttpExchange::headReceived, this, &HttpDelivery::onHead);
    connect(m_exchange, &HttpExchange::eventReceived, this, &HttpDelivery::onEvent);
    connect(m_exchange, &HttpExchange::ended, this, &HttpDelivery::onExchangeEnded);
    // Queued: on a connection that is open already the request is out before the caller holds the delivery.
    connect(m_exchange, &HttpExchange::sent, this, &HttpDelivery::onSent, Qt::QueuedConnection);
    m_exchange->start(call);
}

quint64 HttpDelivery::exchange() const
{
    return m_exchange ? m_exchange->number() : 0;
}

quint64 HttpDelivery::requestFrame() const
{
    return m_exchange ? m_exchange->requestFrame() : 0;
}

void HttpDelivery::onSent()
{
    if (!m_over && !std::exchange(m_sentTold, true))
        Q_EMIT written();
}

void HttpDelivery::onHead()
{
    const HttpHead &head = *m_exchange->head();
    m_redirect = m_end.redirects < m_channel.target().limits.maxRedirects
        ? redirectTarget(m_call.method, m_call.url, head.status, head.value("location"))
        : std::nullopt;
    if (m_redirect || m_reopened || isMereReceipt())
        return;
    m_end.head = head;
    m_end.stream = m_exchange->isStream();
    const QPointer<HttpDelivery> self(this);
    onSent(); // an early answer must not overtake it
    if (self && !m_over)
        Q_EMIT headReceived(head);
}

void HttpDelivery::onEvent(const SseEvent &event, quint64 frame)
{
    if (event.retryMs)
        m_retryMs = event.retryMs;
    if (event.hasId)
        m_lastId = event.id;
    m_armed = m_armed || (event.hasData && event.hasId && !event.id.isEmpty());
    m_refusals = 0;
    if (!event.isMessage() || isMereReceipt())
        return;
    Arrival arrival;
    arrival.carrier = Arrival::Carrier::SseEvent;
    arrival.bytes = event.data;
    arrival.frame = frame;
    arrival.exchange = m_exchange->number();
    arrival.monoNs = monotonicNs();
    arrival.eventName = event.name;
    arrival.eventId = event.id;
    ++m_end.events;
    Q_EMIT arrived(arrival);
}

void HttpDelivery::onExchangeEnded(const ExchangeEnd &end)
{
    if (m_over || followsRedirect())
        return;
    if (takesUp(end))
        reopenLater();
    else
        finish(end);
}

/// Whatever became of the redirect's body: where it leads is known.
bool HttpDelivery::followsRedirect()
{
    if (!m_redirect)
        return false;
    ++m_end.redirects;
    m_call.url = *std::exchange(m_redirect, std::nullopt);
    m_exchange->deleteLater();
    startExchange(m_call);
    return true;
}

bool HttpDelivery::isMereReceipt() const
{
    const std::optional<HttpHead> &head = m_exchange->head();
    return m_policy == StreamPolicy::Acknowledge && head && head->status >= 200 && head->status < 300;
}

bool HttpDelivery::takesUp(const ExchangeEnd &end)
{
    if (m_exchange->isStream()) {
        m_streamEnd = end;
        m_refusals = 0;
    } else if (isRefusedReopening()) {
        ++m_refusals;
    } else {
        return false;
    }
    return mayReopen();
}

bool HttpDelivery::isRefusedReopening() const
{
    const std::optional<HttpHead> &head = m_exchange->head();
    return m_reopened && !(head && head->status == 405);
}

bool HttpDelivery::mayReopen()
{
    if (m_refusals >= std::max(1, m_channel.target().limits.reconnectAttempts)
        || (m_streamEnd->error && m_streamEnd->error->kind == "message-too-large"))
        return false;
    if (m_policy == StreamPolicy::ResumeUntilAnswered)
        return m_armed && !m_answered;
    return m_policy == StreamPolicy::Reopen;
}

void HttpDelivery::reopenLater()
{
    m_pause.start(reopenDelay());
}

/// The server's `retry` replaces the back-off.
int HttpDelivery::reopenDelay() const
{
    const TransportLimits &limits = m_channel.target().limits;
    if (m_retryMs)
        return std::max(leastDelayMs, *m_retryMs);
    const double grown = limits.reconnectInitialMs * std::pow(limits.reconnectFactor, m_refusals);
    return std::max(leastDelayMs, int(std::min<double>(grown, limits.reconnectCapMs)));
}

void HttpDelivery::reopen()
{
    m_reopened = true;
    m_exchange->deleteLater();
    m_call = takingUp(m_call, m_lastId);
    startExchange(m_call);
}

void HttpDelivery::abort()
{
    if (m_over)
        return;
    DeliveryEnd end = m_end;
    end.aborted = true;
    end.error = Error("cancelled", "The exchange was ended here");
    finishQueued(std::move(end));
}

void HttpDelivery::setAnswered()
{
    m_answered = true;
    if (m_policy != StreamPolicy::ResumeUntilAnswered || !m_pause.isActive() || m_over)
        return;
    m_pause.stop();
    finishQueued(m_end);
}

/// A stream that could not be taken up again ends as the stream itself did.
void HttpDelivery::finish(const ExchangeEnd &end)
{
    const ExchangeEnd &told = m_streamEnd ? *m_streamEnd : end;
    m_end.error = told.error;
    if (m_answered && m_end.stream)
        m_end.error.reset(); // what the stream was for has come
    if (!isMereReceipt())
        m_end.body = told.body;
    m_end.bodyFrame = told.bodyFrame;
    m_end.timing = told.timing;
    conclude();
}

void HttpDelivery::finishQueued(DeliveryEnd end)
{
    m_over = true;
    m_pause.stop();
    if (m_exchange)
        m_exchange->close();
    m_end = std::move(end);
    QMetaObject::invokeMethod(this, &HttpDelivery::conclude, Qt::QueuedConnection);
}

void HttpDelivery::conclude()
{
    const QPointer<HttpDelivery> self(this);
    if (!m_end.aborted && !m_end.error)
        onSent();
    if (!self)
        return;
    m_over = true;
    m_end.monoNs = monotonicNs();
    Q_EMIT ended(m_end);
    if (self)
        deleteLater();
}

} // namespace assayer
