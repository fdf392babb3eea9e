// What a server may ask of its client, and everything that takes longer than one answer: rounds, tasks, streams, both eras.
#include "clirun.h"

#include "json/write.h"
#include "suites/reports/reportserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

QByteArray text(std::string_view view)
{
    return QByteArray(view.data(), static_cast<qsizetype>(view.size()));
}

/// A scripted server of an era: results by method and by how often it was asked. An empty result is an error -32602.
class Shape {
public:
    explicit Shape(const char *era, const char *caps)
    {
        m_out.beginObject().member("transport", "http").member("defaults", era).rawMember("caps", caps).key("script").beginArray();
    }
    Shape &answer(const char *method, int nth, const char *resultJson)
    {
        m_out.beginObject().key("on").beginObject().member("http", "POST").member("rpc", method);
        if (nth)
            m_out.member("nth", nth);
        m_out.endObject().key("reply").beginObject().member("status", 200).rawMember("headers", "{\"Content-Type\":\"application/json\"}");
        m_out.member("bodyText", std::string_view("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":" + std::string(resultJson) + '}')).endObject().endObject();
        return *this;
    }
    json::Node node()
    {
        m_document = *json::Document::parse(m_out.endArray().endObject().take());
        return { m_document, &m_document->root() };
    }

private:
    json::Writer m_out;
    json::DocumentPtr m_document;
};

constexpr const char *modern = "modern-2026-07-28";
constexpr const char *legacy = "legacy-2025-11-25";
constexpr const char *done = R"({"resultType":"complete","content":[{"type":"text","text":"done"}]})";

std::vector<json::DocumentPtr> sent(const ReportServer &server, const char *method)
{
    std::vector<json::DocumentPtr> out;
    for (const ReportServer::Seen &request : server.seen()) {
        const auto parsed = json::Document::parse(request.body.toStdString());
        if (request.method == method && parsed)
            out.push_back(*parsed);
    }
    return out;
}

QByteArray param(const json::DocumentPtr &request, const char *name)
{
    const json::Value *value = request->root().find("params", name);
    return value ? text(request->raw(*value)) : QByteArray();
}

QByteArray idOf(const json::DocumentPtr &request)
{
    return text(request->raw(*request->root().find("id")));
}

QString errorKind(const QJsonObject &result)
{
    return result.value(QLatin1String("error")).toObject().value(QLatin1String("kind")).toString();
}

QString words(const QJsonObject &result)
{
    QString all;
    const QJsonArray blocks = result.value(QLatin1String("result")).toObject().value(QLatin1String("content")).toArray();
    for (const QJsonValue &block : blocks)
        all += block.toObject().value(QLatin1String("text")).toString();
    return all;
}

bool finds(const QJsonObject &result, const char *rule)
{
    const QJsonArray findings = result.value(QLatin1String("findings")).toArray();
    return std::any_of(findings.begin(), findings.end(), [rule](const QJsonValue &finding) { return finding.toObject().value(QLatin1String("rule")) == QLatin1String(rule); });
}

} // namespace

class ConversationFlow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void confirm();
    void twoRounds();
    void stateAlone();
    void samplingAndRootsInOneRound();
    void roundsThatNeverEnd();
    void undeclaredInput();
    void legacyQuestions_data();
    void legacyQuestions();
    void pagesByAnEmptyCursor();
    void duplicateNames();
    void nullableFieldsAndStructuredOutput();
    void modernTaskThatFails();
    void legacyTaskIsCancelled();
    void demo_data();
    void demo();
    void capabilitiesOfOneRequest();

private:
    QString file(const char *name, const QByteArray &content);
    QTemporaryDir m_folder;
};

QString ConversationFlow::file(const char *name, const QByteArray &content)
{
    QFile out(m_folder.filePath(QLatin1String(name)));
    if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size())
        qFatal("no file");
    return out.fileName();
}

