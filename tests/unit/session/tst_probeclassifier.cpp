// The classifier's tables, row by row: what each policy concludes from an outcome.
#include "session/probeclassifier.h"

#include "session/httpfacts.h"

#include <QTest>

#include <set>

using namespace assayer;

namespace {

constexpr const char *discover = R"("result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"})";

QByteArray reply(const QByteArray &rest)
{
    return R"({"jsonrpc":"2.0","id":"probe:1",)" + rest + '}';
}

QByteArray unsupported(const QByteArray &list)
{
    return reply(R"("error":{"code":-32022,"message":"u","data":{"supported":)" + list + "}}");
}

ProbeOutcome http(int status, const QByteArray &body, const char *type = "application/json")
{
    ProbeOutcome outcome;
    outcome.ids = { "\"probe:1\"" };
    outcome.status = status;
    outcome.reason = "Reason";
    outcome.mediaType = type;
    outcome.answerFrame = 7;
    if (!body.isEmpty())
        outcome.texts.push_back({ ProbeText::From::Body, body, {}, 7, true });
    return outcome;
}

ProbeOutcome stream(const QByteArray &data)
{
    ProbeOutcome outcome = http(200, {}, "text/event-stream");
    outcome.stream = true;
    if (!data.isEmpty())
        outcome.texts.push_back({ ProbeText::From::Event, data, "message", 7, true });
    return outcome;
}

ProbeOutcome stdio(ProbeOutcome::End end, const QByteArray &line = {}, bool terminated = true)
{
    ProbeOutcome outcome;
    outcome.ids = { "\"probe:1\"" };
    outcome.stdio = true;
    outcome.end = end;
    if (!line.isEmpty())
        outcome.texts.push_back({ ProbeText::From::Line, line, {}, 9, terminated });
    return outcome;
}

ProbeOutcome ended(ProbeOutcome outcome, ProbeOutcome::End end)
{
    outcome.end = end;
    if (end == ProbeOutcome::End::Broken)
        outcome.transportError = Error("network", "cut", "cut");
    return outcome;
}

QString words(const ProbeVerdict &verdict)
{
    const QString plain = QString::fromStdString(verdictWords(verdict));
    return verdict.kind == ProbeVerdict::Kind::Legacy ? plain + (verdict.weak ? QStringLiteral(" weak") : QStringLiteral(" strong")) : plain;
}

} // namespace

class tst_ProbeClassifier : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rows_data();
    void rows();
    void afterCorrective_data();
    void afterCorrective();
    void withoutFallback_data();
    void withoutFallback();
    void everyRowIsReachable();
    void readingIsTotal_data();
    void readingIsTotal();
    void decidesOnlyByReplies();
    void evidenceIsStamped();
    void foldsCorrectivesPerPolicy();
    void offersTheListedRevision();
    void challenges();

private:
    SessionOptions m_options;
};

