#include "session/sessioncore.h"

#include "json/write.h"
#include "session/clientidentity.h"
#include "session/eranegotiator.h"
#include "session/idkey.h"
#include "session/listwalk.h"
#include "session/notificationstream.h"
#include "session/rawexchange.h"
#include "session/requestexchange.h"
#include "session/serverquestions.h"
#include "session/sessionrenewal.h"
#include "session/taskbook.h"
#include "session/wiretext.h"

namespace assayer {
namespace {

constexpr qsizetype lateIdsKept = 256;

Error connectionEnded(const TransportEnd &end)
{
    Error error = end.error.value_or(Error("connection-closed", "The connection was closed"));
    if (error.kind == "connection-closed" && end.exitCode)
        error.message = "The server's process ended with exit code " + std::to_string(*end.exitCode);
    else if (error.kind == "connection-closed" && end.signal)
        error.message = "The server's process was ended by signal " + std::to_string(*end.signal);
    if (!end.stderrTail.isEmpty())
        error.data.text = end.stderrTail.toStdString();
    return error;
}

} // namespace

SessionCore::SessionCore(Session &session, SessionOptions sessionOptions, FrameSink &frameSink)
    : m_session(session)
    , m_options(std::move(sessionOptions))
    , m_sink(frameSink)
    , m_dialect(&legacyDialect())
    , m_declared(m_options.clientCapabilities)
    , m_metadata(m_options.metadataPolicy)
    , m_questions(std::make_unique<ServerQuestions>(*this))
    , m_tasks(std::make_unique<TaskBook>(*this))
    , m_renewal(std::make_unique<SessionRenewal>(*this))
    , m_stream(std::make_unique<NotificationStream>(*this))
{
    m_context.clientInfo = clientInfo(m_options);
    m_context.clientCapabilities = m_options.clientCapabilities;
    m_context.logLevel = m_options.modernLogLevel.toUtf8();
    m_context.isStdio = m_options.target.kind == TransportKind::Stdio;
}

SessionCore::~SessionCore()
{
    m_state = Session::State::Closed;
    // Exchanges, finished ones with an open stream too, speak to the tables of this object: they go before the tables do.
    const auto exchanges = findChildren<AskedExchange *>(QString(), Qt::FindDirectChildrenOnly);
    for (AskedExchange *exchange : exchanges) {
        exchange->disconnect();
        delete exchange;
    }
}

void SessionCore::setState(Session::State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT m_session.stateChanged(state);
}

void SessionCore::open()
{
    if (m_state != Session::State::Idle)
        return;
    setState(Session::State::Connecting);
    m_negotiator = new EraNegotiator(m_options, m_sink, this);
    connect(m_negotiator, &EraNegotiator::changed, this, [this](const NegotiationReport &report) {
        m_report = report;
        Q_EMIT m_session.negotiationChanged(report);
    });
    connect(m_negotiator, &EraNegotiator::found, this, [this](const Finding &finding) { report(finding); });
    connect(m_negotiator, &EraNegotiator::stderrReceived, &m_session, &Session::stderrReceived);
    connect(m_negotiator, &EraNegotiator::succeeded, this, &SessionCore::take);
    connect(m_negotiator, &EraNegotiator::failed, this, [this](const Error &error) {
        m_report = m_negotiator->report();
        m_negotiator->deleteLater();
        m_negotiator = nullptr;
        setState(Session::State::Closed);
        Q_EMIT m_session.negotiationChanged(m_report);
        Q_EMIT m_session.failed(error);
    });
    m_negotiator->start();
}

void SessionCore::take(const NegotiationOutcome &outcome)
{
    m_report = outcome.report;
    m_dialect = outcome.era == Era::Modern ? &modernDialect() : &legacyDialect();
    m_context.protocolVersion = outcome.protocolVersion;
    m_context.sessionId = outcome.sessionId;
    auto facts = std::make_shared<SessionFacts>();
    facts->revision = outcome.revision;
    facts->protocolVersion = outcome.protocolVersion;
    facts->opening = outcome.opening;
    facts->sessionId = outcome.sessionId;
    if (const json::Value *opening = outcome.opening.value) {
        const json::Value *meta = opening->find("_meta");
        const json::Value *info = meta ? meta->find("io.modelcontextprotocol/serverInfo") : nullptr;
        info = info ? info : opening->find("serverInfo");
        facts->serverInfo = { outcome.opening.document, info };
        facts->capabilities = { outcome.opening.document, opening->find("capabilities") };
        facts->instructions = opening->stringAt("instructions").value_or(std::string_view());
    }
    useTransport(outcome.transport);
    facts->processId = m_transport->processId();
    facts->transport = m_transport->kind();
    m_facts = std::move(facts);
    connect(m_negotiator, &EraNegotiator::arrivedEarly, this, [this](const Arrival &arrival) { route(arrival, nullptr); });
    m_negotiator->deleteLater();
    m_negotiator = nullptr;
    setState(Session::State::Ready);
    Q_EMIT m_session.negotiationChanged(m_report);
    const bool wantsStream = outcome.era == Era::Legacy && outcome.initializedAccepted && !m_options.suppressNotificationStream;
    if (wantsStream && m_transport->kind() == TransportKind::StreamableHttp)
        m_stream->open();
    Q_EMIT m_session.ready();
}

void SessionCore::useTransport(Transport *transport)
{
    m_transport = transport;
    m_transport->setParent(this);
    connect(m_transport, &Transport::arrived, this, [this](const Arrival &arrival) { route(arrival, nullptr); });
    connect(m_transport, &Transport::stderrReceived, &m_session, &Session::stderrReceived);
    connect(m_transport, &Transport::noise, this, [this](const QByteArray &rule, const QString &message, quint64 frame) {
        report(rule.constData(), Severity::Warning, message.toStdString(), frame);
    });
    connect(m_transport, &Transport::ended, this, &SessionCore::transportEnded);
}

void SessionCore::transportEnded(const TransportEnd &end)
{
    SessionEnd sessionEnd;
    sessionEnd.exitCode = end.exitCode;
    sessionEnd.signal = end.signal;
    sessionEnd.stderrTail = end.stderrTail;
    if (m_state != Session::State::Closing)
        sessionEnd.error = connectionEnded(end);
    finishClose(std::move(sessionEnd));
}

void SessionCore::close()
{
    if (m_negotiator) {
        m_negotiator->close();
        return;
    }
    if (m_state != Session::State::Ready)
        return;
    setState(Session::State::Closing);
    abandonAll(Error("connection-closed", "The connection was closed before an answer came"));
    m_stream->close();
    const bool hasSession = m_options.sendSessionDelete && m_dialect->era() == Era::Legacy && !m_context.sessionId.isEmpty();
    HeaderFields headers { { "MCP-Protocol-Version", QByteArray::fromStdString(m_context.protocolVersion) }, { "Mcp-Session-Id", m_context.sessionId } };
    Delivery *farewell = hasSession ? m_transport->endSession(headers) : nullptr;
    if (!farewell) {
        m_transport->close();
        return;
    }
    connect(farewell, &Delivery::ended, this, [this](const DeliveryEnd &end) {
        const int status = end.head ? end.head->status : 0;
        // 405: the server does not let clients end sessions; that is its right.
        if (end.error)
            report("session.delete", Severity::Note, "Ending the session failed: " + end.error->message, end.bodyFrame);
        else if (status >= 300 && status != 405)
            report("session.delete", Severity::Warning, "The server answered the end of the session with " + std::to_string(status), end.bodyFrame);
        m_transport->close();
    });
    QTimer::singleShot(1000, farewell, [farewell] { farewell->abort(); });
}

void SessionCore::abandonAll(const Error &error)
{
    const auto exchanges = m_exchanges;
    for (RequestExchange *exchange : exchanges)
        exchange->fail(error);
    const auto raws = m_raws;
    for (RawExchange *raw : raws)
        raw->fail(error);
    m_questions->clear();
}

void SessionCore::finishClose(SessionEnd end)
{
    if (m_state == Session::State::Closed)
        return;
    setState(Session::State::Closed);
    abandonAll(end.error.value_or(Error("connection-closed", "The connection was closed before an answer came")));
    Q_EMIT m_session.closed(end);
}

bool SessionCore::runsTasks() const
{
    const json::Value *capabilities = m_facts ? m_facts->capabilities.value : nullptr;
    return capabilities && capabilities->find("tasks", "requests", "tools", "call");
}

void SessionCore::adopt(RequestExchange *exchange)
{
    m_exchanges.append(exchange);
}

void SessionCore::release(RequestExchange *exchange)
{
    m_exchanges.removeOne(exchange);
}

void SessionCore::retire(const QByteArray &idJson)
{
    m_retired.append(idJson);
    if (m_retired.size() > lateIdsKept)
        m_retired.removeFirst();
}

void SessionCore::sendOneWay(const QByteArray &text, const QByteArray &method, const QByteArray &paramsJson)
{
    if (!m_transport)
        return;
    OutgoingMessage message;
    message.body = text;
    message.headers = m_dialect->headers(method, true, paramsJson, m_context);
    message.expectsReply = false;
    Delivery *delivery = m_transport->send(message);
    connect(delivery, &Delivery::ended, this, [this, method](const DeliveryEnd &end) {
        const QByteArray what = method.isEmpty() ? QByteArray("a response") : method;
        if (end.error && !end.aborted && m_state == Session::State::Ready)
            report("http.one-way", Severity::Warning, "Sending " + what.toStdString() + " failed: " + end.error->message, end.bodyFrame);
        else if (end.head && end.head->status >= 300)
            report("http.one-way", Severity::Warning, "The server answered " + what.toStdString() + " with " + std::to_string(end.head->status), end.bodyFrame);
    });
    connect(delivery, &Delivery::arrived, this, [this](const Arrival &arrival) { route(arrival, nullptr); });
}

void SessionCore::notify(const QByteArray &method, const QByteArray &paramsJson)
{
    const QByteArray params = m_dialect->params(paramsJson, m_context, {}, {});
    sendOneWay(wiretext::notification(method, params), method, params);
}

void SessionCore::route(const Arrival &arrival, RequestExchange *carrier)
{
    const auto decoded = decodeMessages(arrival.bytes);
    if (const auto *malformed = std::get_if<MalformedMessage>(&decoded)) {
        if (arrival.carrier != Arrival::Carrier::JsonBody)
            report("message.not-json", Severity::Error, "The server sent a message that is " + malformed->error.message, arrival.frame);
        return;
    }
    const QPointer<RequestExchange> kept(carrier);
    const auto &messages = std::get<DecodedMessages>(decoded);
    if (messages.batch && m_facts && m_facts->revision != Revision::R2025_03_26)
        report("rpc.batch", Severity::Warning, "The server sent a JSON array; only revision 2025-03-26 has batches", arrival.frame);
    for (const Message &message : messages.messages)
        takeMessage(message, arrival, kept);
}

void SessionCore::takeMessage(const Message &message, const Arrival &arrival, RequestExchange *carrier)
{
    if (message.isAnswer())
        return takeAnswer(message, arrival, carrier);
    Q_EMIT m_session.received({ message, {}, arrival.frame });
    switch (message.kind) {
    case Message::Request:
        m_questions->takeRequest(message, arrival.frame);
        break;
    case Message::Notification:
        takeNotification(message, arrival, carrier);
        break;
    default:
        report("rpc.invalid", Severity::Error, "The server sent JSON that is no JSON-RPC message", arrival.frame);
    }
}

void SessionCore::takeAnswer(const Message &message, const Arrival &arrival, RequestExchange *carrier)
{
    const std::string key = idKey(message.id);
    RequestExchange *exchange = m_waiting.value(bytes(key));
    if (exchange && key != message.id.text)
        report("rpc.id-spelling", Severity::Note, "The server answered with the id " + message.id.text + "; it was sent as " + key, arrival.frame);
    for (RawExchange *raw : exchange ? QList<RawExchange *>() : m_raws) {
        if (raw->takes(message))
            return raw->take(message, arrival);
    }
    const bool errorWithoutId = message.kind == Message::ErrorResponse && !message.id.isUsable();
    if (!exchange && errorWithoutId && carrier && arrival.carrier == Arrival::Carrier::JsonBody) {
        // The body of a POST that carried one request can only be about that request; the HTTP status ranks first.
        const bool failedByStatus = carrier->head() && carrier->head()->status >= 400;
        report("rpc.error-without-id", Severity::Warning, "The server's error carries no id of the request it answers", arrival.frame);
        exchange = failedByStatus ? nullptr : carrier;
        if (failedByStatus) {
            Q_EMIT m_session.received({ message, carrier->method(), arrival.frame });
            return;
        }
    }
    if (!exchange && message.id.kind == RequestId::String) {
        // "7" for 7: other clients match by number, so the answer counts, and the server is told apart.
        exchange = m_waiting.value(bytes(message.id.text.substr(1, message.id.text.size() - 2)));
        if (exchange)
            report("rpc.id-type", Severity::Error, "The server answered with the id " + message.id.text + " as a string; it was sent as a number", arrival.frame);
    }
    Q_EMIT m_session.received({ message, exchange ? exchange->method() : QByteArray(), arrival.frame });
    if (exchange) {
        const QByteArray method = exchange->method();
        const bool ofTask = message.result && method.startsWith("tasks/") && !exchange->options().raw;
        if (ofTask)
            m_tasks->takeResult(method, { message.document, message.result }, arrival.frame);
        return exchange->takeAnswer(message, arrival);
    }
    if (m_retired.contains(bytes(key)))
        report("rpc.late-response", Severity::Note, "An answer came after its request was cancelled or had timed out (id " + message.id.text + ")", arrival.frame);
    else
        report("rpc.unknown-id", Severity::Error, "The server answered an id that no request waits for: " + (message.id.text.empty() ? "none" : message.id.text), arrival.frame);
}

/// Which request a message of the server came with. Streams that were opened to listen belong to no call.
Notification SessionCore::toldWith(const Message &message, const Arrival &arrival, const RequestExchange *carrier) const
{
    Notification told { message, arrival.frame, {}, {}, false };
    const RequestExchange *with = carrier;
    if (!carrier && arrival.carrier == Arrival::Carrier::Line) {
        QList<RequestExchange *> waiting = m_waiting.values();
        waiting.removeIf([](const RequestExchange *exchange) { return exchange->isListen(); });
        with = waiting.size() == 1 ? waiting.front() : nullptr;
        told.guessed = with != nullptr;
    }
    if (with && !with->isListen()) {
        told.requestMethod = with->method();
        told.requestName = with->subject();
    }
    return told;
}

void SessionCore::takeNotification(const Message &message, const Arrival &arrival, const RequestExchange *carrier)
{
    if (message.method == "notifications/progress") {
        takeProgress(message, arrival);
    } else if (message.method == "notifications/cancelled" && message.params) {
        if (const json::Value *id = message.params->find("requestId"))
            m_questions->takeBack(bytes(message.document->raw(*id)));
    } else if (message.method == "notifications/subscriptions/acknowledged" && message.params) {
        const json::Value *granted = message.params->find("notifications");
        const json::Value *meta = message.params->find("_meta");
        const json::Value *id = meta ? meta->find("io.modelcontextprotocol/subscriptionId") : nullptr;
        RequestExchange *exchange = id ? m_waiting.value(bytes(idKey(RequestId::of(*message.document, id)))) : nullptr;
        if (exchange && exchange->isListen())
            exchange->takeAccepted(granted ? bytes(message.document->raw(*granted)) : QByteArray("{}"));
    } else if (message.method == "notifications/tasks/status" || message.method == "notifications/tasks") {
        m_tasks->takeNotification({ message.document, message.params }, arrival.frame);
    } else if (message.method == "notifications/tools/list_changed") {
        takeListChanged(ListKind::Tools, arrival.frame);
    } else if (message.method == "notifications/prompts/list_changed") {
        takeListChanged(ListKind::Prompts, arrival.frame);
    } else if (message.method == "notifications/resources/list_changed") {
        takeListChanged(ListKind::Resources, arrival.frame);
        takeListChanged(ListKind::ResourceTemplates, arrival.frame);
    }
    Q_EMIT m_session.notified(toldWith(message, arrival, carrier));
}

void SessionCore::takeProgress(const Message &message, const Arrival &arrival)
{
    const json::Value *token = message.params ? message.params->find("progressToken") : nullptr;
    const json::Value *progress = message.params ? message.params->find("progress") : nullptr;
    AskedExchange *exchange = token ? m_progress.value(bytes(idKey(RequestId::of(*message.document, token)))) : nullptr;
    if (!exchange || !progress) {
        report("progress.unknown-token", Severity::Note, "Progress came for a token that no request of ours uses", arrival.frame);
        return;
    }
    ProgressUpdate update;
    update.progress = bytes(message.document->raw(*progress));
    if (const json::Value *total = message.params->find("total"))
        update.total = bytes(message.document->raw(*total));
    const auto words = message.params->stringAt("message").value_or(std::string_view());
    update.message = QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
    update.frame = arrival.frame;
    exchange->takeProgress(update);
}

void SessionCore::takeListChanged(ListKind kind, quint64 frame)
{
    if (kind == ListKind::Tools) {
        m_metadata.markStale(m_catalogue.lastWalk());
        m_sink.decide({ "generation", { frame }, R"({"stale":true})" });
        Q_EMIT m_session.metadataChanged(m_metadata.summary());
    }
    if (m_catalogue.markStale(kind))
        Q_EMIT m_session.listChanged(kind, m_catalogue.snapshot(kind));
}

void SessionCore::report(Finding finding)
{
    m_findings.push_back(finding);
    Q_EMIT m_session.found(finding);
}

void SessionCore::report(const char *rule, Severity severity, std::string message, quint64 frame)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.message = std::move(message);
    if (frame)
        finding.where = "frame:" + std::to_string(frame);
    report(std::move(finding));
}