/// requestState goes back byte for byte, under a new id, with what was asked and nothing else.
void ConversationFlow::confirm()
{
    constexpr const char *state = R"("\u0041=1+\/ \ud800 ?%20")";
    const std::string asks = std::string(R"({"resultType":"input_required","requestState":)") + state
        + R"(,"inputRequests":{"confirm":{"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{"confirmed":{"type":"boolean"}},"required":["confirmed"]}}}}})";
    Shape shape(modern, R"({"tools":{}})");
    shape.answer("tools/call", 1, asks.c_str()).answer("tools/call", 2, done);
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--args"), QStringLiteral("{\"a\":1}"), QStringLiteral("--elicit"), QStringLiteral("defaults"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(words(run.json()), QStringLiteral("done"));
    const auto calls = sent(server, "tools/call");
    QCOMPARE(calls.size(), std::size_t(2));
    QVERIFY(idOf(calls[0]) != idOf(calls[1]));
    QCOMPARE(param(calls[1], "requestState"), QByteArray(state));
    QCOMPARE(param(calls[1], "arguments"), QByteArray("{\"a\":1}"));
    QCOMPARE(param(calls[1], "inputResponses"), QByteArray(R"({"confirm":{"action":"accept","content":{"confirmed":true}}})"));
    QVERIFY(param(calls[0], "inputResponses").isEmpty() && param(calls[0], "requestState").isEmpty());
}

/// The newest round's state and answers replace those before; a round without a state gets none.
void ConversationFlow::twoRounds()
{
    Shape shape(modern, R"({"tools":{}})");
    constexpr const char *form = R"("params":{"message":"?","requestedSchema":{"type":"object","properties":{"v":{"type":"string","default":"x"}}}})";
    const std::string first = std::string(R"({"resultType":"input_required","requestState":"s1","inputRequests":{"a":{"method":"elicitation/create",)") + form + "}}}";
    const std::string second = std::string(R"({"resultType":"input_required","inputRequests":{"b":{"method":"elicitation/create",)") + form + "}}}";
    shape.answer("tools/call", 1, first.c_str()).answer("tools/call", 2, second.c_str()).answer("tools/call", 3, done);
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--elicit"), QStringLiteral("defaults"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(run.exitCode, 0);
    const auto calls = sent(server, "tools/call");
    QCOMPARE(calls.size(), std::size_t(3));
    QCOMPARE(param(calls[1], "requestState"), QByteArray("\"s1\""));
    QVERIFY(param(calls[2], "requestState").isEmpty());
    QCOMPARE(param(calls[2], "inputResponses"), QByteArray(R"({"b":{"action":"accept","content":{"v":"x"}}})"));
}

