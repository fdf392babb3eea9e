// What a user reads about entries and messages: verdict, place, words, and silence about servers that do nothing wrong.
#include "protocol/judge.h"
#include "vectors.h"

#include <QTest>

#include <algorithm>

using namespace assayer;
using namespace assayer::test;

namespace {

Message messageFrom(const std::string &text)
{
    auto decoded = decodeMessages(QByteArray::fromStdString(text));
    return std::get<DecodedMessages>(decoded).messages.front();
}

std::string levelled(const Fault &fault)
{
    const char *level = fault.level == Fault::Refused ? "refused " : fault.level == Fault::Warning ? "warning " : "note ";
    return level + (fault.path.empty() ? std::string("(root)") : json::toDotted(fault.path)) + " " + fault.rule;
}

QStringList lines(const Faults &faults)
{
    QStringList all;
    for (const Fault &fault : faults)
        all << QString::fromStdString(levelled(fault));
    return all;
}

QString result(const char *method, Revision revision, const char *json)
{
    const Message message = messageFrom(std::string(R"({"jsonrpc":"2.0","id":1,"result":)") + json + "}");
    return lines(judgeMessage(message, method, revision)).join(u'\n');
}

} // namespace

class Judging : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missionTable_data();
    void missionTable();
    void warnings_data();
    void warnings();
    void revisionsDiffer_data();
    void revisionsDiffer();
    void results_data();
    void results();
    void requests_data();
    void requests();
    void initializeDecides_data();
    void initializeDecides();
    void discoverDecides();
    void partsAreNamed();
    void pageErrors_data();
    void pageErrors();
    void refusedPageKeepsEntries();
    void offsets();
    void exactBytes();
    void findingPlaces();
    void everyPublicListIsSilent_data();
    void everyPublicListIsSilent();
};

void Judging::missionTable_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("legacy");
    QTest::addColumn<QString>("modern");
    const QString fine = QStringLiteral("accepted");
    const auto in = [&](const char *name, const char *schema, const QString &legacy, const QString &modern) {
        QTest::newRow(qPrintable(QStringLiteral("inputSchema ") + QLatin1String(name))) << QStringLiteral(R"({"name":"t","inputSchema":%1})").arg(QLatin1String(schema)) << legacy << modern;
    };
    const auto out = [&](const char *name, const char *schema, const QString &legacy, const QString &modern) {
        QTest::newRow(qPrintable(QStringLiteral("outputSchema ") + QLatin1String(name)))
            << QStringLiteral(R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":%1})").arg(QLatin1String(schema)) << legacy << modern;
    };
    in("type array", R"({"type":"array"})", QStringLiteral("inputSchema.type: Invalid input: expected \"object\""), QStringLiteral("inputSchema.type: Invalid input: expected \"object\""));
    in("properties 5", R"({"type":"object","properties":5})", QStringLiteral("inputSchema.properties: Invalid input: expected object, received number"), fine);
    in("required [1]", R"({"type":"object","required":[1]})", QStringLiteral("inputSchema.required.0: Invalid input: expected string, received number"), fine);
    in("$schema 5", R"({"type":"object","$schema":5})", fine, QStringLiteral("inputSchema.$schema: Invalid input: expected string, received number"));
    out("type array", R"({"type":"array"})", QStringLiteral("outputSchema.type: Invalid input: expected \"object\""), fine);
    out("properties 5", R"({"type":"object","properties":5})", QStringLiteral("outputSchema.properties: Invalid input: expected object, received number"), fine);
    out("required [1]", R"({"type":"object","required":[1]})", QStringLiteral("outputSchema.required.0: Invalid input: expected string, received number"), fine);
    out("$schema 5", R"({"type":"object","$schema":5})", fine, QStringLiteral("outputSchema.$schema: Invalid input: expected string, received number"));
    QTest::newRow("execution") << QStringLiteral(R"({"name":"t","inputSchema":{"type":"object"},"execution":[]})")
                               << QStringLiteral("execution: Invalid input: expected object, received array") << fine;
    QTest::newRow("execution taskSupport") << QStringLiteral(R"({"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"maybe"}})")
                                           << QStringLiteral("execution.taskSupport: Invalid option: expected one of \"required\"|\"optional\"|\"forbidden\"") << fine;
}

