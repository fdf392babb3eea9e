#include "caserun.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

namespace assayer::test {

namespace {

constexpr int settleStepMs = 60;

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

void setMode(SessionOptions &options, const QJsonValue &mode)
{
    if (mode.isObject()) {
        options.mode = EraMode::Pin;
        options.pin = mode.toObject().value(u"pin").toString();
    } else if (mode.toString() == u"legacy") {
        options.mode = EraMode::Legacy;
    } else if (mode.toString() == u"modern-only") {
        options.mode = EraMode::Modern;
    }
}

quint16 closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

qsizetype expectedRequests(const QJsonObject &definition)
{
    const QJsonObject expect = definition.value(u"expect").toObject();
    return std::max(expect.value(u"http").toArray().size(), expect.value(u"requests").toArray().size());
}

QJsonObject errorObject(const Error &error)
{
    QJsonObject data;
    if (error.data.status)
        data.insert(u"status", *error.data.status);
    data.insert(u"hasText", !error.data.text.value_or("").empty());
    QJsonObject object { { QStringLiteral("kind"), QString::fromStdString(error.kind) }, { QStringLiteral("data"), data } };
    if (error.data.code)
        object.insert(u"rpcCode", QString::fromStdString(*error.data.code).toInt());
    return object;
}

QJsonValue slowedValue(const QString &name, const QJsonValue &value, int times)
{
    static const QStringList durations { QStringLiteral("probeMs"), QStringLiteral("requestMs"), QStringLiteral("delayMs"), QStringLiteral("afterMs"),
        QStringLiteral("gapMs"), QStringLiteral("timeout"), QStringLiteral("abortAfterMs"), QStringLiteral("closeAfterMs") };
    if (value.isObject())
        return slowed(value.toObject(), times);
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &item : value.toArray())
            array.append(slowedValue({}, item, times));
        return array;
    }
    return value.isDouble() && durations.contains(name) ? QJsonValue(value.toDouble() * times) : value;
}

} // namespace

QJsonObject slowed(const QJsonObject &definition, int times)
{
    QJsonObject object;
    for (auto it = definition.begin(); it != definition.end(); ++it)
        object.insert(it.key(), slowedValue(it.key(), it.value(), times));
    return object;
}

CaseRun::CaseRun(const QJsonObject &definition, ProbePolicy policy)
    : m_case(definition)
    , m_policy(policy)
{
}

CaseRun::~CaseRun() = default;

SessionOptions CaseRun::options()
{
    SessionOptions options;
    options.clientName = "oracle";
    options.clientVersion = "0.0.1";
    options.policy = m_policy;
    options.sseFallback = false;
    setMode(options, m_case.value(u"mode"));
    for (const QJsonValue &version : m_case.value(u"clientVersions").toArray())
        options.protocolVersions.append(version.toString());
    const QJsonObject timeouts = m_case.value(u"timeouts").toObject();
    options.probeTimeoutMs = timeouts.value(u"probeMs").toInt();
    options.requestTimeoutMs = timeouts.value(u"requestMs").toInt();
    options.probeRetries = timeouts.value(u"maxRetries").toInt();
    options.target.limits.reconnectInitialMs = 50;
    options.target.limits.reconnectCapMs = 200;
    if (m_case.value(u"placement").toString() == u"in-place")
        options.placement = ProbePlacement::InPlace;
    if (m_case.contains(u"clientCapabilities"))
        options.clientCapabilities = compact(m_case.value(u"clientCapabilities").toObject());
    if (m_case.contains(u"token"))
        options.target.headers.append({ "Authorization", "Bearer " + m_case.value(u"token").toString().toLatin1() });
    return options;
}

void CaseRun::prepareHttp(SessionOptions &options)
{
    m_server = std::make_unique<NegotiationServer>(m_case.value(u"server").toArray());
    m_other = std::make_unique<NegotiationServer>(m_case.value(u"otherServer").toArray());
    m_server->setOther(m_other->origin());
    options.target.url = QUrl(m_server->origin() + QStringLiteral("/mcp"));
    if (m_case.value(u"refused").toBool())
        options.target.url.setPort(closedPort());
}

