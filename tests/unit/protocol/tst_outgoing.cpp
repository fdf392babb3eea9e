// What we send, and what comes back as a message: envelopes, exact params, _meta, mirrored headers, ids and batches.
#include "protocol/headerannotation.h"
#include "protocol/judge.h"
#include "protocol/requestencoder.h"
#include "vectors.h"

#include <QTest>

using namespace assayer;
using namespace assayer::test;

class Outgoing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void envelopes();
    void meta_data();
    void meta();
    void metaFailures();
    void member();
    void oneLine();
    void headerValue_data();
    void headerValue();
    void mirrored();
    void annotationFault_data();
    void annotationFault();
    void hiddenAnnotations();
    void annotationPaths();
    void manyAnnotationsAreBounded();
    void decodeKinds_data();
    void decodeKinds();
    void decodeIds();
    void decodeBatch();
    void decodeNoJson();
    void rawDataIsCopied();
    void strictEnvelope_data();
    void strictEnvelope();
};

void Outgoing::envelopes()
{
    QCOMPARE(buildRequest("7", "tools/call", R"({ "name":"t" ,"arguments":{"n":1.50e0}})"),
        std::string(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{ "name":"t" ,"arguments":{"n":1.50e0}}})"));
    QCOMPARE(buildRequest("\"a\"", "ping"), std::string(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"));
    QCOMPARE(buildRequest("1", "a\"b\n", "[]"), std::string("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\\"b\\n\",\"params\":[]}"));
    QCOMPARE(buildNotification("notifications/initialized"), std::string(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    QCOMPARE(buildResult("1", {}), std::string(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    QCOMPARE(buildError("1", -32601, "Method \"x\" not found", R"({"a":1})"),
        std::string(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method \"x\" not found","data":{"a":1}}})"));
    QCOMPARE(buildError({}, -32700, "p"), std::string(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"p"}})"));
    QVERIFY(parsed(buildError("1", -1, "\xff")));
}

void Outgoing::meta_data()
{
    QTest::addColumn<QString>("params");
    QTest::addColumn<QString>("merged");
    const auto row = [](const char *name, const char *params, const char *merged) { QTest::newRow(name) << QString::fromUtf8(params) << QString::fromUtf8(merged); };
    row("none", "", R"({"_meta":{"a":1,"b/c":{"x":[]}}})");
    row("empty", "{ }", R"({"_meta":{"a":1,"b/c":{"x":[]}} })");
    row("other members", R"({ "n" : 1.0 })", R"({"_meta":{"a":1,"b/c":{"x":[]}}, "n" : 1.0 })");
    row("empty meta", R"({"_meta":{ },"n":1})", R"({"_meta":{"a":1,"b/c":{"x":[]} },"n":1})");
    row("meta with others", R"({"n":1,"_meta":{"z": 5 } })", R"({"n":1,"_meta":{"z": 5,"a":1,"b/c":{"x":[]} } })");
    row("the user's key wins", R"({"_meta":{"a":"mine"}})", R"({"_meta":{"a":"mine","b/c":{"x":[]}}})");
    row("all keys are the user's", R"({"_meta":{"b/c":null,"a":0}})", R"({"_meta":{"b/c":null,"a":0}})");
    row("meta is no object", R"({"_meta":5})", R"({"_meta":5})");
    row("of duplicates the last", R"({"_meta":{"a":2},"_meta":{}})", R"({"_meta":{"a":2},"_meta":{"a":1,"b/c":{"x":[]}}})");
}

void Outgoing::meta()
{
    QFETCH(QString, params);
    QFETCH(QString, merged);
    const auto text = withMeta(params.toStdString(), { { "a", "1" }, { "b/c", R"({"x":[]})" } });
    QVERIFY(text);
    QCOMPARE(QString::fromStdString(*text), merged);
    QVERIFY(parsed(*text));
}

void Outgoing::metaFailures()
{
    for (const char *params : { "[]", "5", "{", "null" }) {
        const auto text = withMeta(params, { { "a", "1" } });
        QVERIFY(!text);
        QCOMPARE(QString::fromStdString(text.error().kind), QStringLiteral("invalid-params"));
    }
    QCOMPARE(*withMeta(R"({"x":1})", {}), std::string(R"({"x":1})"));
}

void Outgoing::member()
{
    QCOMPARE(*withMember(R"({"name":"t"})", "requestState", "\"s\""), std::string(R"({"requestState":"s","name":"t"})"));
    QCOMPARE(*withMember(R"({ "requestState" : "old", "name":"t"})", "requestState", "\"s\""), std::string(R"({ "requestState" : "s", "name":"t"})"));
    QCOMPARE(*withMember({}, "cursor", "\"\""), std::string(R"({"cursor":""})"));
}

void Outgoing::oneLine()
{
    QCOMPARE(onOneLine("{\r\n \"a\": \"x\\ny\"\n}"), std::string("{   \"a\": \"x\\ny\" }"));
}

void Outgoing::headerValue_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("header");
    const auto row = [](const char *value, const char *header) { QTest::newRow(header) << QString::fromUtf8(value) << QString::fromUtf8(header); };
    row("us-west1", "us-west1");
    row("us west 1", "us west 1");
    row("", "");
    row(" padded ", "=?base64?IHBhZGRlZCA=?=");
    row("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?=");
    row("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=");
    row("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
    row("a\tb", "=?base64?YQli?=");
    row("=?BASE64?x?=", "=?BASE64?x?=");
    row("file:///a b", "file:///a b");
}

void Outgoing::headerValue()
{
    QFETCH(QString, value);
    QFETCH(QString, header);
    QCOMPARE(QString::fromStdString(encodeHeaderValue(value.toStdString())), header);
}

void Outgoing::mirrored()
{
    const json::DocumentPtr schema = parsed(R"({"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer","x-mcp-header":"N"},
        "o":{"type":"object","properties":{"flag":{"type":"boolean","x-mcp-header":"Flag"}}},"gone":{"type":"string","x-mcp-header":"Gone"},"nil":{"type":"string","x-mcp-header":"Nil"}}})");
    const HeaderMap map = scanHeaderAnnotations(*schema, schema->root());
    QVERIFY(!map.fault);
    QCOMPARE(map.entries.size(), std::size_t(5));
    const json::DocumentPtr arguments = parsed(R"({"region":"","n":42.0,"o":{"flag":false},"nil":null,"other":"x"})");
    const auto headers = mirroredHeaders(map, *arguments, arguments->root());
    const std::vector<std::pair<std::string, std::string>> expected { { "Mcp-Param-Region", "" }, { "Mcp-Param-N", "42" }, { "Mcp-Param-Flag", "false" } };
    QVERIFY(headers == expected);
}

void Outgoing::annotationFault_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const char *schema, const char *reason) { QTest::newRow(name) << QString::fromUtf8(schema) << QString::fromUtf8(reason); };
    row("escaped keyword", R"({"type":"object","properties":{"a":{"type":"string","x-mcp\u002dheader":""}}})", "a: x-mcp-header MUST be a non-empty string");
    row("tuple", R"({"type":"object","properties":{"a":{"prefixItems":[{},{"x-mcp-header":"A"}]}}})", "a.<prefixItems>:");
    row("not", R"({"not":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}})", "<not>.b:");
    row("before its children", R"({"properties":{"a":{"type":"string","x-mcp-header":"","properties":{"b":{"x-mcp-header":5}}}}})", "a: x-mcp-header MUST");
    row("depth first", R"({"properties":{"a":{"properties":{"b":{"type":"string","x-mcp-header":" "}}},"c":{"type":"string","x-mcp-header":""}}})", "a.b: x-mcp-header ' '");
    row("number after others", R"({"properties":{"a":{"type":"number","x-mcp-header":"A"}},"$defs":{"d":{"x-mcp-header":"D"}}})", "<$defs>:");
    row("last duplicate counts", R"({"properties":{"a":{"type":"string","x-mcp-header":""},"a":{"type":"string"}}})", "");
    row("in an enum", R"({"properties":{"a":{"enum":[{"x-mcp-header":""}],"default":{"x-mcp-header":""}}}})", "");
}

