#include "session/requestexchange.h"

#include "json/write.h"
#include "session/declaration.h"
#include "protocol/message.h"
#include "protocol/requestencoder.h"
#include "session/httpfailure.h"
#include "session/serverquestions.h"
#include "session/sessionrenewal.h"
#include "session/wiretext.h"

namespace assayer {
namespace {

/// Methods that may be answered by input_required (2026-07-28 basic/patterns/mrtr).
bool mayAskForInput(const QByteArray &method)
{
    return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

constexpr int statelessRoundPauseMs = 250;

} // namespace

RequestExchange::RequestExchange(SessionCore &core, QByteArray method, QByteArray paramsJson, RequestOptions options)
    : AskedExchange(&core)
    , m_core(core)
    , m_method(std::move(method))
    , m_params(std::move(paramsJson))
    , m_options(std::move(options))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RequestExchange::timedOut);
    m_core.adopt(this);
}

RequestExchange::~RequestExchange()
{
    leave();
    m_core.release(this);
}

void RequestExchange::start()
{
    // Queued, so that whoever asked can connect to the signals of the exchange first.
    QMetaObject::invokeMethod(this, [this] {
        if (m_done)
            return;
        m_total.start();
        if (!m_core.isReady() && !m_opening)
            return fail(Error("connection-closed", "There is no connection to send this on"));
        send(m_params);
    }, Qt::QueuedConnection);
}

QByteArray RequestExchange::declaredCapabilities() const
{
    return m_options.capabilities.isEmpty() ? m_core.options().clientCapabilities : m_options.capabilities;
}

void RequestExchange::send(const QByteArray &paramsJson)
{
    m_id = m_core.nextId();
    if (m_listen)
        m_id = "\"listen:" + m_id + '"';
    if (m_options.progress) {
        m_progressToken = m_id;
        m_core.expectProgress(m_progressToken, this);
    }
    DialectContext context = m_core.context();
    context.clientCapabilities = declaredCapabilities();
    context.logLevel = m_options.logLevel.isEmpty() ? context.logLevel : m_options.logLevel;
    const QByteArray params = m_opening ? paramsJson : m_core.dialect().params(paramsJson, context, m_progressToken, m_options.meta);
    OutgoingMessage message;
    message.body = wiretext::request(m_id, m_method, params);
    if (!m_opening)
        message.headers = m_core.dialect().headers(m_method, false, params, context);
    message.headers += m_options.headers;
    message.resumable = m_core.era() == Era::Legacy;
    m_answered = false;
    m_core.expect(m_id, this);
    follow(m_core.transport()->send(message));
    const int limit = m_options.timeoutMs >= 0 ? m_options.timeoutMs : m_core.options().requestTimeoutMs;
    if (limit > 0 && !m_listen)
        m_timer.start(limit);
}

void RequestExchange::follow(Delivery *delivery)
{
    m_delivery = delivery;
    connect(delivery, &Delivery::written, this, [this, delivery] {
        m_result.requestFrame = delivery->requestFrame();
        m_writtenNs = assayer::monotonicNs();
        if (!m_listen)
            Q_EMIT written();
    });
    connect(delivery, &Delivery::headReceived, this, [this](const HttpHead &head) { m_head = head; });
    connect(delivery, &Delivery::arrived, this, [this](const Arrival &arrival) { m_core.route(arrival, this); });
    connect(delivery, &Delivery::ended, this, [this, delivery](const DeliveryEnd &end) {
        if (m_delivery == delivery) // else a newer round is on its way already
            deliveryEnded(end);
    });
    m_result.requestFrame = delivery->requestFrame();
    m_writtenNs = assayer::monotonicNs();
}

void RequestExchange::deliveryEnded(const DeliveryEnd &end)
{
    m_delivery.clear();
    if (m_done || m_answered)
        return;
    if (end.head)
        m_head = end.head;
    if (!end.error && !end.head)
        return; // stdio and HTTP+SSE: written; the answer comes another way
    if (!end.error && !end.body.isEmpty() && !end.stream) {
        Arrival arrival;
        arrival.carrier = Arrival::Carrier::JsonBody;
        arrival.bytes = end.body;
        arrival.frame = end.bodyFrame;
        arrival.monoNs = end.monoNs;
        const bool isJson = end.head->mediaType() == "application/json" || end.head->mediaType().endsWith("+json");
        if (isJson || parseJson(end.body))
            m_core.route(arrival, this);
        if (m_done || m_answered || m_delivery)
            return; // m_delivery: the answer asked for input and the next round has begun
    }
    if (!renewSession(end))
        judgeUnanswered(end);
}

