// What `assayer ...` is asked for.
#include "app/commandline.h"

#include <QTest>

using namespace assayer;

class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void target_data();
    void target();
    void everythingAfterTheDashesIsTheCommand();
    void optionsReachTheSession();
    void wrong_data();
    void wrong();
};

void TestCommandLine::target_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("kind");
    QTest::newRow("nothing") << QStringList() << int(CommandLine::Nothing);
    QTest::newRow("demo") << QStringList { QStringLiteral("--demo") } << int(CommandLine::Demo);
    QTest::newRow("address") << QStringList { QStringLiteral("http://localhost:3000/mcp") } << int(CommandLine::Target);
    QTest::newRow("address that ends in json") << QStringList { QStringLiteral("http://localhost/x.json") } << int(CommandLine::Target);
    QTest::newRow("profile file") << QStringList { QStringLiteral("mcp.json") } << int(CommandLine::ProfileFile);
    QTest::newRow("trace") << QStringList { QStringLiteral("a b.mcptrace") } << int(CommandLine::TraceFile);
    QTest::newRow("catalogue") << QStringList { QStringLiteral("--server"), QStringLiteral("notes") } << int(CommandLine::Catalogue);
}

void TestCommandLine::target()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, kind);
    const Result<CommandLine> line = parseCommandLine(arguments);
    QVERIFY(line);
    QCOMPARE(int(line->kind), kind);
}

void TestCommandLine::everythingAfterTheDashesIsTheCommand()
{
    const Result<CommandLine> line = parseCommandLine({ QStringLiteral("--era"), QStringLiteral("legacy"), QStringLiteral("--"),
        QStringLiteral("npx"), QStringLiteral("--demo"), QStringLiteral("") });
    QVERIFY(line);
    QCOMPARE(line->kind, CommandLine::Command);
    QCOMPARE(line->arguments, (QStringList { QStringLiteral("npx"), QStringLiteral("--demo"), QString() }));
    QCOMPARE(line->options.session.mode, EraMode::Legacy);
}

void TestCommandLine::optionsReachTheSession()
{
    const Result<CommandLine> line = parseCommandLine({ QStringLiteral("--pin=2026-07-28"), QStringLiteral("--probe-timeout"),
        QStringLiteral("1500"), QStringLiteral("--header"), QStringLiteral("X-Key: a:b"), QStringLiteral("--env"), QStringLiteral("K=v=w"),
        QStringLiteral("--metadata-policy"), QStringLiteral("isolated"), QStringLiteral("http://h/") });
    QVERIFY(line);
    const SessionOptions &session = line->options.session;
    QCOMPARE(session.mode, EraMode::Pin);
    QCOMPARE(session.pin, QStringLiteral("2026-07-28"));
    QCOMPARE(session.probeTimeoutMs, 1500);
    QCOMPARE(session.target.headers, (HeaderFields { { "X-Key", "a:b" } }));
    QCOMPARE(session.target.environment.value(QStringLiteral("K")), QStringLiteral("v=w"));
    QCOMPARE(session.metadataPolicy, MetadataPolicy::Isolated);
    QVERIFY(line->options.secretHeaders.contains(QStringLiteral("X-Key")));
}

void TestCommandLine::wrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown option") << QStringList { QStringLiteral("--what") } << QStringLiteral("--what");
    QTest::newRow("no value") << QStringList { QStringLiteral("--era") } << QStringLiteral("wants a value");
    QTest::newRow("wrong value") << QStringList { QStringLiteral("--era"), QStringLiteral("old") } << QStringLiteral("\"old\"");
    QTest::newRow("no number") << QStringList { QStringLiteral("--timeout"), QStringLiteral("1s") } << QStringLiteral("milliseconds");
    QTest::newRow("two targets") << QStringList { QStringLiteral("http://a/"), QStringLiteral("http://b/") } << QStringLiteral("second");
    QTest::newRow("dashes alone") << QStringList { QStringLiteral("--") } << QStringLiteral("command");
}

void TestCommandLine::wrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Result<CommandLine> line = parseCommandLine(arguments);
    QVERIFY(!line);
    QCOMPARE(line.error().kind, std::string("usage"));
    QVERIFY2(QString::fromStdString(line.error().message).contains(words), line.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
