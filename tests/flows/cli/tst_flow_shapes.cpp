// The shapes of public test servers, re-made here: templates of RFC 6570, extensions, pages, logging, subscriptions and tasks of
// both eras, each against a server that says exactly what the test wants.
#include "clirun.h"

#include "support/loopbackserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

QByteArray param(const LoopbackExchangePtr &request, const char *first, const char *second = nullptr)
{
    const json::Value *params = request->json->root().find("params");
    const json::Value *value = params ? params->find(first) : nullptr;
    value = value && second ? value->find(second) : value;
    const std::string_view text = value ? request->json->raw(*value) : std::string_view();
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

QString errorKind(const QJsonObject &result)
{
    return result.value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString();
}

} // namespace

class ShapesFlow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void templates_data();
    void templates();
    void extensionsAreAdvertised_data();
    void extensionsAreAdvertised();
    void pagesAreWalkedByTheirCursors();
    void brokenCursorRefusesTheList();
    void logLevelOfOneRequest();
    void logLevelOfASession();
    void legacySubscription();
    void modernSubscriptionIsGrantedLess();
    void legacyTaskBringsItsResult();
    void modernTaskAsksForInput();
    void badPartsOfAnswersAreNamed_data();
    void badPartsOfAnswersAreNamed();
    void idsThatCameBackAsDecimals();
    void pagesThatDoNotEnd();

private:
    /// A server of that revision; `handler` answers what is no opening.
    QString serve(const QByteArray &revision, const QByteArray &capabilities, LoopbackServer::Handler handler);
    QList<LoopbackExchangePtr> sent(const char *method) const;
    QStringList options(std::initializer_list<const char *> words) const;
    std::unique_ptr<LoopbackServer> m_server;
    QTemporaryDir m_folder;
};

void ShapesFlow::init()
{
    m_server.reset();
}

QString ShapesFlow::serve(const QByteArray &revision, const QByteArray &capabilities, LoopbackServer::Handler handler)
{
    m_server = std::make_unique<LoopbackServer>(mcpHandler(revision, capabilities, std::move(handler)));
    return m_server->url().toString();
}

QList<LoopbackExchangePtr> ShapesFlow::sent(const char *method) const
{
    QList<LoopbackExchangePtr> out;
    for (const LoopbackExchangePtr &request : m_server->requests()) {
        if (request->rpcMethod == method)
            out.append(request);
    }
    return out;
}

QStringList ShapesFlow::options(std::initializer_list<const char *> words) const
{
    QStringList out;
    for (const char *word : words)
        out << QString::fromUtf8(word);
    return out << QStringLiteral("--json") << m_server->url().toString();
}

void ShapesFlow::templates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QByteArray>("uri");
    const QString list = QStringLiteral("tags=[\"red\",\"a b\"]");
    const QString pairs = QStringLiteral("keys={\"semi\":\";\",\"dot\":\".\"}");
    QTest::newRow("simple") << QStringLiteral("n:{a}/{b}") << QStringList { QStringLiteral("a=x y"), QStringLiteral("b=1") } << QByteArray("n:x%20y/1");
    QTest::newRow("reserved") << QStringLiteral("n:{+p}") << QStringList { QStringLiteral("p=/a/b?c") } << QByteArray("n:/a/b?c");
    QTest::newRow("fragment") << QStringLiteral("n:x{#f}") << QStringList { QStringLiteral("f=top") } << QByteArray("n:x#top");
    QTest::newRow("prefix") << QStringLiteral("n:{a:3}") << QStringList { QStringLiteral("a=value") } << QByteArray("n:val");
    QTest::newRow("list") << QStringLiteral("n:{tags}") << QStringList { list } << QByteArray("n:red,a%20b");
    QTest::newRow("exploded path") << QStringLiteral("n:{/tags*}") << QStringList { list } << QByteArray("n:/red/a%20b");
    QTest::newRow("exploded query") << QStringLiteral("n:{?tags*,q}") << QStringList { list, QStringLiteral("q=1") } << QByteArray("n:?tags=red&tags=a%20b&q=1");
    QTest::newRow("pairs") << QStringLiteral("n:{?keys*}") << QStringList { pairs } << QByteArray("n:?semi=%3B&dot=.");
    QTest::newRow("continued") << QStringLiteral("n:?f=1{&q}") << QStringList { QStringLiteral("q=") } << QByteArray("n:?f=1&q=");
    QTest::newRow("unset is left out") << QStringLiteral("n:{?q,r}") << QStringList { QStringLiteral("r=2") } << QByteArray("n:?r=2");
}