void Judging::missionTable()
{
    QFETCH(QString, tool);
    QFETCH(QString, legacy);
    QFETCH(QString, modern);
    const json::DocumentPtr document = parsed(tool.toStdString());
    for (const Revision revision : { Revision::R2025_11_25, Revision::R2026_07_28 }) {
        const EntryVerdict verdict = judgeEntry(ListKind::Tools, revision, *document, document->root());
        const QString said = verdict.isRefused() ? QString::fromStdString(verdict.faults.front().reason()) : QStringLiteral("accepted");
        QCOMPARE(said, revision == Revision::R2026_07_28 ? modern : legacy);
        // What is accepted though it is off-spec is not passed over in silence.
        QVERIFY(!verdict.faults.empty() || tool.contains(QLatin1String("\"outputSchema\":{\"type\":\"array\"}")));
    }
}

void Judging::warnings_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, ListKind kind, Revision revision, const char *entry, const char *said) {
        QTest::newRow(name) << int(kind) << int(revision) << QString::fromUtf8(entry) << QString::fromUtf8(said);
    };
    const auto tool = ListKind::Tools;
    const auto r11 = Revision::R2025_11_25;
    const auto r26 = Revision::R2026_07_28;
    row("plain tool", tool, r11, R"({"name":"t","inputSchema":{"type":"object"}})", "");
    row("name with a blank", tool, r11, R"({"name":"a b","inputSchema":{"type":"object"}})", "warning name tool.name.characters");
    row("slash in a name", tool, r11, R"({"name":"ab/render","inputSchema":{"type":"object"}})", "warning name tool.name.characters");
    row("empty name", tool, r11, R"({"name":"","inputSchema":{"type":"object"}})", "warning name tool.name.length");
    row("no name rule before 2025-11-25", tool, Revision::R2025_06_18, R"({"name":"a b","inputSchema":{"type":"object"}})", "");
    row("zero-width in a name", tool, r11, "{\"name\":\"re\u200bad\",\"inputSchema\":{\"type\":\"object\"}}", "warning name tool.name.invisible-characters\nwarning name tool.name.characters");
    row("unknown dialect", tool, r11, R"({"name":"t","inputSchema":{"type":"object","$schema":"urn:x"}})", "warning inputSchema.$schema tool.inputSchema.$schema.dialect");
    row("draft-07", tool, r11, R"({"name":"t","inputSchema":{"type":"object","$schema":"http://json-schema.org/draft-07/schema#"}})", "");
    row("2020-12", tool, r26, R"({"name":"t","inputSchema":{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema"}})", "");
    row("boolean property schema", tool, r11, R"({"name":"t","inputSchema":{"type":"object","properties":{"x":true}}})", "warning inputSchema.properties.x tool.inputSchema.properties");
    row("boolean property schema, modern", tool, r26, R"({"name":"t","inputSchema":{"type":"object","properties":{"x":true}}})", "");
    row("unknown member", tool, r11, R"({"name":"t","inputSchema":{"type":"object"},"version":"1"})", "note version tool.unknown-member");
    row("execution on the modern era", tool, r26, R"({"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}})", "note execution tool.unknown-member");
    row("header annotation", tool, r26, R"({"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"N"}}}})", "warning inputSchema tool.x-mcp-header");
    row("hidden header annotation", tool, r26, R"({"name":"t","inputSchema":{"type":"object","dependencies":{"a":{"x-mcp-header":"N"}}}})", "warning inputSchema tool.x-mcp-header");
    row("header annotation, legacy", tool, r11, R"({"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"N"}}}})", "");
    row("duplicate member", tool, r11, R"({"name":"t","inputSchema":{"type":"object"},"_meta":{"a":1,"a":2}})", "warning _meta.a json.duplicate-member");
    row("fractional size", ListKind::Resources, r11, R"({"name":"r","uri":"file:///a","size":1.5})", "warning size resource.size.integer");
    row("whole size written as 5.0", ListKind::Resources, r11, R"({"name":"r","uri":"file:///a","size":5.0})", "");
    row("not a URI", ListKind::Resources, r11, R"({"name":"r","uri":"no uri"})", "warning uri resource.uri.uri");
    row("not a template", ListKind::ResourceTemplates, r11, R"({"name":"r","uriTemplate":"x://{"})", "warning uriTemplate resource-template.uriTemplate.template");
    row("argument title of a wrong type", ListKind::Prompts, r11, R"({"name":"p","arguments":[{"name":"a","title":5}]})", "warning arguments.0.title prompt.argument.title");
    row("argument title", ListKind::Prompts, r11, R"({"name":"p","arguments":[{"name":"a","title":"A"}]})", "");
    row("icon of a local file", ListKind::Prompts, r11, R"({"name":"p","icons":[{"src":"file:///i.png","sizes":["48x48","any","big"]}]})",
        "warning icons.0.src icon.src.scheme\nwarning icons.0.sizes.2 icon.sizes.format");
    row("lone surrogate", ListKind::Prompts, r11, R"({"name":"p\ud800"})", "warning name json.lone-surrogate");
    row("number beyond a double", ListKind::Prompts, r11, R"({"name":"p","_meta":{"n":1e400}})", "warning _meta.n json.number-range");
}

void Judging::warnings()
{
    QFETCH(int, kind);
    QFETCH(int, revision);
    QFETCH(QString, entry);
    QFETCH(QString, said);
    const json::DocumentPtr document = parsed(entry.toStdString());
    QVERIFY(document);
    const EntryVerdict verdict = judgeEntry(static_cast<ListKind>(kind), static_cast<Revision>(revision), *document, document->root());
    QVERIFY(!verdict.isRefused());
    QCOMPARE(lines(verdict.faults).join(u'\n'), said);
    for (const Fault &fault : verdict.faults)
        QVERIFY2(!fault.message.empty() && !fault.spec.empty(), fault.rule.c_str());
}

void Judging::revisionsDiffer_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("first"); ///< revision that names it first
    const auto row = [](const char *member, const char *value, Revision first) {
        QTest::newRow(member) << QString::fromUtf8(member) << QString::fromUtf8(value) << int(first);
    };
    row("annotations", R"({"readOnlyHint":true})", Revision::R2025_03_26);
    row("title", R"("T")", Revision::R2025_06_18);
    row("outputSchema", R"({"type":"object"})", Revision::R2025_06_18);
    row("_meta", "{}", Revision::R2025_06_18);
    row("icons", R"([{"src":"https://h/i.png"}])", Revision::R2025_11_25);
    row("execution", R"({"taskSupport":"optional"})", Revision::R2025_11_25);
}

void Judging::revisionsDiffer()
{
    QFETCH(QString, member);
    QFETCH(QString, value);
    QFETCH(int, first);
    const json::DocumentPtr document = parsed(QStringLiteral(R"({"name":"t","inputSchema":{"type":"object"},"%1":%2})").arg(member, value).toStdString());
    for (const Revision revision : { Revision::R2024_11_05, Revision::R2025_03_26, Revision::R2025_06_18, Revision::R2025_11_25 }) {
        const EntryVerdict verdict = judgeEntry(ListKind::Tools, revision, *document, document->root());
        QVERIFY(!verdict.isRefused());
        const bool named = int(revision) >= first;
        QCOMPARE(verdict.faults.size(), std::size_t(named ? 0 : 1));
        if (!named)
            QCOMPARE(QString::fromStdString(levelled(verdict.faults.front())), QStringLiteral("note %1 tool.%1.revision").arg(member));
    }
}

void Judging::results_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *method, Revision revision, const char *json, const char *said) {
        QTest::newRow(name) << QString::fromUtf8(method) << int(revision) << QString::fromUtf8(json) << QString::fromUtf8(said);
    };
    const auto r24 = Revision::R2024_11_05;
    const auto r11 = Revision::R2025_11_25;
    const auto r26 = Revision::R2026_07_28;
    row("call", "tools/call", r11, R"({"content":[{"type":"text","text":"x"}],"isError":false,"structuredContent":{"a":1},"_meta":{"k":1}})", "");
    row("call, all blocks", "tools/call", r11,
        R"({"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource","resource":{"uri":"a:b","text":""}},{"type":"resource_link","uri":"a:b","name":"n"}]})", "");
    row("unknown block", "tools/call", r11, R"({"content":[{"type":"json","json":{}}]})", "refused result.content.0.type content.type");
    row("text without text", "tools/call", r11, R"({"content":[{"type":"text"}]})", "refused result.content.0.text content.text.text");
    row("block without type", "tools/call", r11, R"({"content":[{"text":"x"}]})", "refused result.content.0.type content.type");
    row("no content", "tools/call", r11, R"({"structuredContent":{}})", "warning result.content call-result.content");
    row("content no list", "tools/call", r11, R"({"content":{}})", "refused result.content call-result.content");
    row("structured list, legacy", "tools/call", r11, R"({"content":[],"structuredContent":[]})", "refused result.structuredContent call-result.structuredContent");
    row("structured list, modern", "tools/call", r26, R"({"resultType":"complete","content":[],"structuredContent":null})", "");
    row("isError text", "tools/call", r11, R"({"content":[],"isError":"yes"})", "refused result.isError call-result.isError");
    row("audio in the first revision", "tools/call", r24, R"({"content":[{"type":"audio","data":"","mimeType":"audio/wav"}]})", "note result.content.0.type content.audio.revision");
    row("url-safe base64", "tools/call", r11, R"({"content":[{"type":"image","data":"-_-_","mimeType":"image/png"}]})", "warning result.content.0.data content.image.data.base64");
    row("task", "tools/call", r11, R"({"task":{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"c","ttl":null}})", "");
    row("task, wrong status", "tools/call", r11, R"({"task":{"taskId":"t","status":"Working","createdAt":"c","lastUpdatedAt":"c","ttl":1}})", "refused result.task.status task.status");
    row("no resultType", "tools/call", r26, R"({"content":[]})", "refused result.resultType result.resultType");
    row("unknown resultType", "tools/call", r26, R"({"resultType":"partial","content":[]})", "refused result.resultType result.resultType");
    row("asks back", "tools/call", r26,
        R"({"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"x":{"type":"string"}}}}},"b":{"method":"roots/list"}}})", "");
    row("asks back with nothing", "tools/call", r26, R"({"resultType":"input_required"})", "refused result input-required.empty");
    row("asks back wrongly", "tools/call", r26, R"({"resultType":"input_required","inputRequests":{"a":{"method":"tools/call"}}})", "refused result.inputRequests.a.method input-request.method");
    row("asks back where it may not", "completion/complete", r26, R"({"resultType":"input_required","requestState":"s"})", "refused result.resultType result.resultType");
    row("extension task", "tools/call", r26, R"({"resultType":"task","taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"c","ttlMs":null})", "");
    row("read", "resources/read", r11, R"({"contents":[{"uri":"a:b","blob":"AAECAw=="}]})", "");
    row("read, neither text nor blob", "resources/read", r11, R"({"contents":[{"uri":"a:b"}]})", "refused result.contents.0 resource-contents.text-or-blob");
    row("read, modern without hints", "resources/read", r26, R"({"resultType":"complete","contents":[]})", "refused result.ttlMs read-result.ttlMs\nrefused result.cacheScope read-result.cacheScope");
    row("prompt", "prompts/get", r11, R"({"messages":[{"role":"user","content":{"type":"text","text":"x"}}]})", "");
    row("prompt, role and list", "prompts/get", r11, R"({"messages":[{"role":"system","content":[]}]})",
        "refused result.messages.0.role prompt-message.role\nrefused result.messages.0.content prompt-message.content");
    row("completion", "completion/complete", r11, R"({"completion":{"values":["a"],"total":1,"hasMore":false}})", "");
    row("completion, number", "completion/complete", r11, R"({"completion":{"values":[1],"total":1.5}})", "refused result.completion.values.0 completion.values\nrefused result.completion.total completion.total");
    row("ping", "ping", r11, "{}", "");
    row("PHP's empty array", "ping", r11, "[]", "refused result jsonrpc.response.result");
    row("_meta null", "ping", r11, R"({"_meta":null})", "refused result._meta result._meta");
    row("list", "tools/list", r11, R"({"tools":[{"name":"t","inputSchema":{"type":"object"}}]})", "");
    row("list, entry", "tools/list", r11, R"({"tools":[{"name":"t","inputSchema":{"type":"object"}},{"name":5}]})", "refused result.tools.1.name tool.name\nrefused result.tools.1.inputSchema tool.inputSchema");
    row("list, cursor", "tools/list", r11, R"({"tools":[],"nextCursor":null})", "refused result.nextCursor list.nextCursor");
    row("list, modern", "tools/list", r26, R"({"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[]})", "");
    row("roots of a client", "roots/list", r11, R"({"roots":[{"uri":"http://x"}]})", "warning result.roots.0.uri root.uri.file");
    row("elicitation answered", "elicitation/create", r11, R"({"action":"accept","content":{"x":1.5}})", "");
    row("sampling answered", "sampling/createMessage", r11, R"({"role":"assistant","model":"m","content":[{"type":"tool_use","id":"1","name":"n","input":{}}]})", "");
    row("unknown method", "x/y", r11, R"({"anything":1})", "");
}