void CaseRun::prepareStdio(SessionOptions &options)
{
    options.target.kind = TransportKind::Stdio;
    QFile script(m_folder.filePath(QStringLiteral("script.json")));
    if (script.open(QIODevice::WriteOnly))
        script.write(compact(m_case));
    script.close();
    options.target.command = m_case.value(u"spawnFail").toBool() ? QStringLiteral("/nowhere/such/program") : QStringLiteral(NEGOTIATION_PEER);
    options.target.arguments = { script.fileName(), m_folder.path() };
}

void CaseRun::start()
{
    SessionOptions chosen = options();
    if (m_case.value(u"transport").toString() == u"stdio")
        prepareStdio(chosen);
    else
        prepareHttp(chosen);
    m_clock.start();
    const QJsonArray during = m_case.value(u"during").toArray();
    if (during.isEmpty())
        return startSession(chosen);
    startNegotiator(chosen);
    for (const QJsonValue &value : during) {
        const bool closes = value.toObject().value(u"op").toString() == u"close";
        QTimer::singleShot(value.toObject().value(u"afterMs").toInt(), m_negotiator.get(), [this, closes] {
            if (closes)
                m_negotiator->close();
            else
                m_negotiator->cancel();
        });
    }
}

/// Where the caller gives up: Session has one way to say so, the negotiator tells closing from cancelling.
void CaseRun::startNegotiator(const SessionOptions &options)
{
    m_negotiator = std::make_unique<EraNegotiator>(options, m_sink);
    connect(m_negotiator.get(), &EraNegotiator::failed, this, [this](const Error &error) { failed(error, m_negotiator->report()); });
    connect(m_negotiator.get(), &EraNegotiator::succeeded, this, [this](const NegotiationOutcome &outcome) {
        outcome.transport->setParent(this);
        opened(outcome.report);
    });
    m_negotiator->start();
}

void CaseRun::startSession(const SessionOptions &options)
{
    m_session = std::make_unique<Session>(options, m_sink);
    connect(m_session.get(), &Session::ready, this, [this] { opened(m_session->negotiation()); });
    connect(m_session.get(), &Session::failed, this, [this](const Error &error) { failed(error, m_session->negotiation()); });
    connect(m_session.get(), &Session::serverRequested, this, [this](const ServerRequest &request) {
        ServerAnswer answer;
        answer.result = compact(m_case.value(u"elicit").toObject());
        m_session->answer(request.number, answer);
    });
    m_session->open();
}

void CaseRun::opened(const NegotiationReport &report)
{
    m_result.elapsedMs = m_clock.elapsed();
    m_result.report = report;
    m_result.result = report.era == Era::Modern ? QStringLiteral("modern") : QStringLiteral("legacy");
    m_result.version = QString::fromStdString(report.protocolVersion.value_or(""));
    nextOperation();
}

void CaseRun::failed(const Error &error, const NegotiationReport &report)
{
    m_result.elapsedMs = m_clock.elapsed();
    m_result.report = report;
    m_result.result = QStringLiteral("error");
    m_result.error = error;
    settle();
}

void CaseRun::nextOperation()
{
    const QJsonArray operations = m_case.value(u"then").toArray();
    if (m_operation >= operations.size() || !m_session)
        return settle();
    operate(operations.at(m_operation++).toObject());
}

void CaseRun::done(const QString &op, QJsonObject result, const std::optional<Error> &error)
{
    result.insert(u"op", op);
    if (error)
        result.insert(u"error", errorObject(*error));
    else
        result.insert(u"ok", true);
    m_result.then.append(result);
    QMetaObject::invokeMethod(this, &CaseRun::nextOperation, Qt::QueuedConnection);
}