void ShapesFlow::templates()
{
    QFETCH(QString, text);
    QFETCH(QStringList, values);
    QFETCH(QByteArray, uri);
    serve("2025-11-25", R"({"resources":{}})", [](const LoopbackExchangePtr &exchange) { exchange->respondResult(R"({"contents":[]})"); });
    QStringList arguments { QStringLiteral("read"), text };
    for (const QString &value : values)
        arguments << QStringLiteral("--arg") << value;
    const CliRun run = runCli(arguments + options({}));
    QVERIFY2(run.exitCode == 0, run.out.constData());
    QCOMPARE(param(sent("resources/read").first(), "uri"), '"' + uri + '"');
}

void ShapesFlow::extensionsAreAdvertised_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::newRow("legacy") << QByteArray("2025-11-25");
    QTest::newRow("modern") << QByteArray("2026-07-28");
}

/// What a profile advertises reaches the server as it stands: once in initialize, or with every request.
void ShapesFlow::extensionsAreAdvertised()
{
    QFETCH(QByteArray, revision);
    const bool modern = revision == "2026-07-28";
    serve(revision, R"({"tools":{},"extensions":{"com.example/charts":{"v":2}}})", [modern](const LoopbackExchangePtr &exchange) {
        exchange->respondResult(modern ? R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]})" : R"({"tools":[]})");
    });
    QFile file(m_folder.filePath(QStringLiteral("mcp.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"mcpServers":{"s":{"type":"streamable-http","url":")" + m_server->url().toEncoded() + R"(","advertisedExtensions":{"com.example/charts":{"formats":["svg"],"n":1.0}}}}})");
    file.close();
    const CliRun run = runCli({ QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("--config"), file.fileName(), QStringLiteral("--server"), QStringLiteral("s") });
    QVERIFY2(run.exitCode == 0, run.out.constData());
    const QByteArray declared = modern ? param(sent("tools/list").first(), "_meta", "io.modelcontextprotocol/clientCapabilities") : param(sent("initialize").first(), "capabilities");
    QVERIFY2(declared.contains(R"("com.example/charts":{"formats":["svg"],"n":1.0})"), declared.constData());
    QVERIFY2(run.out.contains("com.example/charts"), run.out.constData()); // and the server's own are in the report
}

void ShapesFlow::pagesAreWalkedByTheirCursors()
{
    const QByteArrayList cursors { R"("a b\u00e9")", R"("")", R"("2")" };
    serve("2025-11-25", R"({"resources":{}})", [cursors](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod != "resources/list")
            return exchange->respondResult(R"({"resourceTemplates":[]})");
        const QByteArray cursor = param(exchange, "cursor");
        const qsizetype page = cursor.isEmpty() ? 0 : cursors.indexOf(cursor) + 1;
        const QByteArray next = page < cursors.size() ? R"(,"nextCursor":)" + cursors[page] : QByteArray();
        exchange->respondResult(R"({"resources":[{"name":"r)" + QByteArray::number(page) + R"(","uri":"n:)" + QByteArray::number(page) + R"("}])" + next + '}');
    });
    const CliRun run = runCli(QStringList { QStringLiteral("list"), QStringLiteral("resources") } + options({}));
    QVERIFY2(run.exitCode == 0, run.out.constData());
    QCOMPARE(sent("resources/list").size(), 4);
    for (const char *name : { "\"r0\"", "\"r1\"", "\"r2\"", "\"r3\"" })
        QVERIFY2(run.out.contains(name), run.out.constData());
}

void ShapesFlow::brokenCursorRefusesTheList()
{
    serve("2025-11-25", R"({"tools":{}})", [](const LoopbackExchangePtr &exchange) { exchange->respondResult(R"({"tools":[{"name":"t","inputSchema":{"type":"object"}}],"nextCursor":7})"); });
    const CliRun run = runCli(QStringList { QStringLiteral("list"), QStringLiteral("tools") } + options({}));
    QCOMPARE(errorKind(run.json()), QStringLiteral("invalid-result"));
    QCOMPARE(sent("tools/list").size(), 1);
}