void Judging::results()
{
    QFETCH(QString, method);
    QFETCH(int, revision);
    QFETCH(QString, json);
    QFETCH(QString, said);
    QCOMPARE(result(method.toUtf8().constData(), static_cast<Revision>(revision), json.toUtf8().constData()), said);
}

void Judging::requests_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, Revision revision, const char *json, const char *said) {
        QTest::newRow(name) << int(revision) << QString::fromUtf8(json) << QString::fromUtf8(said);
    };
    const auto r03 = Revision::R2025_03_26;
    const auto r11 = Revision::R2025_11_25;
    const auto r26 = Revision::R2026_07_28;
    row("ping", r11, R"({"jsonrpc":"2.0","id":1,"method":"ping"})", "");
    row("ping, modern", r26, R"({"jsonrpc":"2.0","id":1,"method":"ping"})", "warning method method.revision");
    row("null id", r11, R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "refused id jsonrpc.request.id");
    row("wrong version", r11, R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "refused jsonrpc jsonrpc.request.jsonrpc");
    row("no version", r11, R"({"id":1,"method":"ping"})", "refused jsonrpc jsonrpc.request.jsonrpc");
    row("params a list", r11, R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", "refused params jsonrpc.request.params");
    row("extra member", r11, R"({"jsonrpc":"2.0","id":1,"method":"ping","x":1})", "warning x jsonrpc.request.extra-member");
    row("both", r11, R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}})", "refused (root) jsonrpc.message.kind");
    row("nothing", r11, R"({"jsonrpc":"2.0","id":1})", "refused (root) jsonrpc.message.kind");
    row("method a number", r11, R"({"jsonrpc":"2.0","id":1,"method":5})", "refused method jsonrpc.message.method");
    row("a text", r11, R"("hello")", "refused (root) jsonrpc.message");
    row("batch now", r11, R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "warning (root) jsonrpc.batch");
    row("batch then", r03, R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "");
    row("error", r11, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})", "");
    row("error with a text code", r11, R"({"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"no"}})", "refused error.code jsonrpc.error.code");
    row("error without message", r11, R"({"jsonrpc":"2.0","id":1,"error":{"code":1}})", "refused error.message jsonrpc.error.message");
    row("error without id", r11, R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"p"}})", "");
    row("error without id before", r03, R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"p"}})", "warning id jsonrpc.error-response.id");
    row("error with a null id", r11, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})", "warning id jsonrpc.error-response.id");
    row("modern code, legacy", r11, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{}}})", "warning error.code jsonrpc.error.code");
    row("unsupported version", r26, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":["2026-07-28"],"requested":"x"}}})", "");
    row("unsupported version, no list", r26, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":[5]}}})",
        "warning error.data.supported.0 error.unsupported-version.supported\nwarning error.data.requested error.unsupported-version.requested");
    row("elicitation", r11, R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","enum":["x"]}}}}}})", "");
    row("elicitation, nested object", r11, R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}})",
        "refused params.requestedSchema.properties.a.type elicitation.field.type");
    row("elicitation by URL", r11, R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"javascript:x"}})",
        "refused params.elicitationId elicitation.url.elicitationId\nwarning params.url elicitation.url.url.scheme");
    row("elicitation before its time", r03, R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}})", "warning method method.revision");
    row("sampling", r11, R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[{"role":"user","content":{"type":"text","text":""}}]}})", "");
    row("sampling, no limit", r11, R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}})", "refused params.maxTokens sampling.maxTokens");
    row("sampling, no params", r11, R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"})", "refused params method.params");
    row("progress", r11, R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":1}})", "");
    row("progress, text", r11, R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":null,"progress":"1"}})",
        "refused params.progressToken progress.progressToken\nrefused params.progress progress.progress");
    row("log", r11, R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":null}})", "");
    row("log, level and data", r11, R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warn"}})", "refused params.level log-message.level\nrefused params.data log-message.data");
    row("list changed", r11, R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})", "");
    row("list changed, modern without subscription", r26, R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})", "warning params._meta list-changed._meta");
    row("updated", r11, R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}})", "");
    row("updated, nothing", r11, R"({"jsonrpc":"2.0","method":"notifications/resources/updated"})", "refused params method.params");
    row("cancelled", r11, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{}})", "");
    row("cancelled, before", r03, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{}})", "refused params.requestId cancelled.requestId");
    row("elicitation complete", r11, R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":5}})", "refused params.elicitationId elicitation-complete.elicitationId");
    row("task status", r11, R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t","status":"completed","createdAt":"c","lastUpdatedAt":"c","ttl":5}})", "");
    row("acknowledged", r26, R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}})", "");
    row("call of a client", r11, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{}}})", "");
    row("call of a client, arguments a list", r11, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":[]}})", "warning params.name call-request.name\nwarning params.arguments call-request.arguments");
    row("modern list without _meta", r26, R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})", "warning params._meta list-request._meta");
    row("modern list", r26, R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})", "");
    row("the probe on a legacy connection", r11, R"({"jsonrpc":"2.0","id":"p","method":"server/discover","params":{"_meta":{}}})", "");
    row("prompt arguments are texts", r11, R"({"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"p","arguments":{"n":5}}})", "warning params.arguments.n prompt-request.arguments");
    row("own notification", r11, R"({"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}})", "");
}