void CaseRun::operate(const QJsonObject &operation)
{
    const QString op = operation.value(u"op").toString();
    if (op == u"wait") {
        QTimer::singleShot(operation.value(u"ms").toInt(), this, [this, op] { done(op, {}); });
    } else if (op == u"listTools") {
        connect(m_session.get(), &Session::listFinished, this, [this, op](ListKind kind) {
            const ListSnapshotPtr list = m_session->snapshot(kind);
            done(op, list->error ? QJsonObject() : QJsonObject { { QStringLiteral("count"), qint64(list->items.size()) } }, list->error);
        }, Qt::SingleShotConnection);
        m_session->list(ListKind::Tools);
    } else if (op == u"terminateSession") {
        connect(m_session.get(), &Session::closed, this, [this, op] {
            std::optional<Error> refused;
            for (const Finding &finding : m_session->findings()) {
                if (finding.rule == "session.delete" && finding.message.find("500") != std::string::npos) {
                    refused = Error("http-error", finding.message);
                    refused->data.status = 500;
                }
            }
            done(op, {}, refused);
        });
        m_session->close();
    } else if (op == u"callTool") {
        RequestOptions options;
        options.progress = operation.value(u"progress").toBool();
        Exchange *call = m_session->callTool(operation.value(u"name").toString().toUtf8(), "{}", options);
        followExchange(call, op);
        if (operation.contains(u"abortAfterMs"))
            QTimer::singleShot(operation.value(u"abortAfterMs").toInt(), call, [call] { call->cancel(); });
    } else if (op == u"readResource") {
        followExchange(m_session->request("resources/read", compact({ { QStringLiteral("uri"), operation.value(u"uri") } })), op);
    } else if (op == u"ping") {
        followExchange(m_session->request("ping", {}), op);
    } else if (op == u"listen") {
        Exchange *listening = m_session->listen(compact(operation.value(u"filter").toObject()));
        const auto closing = std::make_shared<bool>(false);
        connect(listening, &Exchange::written, this, [listening, operation, closing] {
            QTimer::singleShot(operation.value(u"closeAfterMs").toInt(), listening, [listening, closing] {
                *closing = true;
                listening->cancel();
            });
        });
        connect(listening, &Exchange::finished, this, [this, op, closing](const ExchangeResult &result) {
            done(op, {}, *closing ? std::nullopt : result.error);
        });
    } else {
        done(op, {}, Error("unknown-operation", "The suite does not know it"));
    }
}

void CaseRun::followExchange(Exchange *exchange, const QString &op)
{
    connect(exchange, &Exchange::finished, this, [this, op](const ExchangeResult &result) {
        QJsonObject told;
        if (result.result) {
            const json::Value *contents = result.result.value->find("contents");
            const json::Value *content = result.result.value->find("content");
            if (contents)
                told.insert(u"count", qint64(contents->size()));
            if (content && content->size() > 0)
                told.insert(u"text", QString::fromStdString(std::string(content->items()[0].stringAt("text").value_or(""))));
        }
        QJsonArray progress;
        for (const ProgressUpdate &update : result.progress)
            progress.append(update.progress.toInt());
        if (!progress.isEmpty())
            told.insert(u"progress", progress);
        done(op, told, result.error);
    });
}

/// Waits for what is still on its way (the GET stream, a process), and a moment more for what should not come.
void CaseRun::settle()
{
    const qsizetype processes = m_case.value(u"expect").toObject().value(u"spawns").toArray().size();
    const bool notStarted = processes > 0 && !QFile::exists(m_folder.filePath(QStringLiteral("spawn-%1").arg(processes)));
    const bool missing = notStarted || (m_server && m_server->requests().size() < expectedRequests(m_case));
    const int rounds = missing ? 30 : 3;
    if (m_settleRounds++ < rounds) {
        QTimer::singleShot(settleStepMs, this, &CaseRun::settle);
        return;
    }
    conclude();
}

void CaseRun::conclude()
{
    if (std::exchange(m_over, true))
        return;
    if (m_server)
        m_result.requests = m_server->requests();
    if (m_other)
        m_result.otherRequests = m_other->requests().size();
    m_result.findings = m_session ? m_session->findings() : m_result.report.findings;
    m_result.decisions = m_sink.decisions;
    m_session.reset();
    m_negotiator.reset();
    readSpawns();
    Q_EMIT finished();
}

void CaseRun::readSpawns()
{
    for (int number = 1;; ++number) {
        QFile log(m_folder.filePath(QStringLiteral("spawn-%1").arg(number)));
        if (!log.open(QIODevice::ReadOnly))
            return;
        QList<QJsonObject> received;
        for (const QByteArray &line : log.readAll().split('\n')) {
            if (!line.isEmpty())
                received.append(QJsonDocument::fromJson(line).object());
        }
        m_result.spawns.append(received);
    }
}

} // namespace assayer::test