void ConversationFlow::stateAlone()
{
    Shape shape(modern, R"({"prompts":{}})");
    shape.answer("prompts/get", 1, R"({"resultType":"input_required","requestState":"later"})").answer("prompts/get", 2, R"({"resultType":"complete","messages":[]})");
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("prompt"), QStringLiteral("p"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(run.exitCode, 0);
    const auto gets = sent(server, "prompts/get");
    QCOMPARE(gets.size(), std::size_t(2));
    QCOMPARE(param(gets[1], "requestState"), QByteArray("\"later\""));
    QVERIFY(param(gets[1], "inputResponses").isEmpty());
}

void ConversationFlow::samplingAndRootsInOneRound()
{
    Shape shape(modern, R"({"resources":{}})");
    shape.answer("resources/read", 1, R"({"resultType":"input_required","inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":5}},"r":{"method":"roots/list"}}})");
    shape.answer("resources/read", 2, R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","contents":[{"uri":"m:a","text":"read"}]})");
    ReportServer server(shape.node());
    const QByteArray answer = R"({"role":"assistant","content":{"type":"text","text":"yo"},"model":"m","stopReason":"endTurn"})";
    const CliRun run = runCli({ QStringLiteral("read"), QStringLiteral("m:a"), QStringLiteral("--sample"), file("s.json", answer), QStringLiteral("--root"), QStringLiteral("file:///work"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QVERIFY2(run.exitCode == 0, run.err.constData());
    const auto reads = sent(server, "resources/read");
    QCOMPARE(reads.size(), std::size_t(2));
    const auto responses = json::Document::parse(param(reads[1], "inputResponses").toStdString());
    QCOMPARE(text((*responses)->raw(*(*responses)->root().find("s"))), answer);
    QCOMPARE(text((*responses)->root().find("r", "roots")->items().front().stringAt("uri").value_or("")), QByteArray("file:///work"));
}

void ConversationFlow::roundsThatNeverEnd()
{
    Shape shape(modern, R"({"tools":{}})");
    shape.answer("tools/call", 0, R"({"resultType":"input_required","requestState":"again","inputRequests":{"a":{"method":"roots/list"}}})");
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--root"), QStringLiteral("file:///x"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(errorKind(run.json()), QStringLiteral("rounds-exceeded"));
    QCOMPARE(sent(server, "tools/call").size(), std::size_t(11));
}

void ConversationFlow::undeclaredInput()
{
    Shape shape(modern, R"({"tools":{}})");
    shape.answer("tools/call", 0, R"({"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"tools":[]}}}})");
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--root"), QStringLiteral("file:///x"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(errorKind(run.json()), QStringLiteral("invalid-result"));
    QVERIFY2(finds(run.json(), "mrtr.undeclared"), run.out.constData());
    QCOMPARE(sent(server, "tools/call").size(), std::size_t(1));
}

void ConversationFlow::legacyQuestions_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<QByteArray>("answer"); // beginning of the result or the error
    const QString sample = file("m.json", R"({"role":"assistant","content":{"type":"text","text":"yo"},"model":"m"})");
    QTest::newRow("ping") << QStringList() << QByteArray(R"("method":"ping")") << QByteArray(R"("result":{})");
    QTest::newRow("roots") << QStringList { QStringLiteral("--root"), QStringLiteral("file:///x") } << QByteArray(R"("method":"roots/list")") << QByteArray(R"("result":{"roots":[)");
    QTest::newRow("undeclared roots") << QStringList() << QByteArray(R"("method":"roots/list")") << QByteArray(R"("error":{"code":-32601)");
    QTest::newRow("undeclared mode") << QStringList { QStringLiteral("--elicit"), QStringLiteral("defaults") } << QByteArray(R"("method":"elicitation/create","params":{"mode":"url","elicitationId":"1","message":"m","url":"x:y"})") << QByteArray(R"("error":{"code":-32602)");
    QTest::newRow("rejected sampling") << QStringList { QStringLiteral("--sample"), QStringLiteral("decline") } << QByteArray(R"("method":"sampling/createMessage","params":{"messages":[],"maxTokens":1})") << QByteArray(R"("error":{"code":-1)");
    QTest::newRow("tool results that match nothing") << QStringList { QStringLiteral("--sample"), sample } << QByteArray(R"("method":"sampling/createMessage","params":{"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"u","content":[]}]}],"maxTokens":1})") << QByteArray(R"("error":{"code":-32602)");
    QTest::newRow("sampling") << QStringList { QStringLiteral("--sample"), sample } << QByteArray(R"("method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":1})") << QByteArray(R"("result":{"role":"assistant")");
    QTest::newRow("a method nobody has") << QStringList() << QByteArray(R"("method":"x/y")") << QByteArray(R"("error":{"code":-32601)");
}