void tst_ProbeClassifier::rows_data()
{
    QTest::addColumn<ProbeOutcome>("outcome");
    QTest::addColumn<QString>("ours");
    QTest::addColumn<QString>("pullRequest");
    QTest::addColumn<QString>("published");
    const auto row = [](const char *name, const ProbeOutcome &outcome, const char *ours, const char *pr, const char *published) {
        QTest::newRow(name) << outcome << QString::fromLatin1(ours) << QString::fromLatin1(pr) << QString::fromLatin1(published);
    };
    const char *timeout = "error: timeout";
    row("discover", http(200, reply(discover)), "modern", "modern", "modern");
    row("discover, 201", http(201, reply(discover)), "modern", "modern", "modern");
    row("discover in a stream", stream(reply(discover)), "modern", "modern", "modern");
    row("discover in an array", http(200, '[' + reply(discover) + ']'), "modern", "modern", "modern");
    row("discover in an event's array", stream('[' + reply(discover) + ']'), "modern", timeout, timeout);
    row("discover as text", http(200, reply(discover), "text/plain"), "legacy weak", "legacy", "error: era-negotiation-failed unusable-reply:content-type");
    row("discover behind 400", http(400, reply(discover)), "legacy weak", "legacy", "legacy");
    row("discover with a foreign member", http(200, reply(QByteArray(discover) + R"(,"trace":1)")), "legacy weak", "legacy", "error: era-negotiation-failed schema-invalid-reply");
    row("401 with an error body", http(401, unsupported(R"(["2026-07-28"])")), "error: auth-required auth-401", "error: auth-required auth-401", "error: auth-required auth-401");
    row("403", http(403, "no", "text/plain"), "error: forbidden auth-403", "error: forbidden auth-403", "error: forbidden auth-403");
    row("407", http(407, "no", "text/plain"), "error: proxy-authentication-required", "error: era-negotiation-failed network", "error: era-negotiation-failed network");
    row("404", http(404, "x", "text/plain"), "legacy weak", "legacy", "legacy");
    row("400 of a server of 2025", http(400, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}})"), "legacy strong", "legacy", "legacy");
    row("503", http(503, "<h1>", "text/html"), "legacy weak", "legacy", "error: era-negotiation-failed http-status");
    row("500 with -32022", http(500, unsupported(R"(["2026-07-28"])")), "corrective", "corrective", "error: era-negotiation-failed http-status");
    row("302", http(302, {}), "legacy weak", "legacy", "legacy");
    row("202", http(202, {}), "legacy weak", "legacy", timeout);
    row("204", http(204, {}, ""), "legacy weak", "legacy", "error: era-negotiation-failed unusable-reply:content-type");
    row("empty body", http(200, {}), "legacy weak", "legacy", "error: era-negotiation-failed unusable-reply:not-json");
    row("blank body", http(200, " \n"), "legacy weak", "legacy", "error: era-negotiation-failed unusable-reply:not-json");
    row("not JSON", http(200, "{oops"), "legacy weak", "legacy", "error: era-negotiation-failed unusable-reply:not-json");
    row("-32601", http(200, reply(R"("error":{"code":-32601,"message":"no"})")), "legacy strong", "legacy", "legacy");
    row("-32603", http(200, reply(R"("error":{"code":-32603,"message":"no"})")), "legacy weak", "legacy", "legacy");
    row("-32020", http(200, reply(R"("error":{"code":-32020,"message":"no"})")), "error: modern-refused -32020", "legacy", "legacy");
    row("-32021 behind 400", http(400, reply(R"("error":{"code":-32021,"message":"no"})")), "error: modern-refused -32021", "legacy", "legacy");
    row("-32022, shared", http(200, unsupported(R"(["2026-07-28"])")), "corrective", "corrective", "corrective");
    row("-32022, shared, id null", http(200, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"u","data":{"supported":["2026-07-28"]}}})"), "corrective", "corrective", "error: era-negotiation-failed schema-invalid-reply");
    row("-32022, none shared", http(200, unsupported(R"(["2027-01-15"])")), "error: unsupported-protocol-version", "error: unsupported-protocol-version", "error: unsupported-protocol-version");
    row("-32022, a legacy one shared", http(200, unsupported(R"(["2027-01-15","2025-11-25"])")), "legacy strong", "error: unsupported-protocol-version", "error: unsupported-protocol-version");
    row("-32022, legacy only", http(400, unsupported(R"(["2025-06-18"])")), "legacy strong", "legacy", "legacy");
    row("-32022, unknown legacy only", http(400, unsupported(R"(["2023-01-01"])")), "legacy weak", "legacy", "legacy");
    row("-32022, list of numbers", http(200, unsupported("[20260728]")), "legacy weak", "legacy", "legacy");
    row("another id", http(200, R"({"jsonrpc":"2.0","id":"zz",)" + QByteArray(discover) + '}'), "legacy weak", timeout, timeout);
    row("no id", http(200, R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"p"}})"), "legacy weak", timeout, timeout);
    row("a request", http(200, R"({"jsonrpc":"2.0","id":7,"method":"ping"})"), "legacy weak", timeout, timeout);
    row("empty array", http(200, "[]"), "legacy weak", timeout, timeout);
    row("a bad element", http(200, '[' + reply(discover) + ",{\"nonsense\":true}]"), "legacy weak", "legacy", "error: era-negotiation-failed schema-invalid-reply");
    row("result and error", http(200, reply(QByteArray(discover) + R"(,"error":{"code":1,"message":"x"})")), "legacy weak", "legacy", "error: era-negotiation-failed schema-invalid-reply");
    row("result of another shape", http(200, reply(R"("result":{})")), "legacy weak", "legacy", "legacy");
    row("discover, only legacy listed", http(200, reply(R"("result":{"supportedVersions":["2025-11-25"],"capabilities":{}})")), "legacy strong", "legacy", "legacy");
    row("discover, only future listed", http(200, reply(R"("result":{"supportedVersions":["2099-01-01"],"capabilities":{}})")), "legacy weak", "legacy", "legacy");
    row("stream without a reply", stream({}), "legacy weak", timeout, timeout);
    row("stream with an invalid event", stream(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})"), "legacy weak", timeout, timeout);
    row("cut JSON", ended(http(200, "{\"jso"), ProbeOutcome::End::Broken), "error: era-negotiation-failed network", "error: era-negotiation-failed network", "error: era-negotiation-failed network");
    row("cut stream", ended(stream({}), ProbeOutcome::End::Broken), "error: era-negotiation-failed network", timeout, timeout);
    row("cut 404", ended(http(404, "Not f", "text/plain"), ProbeOutcome::End::Broken), "error: era-negotiation-failed network", "legacy", "legacy");
    row("cut 500", ended(http(500, "I", "text/plain"), ProbeOutcome::End::Broken), "error: era-negotiation-failed network", "legacy", "error: era-negotiation-failed http-status");
    row("refused", ended(http(0, {}, ""), ProbeOutcome::End::Broken), "error: era-negotiation-failed network", "error: era-negotiation-failed network", "error: era-negotiation-failed network");
    row("silence over HTTP", ended(http(0, {}, ""), ProbeOutcome::End::Silence), timeout, timeout, timeout);
    row("too large", ended(http(200, {}), ProbeOutcome::End::TooLarge), "error: message-too-large", "error: message-too-large", "error: message-too-large");
    row("line", stdio(ProbeOutcome::End::Complete, reply(discover)), "modern", "modern", "modern");
    row("line without end", stdio(ProbeOutcome::End::Complete, reply(discover), false), "modern", "legacy", "legacy");
    row("line, array", stdio(ProbeOutcome::End::Complete, '[' + reply(discover) + ']'), "modern", "legacy", "legacy");
    row("line, id null", stdio(ProbeOutcome::End::Complete, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})"), "legacy weak", "legacy", "legacy");
    row("line, id null, -32022", stdio(ProbeOutcome::End::Complete, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"p","data":{"supported":["2026-07-28"]}}})"), "corrective", "legacy", "legacy");
    row("line, foreign member", stdio(ProbeOutcome::End::Complete, reply(QByteArray(discover) + R"(,"trace":1)")), "legacy weak", "legacy", "legacy");
    row("silence on stdio", stdio(ProbeOutcome::End::Silence), "legacy weak", "legacy", "legacy");
    row("exit", stdio(ProbeOutcome::End::Ended), "legacy weak", "legacy", "legacy");
    row("line too long", stdio(ProbeOutcome::End::TooLarge), "legacy weak", "legacy", "legacy");
    row("no process", stdio(ProbeOutcome::End::SpawnFailed), "error: spawn-failed", "error: spawn-failed", "error: spawn-failed");
}