MetadataContext SessionCore::metadataContext() const
{
    return { m_dialect->era(), m_dialect->era() == Era::Modern && isHttp() };
}

quint64 SessionCore::startList(ListKind kind)
{
    auto *walk = new ListWalk(*this, kind, m_catalogue.startWalk());
    m_walks.insert(walk->number(), walk);
    connect(walk, &ListWalk::finished, this, [this, walk] { takeWalk(walk->number(), walk->takeSnapshot()); });
    walk->start();
    return walk->number();
}

void SessionCore::listPage(ListKind kind, const QByteArray &cursor, std::function<void(const ListSnapshotPtr &)> answer)
{
    const QByteArray cursorJson = QByteArray::fromStdString(json::quoted(view(cursor)));
    auto *walk = new ListWalk(*this, kind, 0, cursorJson, true);
    connect(walk, &ListWalk::finished, this, [walk, answer = std::move(answer)] {
        answer(std::make_shared<const ListSnapshot>(walk->takeSnapshot()));
    });
    walk->start();
}

void SessionCore::takeWalk(quint64 number, ListSnapshot snapshot)
{
    const ListKind kind = snapshot.kind;
    const std::optional<Error> error = snapshot.error;
    m_walks.remove(number);
    if (error) {
        if (snapshot.error->kind == "rpc-error" && snapshot.error->data.code == "-32601" && m_session.advertises(kind))
            report("capability.contradiction", Severity::Error,
                "The server advertises " + std::string(listCapability(kind)) + ", but answered " + std::string(listMethod(kind)) + " with -32601 (method not found)");
        m_catalogue.fail(snapshot);
    }
    const bool published = !error && m_catalogue.publish(std::move(snapshot));
    const ListSnapshotPtr shown = m_catalogue.snapshot(kind);
    // The list first: compiling the schemas of a long one takes longer than the list itself, and nobody who looks at it must wait.
    Q_EMIT m_session.listChanged(kind, shown);
    if (published && kind == ListKind::Tools)
        offerMetadata(*shown);
    Q_EMIT m_session.listFinished(kind, number, error);
}