/// A request of the server on the stream of a call: the answer goes back with its id, and the call goes on.
void ConversationFlow::legacyQuestions()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, question);
    QFETCH(QByteArray, answer);
    json::Writer out;
    out.beginObject().member("transport", "http").member("defaults", legacy).rawMember("caps", "{\"tools\":{}}").key("script").beginArray().beginObject();
    out.key("on").beginObject().member("http", "POST").member("rpc", "tools/call").endObject().key("reply").beginObject().member("status", 200);
    out.rawMember("headers", "{\"Content-Type\":\"text/event-stream\"}").key("sse").beginArray();
    out.string("data: {\"jsonrpc\":\"2.0\",\"id\":\"q 1\"," + question.toStdString() + "}\n\n").endArray();
    out.member("hold", "until q 1 answered, then: data: {\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"thanks\"}]}}\n\n");
    out.endObject().endObject().endArray().endObject();
    const auto document = *json::Document::parse(out.take());
    ReportServer server({ document, &document->root() });
    const CliRun run = runCli(QStringList { QStringLiteral("call"), QStringLiteral("t") } + options + QStringList { QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(words(run.json()), QStringLiteral("thanks"));
    bool found = false;
    for (const ReportServer::Seen &request : server.seen())
        found = found || (request.body.contains("\"id\":\"q 1\"") && request.body.contains(answer));
    QVERIFY2(found, run.out.constData());
}

/// An empty cursor is a cursor (2026-07-28 server/utilities/pagination); it comes back type for type.
void ConversationFlow::pagesByAnEmptyCursor()
{
    Shape shape(legacy, R"({"tools":{}})");
    shape.answer("tools/list", 1, R"({"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":""})").answer("tools/list", 2, R"({"tools":[{"name":"b","inputSchema":{"type":"object"}}]})");
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("list"), QStringLiteral("tools"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(run.exitCode, 0);
    const auto lists = sent(server, "tools/list");
    QCOMPARE(lists.size(), std::size_t(2));
    QCOMPARE(param(lists[1], "cursor"), QByteArray("\"\""));
}

void ConversationFlow::duplicateNames()
{
    Shape shape(legacy, R"({"tools":{}})");
    shape.answer("tools/list", 0, R"({"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}]})");
    shape.answer("tools/call", 0, R"({"content":[]})");
    ReportServer server(shape.node());
    const CliRun form = runCli({ QStringLiteral("call"), QStringLiteral("a"), QStringLiteral("--form"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    // The last definition owns the name.
    QCOMPARE(form.json().value(QLatin1String("fields")).toArray().size(), 1);
    const CliRun all = runCli({ QStringLiteral("inspect"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(all.json().value(QLatin1String("lists")).toObject().value(QLatin1String("tools")).toObject().value(QLatin1String("items")).toArray().size(), 2);
    QVERIFY(all.out.contains("used twice"));
}

void ConversationFlow::nullableFieldsAndStructuredOutput()
{
    Shape shape(legacy, R"({"tools":{}})");
    shape.answer("tools/list", 0, R"({"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"maybe":{"type":["string","null"]},"other":{"anyOf":[{"type":"integer"},{"type":"null"}]}}},"outputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]}},"required":["n"]}}]})");
    shape.answer("tools/call", 1, R"({"content":[],"structuredContent":{"n":null}})").answer("tools/call", 2, R"({"content":[],"structuredContent":{"n":"1"}})").answer("tools/call", 3, R"({"content":[]})");
    ReportServer server(shape.node());
    const QString url = server.url(QStringLiteral("/mcp"));
    const CliRun form = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--form"), QStringLiteral("--json"), url });
    const QJsonArray fields = form.json().value(QLatin1String("fields")).toArray();
    QCOMPARE(fields.size(), 2);
    for (const QJsonValue &field : fields)
        QVERIFY(field.toObject().value(QLatin1String("nullable")).toBool());
    for (const char *output : { "valid", "invalid", "missing" }) {
        const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--args"), QStringLiteral("{\"maybe\":null}"), QStringLiteral("--json"), url });
        QCOMPARE(run.json().value(QLatin1String("output")).toString(), QLatin1String(output));
        QCOMPARE(run.exitCode, qstrcmp(output, "valid") == 0 ? 0 : 1);
    }
    QCOMPARE(param(sent(server, "tools/call").front(), "arguments"), QByteArray("{\"maybe\":null}"));
}

/// A failed task of the modern era carries the JSON-RPC error of the call.
void ConversationFlow::modernTaskThatFails()
{
    Shape shape(modern, R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})");
    shape.answer("tools/call", 0, R"({"resultType":"task","taskId":"t 1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttlMs":null,"pollIntervalMs":20})");
    shape.answer("tasks/get", 0, R"({"resultType":"complete","taskId":"t 1","status":"failed","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttlMs":null,"error":{"code":-32603,"message":"no disk"}})");
    ReportServer server(shape.node());
    const CliRun run = runCli({ QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--task"), QStringLiteral("--json"), server.url(QStringLiteral("/mcp")) });
    QCOMPARE(errorKind(run.json()), QStringLiteral("rpc-error"));
    QCOMPARE(run.exitCode, 8);
    const auto gets = sent(server, "tasks/get");
    QVERIFY(!gets.empty());
    QVERIFY(param(gets.front(), "_meta").contains("io.modelcontextprotocol/tasks"));
    for (const ReportServer::Seen &request : server.seen()) {
        if (request.method == "tasks/get")
            QCOMPARE(request.headers.value("mcp-name"), QByteArray("t 1"));
    }
}

/// Once there is a task, the call is cancelled by tasks/cancel, not by notifications/cancelled.
void ConversationFlow::legacyTaskIsCancelled()
{
    Shape shape(legacy, R"({"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}})");
    shape.answer("tools/call", 0, R"({"task":{"taskId":"t1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":1000,"pollInterval":50}})");
    shape.answer("tasks/get", 0, R"({"taskId":"t1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":1000,"pollInterval":50})");
    shape.answer("tasks/cancel", 0, R"({"taskId":"t1","status":"cancelled","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":1000})");
    ReportServer server(shape.node());
    ScriptRun script({ server.url(QStringLiteral("/mcp")) });
    script(R"({"op":"connect"})");
    script(R"({"op":"call","name":"t","task":true,"begin":"c"})");
    QTRY_VERIFY(!sent(server, "tasks/get").empty());
    script(R"({"op":"cancel","id":"c"})");
    const QJsonObject call = script(R"({"op":"finish","id":"c"})");
    QCOMPARE(errorKind(call), QStringLiteral("cancelled"));
    QTRY_COMPARE(sent(server, "tasks/cancel").size(), std::size_t(1));
    QVERIFY(sent(server, "notifications/cancelled").empty());
    QVERIFY(param(sent(server, "tools/call").front(), "task").contains("ttl"));
}