void Judging::requests()
{
    QFETCH(int, revision);
    QFETCH(QString, json);
    QFETCH(QString, said);
    const Faults faults = judgeMessage(messageFrom(json.toStdString()), {}, static_cast<Revision>(revision));
    QCOMPARE(lines(faults).join(u'\n'), said);
}

void Judging::initializeDecides_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *json, const char *said) { QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(said); };
    row("good", R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"x":5,"tasks":{"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"s","version":"1"},"more":1})", "");
    row("nothing", "{}", "refused protocolVersion initialize.protocolVersion\nrefused capabilities initialize.capabilities\nrefused serverInfo initialize.serverInfo");
    row("PHP's empty arrays", R"({"protocolVersion":"2025-11-25","capabilities":{"experimental":[],"tools":[]},"serverInfo":{"name":"s","version":"1"}})",
        "warning capabilities.experimental capabilities.experimental\nwarning capabilities.tools capabilities.tools");
    row("capabilities an array", R"({"protocolVersion":"2025-11-25","capabilities":[],"serverInfo":{"name":"s","version":"1"}})", "refused capabilities initialize.capabilities");
    row("optional members", R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1","title":5},"instructions":null,"_meta":[]})",
        "warning serverInfo.title implementation.title\nwarning instructions initialize.instructions\nwarning _meta initialize._meta");
}

