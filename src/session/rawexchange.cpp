#include "session/rawexchange.h"

#include "base/clock.h"

namespace assayer {
namespace {

constexpr qsizetype shownBytes = 64 * 1024;

QByteArray idIn(const QByteArray &text)
{
    const auto decoded = decodeMessages(text);
    const auto *messages = std::get_if<DecodedMessages>(&decoded);
    if (!messages || messages->messages.size() != 1)
        return {};
    const RequestId &id = messages->messages.front().id;
    return id.isUsable() ? QByteArray::fromStdString(id.text) : QByteArray();
}

/// What came instead of a message, in full view.
Error errorOf(const DeliveryEnd &end)
{
    if (end.error)
        return *end.error;
    const int status = end.head ? end.head->status : 0;
    Error error("http-error", "The server answered " + std::to_string(status) + ' ' + (end.head ? end.head->reason.toStdString() : std::string()) + " and no message");
    error.data.status = status;
    if (end.head)
        error.data.statusText = end.head->reason.toStdString();
    if (!end.body.isEmpty())
        error.data.body = end.body.left(shownBytes).toStdString();
    return error;
}

} // namespace

RawExchange::RawExchange(SessionCore &core, QByteArray text, RequestOptions options)
    : m_core(core)
    , m_text(std::move(text))
    , m_options(std::move(options))
    , m_id(idIn(m_text))
{
    setParent(&core);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        Error error("timeout", "No answer came to the message sent by hand");
        error.data.timeoutMs = m_timer.interval();
        fail(std::move(error));
    });
    m_core.adoptRaw(this);
}

RawExchange::~RawExchange()
{
    m_core.releaseRaw(this);
}

void RawExchange::start()
{
    QMetaObject::invokeMethod(this, &RawExchange::send, Qt::QueuedConnection);
}

void RawExchange::send()
{
    if (m_done)
        return;
    if (!m_core.transport() || !m_core.isReady())
        return fail(Error("connection-closed", "There is no connection"));
    OutgoingMessage message;
    message.body = m_text;
    message.headers = m_options.headers;
    message.expectsReply = true;
    Delivery *delivery = m_core.transport()->send(message);
    m_delivery = delivery;
    m_writtenNs = monotonicNs();
    connect(delivery, &Delivery::written, this, [this, delivery] {
        m_result.requestFrame = delivery->requestFrame();
        m_writtenNs = monotonicNs();
        m_core.sink().decide({ QByteArrayLiteral("user"), { m_result.requestFrame }, QByteArrayLiteral("{\"action\":\"sent by hand\"}") });
        Q_EMIT written();
    });
    connect(delivery, &Delivery::arrived, this, [this](const Arrival &arrival) { m_core.route(arrival, nullptr); });
    connect(delivery, &Delivery::ended, this, &RawExchange::ended);
    const int limit = m_options.timeoutMs >= 0 ? m_options.timeoutMs : m_core.options().requestTimeoutMs;
    if (limit > 0)
        m_timer.start(limit);
}

bool RawExchange::takes(const Message &message) const
{
    if (m_done || !message.isAnswer())
        return false;
    if (!m_id.isEmpty() && message.id.text == m_id.toStdString())
        return true;
    return message.kind == Message::ErrorResponse && !message.id.isUsable();
}

void RawExchange::take(const Message &message, const Arrival &arrival)
{
    m_result.document = message.document;
    m_result.answerFrame = arrival.frame;
    m_result.bytes = arrival.bytes.size();
    if (message.result) {
        m_result.result = { message.document, message.result };
    } else {
        const json::Value *code = message.error ? message.error->find("code") : nullptr;
        const auto words = message.error ? message.error->stringAt("message") : std::nullopt;
        Error error("rpc-error", words ? std::string(*words) : "The server answered an error");
        if (code)
            error.data.code = std::string(message.document->raw(*code));
        m_result.error = std::move(error);
    }
    if (m_delivery)
        m_delivery->setAnswered();
    finish();
}

void RawExchange::ended(const DeliveryEnd &end)
{
    m_delivery.clear();
    if (m_done)
        return;
    if (!end.error && !end.head)
        return; // stdio and HTTP+SSE: written; the answer comes another way
    if (!end.error && !end.body.isEmpty() && !end.stream) {
        const auto decoded = decodeMessages(end.body);
        const auto *messages = std::get_if<DecodedMessages>(&decoded);
        Arrival arrival;
        arrival.carrier = Arrival::Carrier::JsonBody;
        arrival.bytes = end.body;
        arrival.frame = end.bodyFrame;
        for (const Message &message : messages ? messages->messages : std::vector<Message>()) {
            if (message.isAnswer()) // the body of a POST answers that POST, whatever its id
                return take(message, arrival);
        }
    }
    m_result.answerFrame = end.bodyFrame;
    fail(errorOf(end));
}

void RawExchange::cancel(const QString &)
{
    fail(Error("cancelled", "Cancelled by you"));
}

void RawExchange::fail(Error error)
{
    if (m_done)
        return;
    m_result.error = std::move(error);
    finish();
}

void RawExchange::finish()
{
    m_done = true;
    m_timer.stop();
    m_core.releaseRaw(this);
    if (m_delivery && m_result.error && m_result.error->kind != "rpc-error")
        m_delivery->abort();
    m_result.elapsedNs = m_writtenNs ? monotonicNs() - m_writtenNs : 0;
    Q_EMIT finished(m_result);
    deleteLater();
}

} // namespace assayer