void SessionCore::offerMetadata(const ListSnapshot &tools)
{
    if (m_metadata.offer(tools, metadataContext()))
        publishMetadata("published", tools.frames);
    else if (m_metadata.summary()->refused)
        publishMetadata("refused", tools.frames);
}

void SessionCore::publishMetadata(const char *why, const std::vector<std::uint64_t> &frames)
{
    const MetadataSummary &summary = *m_metadata.summary();
    json::Writer details;
    details.beginObject().member("metadata", why).member("generation", static_cast<std::int64_t>(summary.generation()));
    if (summary.refused)
        details.member("tool", summary.refused->tool).member("path", summary.refused->path).member("message", summary.refused->message);
    details.endObject();
    m_sink.decide({ "generation", { frames.begin(), frames.end() }, QByteArray::fromStdString(details.take()) });
    if (summary.refused) {
        Finding finding;
        finding.rule = "tool.output-schema";
        finding.severity = Severity::Error;
        finding.message = "The output schema of " + json::quoted(summary.refused->tool) + " does not compile at " + (summary.refused->path.empty() ? "its root" : summary.refused->path) + ": " + summary.refused->message;
        if (!frames.empty())
            finding.where = "frame:" + std::to_string(frames.front());
        report(std::move(finding));
    }
    Q_EMIT m_session.metadataChanged(m_metadata.summary());
}

} // namespace assayer
