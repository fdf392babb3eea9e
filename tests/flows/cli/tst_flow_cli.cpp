#include "clirun.h"

#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/file.h>

using namespace assayer::test;

namespace {

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts);
}

QStringList stdioDemo(const QStringList &arguments = {})
{
    return QStringList { QStringLiteral("--"), program("assayer-demo-server") } + arguments;
}

QStringList names(const QJsonObject &list, const char *member)
{
    QStringList out;
    const QJsonArray items = list.value(QLatin1String("items")).toArray();
    for (const QJsonValue &item : items)
        out << item.toObject().value(QLatin1String(member)).toString();
    return out;
}

QString freeUrl()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return QStringLiteral("http://127.0.0.1:%1/mcp").arg(server.serverPort());
}

} // namespace

#define VERIFY_EXIT(run, code) QVERIFY2((run).exitCode == (code), ((run).out.left(2000) + "\n" + (run).err.left(2000)).constData())

class CliFlow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void inspects_data();
    void inspects();
    void negotiationFindingsStandOnce_data();
    void negotiationFindingsStandOnce();
    void eraLab_data();
    void eraLab();
    void eraLabOfOneEra();
    void listsAsText();
    void singlePage();
    void calls();
    void callOutputThatBreaksItsSchema();
    void callOfAToolThatFails();
    void callWithElicitation();
    void formSendsNothing();
    void readsPromptsCompletes();
    void anyRequest();
    void checks();
    void checksOfNothing();
    void traces();
    void givenVariablesLeaveNoExport();
    void tracesThatCannotBeWritten();
    void profiles();
    void failures_data();
    void failures();
    void benches();
    void usageErrorsInJson();
};

void CliFlow::inspects_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<bool>("http");
    QTest::addColumn<QString>("era");
    for (const bool http : { false, true }) {
        const QString where = http ? QStringLiteral("http ") : QStringLiteral("stdio ");
        QTest::newRow(qPrintable(where + QStringLiteral("dual"))) << QStringList() << http << QStringLiteral("modern");
        QTest::newRow(qPrintable(where + QStringLiteral("modern"))) << words("--era modern") << http << QStringLiteral("modern");
        QTest::newRow(qPrintable(where + QStringLiteral("legacy"))) << words("--era legacy") << http << QStringLiteral("legacy");
    }
}

void CliFlow::inspects()
{
    QFETCH(QStringList, server);
    QFETCH(bool, http);
    QFETCH(QString, era);
    std::unique_ptr<DemoServer> demo;
    QStringList target = stdioDemo(server);
    if (http) {
        demo = std::make_unique<DemoServer>(server);
        target = { demo->url() };
    }
    const CliRun run = runCli(words("inspect --json") + target);
    VERIFY_EXIT(run, 1);
    const QJsonObject report = run.json();
    QCOMPARE(report.value(QLatin1String("connected")).toBool(), true);
    QCOMPARE(report.value(QLatin1String("era")).toString(), era);
    QVERIFY(report.value(QLatin1String("error")).isNull());
    QCOMPARE(report.value(QLatin1String("target")).toObject().value(QLatin1String("transport")).toString(), http ? QStringLiteral("streamable-http") : QStringLiteral("stdio"));
    const QJsonObject lists = report.value(QLatin1String("lists")).toObject();
    for (const char *member : { "tools", "resources", "resourceTemplates", "prompts" }) {
        const QJsonObject list = lists.value(QLatin1String(member)).toObject();
        QVERIFY2(list.value(QLatin1String("error")).isNull(), member);
        QCOMPARE(list.value(QLatin1String("pages")).toInt(), 3);
        QCOMPARE(list.value(QLatin1String("malformed")).toArray().size(), 1);
        QVERIFY(list.value(QLatin1String("summary")).toString().startsWith(QStringLiteral("Dropped 1 malformed entry")));
    }
    const QJsonObject tools = lists.value(QLatin1String("tools")).toObject();
    QVERIFY(names(tools, "name").contains(QStringLiteral("search_notes")));
    const QJsonObject bad = tools.value(QLatin1String("malformed")).toArray().at(0).toObject();
    QCOMPARE(bad.value(QLatin1String("label")).toString(), QStringLiteral("make_table"));
    QCOMPARE(bad.value(QLatin1String("index")).toInt(), 2);
    QCOMPARE(bad.value(QLatin1String("reason")).toString(), QStringLiteral("annotations: Invalid input: expected object, received array"));
    const qsizetype excluded = era == QLatin1String("modern") && http ? 1 : 0;
    QCOMPARE(tools.value(QLatin1String("excluded")).toArray().size(), excluded);
    QCOMPARE(report.value(QLatin1String("metadata")).toObject().value(QLatin1String("generation")).toInt(), 1);
}