void Outgoing::annotationFault()
{
    QFETCH(QString, schema);
    QFETCH(QString, reason);
    const json::DocumentPtr document = parsed(schema.toStdString());
    const QString fault = QString::fromStdString(scanHeaderAnnotations(*document, document->root()).fault.value_or(""));
    QVERIFY2(reason.isEmpty() ? fault.isEmpty() : fault.startsWith(reason), qPrintable(fault));
}

void Outgoing::hiddenAnnotations()
{
    const json::DocumentPtr document = parsed(R"({"dependencies":{"a":{"properties":{"b":{"x-mcp-header":"A B"}}},"c":["d"]},"properties":{"s":{"contentSchema":{"x-mcp-header":"A"}}}})");
    const HeaderMap map = scanHeaderAnnotations(*document, document->root());
    QVERIFY(!map.fault);
    QVERIFY(map.entries.empty());
    QCOMPARE(map.hiddenAnnotations, (std::vector<std::string> { "s.<contentSchema>", "<dependencies>.b" }));
}

void Outgoing::annotationPaths()
{
    const json::DocumentPtr document = parsed(R"({"properties":{"a.b":{"properties":{"c":{"type":"string","x-mcp-header":"Deep"}}}}})");
    const HeaderMap map = scanHeaderAnnotations(*document, document->root());
    QCOMPARE(map.entries.size(), std::size_t(1));
    QCOMPARE(map.entries[0].path, (std::vector<std::string> { "a.b", "c" }));
}

void Outgoing::manyAnnotationsAreBounded()
{
    std::string schema = "{}";
    for (int i = 0; i < 3000; ++i)
        schema = R"({"type":"string","x-mcp-header":"h)" + std::to_string(i) + R"(","properties":{"p":)" + schema + "}}";
    const json::DocumentPtr document = parsed(R"({"properties":{"p":)" + schema + "}}");
    const HeaderMap map = scanHeaderAnnotations(*document, document->root());
    QVERIFY(map.fault);
    QVERIFY(map.entries.size() < 1000);
}

