#include "cli/targetoptions.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace assayer;

namespace {

Result<InspectionOptions> options(const QStringList &words)
{
    const auto line = parseCommandLine(QStringList { QStringLiteral("inspect") } + words);
    if (!line)
        return fail(line.error());
    return inspectionOptions(*line, line->words.value(0));
}

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class TargetOptionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void urls();
    void commands();
    void negotiation();
    void headersAndTokens();
    void answers();
    void refuses_data();
    void refuses();
    void profiles();
};

void TargetOptionsTest::urls()
{
    const auto made = options(words("http://localhost:3000/mcp"));
    QVERIFY(made);
    QCOMPARE(made->session.target.kind, TransportKind::StreamableHttp);
    QVERIFY(made->session.sseFallback);
    const auto forced = options(words("--transport streamable-http http://localhost:3000/mcp"));
    QVERIFY(forced && !forced->session.sseFallback);
    const auto sse = options(words("--transport sse http://localhost:3000/sse"));
    QVERIFY(sse);
    QCOMPARE(sse->session.target.kind, TransportKind::LegacySse);
}

void TargetOptionsTest::commands()
{
    const auto made = options(words("--env A=1 --env B= --cwd /tmp -- node server.js --x"));
    QVERIFY(made);
    QCOMPARE(made->session.target.kind, TransportKind::Stdio);
    QCOMPARE(made->session.target.command, QStringLiteral("node"));
    QCOMPARE(made->session.target.arguments, words("server.js --x"));
    QCOMPARE(made->session.target.environment.value(QStringLiteral("A")), QStringLiteral("1"));
    QVERIFY(made->session.target.environment.contains(QStringLiteral("B")));
    QCOMPARE(made->session.target.directory, QStringLiteral("/tmp"));
    QCOMPARE(made->secretVariables, words("A B"));
}

void TargetOptionsTest::negotiation()
{
    const auto made = options(words("--era modern --policy sdk-2571 --probe-placement in-place --metadata-policy isolated --protocol-versions 2025-11-25,2025-06-18 "
                                    "--probe-timeout 5 --probe-retries 2 --connect-timeout 6 --timeout 7 --max-total-timeout 8 --max-message 9 http://h"));
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    const SessionOptions &session = made->session;
    QCOMPARE(session.mode, EraMode::Modern);
    QCOMPARE(session.policy, ProbePolicy::Sdk2571);
    QCOMPARE(session.placement, ProbePlacement::InPlace);
    QCOMPARE(session.metadataPolicy, MetadataPolicy::Isolated);
    QCOMPARE(session.protocolVersions, words("2025-11-25 2025-06-18"));
    QCOMPARE(session.probeTimeoutMs, 5);
    QCOMPARE(session.probeRetries, 2);
    QCOMPARE(session.connectTimeoutMs, 6);
    QCOMPARE(session.requestTimeoutMs, 7);
    QCOMPARE(session.maxTotalTimeoutMs, 8);
    QCOMPARE(session.target.limits.messageBytes, 9);
    const auto pinned = options(words("--pin 2026-07-28 http://h"));
    QVERIFY(pinned);
    QCOMPARE(pinned->session.mode, EraMode::Pin);
    QCOMPARE(pinned->session.pin, QStringLiteral("2026-07-28"));
}

void TargetOptionsTest::headersAndTokens()
{
    qputenv("ASSAYER_TEST_TOKEN", "t0p");
    const auto made = options({ QStringLiteral("--header"), QStringLiteral("X-A: b: c"), QStringLiteral("--token-env"), QStringLiteral("ASSAYER_TEST_TOKEN"), QStringLiteral("http://h") });
    QVERIFY(made);
    const HeaderFields wanted { { "X-A", "b: c" }, { "Authorization", "Bearer t0p" } };
    QCOMPARE(made->session.target.headers, wanted);
    QVERIFY(made->secretValues.contains(QStringLiteral("t0p")));
}

void TargetOptionsTest::answers()
{
    const auto made = options(words("--elicit defaults --sample decline --root file:///a --root file:///b http://h"));
    QVERIFY(made);
    QCOMPARE(made->answers.elicitation, AnswerMode::Defaults);
    QCOMPARE(made->answers.sampling, AnswerMode::Decline);
    QCOMPARE(made->answers.roots.size(), 2);
    const auto none = options(words("http://h"));
    QCOMPARE(AnswerBook(none->answers).capabilities(), QByteArray("{}"));
}

void TargetOptionsTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char *line, const char *kind = "usage") { QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(kind); };
    row("");
    row("ftp://h");
    row("http://");
    row("localhost:3000");
    row("http://h -- node");
    row("--");
    row("--demo http://h");
    row("--era newest http://h");
    row("--era modern --pin 2026-07-28 http://h");
    row("--pin 2025-11-25 http://h");
    row("--transport stdio http://h");
    row("--transport sse -- node");
    row("--header nonsense http://h");
    row("--env nonsense http://h");
    row("--timeout 0 http://h");
    row("--token-env ASSAYER_TEST_UNSET http://h", "unset-variable");
    row("--elicit /nonexistent.json http://h", "unreadable-file");
    row("--config /nonexistent.json --server a", "unreadable-file");
}

void TargetOptionsTest::refuses()
{
    QFETCH(QString, line);
    QFETCH(QString, kind);
    qunsetenv("ASSAYER_TEST_UNSET");
    const auto made = options(line.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(!made);
    QCOMPARE(QString::fromStdString(made.error().kind), kind);
    QVERIFY(!made.error().message.empty());
}

void TargetOptionsTest::profiles()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mcp.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"mcpServers":{"a":{"url":"http://h/mcp","protocolEra":"legacy","headers":{"X-Key":"${ASSAYER_TEST_KEY}"}},"b":{"command":"x"}}})");
    file.close();
    qunsetenv("ASSAYER_TEST_KEY");
    const QStringList target { QStringLiteral("--config"), path, QStringLiteral("--server"), QStringLiteral("a") };
    const auto unset = options(target);
    QVERIFY(!unset);
    QCOMPARE(unset.error().kind, std::string("unset-variable"));
    qputenv("ASSAYER_TEST_KEY", "k");
    const auto made = options(target);
    QVERIFY(made);
    QCOMPARE(made->session.mode, EraMode::Legacy);
    QCOMPARE(made->session.target.headers.value(0).second, QByteArray("k"));
    const auto over = options(target + words("--era auto"));
    QCOMPARE(over->session.mode, EraMode::Auto);
    const auto missing = options({ QStringLiteral("--config"), path, QStringLiteral("--server"), QStringLiteral("c") });
    QVERIFY(!missing);
    QVERIFY2(missing.error().message.find("has a, b") != std::string::npos, missing.error().message.c_str());
}

QTEST_GUILESS_MAIN(TargetOptionsTest)
#include "tst_cli_targetoptions.moc"
