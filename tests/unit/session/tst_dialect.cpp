// How a request is dressed in each era.
#include "protocol/message.h"
#include "session/clientidentity.h"
#include "session/dialect.h"
#include "session/metamembers.h"

#include <QTest>

using namespace assayer;

namespace {

DialectContext context()
{
    DialectContext given;
    given.protocolVersion = "2026-07-28";
    given.clientInfo = "{\"name\":\"a\",\"version\":\"1\"}";
    given.clientCapabilities = "{}";
    return given;
}

QByteArray field(const HeaderFields &fields, const QByteArray &name)
{
    for (const HeaderField &each : fields) {
        if (each.first.compare(name, Qt::CaseInsensitive) == 0)
            return each.second;
    }
    return {};
}

} // namespace

class tst_Dialect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modernMeta()
    {
        QCOMPARE(modernDialect().params({}, context(), {}, {}),
            QByteArray("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"a\",\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":{}}}"));
    }

    void modernMetaWithTokenAndLevel()
    {
        DialectContext given = context();
        given.logLevel = "debug";
        given.clientInfo.clear();
        QCOMPARE(modernDialect().params("{\"n\":1.50}", given, "7", {}),
            QByteArray("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":\"debug\",\"progressToken\":7},\"n\":1.50}"));
    }

    /// What the user wrote stays, in its place and its spelling, and wins over ours.
    void userKeysWin()
    {
        const QByteArray params = "{\"_meta\":{\"x\":1e2,\"progressToken\":\"mine\"},\"z\":[ 1 ]}";
        const QByteArray dressed = modernDialect().params(params, context(), "7", "{\"x\":5,\"y\":6}");
        QVERIFY(dressed.startsWith("{\"_meta\":{\"x\":1e2,\"progressToken\":\"mine\",\"io.modelcontextprotocol/protocolVersion\":"));
        QVERIFY(dressed.endsWith("\"y\":6},\"z\":[ 1 ]}"));
        QVERIFY(!dressed.contains("\"x\":5") && !dressed.contains(":7"));
    }

    void handMadeParamsStay_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::newRow("array") << QByteArray("[1,2]");
        QTest::newRow("meta no object") << QByteArray("{\"_meta\":3}");
        QTest::newRow("no JSON") << QByteArray("{oops");
    }
    void handMadeParamsStay()
    {
        QFETCH(QByteArray, params);
        QCOMPARE(modernDialect().params(params, context(), {}, {}), params);
    }

    void legacyParams()
    {
        QCOMPARE(legacyDialect().params({}, context(), {}, {}), QByteArray());
        QCOMPARE(legacyDialect().params("{ \"a\" : 1 }", context(), {}, {}), QByteArray("{ \"a\" : 1 }"));
        QCOMPARE(legacyDialect().params("{}", context(), "4", {}), QByteArray("{\"_meta\":{\"progressToken\":4}}"));
    }

    void mcpName_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("tool") << QByteArray("tools/call") << QByteArray("{\"name\":\"echo\"}") << QByteArray("echo");
        QTest::newRow("prompt") << QByteArray("prompts/get") << QByteArray("{\"name\":\"p\"}") << QByteArray("p");
        QTest::newRow("uri with a space") << QByteArray("resources/read") << QByteArray("{\"uri\":\"file:///a b\"}") << QByteArray("file:///a b");
        QTest::newRow("task") << QByteArray("tasks/cancel") << QByteArray("{\"taskId\":\"t1\"}") << QByteArray("t1");
        QTest::newRow("not ASCII") << QByteArray("tools/call") << QByteArray("{\"name\":\"météo\"}") << QByteArray("=?base64?bcOpdMOpbw==?=");
        QTest::newRow("sentinel") << QByteArray("tools/call") << QByteArray("{\"name\":\"=?base64?Zm9v?=\"}") << QByteArray("=?base64?PT9iYXNlNjQ/Wm05dj89?=");
        QTest::newRow("other method") << QByteArray("tools/list") << QByteArray("{\"name\":\"x\"}") << QByteArray();
        QTest::newRow("no string") << QByteArray("tools/call") << QByteArray("{\"name\":3}") << QByteArray();
    }
    void mcpName()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, name);
        const HeaderFields fields = modernDialect().headers(method, false, params, context());
        QCOMPARE(field(fields, "Mcp-Name"), name);
        QCOMPARE(field(fields, "Mcp-Method"), method);
        QCOMPARE(field(fields, "MCP-Protocol-Version"), QByteArray("2026-07-28"));
    }

    void modernNotification()
    {
        const HeaderFields fields = modernDialect().headers("notifications/cancelled", true, {}, context());
        QCOMPARE(fields.size(), 1);
        QCOMPARE(field(fields, "MCP-Protocol-Version"), QByteArray("2026-07-28"));
    }

    void legacyHeaders()
    {
        DialectContext given;
        given.protocolVersion = "2025-06-18";
        given.sessionId = "S1";
        QVERIFY(legacyDialect().headers("initialize", false, {}, given).isEmpty());
        const HeaderFields fields = legacyDialect().headers("tools/list", false, {}, given);
        QCOMPARE(fields.size(), 2);
        QCOMPARE(field(fields, "MCP-Protocol-Version"), QByteArray("2025-06-18"));
        QCOMPARE(field(fields, "Mcp-Session-Id"), QByteArray("S1"));
    }

    void stdioHasNoHeaders()
    {
        DialectContext given = context();
        given.isStdio = true;
        QVERIFY(modernDialect().headers("tools/call", false, "{\"name\":\"x\"}", given).isEmpty());
        QVERIFY(legacyDialect().headers("tools/call", false, {}, given).isEmpty());
    }

    void identity()
    {
        SessionOptions options;
        options.clientName = "A \"b\"";
        options.clientVersion = "2";
        options.clientCapabilities = "  ";
        QCOMPARE(clientInfo(options), QByteArray("{\"name\":\"A \\\"b\\\"\",\"version\":\"2\"}"));
        QCOMPARE(clientCapabilities(options), QByteArray("{}"));
    }
};

QTEST_GUILESS_MAIN(tst_Dialect)
#include "tst_dialect.moc"
