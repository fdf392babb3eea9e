// The machine: which states a negotiation visits, what it writes, and that giving up is answered at once in every state.
#include "session/eranegotiator.h"
#include "support/negotiationserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

class KeepingSink final : public FrameSink {
public:
    quint64 record(const Frame &) override { return ++m_last; }
    quint64 decide(const Decision &decision) override
    {
        decisions.push_back(decision);
        return ++m_last;
    }
    std::vector<Decision> decisions;

private:
    quint64 m_last = 0;
};

const QByteArray discovered = R"({"jsonrpc":"2.0","id":"$id","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}})";
const QByteArray initialized = R"({"jsonrpc":"2.0","id":"$id","result":{"protocolVersion":"$initVersion","capabilities":{},"serverInfo":{"name":"s","version":"1"}}})";
const QByteArray corrected = R"({"jsonrpc":"2.0","id":"$id","error":{"code":-32022,"message":"u","data":{"supported":["2026-07-28"],"requested":"x"}}})";

QJsonArray rules(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).array();
}

QByteArray rule(const QByteArray &when, const QByteArray &answer)
{
    return "{\"when\":" + when + ",\"answer\":" + answer + '}';
}

QByteArray method(const QByteArray &name)
{
    return "{\"rpcMethod\":\"" + name + "\"}";
}

QString states(const NegotiationReport &report)
{
    QStringList names;
    for (const std::string &state : report.states)
        names.append(QString::fromStdString(state));
    return names.join(u' ');
}

/// A run with what came of it.
struct Run {
    explicit Run(const SessionOptions &options)
        : negotiator(options, sink)
        , succeeded(&negotiator, &EraNegotiator::succeeded)
        , failed(&negotiator, &EraNegotiator::failed)
    {
        QObject::connect(&negotiator, &EraNegotiator::succeeded, &owner, [this](const NegotiationOutcome &given) {
            outcome = given;
            given.transport->setParent(&owner);
        });
    }
    bool wait(int ms = 5000)
    {
        return QTest::qWaitFor([this] { return succeeded.size() + failed.size() > 0; }, ms);
    }
    Error error() const { return failed.isEmpty() ? Error() : failed.first().first().value<Error>(); }

    KeepingSink sink;
    QObject owner;
    EraNegotiator negotiator;
    QSignalSpy succeeded;
    QSignalSpy failed;
    NegotiationOutcome outcome;
};

SessionOptions httpOptions(const NegotiationServer &server)
{
    SessionOptions options;
    options.target.url = QUrl(server.origin() + QStringLiteral("/mcp"));
    options.probeTimeoutMs = 2000;
    options.requestTimeoutMs = 2000;
    options.sseFallback = false;
    return options;
}

} // namespace

class tst_EraNegotiator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modern();
    void legacy();
    void corrective();
    void legacyModeProbesNothing();
    void pinnedLegacyRevision();
    void giveUp_data();
    void giveUp();
    void giveUpBeforeItBegan();
    void closedByCaller();
    void connectTimeout();
    void bothReasons();
    void sseFallback();
    void sseFallbackFails();
    void noFallbackBehindModernError();
    void siblingKeepsStderr();
    void policyThatWaits();
    void pinMustBeModern();
    void sseTargetIsNotProbed();
    void decisionsPointAtFrames();
};