void Judging::initializeDecides()
{
    QFETCH(QString, json);
    QFETCH(QString, said);
    const json::DocumentPtr document = parsed(json.toStdString());
    QCOMPARE(lines(judgeInitializeResult(*document, document->root(), Revision::R2025_11_25)).join(u'\n'), said);
}

void Judging::discoverDecides()
{
    const auto said = [](const char *json) {
        const json::DocumentPtr document = parsed(json);
        return lines(judgeDiscoverResult(*document, document->root())).join(u'\n');
    };
    QCOMPARE(said(R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"})"), QString());
    QCOMPARE(said(R"({"supportedVersions":["2026-07-28"],"capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":5}})"),
        QStringLiteral("warning resultType discover.resultType\nwarning ttlMs discover.ttlMs\nwarning cacheScope discover.cacheScope\n"
                       "warning _meta.io.modelcontextprotocol/serverInfo discover._meta.io.modelcontextprotocol/serverInfo"));
    QCOMPARE(said(R"({"resultType":"complete","supportedVersions":"2026-07-28","capabilities":[],"instructions":5,"ttlMs":0,"cacheScope":"private"})"),
        QStringLiteral("refused supportedVersions discover.supportedVersions\nrefused capabilities discover.capabilities\nrefused instructions discover.instructions"));
}

