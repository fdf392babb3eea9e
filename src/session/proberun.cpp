#include "session/proberun.h"

#include "session/clientidentity.h"
#include "session/probereading.h"
#include "session/wiretext.h"

#include "protocol/message.h"

namespace assayer {

namespace {

constexpr std::string_view idPrefix = "\"probe:";
constexpr const char *discover = "server/discover";

/// Of a stream that floods, the newest events are kept; all stand in the trace.
constexpr std::size_t mostTexts = 256;

std::string nameOf(const Message &message)
{
    switch (message.kind) {
    case Message::Request:
        return "the request " + std::string(message.method);
    case Message::Notification:
        return "the notification " + std::string(message.method);
    case Message::Response:
    case Message::ErrorResponse:
        return "an answer to id " + (message.id.text.empty() ? std::string("none") : message.id.text.substr(0, 64));
    case Message::Unclear:
        break;
    }
    return "JSON that is no JSON-RPC message";
}

} // namespace

ProbeRun::ProbeRun(const SessionOptions &options, Transport &transport, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_transport(transport)
{
    m_context.clientInfo = clientInfo(options);
    m_context.clientCapabilities = clientCapabilities(options);
    m_context.isStdio = transport.kind() == TransportKind::Stdio;
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ProbeRun::timeOver);
    connect(&transport, &Transport::arrived, this, &ProbeRun::takeLine);
    connect(&transport, &Transport::noise, this, [this](const QByteArray &rule, const QString &, quint64 frame) { takeNoise(rule, frame); });
}

ProbeRun::~ProbeRun()
{
    for (const auto &list : { m_open, m_left }) {
        for (const auto &open : list) {
            if (open->delivery) {
                open->delivery->disconnect(this);
                open->delivery->abort();
            }
        }
    }
}

bool ProbeRun::isProbeId(std::string_view idJson)
{
    return idJson.substr(0, idPrefix.size()) == idPrefix;
}

void ProbeRun::start(const std::string &offered)
{
    m_left.insert(m_left.end(), m_open.begin(), m_open.end());
    m_open.clear();
    m_context.protocolVersion = offered;
    m_resendsLeft = m_options.probeRetries;
    m_running = true;
    send();
}

void ProbeRun::send()
{
    auto open = std::make_shared<Open>();
    open->id = std::string(idPrefix) + std::to_string(++m_number) + '"';
    open->clock.start();
    open->outcome.stdio = m_context.isStdio;
    OutgoingMessage message;
    const QByteArray params = modernDialect().params({}, m_context, {}, {});
    message.body = wiretext::request(QByteArray::fromStdString(open->id), discover, params);
    message.headers = modernDialect().headers(discover, false, params, m_context);
    open->delivery = m_transport.send(message);
    m_open.push_back(open);
    follow(open);
    m_timer.start(m_options.probeTimeoutMs);
}

void ProbeRun::follow(const std::shared_ptr<Open> &open)
{
    Delivery *delivery = open->delivery;
    if (delivery->requestFrame()) {
        open->outcome.requestFrame = delivery->requestFrame();
        Q_EMIT sent(delivery->requestFrame());
    }
    connect(delivery, &Delivery::written, this, [this, open, delivery] {
        open->outcome.requestFrame = delivery->requestFrame();
        Q_EMIT sent(open->outcome.requestFrame);
    });
    connect(delivery, &Delivery::headReceived, this, [this, open](const HttpHead &head) { takeHead(*open, head); });
    connect(delivery, &Delivery::arrived, this, [this, open](const Arrival &arrival) { takeEvent(*open, arrival); });
    connect(delivery, &Delivery::ended, this, [this, open](const DeliveryEnd &end) { takeEnd(*open, end); });
}

std::vector<std::string> ProbeRun::openIds() const
{
    std::vector<std::string> ids;
    for (const auto &open : m_open) {
        if (!open->over)
            ids.push_back(open->id);
    }
    return ids;
}

void ProbeRun::takeHead(Open &open, const HttpHead &head)
{
    ProbeOutcome &outcome = open.outcome;
    outcome.status = head.status;
    outcome.reason = head.reason.toStdString();
    outcome.mediaType = head.mediaType().toStdString();
    outcome.challenge = head.values("www-authenticate").join(", ").toStdString();
    outcome.location = head.value("location").toStdString();
    outcome.retryAfter = head.value("retry-after").toStdString();
    outcome.stream = outcome.mediaType == "text/event-stream";
    outcome.answerFrame = head.frame;
    // 202 says that there will be no reply: nothing of its body is waited for.
    if (m_running && head.status == 202)
        conclude(open, ProbeOutcome::End::Complete);
}

void ProbeRun::takeEvent(Open &open, const Arrival &arrival)
{
    if (!m_running || open.over)
        return tellUnasked(arrival.bytes, arrival.frame, "after the probe was judged");
    ProbeText text { ProbeText::From::Event, arrival.bytes, arrival.eventName, arrival.frame, true };
    const bool over = decides(text, openIds());
    if (!over)
        tellUnasked(arrival.bytes, arrival.frame, "while the probe was open; nothing was answered");
    if (open.outcome.texts.size() >= mostTexts)
        open.outcome.texts.erase(open.outcome.texts.begin());
    open.outcome.texts.push_back(std::move(text));
    open.outcome.answerFrame = arrival.frame;
    if (!over)
        return;
    open.delivery->setAnswered();
    conclude(open, ProbeOutcome::End::Complete);
}

void ProbeRun::takeEnd(Open &open, const DeliveryEnd &end)
{
    open.delivery.clear();
    if (!m_running || open.over || end.aborted)
        return;
    if (m_context.isStdio) { // written; a failure comes again as the transport's end
        if (end.error && end.error->kind == "message-too-large") {
            open.outcome.transportError = end.error;
            conclude(open, ProbeOutcome::End::Broken);
        }
        return;
    }
    if (end.head && open.outcome.status == 0)
        takeHead(open, *end.head);
    if (!m_running)
        return;
    if (!end.body.isEmpty() && !end.stream) {
        open.outcome.texts.push_back({ ProbeText::From::Body, end.body, {}, end.bodyFrame, true });
        open.outcome.answerFrame = end.bodyFrame;
    }
    open.outcome.transportError = end.error;
    const bool large = end.error && end.error->kind == "message-too-large";
    conclude(open, large ? ProbeOutcome::End::TooLarge : end.error ? ProbeOutcome::End::Broken : ProbeOutcome::End::Complete);
}

void ProbeRun::takeNoise(const QByteArray &rule, quint64 frame)
{
    if (rule == "stdio.unterminated")
        m_unterminated = frame;
}

void ProbeRun::takeLine(const Arrival &arrival)
{
    if (!m_running || m_open.empty())
        return tellUnasked(arrival.bytes, arrival.frame, "after the probe was judged");
    ProbeText text { ProbeText::From::Line, arrival.bytes, {}, arrival.frame, arrival.frame != m_unterminated };
    Open &open = *m_open.back();
    if (!decides(text, openIds()))
        return tellUnasked(arrival.bytes, arrival.frame, "while the probe was open; nothing was answered");
    open.outcome.texts.push_back(std::move(text));
    open.outcome.answerFrame = arrival.frame;
    conclude(open, ProbeOutcome::End::Complete);
}

void ProbeRun::transportEnded(const TransportEnd &end)
{
    if (!m_running || m_open.empty())
        return;
    Open &open = *m_open.back();
    open.outcome.transportError = end.error;
    open.outcome.exitCode = end.exitCode;
    open.outcome.signal = end.signal;
    const bool large = end.error && end.error->kind == "message-too-large";
    conclude(open, large ? ProbeOutcome::End::TooLarge : ProbeOutcome::End::Ended);
}

void ProbeRun::timeOver()
{
    if (m_resendsLeft-- > 0)
        return send();
    Open *shown = m_open.back().get();
    for (const auto &open : m_open) {
        if (open->outcome.status != 0)
            shown = open.get();
    }
    conclude(*shown, ProbeOutcome::End::Silence);
}

int ProbeRun::remainingMs() const
{
    if (m_open.empty())
        return 0;
    const qint64 left = m_options.probeTimeoutMs - m_open.back()->clock.elapsed();
    return static_cast<int>(std::max<qint64>(0, left + qint64(std::max(0, m_resendsLeft)) * m_options.probeTimeoutMs));
}

void ProbeRun::conclude(Open &open, ProbeOutcome::End end)
{
    open.outcome.ids = openIds();
    open.outcome.end = end;
    open.outcome.elapsedMs = double(open.clock.nsecsElapsed()) / 1e6;
    open.over = true;
    stop();
    const ProbeOutcome outcome = open.outcome;
    Q_EMIT concluded(outcome);
}

void ProbeRun::stop()
{
    m_running = false;
    m_timer.stop();
}

void ProbeRun::tellUnasked(const QByteArray &bytes, quint64 frame, const char *when)
{
    const auto decoded = decodeMessages(bytes);
    Finding finding;
    finding.rule = "probe.unasked";
    finding.severity = Severity::Note;
    finding.where = "frame:" + std::to_string(frame);
    finding.spec = "2026-07-28 basic/lifecycle";
    std::string what = "text that is no JSON";
    if (const auto *messages = std::get_if<DecodedMessages>(&decoded)) {
        what = messages->messages.empty() ? "an empty array" : nameOf(messages->messages.front());
        if (!messages->messages.empty() && isProbeId(messages->messages.front().id.text))
            finding.rule = "probe.late-answer";
        if (!messages->messages.empty() && messages->messages.front().kind == Message::Unclear)
            finding.severity = Severity::Warning;
    }
    finding.message = "The server sent " + what + ' ' + when;
    Q_EMIT found(finding);
}

} // namespace assayer