void tst_ProbeClassifier::rows()
{
    QFETCH(ProbeOutcome, outcome);
    QFETCH(QString, ours);
    QFETCH(QString, pullRequest);
    QFETCH(QString, published);
    m_options = {};
    const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
    const ProbeReading reading = readProbe(outcome, context);
    QCOMPARE(words(judgeProbe(reading, outcome, context, ProbePolicy::Assayer)), ours);
    // The clients have no strength.
    QCOMPARE(QString::fromStdString(verdictWords(judgeProbe(reading, outcome, context, ProbePolicy::Sdk2571))), pullRequest);
    QCOMPARE(QString::fromStdString(verdictWords(judgeProbe(reading, outcome, context, ProbePolicy::Sdk240))), published);
    QVERIFY(!describeReading(reading, outcome).empty());
    QVERIFY(!stepOutcome(reading).empty());
}

void tst_ProbeClassifier::afterCorrective_data()
{
    QTest::addColumn<ProbeOutcome>("outcome");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("discover") << http(200, reply(discover)) << QStringLiteral("modern");
    QTest::newRow("again") << http(200, unsupported(R"(["2026-07-28"])")) << QStringLiteral("error: unsupported-protocol-version");
    QTest::newRow("404") << http(404, "x", "text/plain") << QStringLiteral("error: modern-refused inconsistent");
    QTest::newRow("-32601") << http(200, reply(R"("error":{"code":-32601,"message":"no"})")) << QStringLiteral("error: modern-refused inconsistent");
    QTest::newRow("-32020") << http(400, reply(R"("error":{"code":-32020,"message":"no"})")) << QStringLiteral("error: modern-refused -32020");
    QTest::newRow("silence on stdio") << stdio(ProbeOutcome::End::Silence) << QStringLiteral("error: timeout");
    QTest::newRow("exit") << stdio(ProbeOutcome::End::Ended) << QStringLiteral("error: era-negotiation-failed closed");
    QTest::newRow("401") << http(401, {}) << QStringLiteral("error: auth-required auth-401");
    QTest::newRow("no revision left") << http(200, reply(R"("result":{"supportedVersions":["2025-11-25"],"capabilities":{}})")) << QStringLiteral("error: unsupported-protocol-version");
}