void Judging::partsAreNamed()
{
    const json::DocumentPtr document = parsed(R"({"content":[{"type":"text","text":"first"},{"type":"json"},5,{"type":"text"}]})");
    const std::vector<PartVerdict> parts = judgeParts("tools/call", Revision::R2025_11_25, *document, document->root());
    QCOMPARE(parts.size(), std::size_t(4));
    QVERIFY(parts[0].faults.empty());
    QCOMPARE(QString::fromStdString(parts[1].faults.front().reason()),
        QStringLiteral("type: Invalid option: expected one of \"text\"|\"image\"|\"audio\"|\"resource\"|\"resource_link\""));
    QCOMPARE(QString::fromStdString(parts[1].faults.front().received), QStringLiteral("\"json\""));
    QCOMPARE(QString::fromStdString(parts[2].faults.front().reason()), QStringLiteral("Invalid input: expected object, received number"));
    QCOMPARE(QString::fromStdString(parts[3].faults.front().reason()), QStringLiteral("text: Invalid input: expected string, received undefined"));
    QCOMPARE(parts[3].index, std::size_t(3));
}

void Judging::pageErrors_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, Revision revision, const char *json, const char *kind, const char *path, const char *message) {
        QTest::newRow(name) << int(revision) << QString::fromUtf8(json) << QString::fromUtf8(kind) << QString::fromUtf8(path) << QString::fromUtf8(message);
    };
    const auto r11 = Revision::R2025_11_25;
    const auto r26 = Revision::R2026_07_28;
    row("null cursor", r11, R"({"tools":[],"nextCursor":null})", "invalid-result", "/nextCursor", "nextCursor: Invalid input: expected string, received null");
    row("no list", r11, "{}", "invalid-result", "/tools", "tools: Invalid input: expected array, received undefined");
    row("list a text", r11, R"({"tools":"invalid"})", "invalid-result", "/tools", "tools: Invalid input: expected array, received string");
    row("result null", r11, "null", "invalid-message", "", "Invalid input: expected object, received null");
    row("_meta null", r26, R"({"tools":[],"_meta":null})", "invalid-message", "/_meta", "_meta: Invalid input: expected object, received null");
    row("progress token", r11, R"({"tools":[],"_meta":{"progressToken":{}}})", "invalid-result", "/_meta/progressToken", "_meta.progressToken: Invalid input: expected string or int, received object");
    row("related task", r11, R"({"tools":[],"_meta":{"io.modelcontextprotocol/related-task":{}}})", "invalid-result", "/_meta/io.modelcontextprotocol~1related-task/taskId",
        "_meta.io.modelcontextprotocol/related-task.taskId: Invalid input: expected string, received undefined");
    row("no resultType", r26, R"({"tools":[],"ttlMs":0,"cacheScope":"public"})", "invalid-result", "/resultType", "resultType: Invalid input: expected string, received undefined");
    row("other resultType", r26, R"({"tools":[],"resultType":"Complete","ttlMs":0,"cacheScope":"public"})", "unsupported-result-type", "/resultType", "Unsupported result type 'Complete' for tools/list");
    row("no ttl", r26, R"({"tools":[],"resultType":"complete","cacheScope":"public"})", "invalid-result", "/ttlMs", "ttlMs: Invalid input: expected int, received undefined");
    row("ttl fraction", r26, R"({"tools":[],"resultType":"complete","ttlMs":1.5,"cacheScope":"public"})", "invalid-result", "/ttlMs", "ttlMs: Invalid input: expected int, received number");
    row("ttl negative", r26, R"({"tools":[],"resultType":"complete","ttlMs":-1,"cacheScope":"public"})", "invalid-result", "/ttlMs", "ttlMs: Too small: expected number to be >=0");
    row("ttl beyond 2^53", r26, R"({"tools":[],"resultType":"complete","ttlMs":9007199254740993,"cacheScope":"public"})", "invalid-result", "/ttlMs", "ttlMs: Too big: expected number to be <=9007199254740991");
    row("scope", r26, R"({"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"shared"})", "invalid-result", "/cacheScope", "cacheScope: Invalid option: expected one of \"public\"|\"private\"");
    row("legacy ignores the envelope", r11, R"({"tools":[],"resultType":5,"ttlMs":-1,"cacheScope":null})", "", "", "");
    row("modern forgives identity", r26, R"({"tools":[],"resultType":"complete","ttlMs":5.0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":5,"progressToken":{}}})", "", "", "");
}