void tst_EraNegotiator::modern()
{
    NegotiationServer server(rules('[' + rule(method("server/discover"), "{\"bodyJson\":" + discovered + '}') + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(states(run.outcome.report), QStringLiteral("opening probing judging handing-over ready"));
    QCOMPARE(run.outcome.era, Era::Modern);
    QCOMPARE(run.outcome.protocolVersion, std::string("2026-07-28"));
    QCOMPARE(run.outcome.report.deciding, 0);
    QCOMPARE(run.outcome.report.strength, std::optional<std::string>("strong"));
    QTest::qWait(50);
    QCOMPARE(server.requests().size(), 1); // nothing is sent unasked
}

void tst_EraNegotiator::legacy()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), "{\"headers\":{\"mcp-session-id\":\"S1\"},\"bodyJson\":" + initialized + '}') + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(states(run.outcome.report), QStringLiteral("opening probing judging handing-over initializing checking-version announcing ready"));
    QCOMPARE(run.outcome.sessionId, QByteArray("S1"));
    QVERIFY(run.outcome.initializedAccepted);
    QCOMPARE(run.outcome.report.steps.size(), std::size_t(3));
    QCOMPARE(run.outcome.report.steps[0].rule, std::string("http-4xx"));
    QCOMPARE(run.outcome.report.steps[0].evidence, std::string("not found"));
    QVERIFY(run.outcome.report.because.find("404 Not Found (text/plain)") != std::string::npos);
    const ScriptedRequest &opening = server.requests().at(1);
    QVERIFY(!opening.headers.contains("mcp-protocol-version") && !opening.headers.contains("mcp-method") && !opening.headers.contains("mcp-session-id"));
}

void tst_EraNegotiator::corrective()
{
    NegotiationServer server(rules('[' + rule(R"({"rpcMethod":"server/discover","nth":1})", "{\"status\":400,\"bodyJson\":" + corrected + '}') + ','
        + rule(method("server/discover"), "{\"bodyJson\":" + discovered + "}") + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(states(run.outcome.report), QStringLiteral("opening probing judging correcting judging handing-over ready"));
    QCOMPARE(run.outcome.report.steps.size(), std::size_t(2));
    QCOMPARE(run.outcome.report.steps[1].step, std::string("corrective-probe"));
    QVERIFY(server.requests().at(0).rpc.value(u"id") != server.requests().at(1).rpc.value(u"id"));
}

void tst_EraNegotiator::legacyModeProbesNothing()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), "{\"bodyJson\":" + initialized + '}') + ']'));
    SessionOptions options = httpOptions(server);
    options.mode = EraMode::Legacy;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(states(run.outcome.report), QStringLiteral("opening initializing checking-version announcing ready"));
    QVERIFY(!run.outcome.report.strength);
    QVERIFY(!run.outcome.report.because.empty());
}

void tst_EraNegotiator::pinnedLegacyRevision()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), R"({"bodyJson":{"jsonrpc":"2.0","id":"$id","result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}})") + ']'));
    SessionOptions options = httpOptions(server);
    options.mode = EraMode::Legacy;
    options.protocolVersions = { QStringLiteral("2025-03-26") };
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().kind, std::string("initialize-version-unsupported"));
    QCOMPARE(server.requests().first().rpc.value(u"params").toObject().value(u"protocolVersion").toString(), QStringLiteral("2025-03-26"));
}

void tst_EraNegotiator::giveUp_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("state");
    const QByteArray hang = "{\"hang\":true}";
    QTest::newRow("probe") << '[' + rule(method("server/discover"), hang) + ']' << QStringLiteral("probing");
    QTest::newRow("corrective") << '[' + rule(R"({"rpcMethod":"server/discover","nth":1})", "{\"status\":400,\"bodyJson\":" + corrected + '}') + ',' + rule(method("server/discover"), hang) + ']'
                                << QStringLiteral("correcting");
    QTest::newRow("initialize") << '[' + rule(method("initialize"), hang) + ']' << QStringLiteral("initializing");
    QTest::newRow("initialized") << '[' + rule(method("initialize"), "{\"bodyJson\":" + initialized + '}') + ',' + rule(method("notifications/initialized"), hang) + ']'
                                 << QStringLiteral("announcing");
}

void tst_EraNegotiator::giveUp()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, state);
    NegotiationServer server(rules(script));
    Run run(httpOptions(server));
    run.negotiator.start();
    QTRY_COMPARE(QString::fromStdString(run.negotiator.report().states.empty() ? std::string() : run.negotiator.report().states.back()), state);
    run.negotiator.cancel();
    QVERIFY(run.wait(5000)); // the server hangs for longer
    QCOMPARE(run.error().kind, std::string("cancelled"));
    QVERIFY(states(run.negotiator.report()).endsWith(state + QStringLiteral(" cancelled")));
    QCOMPARE(run.negotiator.report().steps.back().outcome, std::string("cancelled"));
}