void Outgoing::decodeKinds_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *json, Message::Kind kind) { QTest::newRow(json) << QByteArray(json) << int(kind); };
    row(R"({"jsonrpc":"2.0","id":1,"method":"m"})", Message::Request);
    row(R"({"jsonrpc":"2.0","id":null,"method":"m"})", Message::Request);
    row(R"({"jsonrpc":"2.0","method":"m"})", Message::Notification);
    row(R"({"jsonrpc":"2.0","id":1,"result":null})", Message::Response);
    row(R"({"id":1,"error":{"code":1,"message":"x"}})", Message::ErrorResponse);
    row(R"({"id":1,"result":{},"error":{}})", Message::Unclear);
    row(R"({"id":1,"method":"m","result":{}})", Message::Unclear);
    row(R"({"id":1,"method":5})", Message::Unclear);
    row("{}", Message::Unclear);
    row("null", Message::Unclear);
}

void Outgoing::decodeKinds()
{
    QFETCH(QByteArray, json);
    QFETCH(int, kind);
    const auto decoded = decodeMessages(json);
    const auto *messages = std::get_if<DecodedMessages>(&decoded);
    QVERIFY(messages && messages->messages.size() == 1 && !messages->batch);
    QCOMPARE(int(messages->messages[0].kind), kind);
}

void Outgoing::decodeIds()
{
    const auto id = [](const char *json) { return std::get<DecodedMessages>(decodeMessages(QByteArray(json))).messages.front().id; };
    QVERIFY(id(R"({"id":1})") == RequestId::fromInteger(1));
    QVERIFY(!(id(R"({"id":"1"})") == RequestId::fromInteger(1)));
    QCOMPARE(id(R"({"id":"1"})").kind, RequestId::String);
    QCOMPARE(id(R"({"id":1.5})").kind, RequestId::Other);
    QCOMPARE(id(R"({"id":null})").kind, RequestId::Null);
    QCOMPARE(id("{}").kind, RequestId::Absent);
    QCOMPARE(id(R"({"id":123456789012345678901234567890})").text, std::string("123456789012345678901234567890"));
}

void Outgoing::decodeBatch()
{
    const auto decoded = decodeMessages(QByteArray(R"([{"id":1,"result":{}}, {"method":"m"}, 5])"));
    const auto &messages = std::get<DecodedMessages>(decoded);
    QVERIFY(messages.batch);
    QCOMPARE(messages.messages.size(), std::size_t(3));
    QCOMPARE(messages.messages[0].kind, Message::Response);
    QCOMPARE(messages.messages[1].kind, Message::Notification);
    QCOMPARE(messages.messages[2].kind, Message::Unclear);
    QVERIFY(std::get<DecodedMessages>(decodeMessages(QByteArray("[]"))).messages.empty());
}

void Outgoing::decodeNoJson()
{
    const auto decoded = decodeMessages(QByteArray("Starting server...\n"));
    const auto *malformed = std::get_if<MalformedMessage>(&decoded);
    QVERIFY(malformed);
    QCOMPARE(QString::fromStdString(malformed->error.kind), QStringLiteral("invalid-message"));
    QCOMPARE(QString::fromStdString(malformed->error.cause), QStringLiteral("not-json"));
    QVERIFY(std::holds_alternative<MalformedMessage>(decodeMessages(QByteArray())));
}

void Outgoing::rawDataIsCopied()
{
    std::vector<char> bytes { '{', '}', 'x', 'x' };
    const auto document = parseJson(QByteArray::fromRawData(bytes.data(), 2));
    bytes.assign(4, '!');
    QVERIFY(document);
    QCOMPARE(std::string((*document)->text()), std::string("{}"));
}

void Outgoing::strictEnvelope_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("fine");
    const auto row = [](const char *json, bool fine) { QTest::newRow(json) << QByteArray(json) << fine; };
    row(R"({"jsonrpc":"2.0","id":1,"result":{}})", true);
    row(R"({"jsonrpc":"2.0","id":null,"result":{}})", false);
    row(R"({"jsonrpc":"2.0","id":1,"result":[]})", false);
    row(R"({"jsonrpc":"2.0","id":1,"result":{},"x":1})", false);
    row(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}})", false);
    row(R"({"id":1,"result":{}})", false);
    row(R"({"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}})", false);
    row(R"({"jsonrpc":"2.0","id":1,"error":{"code":1}})", false);
    row(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"m"}})", true);
    row(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}})", false);
    row("{}", false);
    row("null", false);
}

void Outgoing::strictEnvelope()
{
    QFETCH(QByteArray, json);
    QFETCH(bool, fine);
    const auto decoded = decodeMessages(json);
    QCOMPARE(!envelopeFault(std::get<DecodedMessages>(decoded).messages.front()), fine);
}

QTEST_GUILESS_MAIN(Outgoing)
#include "tst_outgoing.moc"