void Judging::pageErrors()
{
    QFETCH(int, revision);
    QFETCH(QString, json);
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(QString, message);
    const json::DocumentPtr document = parsed(json.toStdString());
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, static_cast<Revision>(revision), false, 0, 7 });
    QCOMPARE(page.error ? QString::fromStdString(page.error->kind) : QString(), kind);
    if (!page.error)
        return;
    QCOMPARE(QString::fromStdString(page.error->data.path.value_or("(none)")), path);
    QCOMPARE(QString::fromStdString(page.error->message), message);
    QVERIFY(page.items.empty() && page.excluded.empty() && !page.nextCursor);
}

void Judging::refusedPageKeepsEntries()
{
    const json::DocumentPtr document = parsed(R"({"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":5}],"nextCursor":7})");
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, Revision::R2025_11_25, false, 10, 7 });
    QVERIFY(page.error);
    QCOMPARE(page.raw.size(), std::size_t(2));
    QCOMPARE(page.malformed.size(), std::size_t(2));
    QVERIFY(page.malformed[0].faults.empty() && page.malformed[0].refusedPage);
    QCOMPARE(page.malformed[1].index, std::size_t(11));
    QCOMPARE(QString::fromStdString(page.malformed[1].reason()), QStringLiteral("name: Invalid input: expected string, received number"));
}

void Judging::offsets()
{
    const std::string text = R"({"tools":[{"name":"t","inputSchema":{"type":"object"},"annotations":[1]},{"inputSchema":{"type":"object"}}]})";
    const json::DocumentPtr document = parsed(text);
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, Revision::R2025_11_25, false, 0, 1 });
    QCOMPARE(page.malformed.size(), std::size_t(2));
    const Fault &wrong = page.malformed[0].faults.front();
    QCOMPARE(text.substr(wrong.begin, wrong.end - wrong.begin), std::string("[1]"));
    const Fault &missing = page.malformed[1].faults.front();
    QCOMPARE(missing.begin, missing.end);
    QCOMPARE(text[missing.begin], '{');
}