void CliFlow::negotiationFindingsStandOnce_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("rule");
    QTest::newRow("a weak verdict, connected") << QStringLiteral("read -r line; case $line in *server/discover*) sleep 5; exit;; esac; (echo \"$line\"; cat) | %1 --era legacy").arg(program("assayer-demo-server")) << QStringLiteral("probe.weak");
    QTest::newRow("a cut line, not connected") << QStringLiteral("read line; printf '{\"jsonrpc\":'") << QStringLiteral("probe.weak");
}

void CliFlow::negotiationFindingsStandOnce()
{
    QFETCH(QString, command);
    QFETCH(QString, rule);
    const CliRun run = runCli(words("inspect --json --probe-timeout 400 -- sh -c") << command);
    const QJsonArray findings = run.json().value(QLatin1String("findings")).toArray();
    int count = 0;
    for (const QJsonValue &finding : findings)
        count += finding.toObject().value(QLatin1String("rule")).toString() == rule ? 1 : 0;
    QVERIFY2(count == 1, (run.out.left(3000) + run.err.left(500)).constData());
}

void CliFlow::eraLab_data()
{
    QTest::addColumn<bool>("http");
    QTest::newRow("stdio") << false;
    QTest::newRow("http") << true;
}

void CliFlow::eraLab()
{
    QFETCH(bool, http);
    std::unique_ptr<DemoServer> demo;
    QStringList target = stdioDemo();
    if (http) {
        demo = std::make_unique<DemoServer>();
        target = { demo->url() };
    }
    const QTemporaryDir folder;
    const CliRun run = runCli(words("inspect --era-lab --json --trace") + QStringList { folder.filePath(QStringLiteral("lab.mcptrace")) } + target);
    VERIFY_EXIT(run, 1);
    const QJsonObject report = run.json();
    QCOMPARE(report.value(QLatin1String("era")).toString(), QStringLiteral("modern"));
    const QJsonObject lab = report.value(QLatin1String("eraLab")).toObject();
    const std::pair<const char *, const char *> runs[] { { "legacy", "2025-11-25" }, { "auto", "2026-07-28" }, { "modern", "2026-07-28" } };
    for (const auto &[mode, version] : runs) {
        const QJsonObject one = lab.value(QLatin1String(mode)).toObject();
        QCOMPARE(one.value(QLatin1String("connected")).toBool(), true);
        QCOMPARE(one.value(QLatin1String("protocolVersion")).toString(), QLatin1String(version));
        QCOMPARE(one.value(QLatin1String("negotiation")).toObject().value(QLatin1String("mode")).toString(), QLatin1String(mode));
        QVERIFY(!one.value(QLatin1String("lists")).toObject().value(QLatin1String("tools")).toObject().value(QLatin1String("items")).toArray().isEmpty());
        // A trace of its own.
        const CliRun info = runCli(words("trace info --json") + QStringList { folder.filePath(QStringLiteral("lab-%1.mcptrace").arg(QLatin1String(mode))) });
        VERIFY_EXIT(info, 0);
        QVERIFY(info.json().value(QLatin1String("records")).toInt() > 10);
    }
    QMap<QString, QJsonObject> differences;
    for (const QJsonValue &value : lab.value(QLatin1String("differences")).toArray())
        differences.insert(value.toObject().value(QLatin1String("where")).toString(), value.toObject());
    const QJsonObject header = differences.value(QStringLiteral("tools/bad_header"));
    QVERIFY(!header.isEmpty());
    QVERIFY(!header.contains(QLatin1String("legacy")));
    QVERIFY(header.value(QLatin1String("modern")).toString().startsWith(http ? QStringLiteral("excluded: ") : QStringLiteral("listed")));
    QCOMPARE(differences.value(QStringLiteral("protocolVersion")).value(QLatin1String("legacy")).toString(), QStringLiteral("2025-11-25"));
    QVERIFY(differences.contains(QStringLiteral("findings")));
}