void tst_ProbeClassifier::afterCorrective()
{
    QFETCH(ProbeOutcome, outcome);
    QFETCH(QString, verdict);
    m_options = {};
    const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, true, false };
    QCOMPARE(QString::fromStdString(verdictWords(judgeProbe(readProbe(outcome, context), outcome, context, ProbePolicy::Assayer))), verdict);
}

void tst_ProbeClassifier::withoutFallback_data()
{
    QTest::addColumn<ProbeOutcome>("outcome");
    QTest::addColumn<QString>("pinned");
    QTest::addColumn<QString>("modernOnly");
    const auto row = [](const char *name, const ProbeOutcome &outcome, const char *pinned, const char *modernOnly) {
        QTest::newRow(name) << outcome << QString::fromLatin1(pinned) << QString::fromLatin1(modernOnly);
    };
    row("404", http(404, "x", "text/plain"), "error: era-negotiation-failed pin-not-offered", "error: era-negotiation-failed no-legacy-version");
    row("-32022, legacy only", http(200, unsupported(R"(["2025-11-25"])")), "error: unsupported-protocol-version", "error: unsupported-protocol-version");
    row("discover, legacy only", http(200, reply(R"("result":{"supportedVersions":["2025-11-25"],"capabilities":{}})")), "error: unsupported-protocol-version", "error: unsupported-protocol-version");
    row("silence", stdio(ProbeOutcome::End::Silence), "error: era-negotiation-failed pin-not-offered", "error: era-negotiation-failed no-legacy-version");
    row("exit", stdio(ProbeOutcome::End::Ended), "error: era-negotiation-failed closed", "error: era-negotiation-failed closed");
    row("discover", http(200, reply(discover)), "modern", "modern");
}

