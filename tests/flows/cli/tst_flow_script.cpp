#include "clirun.h"

#include "support/loopbackserver.h"

#include <QTimer>
#include <QtTest>

using namespace assayer;
using namespace assayer::test;

namespace {

QStringList stdioDemo(const QStringList &arguments = {})
{
    return QStringList { QStringLiteral("--"), program("assayer-demo-server") } + arguments;
}

bool ok(const QJsonObject &line)
{
    return line.value(QLatin1String("ok")).toBool();
}

QString kindOf(const QJsonObject &line)
{
    return line.value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString();
}

int generation(const QJsonObject &line)
{
    return line.value(QLatin1String("metadata")).toObject().value(QLatin1String("generation")).toInt(-1);
}

} // namespace

class ScriptFlow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWholeConversation_data();
    void theWholeConversation();
    void withoutAConnection();
    void nothingUnaskedIsSent();
    void beginFinishCancel();
    void connectIsCancelled_data();
    void connectIsCancelled();
    void closeClears();
    void answersElicitation_data();
    void answersElicitation();
    void exitCodes_data();
    void exitCodes();
};

void ScriptFlow::theWholeConversation_data()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << QStringLiteral("legacy");
    QTest::newRow("modern") << QStringLiteral("modern");
}

void ScriptFlow::theWholeConversation()
{
    QFETCH(QString, era);
    ScriptRun script(stdioDemo({ QStringLiteral("--era"), era }));
    const QJsonObject connected = script(R"({"op":"connect"})");
    QVERIFY2(ok(connected), script.lastLine().constData());
    QCOMPARE(connected.value(QLatin1String("era")).toString(), era);
    QVERIFY(connected.value(QLatin1String("negotiation")).toObject().contains(QLatin1String("steps")));

    const QJsonObject unlisted = script(R"({"op":"tool","name":"search_notes"})");
    QCOMPARE(unlisted.value(QLatin1String("known")).toBool(true), false);
    const QJsonObject early = script(R"({"op":"call","name":"search_notes","args":{"query":"a"}})");
    QVERIFY2(ok(early), script.lastLine().constData());
    QCOMPARE(early.value(QLatin1String("output")).toString(), QStringLiteral("none"));
    QCOMPARE(early.value(QLatin1String("generation")).toInt(-1), 0);

    const QJsonObject list = script(R"({"op":"list","kind":"tools"})");
    QVERIFY2(ok(list), script.lastLine().constData());
    QCOMPARE(list.value(QLatin1String("list")).toObject().value(QLatin1String("malformed")).toArray().size(), 1);
    QCOMPARE(generation(list), 1);
    QCOMPARE(generation(script(R"({"op":"show","kind":"tools"})")), 1);
    const QJsonObject page = script(R"({"op":"list","kind":"tools","cursor":"page-2"})");
    QCOMPARE(page.value(QLatin1String("list")).toObject().value(QLatin1String("pages")).toInt(), 1);
    QCOMPARE(generation(page), 1);
    QCOMPARE(generation(script(R"({"op":"list","kind":"tools"})")), 2);

    const QJsonObject tool = script(R"({"op":"tool","name":"word_report"})");
    QCOMPARE(tool.value(QLatin1String("known")).toBool(), true);
    QCOMPARE(tool.value(QLatin1String("output")).toString(), QStringLiteral("compiled"));
    const QJsonObject mismatch = script(R"({"op":"call","name":"word_report"})");
    QCOMPARE(kindOf(mismatch), QStringLiteral("output-mismatch"));
    QCOMPARE(mismatch.value(QLatin1String("output")).toString(), QStringLiteral("invalid"));
    QCOMPARE(mismatch.value(QLatin1String("generation")).toInt(), 2);
    const QJsonObject failed = script(R"({"op":"call","name":"always_fails"})");
    QVERIFY(ok(failed) && failed.value(QLatin1String("isError")).toBool());

    const QJsonObject progress = script(R"({"op":"call","name":"import_notes","args":{"steps":2},"progress":true})");
    QVERIFY2(ok(progress) && !progress.value(QLatin1String("progress")).toArray().isEmpty(), script.lastLine().constData());
    QVERIFY(ok(script(R"({"op":"prompt","name":"greet"})")));
    QCOMPARE(kindOf(script(R"({"op":"request","method":"no/such"})")), QStringLiteral("rpc-error"));
    QCOMPARE(kindOf(script(R"({"op":"await","notification":"notifications/never","ms":30})")), QStringLiteral("timeout"));
    QVERIFY(ok(script(R"({"op":"wait","ms":1})")));
    QVERIFY(ok(script(R"({"op":"close"})")));
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::withoutAConnection()
{
    ScriptRun script(stdioDemo());
    for (const char *line : { R"({"op":"list","kind":"tools"})", R"({"op":"show","kind":"tools"})", R"({"op":"call","name":"x"})", R"({"op":"tool","name":"x"})", R"({"op":"ping"})",
             R"({"op":"read","uri":"x:y"})", R"({"op":"listen"})", R"({"op":"close"})", R"({"op":"await","notification":"n","ms":10})" }) {
        QCOMPARE(kindOf(script(line)), QStringLiteral("connection-closed"));
    }
    QVERIFY(ok(script(R"({"op":"wait","ms":0})")));
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::nothingUnaskedIsSent()
{
    LoopbackServer server(mcpHandler("2025-11-25", R"({"tools":{"listChanged":true}})", [](const LoopbackExchangePtr &exchange) { exchange->respondResult(R"({"content":[]})"); }));
    ScriptRun script({ server.url().toString() });
    QVERIFY(ok(script(R"({"op":"connect"})")));
    const QJsonObject call = script(R"({"op":"call","name":"t"})");
    QVERIFY2(ok(call), script.lastLine().constData());
    QStringList methods;
    for (const LoopbackExchangePtr &exchange : server.requests()) {
        if (exchange->verb == "POST")
            methods << QString::fromUtf8(exchange->rpcMethod);
    }
    QCOMPARE(methods, QStringList({ QStringLiteral("server/discover"), QStringLiteral("initialize"), QStringLiteral("notifications/initialized"), QStringLiteral("tools/call") }));
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::beginFinishCancel()
{
    QList<LoopbackExchangePtr> held;
    LoopbackServer server(mcpHandler("2026-07-28", R"({"tools":{}})", [&](const LoopbackExchangePtr &exchange) { held << exchange; }));
    ScriptRun script({ server.url().toString() });
    QVERIFY(ok(script(R"({"op":"connect"})")));
    QCOMPARE(script(R"({"op":"call","name":"a","begin":"A"})").value(QLatin1String("begun")).toString(), QStringLiteral("A"));
    QCOMPARE(script(R"({"op":"call","name":"b","begin":2})").value(QLatin1String("begun")).toInt(), 2);
    QTRY_COMPARE(held.size(), 2);
    held[1]->respondResult(R"({"resultType":"complete","content":[]})");
    const QJsonObject second = script(R"({"op":"finish","id":2})");
    QVERIFY2(ok(second), script.lastLine().constData());
    QCOMPARE(second.value(QLatin1String("op")).toString(), QStringLiteral("call"));
    QCOMPARE(second.value(QLatin1String("id")).toInt(), 2);
    QVERIFY(ok(script(R"({"op":"cancel","id":"A"})")));
    const QJsonObject first = script(R"({"op":"finish","id":"A"})");
    QCOMPARE(kindOf(first), QStringLiteral("cancelled"));
    QCOMPARE(kindOf(script(R"({"op":"finish","id":"A"})")), QStringLiteral("usage"));
    QCOMPARE(script(R"({"op":"finish","id":2})").value(QLatin1String("id")).toInt(), 2);
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::connectIsCancelled_data()
{
    QTest::addColumn<QString>("era");
    for (const char *era : { "auto", "legacy", "modern" })
        QTest::newRow(era) << QString::fromLatin1(era);
}

void ScriptFlow::connectIsCancelled()
{
    QFETCH(QString, era);
    QList<LoopbackExchangePtr> held;
    LoopbackServer server([&](const LoopbackExchangePtr &exchange) { held << exchange; });
    ScriptRun script({ QStringLiteral("--era"), era, server.url().toString() });
    QCOMPARE(script(R"({"op":"connect","begin":"C"})").value(QLatin1String("begun")).toString(), QStringLiteral("C"));
    QVERIFY(ok(script(R"({"op":"cancel","id":"C"})")));
    const QJsonObject connected = script(R"({"op":"finish","id":"C"})");
    QCOMPARE(kindOf(connected), QStringLiteral("cancelled"));
    QVERIFY(connected.value(QLatin1String("era")).isNull());
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::closeClears()
{
    ScriptRun script(stdioDemo());
    QVERIFY(ok(script(R"({"op":"connect"})")));
    QVERIFY(ok(script(R"({"op":"list","kind":"prompts"})")));
    QVERIFY(ok(script(R"({"op":"list","kind":"tools"})")));
    QVERIFY(ok(script(R"({"op":"close"})")));
    const QJsonObject shown = script(R"({"op":"show","kind":"prompts"})");
    QCOMPARE(kindOf(shown), QStringLiteral("connection-closed"));
    QVERIFY(shown.value(QLatin1String("list")).toObject().value(QLatin1String("items")).toArray().isEmpty());
    QVERIFY(ok(script(R"({"op":"connect"})")));
    QCOMPARE(generation(script(R"({"op":"show","kind":"tools"})")), 0);
    QCOMPARE(generation(script(R"({"op":"list","kind":"tools"})")), 1);
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::answersElicitation_data()
{
    theWholeConversation_data();
}

void ScriptFlow::answersElicitation()
{
    QFETCH(QString, era);
    ScriptRun script(stdioDemo({ QStringLiteral("--era"), era }));
    QVERIFY(ok(script(R"({"op":"answer","method":"elicitation/create","result":{"action":"accept","content":{"count":2}}})")));
    QVERIFY(ok(script(R"({"op":"connect"})")));
    const QJsonObject call = script(R"({"op":"call","name":"ask_me"})");
    QVERIFY2(ok(call), script.lastLine().constData());
    QCOMPARE(script.end(), 0);
}

void ScriptFlow::exitCodes_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("code");
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("blank lines") << QByteArray("\n  \n") << 0;
    QTest::newRow("no JSON") << QByteArray("hello\n") << 2;
    QTest::newRow("no operation") << QByteArray("{\"op\":\"dance\"}\n") << 2;
    QTest::newRow("a member is missing") << QByteArray("{\"op\":\"call\"}\n") << 2;
    QTest::newRow("last line without end") << QByteArray("{\"op\":\"wait\",\"ms\":1}") << 0;
    QTest::newRow("left open") << QByteArray("{\"op\":\"connect\"}\n") << 0;
}

void ScriptFlow::exitCodes()
{
    QFETCH(QByteArray, input);
    QFETCH(int, code);
    const CliRun run = runCli(QStringList { QStringLiteral("script") } + stdioDemo(), input);
    QVERIFY2(run.exitCode == code, (run.out + run.err).constData());
}

QTEST_GUILESS_MAIN(ScriptFlow)
#include "tst_flow_script.moc"