void Judging::exactBytes()
{
    const std::string good = R"({"name":"t", "inputSchema":{"type":"object","properties":{"__proto__":{},"a":{"maximum":90071992547409931}}},"z":1,"z":1.50})";
    const std::string bad = R"({ "name":5,"x":"\ud800\u0000" })";
    const json::DocumentPtr document = parsed("{\"tools\":[" + good + "," + bad + "]}");
    const SalvagedPage page = salvagePage(document, document->root(), { ListKind::Tools, Revision::R2025_11_25, false, 0, 1 });
    QCOMPARE(page.items.size(), std::size_t(1));
    QCOMPARE(std::string(page.items[0].node.raw()), good);
    QCOMPARE(page.malformed.size(), std::size_t(1));
    QCOMPARE(std::string(page.malformed[0].node.raw()), bad);
}

void Judging::findingPlaces()
{
    const Message message = messageFrom(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":5}]}})");
    const Faults faults = judgeMessage(message, "tools/call", Revision::R2025_11_25);
    QCOMPARE(faults.size(), std::size_t(1));
    const Finding finding = toFinding(faults.front(), 12);
    QCOMPARE(QString::fromStdString(finding.where), QStringLiteral("frame:12/result/content/0/text"));
    QCOMPARE(finding.severity, Severity::Error);
    QCOMPARE(QString::fromStdString(finding.spec), QStringLiteral("2025-11-25 server/tools#text-content"));
    QCOMPARE(QString::fromStdString(finding.expected), QStringLiteral("string"));
    QCOMPARE(QString::fromStdString(finding.received), QStringLiteral("number"));
}

void Judging::everyPublicListIsSilent_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("entry");
    const auto row = [](const char *name, ListKind kind, const char *entry) { QTest::newRow(name) << int(kind) << QString::fromUtf8(entry); };
    // Shapes as widely used server libraries write them.
    row("TypeScript SDK tool", ListKind::Tools, R"({"name":"echo","title":"Echo","description":"Echoes","inputSchema":{"type":"object","properties":{"message":{"type":"string","description":"m"}},"required":["message"],"additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"},"annotations":{"readOnlyHint":true,"destructiveHint":false},"execution":{"taskSupport":"forbidden"},"_meta":{"ui":{"resourceUri":"ui://a"}}})");
    row("Python SDK tool", ListKind::Tools, R"({"name":"fetch_url","description":"","inputSchema":{"properties":{"url":{"title":"Url","type":"string"},"n":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}},"required":["url"],"title":"fetch_urlArguments","type":"object","$defs":{"X":{"enum":["a"]}}},"outputSchema":{"properties":{"result":{"type":"string"}},"required":["result"],"title":"o","type":"object"}})");
    row("schema with $ref", ListKind::Tools, R"({"name":"API-post-search","inputSchema":{"type":"object","$defs":{"p":{"type":"object"}},"properties":{"q":{"$ref":"#/$defs/p"}},"required":[]}})");
    row("no parameters", ListKind::Tools, R"({"name":"a.b-c_D9","inputSchema":{"type":"object","additionalProperties":false}})");
    row("resource", ListKind::Resources, R"({"uri":"demo://resource/static/1?x=%20#f","name":"R 1","mimeType":"text/plain","description":"d","annotations":{"audience":["user","assistant"],"priority":1,"lastModified":"2025-01-12T15:00:58Z"},"size":0})");
    row("template", ListKind::ResourceTemplates, R"({"uriTemplate":"demo://text/{resourceId}{?a,b*}","name":"Dynamic"})");
    row("prompt", ListKind::Prompts, R"({"name":"args prompt","title":"A","arguments":[{"name":"city","description":"c","required":true},{"name":"state","required":false}],"icons":[{"src":"data:image/png;base64,AA==","sizes":["any"],"theme":"dark","mimeType":"image/png"}]})");
}

void Judging::everyPublicListIsSilent()
{
    QFETCH(int, kind);
    QFETCH(QString, entry);
    const json::DocumentPtr document = parsed(entry.toStdString());
    for (const Revision revision : allRevisions) {
        for (const Fault &fault : judgeEntry(static_cast<ListKind>(kind), revision, *document, document->root()).faults)
            QVERIFY2(fault.level == Fault::Note, qPrintable(QString::fromStdString(levelled(fault) + " " + fault.message)));
    }
    const EntryVerdict newest = judgeEntry(static_cast<ListKind>(kind), Revision::R2025_11_25, *document, document->root());
    QVERIFY(newest.faults.empty());
}

QTEST_GUILESS_MAIN(Judging)
#include "tst_judge.moc"