void tst_ProbeClassifier::withoutFallback()
{
    QFETCH(ProbeOutcome, outcome);
    QFETCH(QString, pinned);
    QFETCH(QString, modernOnly);
    for (const auto &[mode, expected] : { std::pair(EraMode::Pin, pinned), std::pair(EraMode::Modern, modernOnly) }) {
        m_options = {};
        m_options.mode = mode;
        m_options.pin = QStringLiteral("2026-07-28");
        const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
        QCOMPARE(QString::fromStdString(verdictWords(judgeProbe(readProbe(outcome, context), outcome, context, ProbePolicy::Assayer))), expected);
    }
}

/// A row behind another one that holds everything it holds could never decide.
void tst_ProbeClassifier::everyRowIsReachable()
{
    for (const ProbePolicy policy : { ProbePolicy::Assayer, ProbePolicy::Sdk2571, ProbePolicy::Sdk240 }) {
        for (const bool corrective : { false, true }) {
            const auto table = probeTable(policy, corrective);
            std::set<std::string> ids;
            for (std::size_t i = 0; i < table.size(); ++i) {
                const ProbeRow &row = table[i];
                QVERIFY2(ids.insert(row.id).second, row.id);
                QVERIFY(*row.sentence && *row.source);
                for (std::size_t j = 0; j < i; ++j) {
                    const ProbeRow &before = table[j];
                    const bool hidden = !(row.carriers & ~before.carriers) && !(row.forms & ~before.forms) && !(row.replies & ~before.replies);
                    QVERIFY2(!hidden, row.id);
                }
            }
            const ProbeRow &last = table.back();
            QVERIFY(last.carriers == anyCarrier && last.forms == anyForm && last.replies == anyReply);
        }
    }
}

void tst_ProbeClassifier::readingIsTotal_data()
{
    QTest::addColumn<QByteArray>("body");
    for (const char *text : { "null", "3", "\"hello\"", "[[]]", "[null]", "{}", "{\"error\":3}", "{\"error\":{\"code\":{}}}", "{\"result\":[]}",
             "{\"jsonrpc\":\"2.0\",\"id\":\"probe:1\",\"result\":null}", "{\"error\":{\"code\":1e999}}", "\xef\xbb\xbf", "\xff\xfe" })
        QTest::newRow(text) << QByteArray(text);
}

void tst_ProbeClassifier::readingIsTotal()
{
    QFETCH(QByteArray, body);
    m_options = {};
    const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
    for (const ProbeOutcome &outcome : { http(200, body), http(404, body), stream(body), stdio(ProbeOutcome::End::Complete, body) }) {
        for (const ProbePolicy policy : { ProbePolicy::Assayer, ProbePolicy::Sdk2571, ProbePolicy::Sdk240 }) {
            const ProbeVerdict verdict = judgeProbe(readProbe(outcome, context), outcome, context, policy);
            QVERIFY(verdict.row);
            QVERIFY(verdict.kind != ProbeVerdict::Kind::Modern && verdict.kind != ProbeVerdict::Kind::Corrective);
            QVERIFY(verdict.kind != ProbeVerdict::Kind::Error || verdict.error);
        }
    }
}