/// 2026-07-28: the level travels with the request that wants it, and with no other.
void ShapesFlow::logLevelOfOneRequest()
{
    serve("2026-07-28", R"({"tools":{},"logging":{}})", [](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod == "tools/list")
            return exchange->respondResult(R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"t","inputSchema":{"type":"object"}}]})");
        exchange->openStream();
        if (!param(exchange, "_meta", "io.modelcontextprotocol/logLevel").isEmpty())
            exchange->event(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"db","data":{"n":1.0}}})");
        exchange->eventResult(R"({"resultType":"complete","content":[]})");
    });
    ScriptRun script({ m_server->url().toString() });
    script(R"({"op":"connect"})");
    QVERIFY(script(R"({"op":"call","name":"t"})").value(QLatin1String("ok")).toBool());
    QVERIFY(script(R"({"op":"call","name":"t","logLevel":"error"})").value(QLatin1String("ok")).toBool());
    const QJsonObject told = script(R"({"op":"await","notification":"notifications/message"})");
    QVERIFY2(told.value(QLatin1String("ok")).toBool(), script.lastLine().constData());
    QCOMPARE(told.value(QLatin1String("params")).toObject().value(QLatin1String("logger")).toString(), QStringLiteral("db"));
    QCOMPARE(script.end(), 0);
    const auto calls = sent("tools/call");
    QCOMPARE(calls.size(), 2);
    QCOMPARE(param(calls[0], "_meta", "io.modelcontextprotocol/logLevel"), QByteArray());
    QCOMPARE(param(calls[1], "_meta", "io.modelcontextprotocol/logLevel"), QByteArray("\"error\""));
    QVERIFY(sent("logging/setLevel").isEmpty());
}

void ShapesFlow::logLevelOfASession()
{
    serve("2025-11-25", R"({"logging":{}})", [](const LoopbackExchangePtr &exchange) {
        if (param(exchange, "level") == "\"loud\"")
            return exchange->respondError(-32602, "unknown level");
        exchange->respondResult("{}");
    });
    const CliRun fine = runCli(QStringList { QStringLiteral("request"), QStringLiteral("logging/setLevel"), QStringLiteral("--params"), QStringLiteral("{\"level\":\"error\"}") } + options({}));
    QCOMPARE(fine.exitCode, 0);
    QCOMPARE(param(sent("logging/setLevel").first(), "level"), QByteArray("\"error\""));
    const CliRun refused = runCli(QStringList { QStringLiteral("request"), QStringLiteral("logging/setLevel"), QStringLiteral("--params"), QStringLiteral("{\"level\":\"loud\"}") } + options({}));
    QCOMPARE(refused.exitCode, 8);
}

void ShapesFlow::legacySubscription()
{
    serve("2025-11-25", R"({"resources":{"subscribe":true}})", [](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod != "resources/subscribe")
            return exchange->respondResult("{}");
        exchange->openStream(); // the news comes on the stream of the request, which the revision allows
        exchange->event(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"n:1"}})");
        exchange->eventResult("{}");
    });
    ScriptRun script({ m_server->url().toString() });
    script(R"({"op":"connect"})");
    script(R"({"op":"subscribe","uri":"n:1","begin":"s"})");
    const QJsonObject told = script(R"({"op":"await","notification":"notifications/resources/updated"})");
    QCOMPARE(told.value(QLatin1String("params")).toObject().value(QLatin1String("uri")).toString(), QStringLiteral("n:1"));
    QCOMPARE(param(sent("resources/subscribe").first(), "uri"), QByteArray("\"n:1\""));
    QVERIFY(sent("subscriptions/listen").isEmpty());
    script.end();
}

void ShapesFlow::modernSubscriptionIsGrantedLess()
{
    serve("2026-07-28", R"({"resources":{"subscribe":true},"tools":{"listChanged":true}})", [](const LoopbackExchangePtr &exchange) {
        if (exchange->rpcMethod != "subscriptions/listen")
            return exchange->respondError(-32601, "no");
        const QByteArray meta = R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + exchange->idJson + '}';
        exchange->openStream();
        exchange->event(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourceSubscriptions":["n:1"]},)" + meta + "}}");
        exchange->event(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"n:1",)" + meta + "}}");
    });
    ScriptRun script({ m_server->url().toString() });
    script(R"({"op":"connect"})");
    script(R"({"op":"listen","filter":{"toolsListChanged":true,"resourceSubscriptions":["n:1","n:2"]},"begin":"l"})");
    QVERIFY(script(R"({"op":"await","notification":"notifications/resources/updated"})").value(QLatin1String("ok")).toBool());
    script(R"({"op":"cancel","id":"l"})");
    const QJsonObject granted = script(R"({"op":"finish","id":"l"})").value(QLatin1String("granted")).toObject();
    QCOMPARE(granted.keys(), QStringList { QStringLiteral("resourceSubscriptions") });
    QCOMPARE(granted.value(QLatin1String("resourceSubscriptions")).toArray(), QJsonArray { QStringLiteral("n:1") });
    QCOMPARE(param(sent("subscriptions/listen").first(), "notifications"), QByteArray(R"({"toolsListChanged":true,"resourceSubscriptions":["n:1","n:2"]})"));
    script.end();
}