void tst_EraNegotiator::giveUpBeforeItBegan()
{
    NegotiationServer server({});
    Run run(httpOptions(server));
    run.negotiator.start();
    run.negotiator.cancel();
    QVERIFY(run.wait(1000));
    QCOMPARE(run.error().kind, std::string("cancelled"));
    QVERIFY(server.requests().isEmpty());
}

void tst_EraNegotiator::closedByCaller()
{
    NegotiationServer server(rules('[' + rule(method("server/discover"), "{\"hang\":true}") + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QTRY_COMPARE(server.requests().size(), 1);
    run.negotiator.close();
    QVERIFY(run.wait(1000));
    QCOMPARE(run.error().kind, std::string("era-negotiation-failed"));
    QCOMPARE(run.error().cause, std::string("closed"));
}

void tst_EraNegotiator::connectTimeout()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), "{\"hang\":true}") + ']'));
    SessionOptions options = httpOptions(server);
    options.connectTimeoutMs = 150;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait(1500));
    QCOMPARE(run.error().kind, std::string("timeout"));
    QCOMPARE(run.error().data.timeoutMs, std::optional<std::int64_t>(150));
    QCOMPARE(run.negotiator.report().steps.back().outcome, std::string("timeout"));
}

void tst_EraNegotiator::bothReasons()
{
    NegotiationServer server(rules('[' + rule("{}", R"({"status":503,"bodyText":"down"})") + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().kind, std::string("http-error"));
    QVERIFY(run.error().message.find("the probe got 503") != std::string::npos);
    QVERIFY(run.error().message.find("to initialize") != std::string::npos);
    QCOMPARE(run.negotiator.report().deciding, 1);
    QCOMPARE(run.negotiator.report().steps[0].verdict, std::string("legacy"));
}

void tst_EraNegotiator::sseFallback()
{
    // POST to /mcp is refused; GET opens a stream that names /post; its messages are told on the stream that stays open.
    NegotiationServer server(rules('[' + rule(R"({"httpMethod":"POST","path":"/mcp"})", R"({"status":405})") + ','
        + rule(R"({"httpMethod":"GET"})", R"({"sse":[{"event":"endpoint","dataText":"/post"},{"delayMs":150,"dataJson":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}}],"sseEnd":"hang"})") + ','
        + rule(R"({"path":"/post"})", R"({"status":202})") + ']'));
    SessionOptions options = httpOptions(server);
    options.sseFallback = true;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QVERIFY2(run.failed.isEmpty(), run.error().message.c_str());
    QCOMPARE(states(run.outcome.report), QStringLiteral("opening probing judging handing-over initializing falling-back initializing checking-version announcing ready"));
    QCOMPARE(run.outcome.protocolVersion, std::string("2024-11-05"));
    QCOMPARE(run.outcome.transport->kind(), TransportKind::LegacySse);
    QCOMPARE(run.outcome.report.steps[2].step, std::string("sse-fallback"));
}

void tst_EraNegotiator::sseFallbackFails()
{
    NegotiationServer server(rules('[' + rule("{}", R"({"status":404,"bodyText":"nothing here"})") + ']'));
    SessionOptions options = httpOptions(server);
    options.sseFallback = true;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().kind, std::string("http-error"));
    QCOMPARE(run.error().data.status, std::optional(404));
    QVERIFY(run.error().message.find("HTTP+SSE") != std::string::npos);
    QCOMPARE(run.negotiator.report().steps.back().outcome, std::string("http-error"));
}