/// That a server knows one era only is what the lab is asked for: the exit code is that of `inspect`.
void CliFlow::eraLabOfOneEra()
{
    const CliRun run = runCli(words("inspect --era-lab --json") + stdioDemo(words("--era legacy")));
    VERIFY_EXIT(run, 1);
    const QJsonObject lab = run.json().value(QLatin1String("eraLab")).toObject();
    const QJsonObject modern = lab.value(QLatin1String("modern")).toObject();
    QCOMPARE(modern.value(QLatin1String("connected")).toBool(), false);
    QCOMPARE(modern.value(QLatin1String("error")).toObject().value(QLatin1String("cause")).toString(), QStringLiteral("no-legacy-version"));
    QVERIFY(lab.value(QLatin1String("differences")).toArray().isEmpty());
    const CliRun text = runCli(words("inspect --era-lab") + stdioDemo(words("--era modern")));
    VERIFY_EXIT(text, 1);
    QVERIFY2(text.out.contains("legacy   failed: ") && text.out.contains("modern   ready: modern 2026-07-28 (strong)"), text.out.constData());
    const CliRun refused = runCli(words("inspect --era-lab --json") + QStringList { freeUrl() });
    VERIFY_EXIT(refused, 4);
}

void CliFlow::listsAsText()
{
    const CliRun run = runCli(words("list tools") + stdioDemo());
    VERIFY_EXIT(run, 1);
    QVERIFY2(run.out.contains("search_notes") && run.out.contains("Dropped 1 malformed entry"), run.out.constData());
    const CliRun json = runCli(words("list templates --json") + stdioDemo());
    QCOMPARE(names(json.json(), "uriTemplate"), words("notes://{owner}/{id} notes://search{?query,limit}"));
}

void CliFlow::singlePage()
{
    const CliRun run = runCli(words("list tools --json --page page-3") + stdioDemo());
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.json().value(QLatin1String("pages")).toInt(), 1);
    QVERIFY(names(run.json(), "name").contains(QStringLiteral("always_fails")));
}

void CliFlow::calls()
{
    for (const bool http : { false, true }) {
        const DemoServer demo;
        const QStringList target = http ? QStringList { demo.url() } : stdioDemo();
        const CliRun run = runCli(words("call search_notes --arg query=a --json") + target);
        VERIFY_EXIT(run, 0);
        const QJsonObject report = run.json();
        QCOMPARE(report.value(QLatin1String("tool")).toString(), QStringLiteral("search_notes"));
        QCOMPARE(report.value(QLatin1String("generation")).toInt(), 1);
        QCOMPARE(report.value(QLatin1String("isError")).toBool(), false);
        QCOMPARE(report.value(QLatin1String("output")).toString(), QStringLiteral("valid"));
        QVERIFY(report.value(QLatin1String("result")).toObject().contains(QLatin1String("content")));
        QVERIFY(report.contains(QLatin1String("findings")));
    }
}

void CliFlow::callOutputThatBreaksItsSchema()
{
    const CliRun run = runCli(words("call word_report --json") + stdioDemo());
    VERIFY_EXIT(run, 1);
    QCOMPARE(run.json().value(QLatin1String("output")).toString(), QStringLiteral("invalid"));
    QCOMPARE(run.json().value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString(), QStringLiteral("output-mismatch"));
    QVERIFY(!run.json().value(QLatin1String("errors")).toArray().isEmpty());
    QVERIFY(run.err.contains("The tool's output breaks its own schema"));
}

void CliFlow::callOfAToolThatFails()
{
    const CliRun run = runCli(words("call always_fails --json") + stdioDemo());
    VERIFY_EXIT(run, 5);
    QCOMPARE(run.json().value(QLatin1String("isError")).toBool(), true);
    QVERIFY(run.json().value(QLatin1String("error")).isNull());
    const CliRun unknown = runCli(words("call no_such_tool --json") + stdioDemo());
    QVERIFY2(unknown.exitCode == 8 || unknown.exitCode == 5, unknown.out.constData());
}