void RequestExchange::judgeUnanswered(const DeliveryEnd &end)
{
    m_result.answerFrame = end.bodyFrame;
    if (end.error) {
        Error error = *end.error;
        if (error.cause == "no-answer" || (error.kind == "network" && error.cause == "reset" && !end.head && m_result.requestFrame)) {
            error.kind = "connection-closed";
            error.message += "; it is not known whether the server acted on the request";
        }
        return fail(std::move(error));
    }
    if (end.head->status == 202 || end.head->status == 204) {
        // Accepted, and no answer: only time tells (2025-11-25 basic/transports: a request is answered, not accepted).
        m_core.report("http.request-accepted", Severity::Error,
            "The server answered the request with " + std::to_string(end.head->status) + " and no message", end.bodyFrame);
        return;
    }
    if (end.stream)
        return fail(Error("connection-closed", "The server ended the event stream without answering the request", "stream-ended"));
    fail(errorOfAnswer(end, m_method.toStdString(), sendsCredentials(m_core.options().target)));
}

bool RequestExchange::renewSession(const DeliveryEnd &end)
{
    const bool lost = end.head && end.head->status == 404 && !m_core.context().sessionId.isEmpty() && m_core.era() == Era::Legacy;
    if (!lost || m_renewed || m_opening)
        return false;
    m_renewed = true;
    leave();
    m_core.renewal().renew(this, [this, end](bool renewed) {
        if (m_done)
            return;
        if (renewed)
            send(m_params);
        else
            judgeUnanswered(end);
    });
    return true;
}

void RequestExchange::takeAnswer(const Message &message, const Arrival &arrival)
{
    if (m_done)
        return;
    m_answered = true;
    m_result.answerFrame = arrival.frame;
    m_result.bytes = arrival.bytes.size();
    m_result.document = message.document;
    m_result.elapsedNs = (arrival.monoNs ? arrival.monoNs : assayer::monotonicNs()) - m_writtenNs;
    if (m_delivery)
        m_delivery->setAnswered();
    leave();
    if (message.kind == Message::ErrorResponse) {
        m_result.error = rpcError(*message.document, *message.error);
        if (m_head)
            m_result.error->data.status = m_head->status;
        return finish();
    }
    m_result.result = { message.document, message.result };
    if (!m_options.raw && startRound(message, arrival))
        return;
    if (!m_options.raw)
        checkResult(message);
    finish();
}

bool RequestExchange::checkResult(const Message &message)
{
    const json::Value &result = *message.result;
    if (!result.isObject()) {
        m_result.error = Error("invalid-message", "The result is no object but " + std::string(json::typeName(result)));
        m_result.error->data.path = "";
        return false;
    }
    const json::Value *meta = result.find("_meta");
    if (meta && !meta->isObject()) {
        m_result.error = Error("invalid-message", "_meta: Invalid input: expected object, received " + std::string(json::typeName(*meta)));
        m_result.error->data.path = "/_meta";
        return false;
    }
    const auto type = m_core.era() == Era::Modern ? result.stringAt("resultType") : std::nullopt;
    // Some examples of SEP-2663 answer tasks/get with "task" too; its own text says "complete".
    const bool isTask = type == "task" && (m_method == "tools/call" || m_method == "tasks/get") && Declaration(declaredCapabilities()).hasExtension(tasksExtension);
    if (type && *type != "complete" && !isTask && !(*type == "input_required" && mayAskForInput(m_method))) {
        m_result.error = Error("unsupported-result-type", "The server answered with resultType " + json::quoted(*type) + ", which is not defined for " + m_method.toStdString());
        m_result.error->data.path = "/resultType";
        return false;
    }
    return true;
}

bool RequestExchange::startRound(const Message &message, const Arrival &arrival)
{
    if (m_core.era() != Era::Modern || !mayAskForInput(m_method) || !message.result->isObject()
        || message.result->stringAt("resultType") != "input_required" || !m_options.answerInput)
        return false;
    const json::Value *requests = message.result->find("inputRequests");
    const json::Value *state = message.result->find("requestState");
    if ((requests && !requests->isObject()) || (state && !state->isString()) || (!requests && !state)) {
        m_result.error = Error("invalid-result", "An input_required result needs inputRequests (an object), requestState (a string), or both");
        finish();
        return true;
    }
    if (m_result.rounds >= m_core.options().maxRounds) {
        m_result.error = Error("rounds-exceeded", "The server asked for input more than " + std::to_string(m_core.options().maxRounds) + " times for one request");
        m_result.error->data.body = std::string(message.document->raw(*message.result));
        finish();
        return true;
    }
    ++m_result.rounds;
    m_requestState = state ? bytes(message.document->raw(*state)) : QByteArray();
    if (requests && requests->size() > 0)
        m_core.questions().askRound(*this, { message.document, requests }, m_result.rounds, arrival.frame);
    else
        QTimer::singleShot(statelessRoundPauseMs, this, [this] { sendNextRound({}); });
    return true;
}