void tst_ProbeClassifier::decidesOnlyByReplies()
{
    const std::vector<std::string> ids { "\"probe:1\"" };
    const auto event = [](const QByteArray &data, const char *name = "message") { return ProbeText { ProbeText::From::Event, data, name, 1, true }; };
    const auto line = [](const QByteArray &data) { return ProbeText { ProbeText::From::Line, data, {}, 1, true }; };
    QVERIFY(decides(event(reply(discover)), ids));
    QVERIFY(!decides(event(reply(discover), "ping"), ids));
    QVERIFY(!decides(event(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})"), ids));
    QVERIFY(!decides(event("hello"), ids));
    QVERIFY(decides(line(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})"), ids));
    QVERIFY(decides(line(reply(QByteArray(discover) + R"(,"trace":1)")), ids));
    QVERIFY(!decides(line(R"({"jsonrpc":"2.0","id":5,"method":"ping"})"), ids));
    QVERIFY(!decides(line(R"({"level":"info","message":"error"})"), ids));
    QVERIFY(!decides(line("[1,2]"), ids));
    QVERIFY(!decides(line(R"({"jsonrpc":"2.0","id":"other","result":{}})"), ids));
}

void tst_ProbeClassifier::evidenceIsStamped()
{
    m_options = {};
    m_options.mode = EraMode::Pin;
    m_options.pin = QStringLiteral("2026-07-28");
    const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
    ProbeOutcome outcome = http(503, "busy", "text/plain");
    outcome.retryAfter = "5";
    const ProbeReading reading = readProbe(outcome, context);
    const ProbeVerdict verdict = judgeProbe(reading, outcome, context, ProbePolicy::Assayer);
    QVERIFY(verdict.error);
    QCOMPARE(verdict.error->data.status, std::optional(503));
    QCOMPARE(verdict.error->data.text, std::optional<std::string>("busy"));
    QCOMPARE(verdict.error->data.retryAfter, std::optional<std::string>("5"));
    QVERIFY(verdict.error->message.find("503 Reason (text/plain)") != std::string::npos);
    QVERIFY(std::any_of(reading.findings.begin(), reading.findings.end(), [](const Finding &finding) { return finding.rule == "probe.retry-after"; }));
}

void tst_ProbeClassifier::foldsCorrectivesPerPolicy()
{
    m_options = {};
    ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
    ProbeContext second = context;
    second.correctiveUsed = true;
    const std::vector<JudgedProbe> probes { { http(500, unsupported(R"(["2026-07-28"])")), context }, { http(200, reply(discover)), second } };
    const ProbeVerdict ours = judgeProbe(readProbe(probes[1].outcome, second), probes[1].outcome, second, ProbePolicy::Assayer);
    const auto others = otherVerdicts(probes, ProbePolicy::Assayer, ours);
    QCOMPARE(others.size(), std::size_t(2));
    QCOMPARE(others[0].verdict, std::string("modern"));
    QVERIFY(!others[0].differs);
    QCOMPARE(others[1].verdict, std::string("error: era-negotiation-failed http-status"));
    QVERIFY(others[1].differs);
    QCOMPARE(others[1].sentence, std::string("The published TypeScript client would have failed here: it reads a 5xx as an outage"));
}

void tst_ProbeClassifier::offersTheListedRevision()
{
    m_options = {};
    m_options.protocolVersions = { QStringLiteral("2026-07-28"), QStringLiteral("2025-11-25"), QStringLiteral("2025-06-18") };
    const ProbeContext context { "2026-07-28", RevisionChoice::of(m_options), &m_options, false, false };
    const ProbeOutcome outcome = http(400, unsupported(R"(["2024-11-05","2025-06-18"])"));
    QCOMPARE(judgeProbe(readProbe(outcome, context), outcome, context, ProbePolicy::Assayer).version, std::string("2025-06-18"));
}

void tst_ProbeClassifier::challenges()
{
    QCOMPARE(challengeParameter(R"(Bearer realm="a, scope=no", scope="x y", error=insufficient_scope)", "scope"), std::string("x y"));
    QCOMPARE(challengeParameter(R"(Bearer error="insufficient_scope")", "error"), std::string("insufficient_scope"));
    QCOMPARE(challengeParameter(R"(Bearer error_description="error=1")", "error"), std::string());
    QCOMPARE(challengeParameter("Bearer", "scope"), std::string());
    QCOMPARE(challengeParameter("Bearer scope=", "scope"), std::string());
}

QTEST_GUILESS_MAIN(tst_ProbeClassifier)
#include "tst_probeclassifier.moc"