void CliFlow::callWithElicitation()
{
    for (const char *era : { "legacy", "modern" }) {
        const QStringList server { QStringLiteral("--era"), QString::fromLatin1(era) };
        const CliRun run = runCli(words("call ask_me --elicit defaults --json") + stdioDemo(server));
        VERIFY_EXIT(run, 0);
        const CliRun undeclared = runCli(words("call ask_me --json") + stdioDemo(server));
        QVERIFY2(undeclared.exitCode != 0, undeclared.out.constData());
    }
}

void CliFlow::formSendsNothing()
{
    QTemporaryDir dir;
    const QString trace = dir.filePath(QStringLiteral("t.mcptrace"));
    const CliRun run = runCli(QStringList { QStringLiteral("--trace"), trace } + words("call search_notes --form --json") + stdioDemo());
    VERIFY_EXIT(run, 0);
    const QJsonArray fields = run.json().value(QLatin1String("fields")).toArray();
    QVERIFY(!fields.isEmpty());
    QCOMPARE(fields.at(0).toObject().value(QLatin1String("path")).toString(), QStringLiteral("/query"));
    QFile file(trace);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray frames = file.readAll();
    QVERIFY(frames.contains("tools/list") && !frames.contains("tools/call"));
}

void CliFlow::readsPromptsCompletes()
{
    const QJsonObject list = runCli(words("list resources --json") + stdioDemo()).json();
    const QString uri = names(list, "uri").value(0);
    const CliRun read = runCli(QStringList { QStringLiteral("read"), uri, QStringLiteral("--json") } + stdioDemo());
    VERIFY_EXIT(read, 0);
    QVERIFY(!read.json().value(QLatin1String("result")).toObject().value(QLatin1String("contents")).toArray().isEmpty());
    const CliRun byTemplate = runCli(words("read notes://{owner}/{id} --arg owner=ada --arg id=1 --json") + stdioDemo());
    QVERIFY2(byTemplate.exitCode == 0 || byTemplate.exitCode == 8, byTemplate.err.constData());
    QCOMPARE(byTemplate.json().value(QLatin1String("name")).toString(), QStringLiteral("notes://ada/1"));
    const CliRun prompt = runCli(words("prompt greet") + stdioDemo());
    VERIFY_EXIT(prompt, 0);
    QVERIFY(prompt.out.contains(": "));
    const CliRun missing = runCli(words("prompt nobody --json") + stdioDemo());
    VERIFY_EXIT(missing, 8);
    QCOMPARE(missing.json().value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString(), QStringLiteral("rpc-error"));
}

void CliFlow::anyRequest()
{
    const CliRun run = runCli(QStringList { QStringLiteral("request"), QStringLiteral("no/such/method"), QStringLiteral("--params"), QStringLiteral("{\"a\":1}"), QStringLiteral("--json") } + stdioDemo());
    VERIFY_EXIT(run, 8);
    QCOMPARE(run.json().value(QLatin1String("error")).toObject().value(QLatin1String("data")).toObject().value(QLatin1String("code")).toInt(), -32601);
}

void CliFlow::checks()
{
    const CliRun text = runCli(words("check") + stdioDemo());
    VERIFY_EXIT(text, 1);
    QVERIFY2(text.out.contains("annotations"), text.out.constData());
    const CliRun never = runCli(words("check --fail-on never --format sarif") + stdioDemo());
    VERIFY_EXIT(never, 0);
    QCOMPARE(never.json().value(QLatin1String("version")).toString(), QStringLiteral("2.1.0"));
    const CliRun junit = runCli(words("check --format junit") + stdioDemo());
    VERIFY_EXIT(junit, 1);
    QVERIFY(junit.out.contains("<testsuite") && junit.out.contains("tools/list"));
}

/// What CI reads says why there is nothing else to read.
void CliFlow::checksOfNothing()
{
    const QString url = freeUrl();
    const CliRun junit = runCli(words("check --format junit") + QStringList { url });
    VERIFY_EXIT(junit, 4);
    QVERIFY2(junit.out.contains("<failure") && junit.out.contains("refused"), junit.out.constData());
    const CliRun sarif = runCli(words("check --format sarif") + QStringList { url });
    VERIFY_EXIT(sarif, 4);
    const QByteArray place = "\"uri\": \"" + url.toUtf8() + '"';
    QVERIFY2(sarif.out.contains("\"level\": \"error\"") && sarif.out.contains(place), sarif.out.constData());
    const CliRun json = runCli(words("check --json") + QStringList { url });
    VERIFY_EXIT(json, 4);
    QCOMPARE(json.json()[u"findings"].toArray().size(), 1);
    QCOMPARE(json.json()[u"error"][u"cause"].toString(), QStringLiteral("network"));
}