void ConversationFlow::demo_data()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<bool>("http");
    for (const char *era : { "legacy", "modern" }) {
        QTest::addRow("%s stdio", era) << QString::fromLatin1(era) << false;
        QTest::addRow("%s http", era) << QString::fromLatin1(era) << true;
    }
}

/// The demo server's tour: streams, subscriptions, list changes, progress, cancellation, logs, completion, tasks.
void ConversationFlow::demo()
{
    QFETCH(QString, era);
    QFETCH(bool, http);
    const bool isModern = era == QLatin1String("modern");
    std::unique_ptr<DemoServer> server;
    QStringList target { QStringLiteral("--"), program("assayer-demo-server"), QStringLiteral("--era"), era };
    if (http) {
        server = std::make_unique<DemoServer>(QStringList { QStringLiteral("--era"), era });
        target = { server->url() };
    }
    ScriptRun script(QStringList { QStringLiteral("--elicit"), QStringLiteral("defaults") } + target);
    QCOMPARE(script(R"({"op":"connect"})").value(QLatin1String("era")).toString(), era);
    QVERIFY(script(R"({"op":"listen","filter":{"toolsListChanged":true,"promptsListChanged":true},"begin":"l"})").contains(QLatin1String("begun")));
    script("{\"op\":\"subscribe\",\"uri\":\"notes://ada/2\",\"begin\":\"s\"}");
    QVERIFY(script(R"({"op":"call","name":"learn_trick"})").value(QLatin1String("ok")).toBool());
    QVERIFY2(script(R"({"op":"await","notification":"notifications/tools/list_changed"})").value(QLatin1String("ok")).toBool(), script.lastLine().constData());
    QVERIFY(script(R"({"op":"call","name":"delete_note","args":{"id":2}})").value(QLatin1String("ok")).toBool());
    const QJsonObject updated = script(R"({"op":"await","notification":"notifications/resources/updated"})");
    QCOMPARE(updated.value(QLatin1String("params")).toObject().value(QLatin1String("uri")).toString(), QStringLiteral("notes:") + QStringLiteral("//ada/2"));
    script(R"({"op":"cancel","id":"l"})");
    const QJsonObject listen = script(R"({"op":"finish","id":"l"})");
    // What the server does not grant is not granted.
    QCOMPARE(listen.value(QLatin1String("granted")).toObject().keys(), isModern ? QStringList { QStringLiteral("toolsListChanged") } : QStringList());

    script(R"({"op":"call","name":"import_notes","args":{"steps":20},"progress":true,"begin":"i"})");
    script(R"({"op":"wait","ms":700})");
    script(R"({"op":"cancel","id":"i"})");
    const QJsonObject imported = script(R"({"op":"finish","id":"i"})");
    QCOMPARE(errorKind(imported), QStringLiteral("cancelled"));
    QVERIFY(!imported.value(QLatin1String("progress")).toArray().isEmpty());

    if (!isModern)
        QVERIFY(script(R"({"op":"request","method":"logging/setLevel","params":{"level":"error"}})").value(QLatin1String("ok")).toBool());
    QCOMPARE(words(script(R"({"op":"call","name":"chatter","logLevel":"error"})")), QStringLiteral("4 messages sent"));
    QVERIFY(script(R"({"op":"await","notification":"notifications/message"})").value(QLatin1String("ok")).toBool());
    const QJsonObject completed = script(R"({"op":"complete","ref":{"type":"ref/resource","uri":"notes:{owner}"},"argument":{"name":"id","value":""},"context":{"arguments":{"owner":"grace"}}})");
    QCOMPARE(completed.value(QLatin1String("result")).toObject().value(QLatin1String("completion")).toObject().value(QLatin1String("values")).toArray(), (QJsonArray { QStringLiteral("3"), QStringLiteral("4") }));

    const QJsonObject task = script(R"({"op":"call","name":"long_report","args":{"seconds":0,"ask":true},"task":true})");
    QVERIFY2(words(task).endsWith(QStringLiteral("with pictures")), script.lastLine().constData());
    QVERIFY(!task.value(QLatin1String("taskId")).toString().isEmpty());
    QCOMPARE(script.end(), 0);
}

/// What one request declares decides, not what the session does (-32021 names what is missing).
void ConversationFlow::capabilitiesOfOneRequest()
{
    const QStringList target { QStringLiteral("--json"), QStringLiteral("--"), program("assayer-demo-server") };
    const QStringList call { QStringLiteral("call"), QStringLiteral("list_roots"), QStringLiteral("--root"), QStringLiteral("file:///x") };
    QCOMPARE(words(runCli(call + target).json()), QStringLiteral("file:///x"));
    const CliRun run = runCli(call + QStringList { QStringLiteral("--capabilities"), QStringLiteral("{}") } + target);
    QCOMPARE(run.exitCode, 8);
    const QJsonObject data = run.json().value(QLatin1String("error")).toObject().value(QLatin1String("data")).toObject();
    QCOMPARE(data.value(QLatin1String("code")).toInt(), -32021);
    QVERIFY(data.value(QLatin1String("data")).toObject().value(QLatin1String("requiredCapabilities")).toObject().contains(QLatin1String("roots")));
}

QTEST_GUILESS_MAIN(ConversationFlow)
#include "tst_flow_conversation.moc"