void ShapesFlow::legacyTaskBringsItsResult()
{
    auto asked = std::make_shared<int>(0);
    serve("2025-11-25", R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})", [asked](const LoopbackExchangePtr &exchange) {
        const QByteArray times = R"("createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000,"pollInterval":20)";
        if (exchange->rpcMethod == "tools/call")
            return exchange->respondResult(R"({"task":{"taskId":"t 1","status":"working",)" + times + "}}");
        if (exchange->rpcMethod == "tasks/get")
            return exchange->respondResult(R"({"taskId":"t 1","status":")" + QByteArray(++*asked < 3 ? "working" : "completed") + "\"," + times + '}');
        if (exchange->rpcMethod == "tasks/result")
            return exchange->respondResult(R"({"content":[{"type":"text","text":"at last"}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t 1"}}})");
        exchange->respondResult(R"({"tools":[{"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]})");
    });
    const CliRun run = runCli(options({ "call", "t", "--task" }));
    QVERIFY2(run.exitCode == 0 && run.out.contains("at last"), run.out.constData());
    QCOMPARE(run.json().value(QLatin1String("taskId")).toString(), QStringLiteral("t 1"));
    QVERIFY(param(sent("tools/call").first(), "task").contains("ttl"));
    QVERIFY(sent("tasks/get").size() >= 3);
    QCOMPARE(param(sent("tasks/result").first(), "taskId"), QByteArray("\"t 1\""));
}

/// io.modelcontextprotocol/tasks: what a task asks for is answered by tasks/update, and its result comes with tasks/get.
void ShapesFlow::modernTaskAsksForInput()
{
    serve("2026-07-28", R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})", [this](const LoopbackExchangePtr &exchange) {
        const QByteArray task = R"("taskId":"t","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttlMs":null,"pollIntervalMs":20)";
        if (exchange->rpcMethod == "tools/call")
            return exchange->respondResult(R"({"resultType":"task","status":"working",)" + task + '}');
        if (exchange->rpcMethod == "tasks/update")
            return exchange->respondResult(R"({"resultType":"complete"})");
        if (exchange->rpcMethod == "tasks/get" && sent("tasks/update").isEmpty())
            return exchange->respondResult(R"({"resultType":"complete","status":"input_required","inputRequests":{"r":{"method":"roots/list"}},)" + task + '}');
        if (exchange->rpcMethod == "tasks/get")
            return exchange->respondResult(R"({"resultType":"complete","status":"completed","result":{"content":[{"type":"text","text":"with your folder"}]},)" + task + '}');
        exchange->respondError(-32601, "no");
    });
    const CliRun run = runCli(options({ "call", "t", "--task", "--root", "file:/x" }));
    QVERIFY2(run.exitCode == 0 && run.out.contains("with your folder"), run.out.constData());
    const QByteArray responses = param(sent("tasks/update").first(), "inputResponses");
    QVERIFY2(responses.contains(R"("r":{"roots":[{"uri":"file:/x"}]})"), responses.constData());
    QCOMPARE(sent("tasks/update").first()->headers.value("mcp-name"), QByteArray("t"));
}

/// A list whose pages do not end is refused, and that is a fault of the server.
void ShapesFlow::pagesThatDoNotEnd()
{
    int page = 0;
    const QString url = serve("2025-11-25", R"({"tools":{}})", [&](const LoopbackExchangePtr &exchange) {
        exchange->respondResult("{\"tools\":[],\"nextCursor\":\"" + QByteArray::number(++page) + "\"}");
    });
    const CliRun check = runCli({ QStringLiteral("check"), url });
    QVERIFY2(check.exitCode == 1, (check.out + check.err).constData());
    QVERIFY2(check.out.contains("error list.refused"), check.out.constData());
    QCOMPARE(sent("tools/list").size(), 64);
}

