#include "session/handshake.h"

#include "json/write.h"
#include "protocol/judge.h"
#include "session/clientidentity.h"
#include "session/httpfacts.h"
#include "session/httpfailure.h"
#include "session/idkey.h"
#include "session/proberun.h"
#include "session/rpcshape.h"
#include "session/wiretext.h"

namespace assayer {

namespace {

constexpr const char *initializeId = "0"; // the session's own ids begin behind it
constexpr qsizetype shownBytes = 64 * 1024;

QByteArray initializeParams(const SessionOptions &options, const std::string &offered)
{
    json::Writer writer;
    writer.beginObject().member("protocolVersion", offered).rawMember("capabilities", view(clientCapabilities(options)));
    writer.rawMember("clientInfo", view(clientInfo(options))).endObject();
    return bytes(writer.text());
}

/// 0, and "0" for servers that turn ids into strings.
bool answersInitialize(const Message &message)
{
    return message.isAnswer() && (idKey(message.id) == initializeId || message.id.text == "\"0\"");
}

/// An error without an id, where initialize is the only thing that could have been meant.
bool isOrphanError(const Message &message)
{
    return message.kind == Message::ErrorResponse && !message.id.isUsable();
}

const json::Value *modernErrorIn(const json::DocumentPtr &document)
{
    const json::Value *code = document ? readableErrorCode(document->root()) : nullptr;
    const std::int64_t number = code ? code->integer().value_or(0) : 0;
    return number == -32020 || number == -32021 || number == -32022 ? code : nullptr;
}

} // namespace

Handshake::Handshake(const SessionOptions &options, Transport &transport, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_transport(transport)
{
    m_context.isStdio = transport.kind() == TransportKind::Stdio;
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Handshake::timeOver);
    connect(&transport, &Transport::arrived, this, &Handshake::takeText);
}

Handshake::~Handshake()
{
    if (m_delivery)
        m_delivery->disconnect(this);
}

void Handshake::initialize(const std::string &offered)
{
    m_doing = Doing::Initialize;
    m_answer = {};
    const QByteArray params = initializeParams(m_options, offered);
    send(wiretext::request(initializeId, "initialize", params), legacyDialect().headers("initialize", false, params, m_context), true);
}

void Handshake::announce(const std::string &protocolVersion, const QByteArray &sessionId)
{
    m_doing = Doing::Announce;
    m_answer = {};
    m_context.protocolVersion = protocolVersion;
    m_context.sessionId = sessionId;
    const QByteArray method = QByteArrayLiteral("notifications/initialized");
    send(wiretext::notification(method, {}), legacyDialect().headers(method, true, {}, m_context), false);
}

void Handshake::send(const QByteArray &body, const HeaderFields &headers, bool expectsReply)
{
    m_head.reset();
    m_startNs = monotonicNs();
    OutgoingMessage message;
    message.body = body;
    message.headers = headers;
    message.expectsReply = expectsReply;
    message.resumable = expectsReply;
    Delivery *delivery = m_transport.send(message);
    m_delivery = delivery;
    const auto told = [this, delivery] {
        if (!delivery->requestFrame() || m_answer.requestFrame == delivery->requestFrame())
            return;
        m_answer.requestFrame = delivery->requestFrame();
        Q_EMIT sent(m_answer.requestFrame);
    };
    connect(delivery, &Delivery::written, this, told);
    connect(delivery, &Delivery::headReceived, this, &Handshake::takeHead);
    connect(delivery, &Delivery::arrived, this, &Handshake::takeText);
    connect(delivery, &Delivery::ended, this, [this, delivery](const DeliveryEnd &end) {
        if (m_delivery == delivery)
            takeEnd(end);
    });
    m_timer.start(m_options.requestTimeoutMs);
    told();
}

void Handshake::takeHead(const HttpHead &head)
{
    m_head = head;
    m_answer.httpStatus = head.status;
    m_answer.answerFrame = head.frame;
    // A notification is over with its head: some servers keep the body open.
    if (m_doing == Doing::Announce && head.status >= 200 && head.status < 300) {
        m_answer.accepted = head.status == 202;
        m_answer.outcome = "result";
        finish();
    }
}

void Handshake::takeText(const Arrival &arrival)
{
    const auto decoded = decodeMessages(arrival.bytes);
    const auto *messages = std::get_if<DecodedMessages>(&decoded);
    if (!messages || messages->messages.empty())
        return m_early.push_back(arrival);
    for (const Message &message : messages->messages) {
        if (m_doing == Doing::Initialize && takeAnswer(message, arrival))
            return;
    }
    if (messages->messages.front().isAnswer() && ProbeRun::isProbeId(messages->messages.front().id.text)) {
        m_answer.findings.push_back({ "probe.late-answer", Severity::Warning, "The answer to the probe came after the probe had been judged; it was not used",
            "frame:" + std::to_string(arrival.frame), {}, {}, {} });
        return;
    }
    m_early.push_back(arrival);
}

bool Handshake::takeAnswer(const Message &message, const Arrival &arrival)
{
    const bool orphan = isOrphanError(message) && (m_context.isStdio || arrival.carrier == Arrival::Carrier::JsonBody);
    if (!answersInitialize(message) && !orphan)
        return false;
    m_answer.answerFrame = arrival.frame;
    const auto tell = [&](const char *rule, std::string words) {
        m_answer.findings.push_back({ rule, Severity::Error, std::move(words), "frame:" + std::to_string(arrival.frame), "JSON-RPC 2.0 section 5", {}, {} });
    };
    if (orphan)
        tell("rpc.id", "The server answered initialize with an error that lacks the request's id");
    else if (message.id.kind == RequestId::String)
        tell("rpc.id-type", "The server answered with id \"0\"; the request's id was the number 0");
    if (m_delivery)
        m_delivery->setAnswered();
    if (message.kind == Message::Response) {
        takeResult(message);
        return true;
    }
    m_answer.evidence = std::string(message.document->text().substr(0, shownBytes));
    Error error = rpcError(*message.document, *message.error);
    m_answer.rpcCode = error.data.code.value_or("");
    m_answer.modernError = modernErrorIn(message.document);
    failWith(std::move(error), "rpc-error");
    return true;
}

void Handshake::takeResult(const Message &message)
{
    const json::Value &result = *message.result;
    m_answer.result = { message.document, message.result };
    m_answer.protocolVersion = std::string(result.stringAt("protocolVersion").value_or(""));
    const Revision revision = nearestRevision(m_answer.protocolVersion);
    std::string refused;
    for (const Fault &fault : judgeInitializeResult(*message.document, result, revision)) {
        if (fault.level == Fault::Refused && refused.empty())
            refused = fault.reason();
        m_answer.findings.push_back(toFinding(fault, m_answer.answerFrame, "/result"));
    }
    if (!refused.empty()) {
        m_answer.evidence = std::string(message.document->text().substr(0, shownBytes));
        return failWith(Error("invalid-result", "The result of initialize breaks the rules: " + refused), "invalid-reply");
    }
    if (m_head && m_head->status >= 200 && m_head->status < 300)
        m_answer.sessionId = m_head->value("mcp-session-id");
    m_answer.outcome = "result";
    finish();
}

void Handshake::takeEnd(const DeliveryEnd &end)
{
    if (end.head)
        m_head = end.head;
    if (m_head)
        m_answer.httpStatus = m_head->status;
    if (m_doing == Doing::Initialize)
        takeInitializeEnd(end);
    else if (m_doing == Doing::Announce)
        takeAnnounceEnd(end);
}

void Handshake::takeInitializeEnd(const DeliveryEnd &end)
{
    m_answer.answerFrame = end.bodyFrame ? end.bodyFrame : m_answer.answerFrame;
    const bool wall = m_head && (m_head->status == 401 || m_head->status == 403 || m_head->status == 407);
    if (wall || (m_head && !end.error && m_head->status >= 300))
        return m_context.isStdio ? void() : failWithStatus(*m_head, end.body);
    if (end.error)
        return m_context.isStdio && end.error->kind == "connection-closed" ? void() : failWith(*end.error, "network");
    // stdio and HTTP+SSE: the answer comes another way. 202: it never comes, but nothing forbids waiting.
    if (!m_head || m_transport.kind() != TransportKind::StreamableHttp || m_head->status == 202)
        return;
    if (!end.stream && !end.body.isEmpty()) {
        Arrival arrival;
        arrival.carrier = Arrival::Carrier::JsonBody;
        arrival.bytes = end.body;
        arrival.frame = end.bodyFrame;
        arrival.monoNs = end.monoNs;
        takeText(arrival);
    }
    if (m_doing != Doing::Initialize)
        return;
    m_answer.evidence = std::string(view(end.body.left(shownBytes)));
    if (end.stream)
        return failWith(Error("connection-closed", "The server ended the event stream without an answer to initialize", "stream-ended"), "no-reply");
    DeliveryEnd told = end;
    told.head = m_head;
    failWith(errorOfAnswer(told, "initialize", false), end.body.isEmpty() ? "no-reply" : "invalid-reply");
}

void Handshake::takeAnnounceEnd(const DeliveryEnd &end)
{
    m_answer.answerFrame = end.bodyFrame ? end.bodyFrame : m_answer.answerFrame;
    if (end.error && !(m_head && m_head->status >= 300))
        return failWith(*end.error, "network");
    if (m_head && m_head->status >= 300)
        return failWithStatus(*m_head, end.body);
    m_answer.accepted = m_head && m_head->status == 202;
    m_answer.outcome = "result";
    finish();
}

void Handshake::failWithStatus(const HttpHead &head, const QByteArray &body)
{
    const char *request = m_doing == Doing::Announce ? "notifications/initialized" : "initialize";
    Error error = httpError(HttpFacts::of(head, body), request, sendsCredentials(m_options.target));
    m_answer.evidence = std::string(view(body.left(shownBytes)));
    const auto document = parseJson(body);
    if (const json::Value *code = document ? modernErrorIn(*document) : nullptr) {
        m_answer.modernError = true;
        m_answer.rpcCode = std::string((*document)->raw(*code));
        error.data.code = m_answer.rpcCode;
        if (const json::Value *list = (*document)->root().find("error", "data", "supported")) {
            for (const json::Value &item : list->items())
                error.data.supported.emplace_back(item.string());
        }
        error.message += ": its body is a modern error (" + m_answer.rpcCode + "), so the server speaks modern revisions only";
    }
    const bool isWall = error.kind != "http-error";
    failWith(std::move(error), isWall ? "auth" : "http-error");
}

void Handshake::transportEnded(const TransportEnd &end)
{
    if (m_doing == Doing::Nothing)
        return;
    Error error = end.error.value_or(Error("connection-closed", "The connection ended"));
    if (error.kind == "connection-closed" && error.cause.empty())
        error.cause = "closed";
    failWith(std::move(error), "closed");
}

void Handshake::timeOver()
{
    Error error("timeout", std::string("No answer to ") + (m_doing == Doing::Announce ? "notifications/initialized" : "initialize") + " within "
            + std::to_string(m_options.requestTimeoutMs) + " ms");
    error.data.timeoutMs = m_options.requestTimeoutMs;
    failWith(std::move(error), "timeout");
}

void Handshake::failWith(Error error, const char *outcome)
{
    m_answer.error = std::move(error);
    m_answer.outcome = outcome;
    finish();
}

void Handshake::finish()
{
    if (m_doing == Doing::Nothing)
        return;
    m_doing = Doing::Nothing;
    m_timer.stop();
    m_answer.elapsedMs = double(monotonicNs() - m_startNs) / 1e6;
    const HandshakeAnswer answer = m_answer;
    Q_EMIT answered(answer);
}

} // namespace assayer