void CliFlow::traces()
{
    QTemporaryDir dir;
    const QString trace = dir.filePath(QStringLiteral("t.mcptrace"));
    const DemoServer demo;
    const CliRun run = runCli({ QStringLiteral("inspect"), QStringLiteral("--trace"), trace, QStringLiteral("--header"), QStringLiteral("X-Api-Key: hunter2"), demo.url() });
    VERIFY_EXIT(run, 1);
    const CliRun info = runCli({ QStringLiteral("trace"), QStringLiteral("info"), QStringLiteral("--json"), trace });
    VERIFY_EXIT(info, 0);
    QVERIFY(info.json().value(QLatin1String("records")).toInt() > 20);
    const CliRun show = runCli({ QStringLiteral("trace"), QStringLiteral("show"), QStringLiteral("--filter"), QStringLiteral("method == tools/list and kind == response"), QStringLiteral("--json"), trace });
    VERIFY_EXIT(show, 0);
    QCOMPARE(show.json().value(QLatin1String("matched")).toInt(), 3);
    // Judged again: by another revision, and the negotiation by another policy.
    const auto check = [&](const QString &options) { return runCli(words("trace check") + options.split(u' ') + QStringList { trace }); };
    const QJsonObject judged = check(QStringLiteral("--policy sdk-2.4.0 --format json")).json();
    QVERIFY(judged.contains(u"findings") && judged.contains(u"revision"));
    QCOMPARE(judged[u"negotiation"][u"policy"].toString(), QStringLiteral("sdk-2.4.0"));
    QVERIFY(!judged[u"negotiation"][u"steps"].toArray().isEmpty());
    QVERIFY(check(QStringLiteral("--policy sdk-2571")).out.contains("era by sdk-2571: "));
    const QJsonObject changes = check(QStringLiteral("--revision 2024-11-05 --policy sdk-2571 --changes --format json")).json();
    QVERIFY(changes[u"changes"].isArray() && changes.contains(u"era"));
    VERIFY_EXIT(check(QStringLiteral("--policy mine")), 2);
    const CliRun bad = runCli({ QStringLiteral("trace"), QStringLiteral("show"), QStringLiteral("--filter"), QStringLiteral("method =="), QStringLiteral("--json"), trace });
    VERIFY_EXIT(bad, 2);
    const QString out = dir.filePath(QStringLiteral("t.har"));
    const CliRun har = runCli({ QStringLiteral("trace"), QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("har"), QStringLiteral("-o"), out, QStringLiteral("--json"), trace });
    VERIFY_EXIT(har, 0);
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));
    // The recording itself is no place for an export of it.
    const auto contents = [&] { QFile whole(trace); return whole.open(QIODevice::ReadOnly) ? whole.readAll() : QByteArray(); };
    const QByteArray before = contents();
    VERIFY_EXIT(runCli(words("trace export --format jsonl -o") + QStringList { trace, trace }), 2);
    QVERIFY(before.contains("hunter2"));
    QCOMPARE(contents(), before);
}

/// Values of variables are in no trace file; where the server says one, no export holds it.
void CliFlow::givenVariablesLeaveNoExport()
{
    QTemporaryDir dir;
    const QString trace = dir.filePath(QStringLiteral("t.mcptrace"));
    const QString out = dir.filePath(QStringLiteral("out"));
    const QString shell = QStringLiteral("echo \"key $GIVEN\" >&2; exec \"$0\"");
    runCli(words("list tools --json --env GIVEN=value-of-mine --trace") + QStringList { trace, QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), shell, program("assayer-demo-server") });
    for (const char *format : { "jsonl", "markdown", "csv" }) {
        VERIFY_EXIT(runCli(words("trace export --format") + QStringList { QString::fromLatin1(format), QStringLiteral("-o"), out, trace }), 0);
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray exported = file.readAll();
        QVERIFY2(!exported.isEmpty() && !exported.contains("value-of-mine"), exported.constData());
    }
}