void ShapesFlow::badPartsOfAnswersAreNamed_data()
{
    QTest::addColumn<QStringList>("verb");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("shown");
    QTest::addColumn<QByteArray>("named");
    const QStringList call { QStringLiteral("call"), QStringLiteral("x") };
    const QStringList read { QStringLiteral("read"), QStringLiteral("mem://a") };
    const QStringList prompt { QStringLiteral("prompt"), QStringLiteral("p") };
    QTest::newRow("all good") << call << QByteArray(R"({"content":[{"type":"text","text":"good"}]})") << 0 << QByteArray("good\n") << QByteArray();
    QTest::newRow("a block") << call << QByteArray(R"({"content":[{"type":"text"},{"type":"text","text":"good"}]})") << 1
                             << QByteArray("{\"type\":\"text\"}\ngood\n") << QByteArray("content.0.text");
    QTest::newRow("an image") << call << QByteArray(R"({"content":[{"type":"image","data":5,"mimeType":"image/png"}]})") << 1
                              << QByteArray("\"data\":5") << QByteArray("content.0.data");
    QTest::newRow("the tool's own error counts more") << call << QByteArray(R"({"isError":true,"content":[{"type":"text"}]})") << 5 << QByteArray() << QByteArray("content.0.text");
    QTest::newRow("contents") << read << QByteArray(R"({"contents":[{"uri":"mem://a","text":"good"},{"uri":"mem://b"}]})") << 1
                              << QByteArray("good\n{\"uri\":\"mem://b\"}\n") << QByteArray("contents.1");
    QTest::newRow("a message") << prompt << QByteArray(R"({"messages":[{"role":"user","content":{"type":"text","text":"good"}},5]})") << 1
                               << QByteArray("user: good\n5\n") << QByteArray("messages.1");
}

/// The good parts of an answer show, the bad ones are named, and the exit code says that there were some.
void ShapesFlow::badPartsOfAnswersAreNamed()
{
    QFETCH(QStringList, verb);
    QFETCH(QByteArray, result);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, shown);
    QFETCH(QByteArray, named);
    const QString url = serve("2025-11-25", R"({"tools":{},"resources":{},"prompts":{}})", [&](const LoopbackExchangePtr &exchange) {
        exchange->respondResult(exchange->rpcMethod == "tools/list" ? QByteArray(R"({"tools":[{"name":"x","inputSchema":{"type":"object"}}]})") : result);
    });
    const CliRun run = runCli(verb + QStringList { url });
    QVERIFY2(run.exitCode == exitCode, (run.out + run.err).constData());
    QVERIFY2(run.out.contains(shown), run.out.constData());
    QVERIFY2(named.isEmpty() ? !run.err.contains("Findings") : run.err.contains(named), run.err.constData());
    QCOMPARE(runCli(verb + options({})).exitCode, exitCode);
}

/// Some JSON libraries write every number with a point: 7.0 is 7 all the same.
void ShapesFlow::idsThatCameBackAsDecimals()
{
    const QByteArray answer = "{\"jsonrpc\":\"2.0\",\"id\":%1.0,\"result\":%2}";
    LoopbackServer server([&](const LoopbackExchangePtr &exchange) {
        const QByteArray method = exchange->rpcMethod;
        if (exchange->verb != "POST" || method == "server/discover")
            return exchange->respond(404, "text/plain", "no");
        if (exchange->idJson.isEmpty())
            return exchange->respond(202, "text/plain", {});
        const QByteArray result = method == "initialize" ? R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})"
                                                         : R"({"tools":[{"name":"a","inputSchema":{"type":"object"}}]})";
        exchange->respond(200, "application/json", QByteArray(answer).replace("%1", exchange->idJson).replace("%2", result));
    });
    const CliRun run = runCli({ QStringLiteral("list"), QStringLiteral("tools"), QStringLiteral("--json"), QStringLiteral("--timeout"), QStringLiteral("5000"), server.url().toString() });
    QVERIFY2(run.exitCode == 0, (run.out + run.err).constData());
    QCOMPARE(run.json()[u"items"].toArray().size(), 1);
}

QTEST_GUILESS_MAIN(ShapesFlow)
#include "tst_flow_shapes.moc"