void RequestExchange::takeInput(const std::map<QByteArray, ServerAnswer> &answers)
{
    if (m_done)
        return;
    json::Writer responses;
    responses.beginObject();
    for (const auto &[key, answer] : answers) {
        if (answer.abandon || answer.result.isEmpty())
            return fail(Error("cancelled", "The request was given up: " + (answer.errorMessage.isEmpty() ? std::string("a question of the server was not answered") : answer.errorMessage.toStdString()), "input"));
        responses.rawMember(view(key), view(answer.result));
    }
    responses.endObject();
    sendNextRound({ { "inputResponses", QByteArray::fromStdString(responses.take()) } });
}

void RequestExchange::sendNextRound(const std::vector<std::pair<QByteArray, QByteArray>> &members)
{
    if (m_done)
        return;
    auto all = members;
    if (!m_requestState.isEmpty())
        all.emplace_back("requestState", m_requestState);
    QByteArray params = m_params;
    for (const auto &[name, value] : all) {
        if (const auto more = withMember(view(params), name.toStdString(), view(value)))
            params = bytes(*more);
    }
    send(params);
}

void RequestExchange::takeProgress(const ProgressUpdate &update)
{
    if (m_done)
        return;
    m_result.progress.push_back(update);
    const int most = m_core.options().maxTotalTimeoutMs;
    if (most > 0 && m_timer.isActive()) {
        const int limit = m_options.timeoutMs >= 0 ? m_options.timeoutMs : m_core.options().requestTimeoutMs;
        m_timer.start(static_cast<int>(std::clamp<qint64>(most - m_total.elapsed(), 0, limit)));
    }
    Q_EMIT progressed(update);
}

void RequestExchange::takeAccepted(const QByteArray &granted)
{
    if (m_done || m_accepted)
        return;
    m_accepted = true;
    Q_EMIT m_core.session().listenAccepted(this, granted);
    Q_EMIT written();
}

void RequestExchange::timedOut()
{
    const int limit = m_options.timeoutMs >= 0 ? m_options.timeoutMs : m_core.options().requestTimeoutMs;
    if (!m_opening)
        tellServer(QStringLiteral("timeout"));
    Error error("timeout", "No answer to " + m_method.toStdString() + " within " + std::to_string(limit) + " ms");
    error.data.timeoutMs = limit;
    fail(std::move(error));
}

QByteArray RequestExchange::subject() const
{
    if (!m_subject) {
        m_subject = QByteArray();
        const Result<json::DocumentPtr> params = parseJson(m_params);
        for (const char *member : { "name", "uri", "taskId" }) {
            const auto text = params ? (*params)->root().stringAt(member) : std::nullopt;
            if (text && m_subject->isEmpty())
                *m_subject = QByteArray(text->data(), static_cast<qsizetype>(text->size()));
        }
    }
    return *m_subject;
}

void RequestExchange::cancel(const QString &reason)
{
    if (m_done)
        return;
    if (!m_id.isEmpty() && !m_opening)
        tellServer(reason.isEmpty() ? QStringLiteral("cancelled by the user") : reason);
    fail(Error("cancelled", "Cancelled by you"));
}

void RequestExchange::tellServer(const QString &reason)
{
    // 2026-07-28 basic/patterns/cancellation: over HTTP closing the stream is the cancellation; a listen is ended in words too.
    const bool modernHttp = m_core.era() == Era::Modern && m_core.isHttp();
    if (modernHttp && !m_listen)
        return;
    json::Writer params;
    params.beginObject().rawMember("requestId", view(m_id));
    if (!m_listen)
        params.member("reason", std::string_view(reason.toStdString()));
    params.endObject();
    m_core.notify("notifications/cancelled", QByteArray::fromStdString(params.take()));
}

void RequestExchange::fail(Error error)
{
    if (m_done)
        return;
    m_result.error = std::move(error);
    if (!m_id.isEmpty())
        m_core.retire(m_id);
    m_core.questions().drop(*this);
    leave();
    if (m_delivery)
        m_delivery->abort();
    finish();
}

void RequestExchange::leave()
{
    m_timer.stop();
    m_core.forget(m_id);
    if (!m_progressToken.isEmpty())
        m_core.forgetProgress(m_progressToken);
}

void RequestExchange::finish()
{
    m_done = true;
    m_core.release(this);
    Q_EMIT finished(m_result);
    // A legacy stream may go on after the answer and still bring messages: the object stays for its delivery.
    if (m_delivery && m_core.era() == Era::Legacy && !m_result.error)
        connect(m_delivery, &QObject::destroyed, this, &QObject::deleteLater);
    else
        deleteLater();
}

} // namespace assayer