/// A file that another program writes is refused before anything is sent; one that takes no more is said, and the verb goes on.
void CliFlow::tracesThatCannotBeWritten()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("t.mcptrace"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QCOMPARE(::flock(file.handle(), LOCK_EX | LOCK_NB), 0);
    const CliRun refused = runCli(words("list tools --trace") + QStringList { path } + stdioDemo());
    VERIFY_EXIT(refused, 2);
    QVERIFY2(refused.err.contains("another program"), refused.err.constData());
    QCOMPARE(file.size(), qint64(0));
    if (!QFile::exists(QStringLiteral("/dev/full")))
        return;
    const CliRun full = runCli(words("list tools --json --trace /dev/full") + stdioDemo());
    QVERIFY2(full.err.contains("cannot take more"), full.err.constData());
    QVERIFY(!full.json().value(QLatin1String("items")).toArray().isEmpty());
}

void CliFlow::profiles()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mcp.json"));
    const QByteArray text = "{ // mine\n \"mcpServers\": {\"demo\": {\"command\": \"" + program("assayer-demo-server").toUtf8() + "\", \"args\": [\"${DEMO_FLAG:---era}\", \"legacy\"], \"x\": 1},}\n}";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const CliRun run = runCli({ QStringLiteral("list"), QStringLiteral("prompts"), QStringLiteral("--json"), QStringLiteral("--config"), path, QStringLiteral("--server"), QStringLiteral("demo") });
    VERIFY_EXIT(run, 1);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void CliFlow::failures_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("title");
    const auto row = [](const char *name, const QStringList &arguments, int code, const char *kind, const char *title) {
        QTest::newRow(name) << arguments << code << QString::fromLatin1(kind) << QString::fromLatin1(title);
    };
    row("nobody listens", { freeUrl() }, 4, "era-negotiation-failed", "Nothing listens on 127.0.0.1:");
    row("no such command", words("-- /no/such/server"), 4, "spawn-failed", "The command was not found");
    row("modern only, old server", words("--era modern") + stdioDemo(words("--era legacy")), 6, "era-negotiation-failed", "The server is not modern");
    row("pin, old server", words("--pin 2026-07-28") + stdioDemo(words("--era legacy")), 6, "era-negotiation-failed", "The server does not offer the pinned revision");
    row("silence", words("--connect-timeout 300 -- sleep 20"), 7, "timeout", "No answer to");
    row("ends at once", words("--era legacy -- false"), 4, "connection-closed", "The server's process ended while starting");
}

void CliFlow::failures()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, kind);
    QFETCH(QString, title);
    const CliRun run = runCli(words("inspect --json") + arguments);
    VERIFY_EXIT(run, code);
    QCOMPARE(run.json().value(QLatin1String("connected")).toBool(true), false);
    QCOMPARE(run.json().value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString(), kind);
    QVERIFY2(QString::fromUtf8(run.err).startsWith(title), run.err.constData());
}

void CliFlow::benches()
{
    const CliRun list = runCli(words("bench list tools --repeat 3 --json") + stdioDemo());
    VERIFY_EXIT(list, 1);
    QCOMPARE(list.json().value(QLatin1String("repeat")).toInt(), 3);
    QCOMPARE(list.json().value(QLatin1String("malformed")).toInt(), 1);
    QVERIFY(list.json().value(QLatin1String("medianMs")).toDouble() > 0);
    const CliRun call = runCli(words("bench call search_notes --args {\"query\":\"a\"} --repeat 20 --warm-up 2 --in-flight 1,4 --json") + stdioDemo());
    VERIFY_EXIT(call, 0);
    const QJsonArray runs = call.json().value(QLatin1String("runs")).toArray();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs.at(1).toObject().value(QLatin1String("inFlight")).toInt(), 4);
    QCOMPARE(runs.at(1).toObject().value(QLatin1String("calls")).toInt(), 20);
    QCOMPARE(runs.at(1).toObject().value(QLatin1String("failed")).toInt(), 0);
}

void CliFlow::usageErrorsInJson()
{
    const CliRun run = runCli(words("inspect --json --era newest http://127.0.0.1:1/"));
    VERIFY_EXIT(run, 2);
    QCOMPARE(run.json().value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString(), QStringLiteral("usage"));
}

QTEST_GUILESS_MAIN(CliFlow)
#include "tst_flow_cli.moc"