void tst_EraNegotiator::noFallbackBehindModernError()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), "{\"status\":400,\"bodyJson\":" + corrected + "}") + ']'));
    SessionOptions options = httpOptions(server);
    options.mode = EraMode::Legacy;
    options.sseFallback = true;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().kind, std::string("http-error"));
    QVERIFY(run.error().message.find("modern") != std::string::npos);
    QCOMPARE(run.error().data.supported, std::vector<std::string> { "2026-07-28" });
    QCOMPARE(server.requests().size(), 1);
}

void tst_EraNegotiator::siblingKeepsStderr()
{
    QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("script.json")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(R"({"onStart":[{"stderr":"starting\n"}],"server":[{"when":{"rpcMethod":"server/discover"},"actions":[{"writeText":"noise\n"},{"writeJson":)" + discovered + "}]}]}");
    script.close();
    SessionOptions options;
    options.target.kind = TransportKind::Stdio;
    options.target.command = QStringLiteral(NEGOTIATION_PEER);
    options.target.arguments = { script.fileName(), folder.path() };
    Run run(options);
    QSignalSpy heard(&run.negotiator, &EraNegotiator::stderrReceived);
    run.negotiator.start();
    QVERIFY(run.wait(10'000));
    QCOMPARE(run.outcome.era, Era::Modern);
    QCOMPARE(run.outcome.report.steps[0].stderrText, std::string("starting\n"));
    QVERIFY(!heard.isEmpty());
    QVERIFY(std::any_of(run.outcome.report.findings.begin(), run.outcome.report.findings.end(), [](const Finding &finding) { return finding.rule == "stdio.noise"; }));
    QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("spawn-2")))); // the session has a process of its own
}

void tst_EraNegotiator::policyThatWaits()
{
    NegotiationServer server(rules('[' + rule(method("server/discover"), R"({"status":202})") + ']'));
    SessionOptions options = httpOptions(server);
    options.policy = ProbePolicy::Sdk240;
    options.probeTimeoutMs = 200;
    Run run(options);
    QElapsedTimer clock;
    clock.start();
    run.negotiator.start();
    QVERIFY(run.wait());
    QVERIFY(clock.elapsed() >= 190);
    QCOMPARE(run.error().kind, std::string("timeout"));
    QCOMPARE(states(run.negotiator.report()), QStringLiteral("opening probing judging waiting failed"));
    QCOMPARE(run.negotiator.report().otherPolicies.front().policy, std::string("assayer"));
    QCOMPARE(run.negotiator.report().otherPolicies.front().verdict, std::string("legacy"));
}

void tst_EraNegotiator::pinMustBeModern()
{
    SessionOptions options;
    options.mode = EraMode::Pin;
    options.pin = QStringLiteral("2025-11-25");
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().kind, std::string("usage"));
}

void tst_EraNegotiator::sseTargetIsNotProbed()
{
    NegotiationServer server({});
    SessionOptions options = httpOptions(server);
    options.target.kind = TransportKind::LegacySse;
    options.mode = EraMode::Modern;
    Run run(options);
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.error().cause, std::string("no-legacy-version"));
    QVERIFY(server.requests().isEmpty());
}

void tst_EraNegotiator::decisionsPointAtFrames()
{
    NegotiationServer server(rules('[' + rule(method("initialize"), "{\"bodyJson\":" + initialized + "}") + ']'));
    Run run(httpOptions(server));
    run.negotiator.start();
    QVERIFY(run.wait());
    QCOMPARE(run.sink.decisions.size(), std::size_t(2));
    const Decision &probe = run.sink.decisions.front();
    QCOMPARE(probe.kind, QByteArray("verdict"));
    QCOMPARE(probe.of.size(), std::size_t(2));
    QCOMPARE(probe.of.front(), run.outcome.report.steps[0].requestFrame);
    QVERIFY(QJsonDocument::fromJson(probe.details).object().value(u"rule").toString() == u"http-4xx");
    QVERIFY(QJsonDocument::fromJson(run.sink.decisions.back().details).object().value(u"era").toString() == u"legacy");
}

QTEST_GUILESS_MAIN(tst_EraNegotiator)
#include "tst_eranegotiator.moc"
