#include "profiles/jsoneditor.h"
#include "profiles/relaxedjson.h"

#include <QtTest>

using namespace assayer;

class RelaxedJsonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blanks_data();
    void blanks();
    void errorNamesThePlace();
    void edits_data();
    void edits();
    void refusesToEditOtherEncodings();
};

void RelaxedJsonTest::blanks_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("strict");
    QTest::newRow("line comment") << QByteArray("{\"a\":1 // x\n}") << QByteArray("{\"a\":1     \n}");
    QTest::newRow("block comment") << QByteArray("[1,/* , */2]") << QByteArray("[1,       2]");
    QTest::newRow("comment in a string") << QByteArray("[\"//\",\"/* */\"]") << QByteArray("[\"//\",\"/* */\"]");
    QTest::newRow("escaped quote") << QByteArray(R"(["\"//",1])") << QByteArray(R"(["\"//",1])");
    QTest::newRow("trailing comma") << QByteArray("{\"a\":[1,2, ],}") << QByteArray("{\"a\":[1,2  ] }");
    QTest::newRow("comma, comment, bracket") << QByteArray("[1, // last\n]") << QByteArray("[1         \n]");
    QTest::newRow("bom") << QByteArray("\xEF\xBB\xBF[]") << QByteArray("   []");
    QTest::newRow("open comment") << QByteArray("[1] /* x") << QByteArray("[1]     ");
    QTest::newRow("open string") << QByteArray("[\"x") << QByteArray("[\"x");
}

void RelaxedJsonTest::blanks()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, strict);
    const RelaxedText out = blankRelaxed({ source.constData(), static_cast<std::size_t>(source.size()) });
    QCOMPARE(QByteArray::fromStdString(out.strict), strict);
    QCOMPARE(out.strict.size(), static_cast<std::size_t>(source.size()));
}

void RelaxedJsonTest::errorNamesThePlace()
{
    const auto parsed = parseRelaxed("{\n  \"mcpServers\": {\n    \"a\": {]\n", QStringLiteral("/tmp/mcp.json"));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, std::string("unreadable-file"));
    QVERIFY2(parsed.error().message.find("line 3, column 11") != std::string::npos, parsed.error().message.c_str());
    QCOMPARE(parsed.error().data.path.value(), std::string("/tmp/mcp.json"));
}

void RelaxedJsonTest::edits_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QStringList>("path");
    QTest::addColumn<QByteArray>("value"); // "-" removes
    QTest::addColumn<QByteArray>("wanted");
    const QStringList b { QStringLiteral("b") };
    const QStringList xy { QStringLiteral("x"), QStringLiteral("y") };
    QTest::newRow("replace") << QByteArray("{ \"a\" : 1,\t\"b\": 2 /* keep */ }") << b << QByteArray("[3]") << QByteArray("{ \"a\" : 1,\t\"b\": [\n  3\n] /* keep */ }");
    QTest::newRow("replace scalar") << QByteArray("{\"b\":2,\"c\":1e400}") << b << QByteArray("7") << QByteArray("{\"b\":7,\"c\":1e400}");
    QTest::newRow("add inline") << QByteArray("{\"a\":1}") << b << QByteArray("true") << QByteArray("{\"a\":1, \"b\": true}");
    QTest::newRow("add lines") << QByteArray("{\n\t\"a\": 1\n}\n") << b << QByteArray("true") << QByteArray("{\n\t\"a\": 1,\n\t\"b\": true\n}\n");
    QTest::newRow("add after trailing comma") << QByteArray("{\n  \"a\": 1, // one\n}\n") << b << QByteArray("2") << QByteArray("{\n  \"a\": 1,\n  \"b\": 2, // one\n}\n");
    QTest::newRow("add to empty") << QByteArray("{}") << b << QByteArray("2") << QByteArray("{\n  \"b\": 2\n}");
    QTest::newRow("add deep") << QByteArray("{\n    \"a\": 1\n}") << xy << QByteArray("2") << QByteArray("{\n    \"a\": 1,\n    \"x\": {\n        \"y\": 2\n    }\n}");
    QTest::newRow("remove first") << QByteArray("{\n  \"b\": 1,\n  \"c\": 2\n}") << b << QByteArray("-") << QByteArray("{\n  \"c\": 2\n}");
    QTest::newRow("remove last") << QByteArray("{\n  \"a\": 1,\n  \"b\": 2\n}") << b << QByteArray("-") << QByteArray("{\n  \"a\": 1\n}");
    QTest::newRow("remove only") << QByteArray("{\"b\":1}") << b << QByteArray("-") << QByteArray("{}");
    QTest::newRow("remove absent") << QByteArray("{\"a\":1}") << b << QByteArray("-") << QByteArray("{\"a\":1}");
    QTest::newRow("from nothing") << QByteArray("") << b << QByteArray("1") << QByteArray("{\n  \"b\": 1\n}\n");
    QTest::newRow("duplicate: the last one") << QByteArray("{\"b\":1,\"b\":2}") << b << QByteArray("3") << QByteArray("{\"b\":1,\"b\":3}");
}

void RelaxedJsonTest::edits()
{
    QFETCH(QByteArray, source);
    QFETCH(QStringList, path);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, wanted);
    auto editor = JsonEditor::open(source);
    QVERIFY(editor);
    const Result<void> done = value == "-" ? editor->remove(path) : editor->set(path, value);
    QVERIFY(done);
    QCOMPARE(editor->text(), wanted);
}

void RelaxedJsonTest::refusesToEditOtherEncodings()
{
    auto editor = JsonEditor::open("{\"a\":\"caf\xE9\"}");
    QVERIFY(editor);
    QVERIFY(!editor->set({ QStringLiteral("b") }, "1"));
    QCOMPARE(editor->text(), QByteArray("{\"a\":\"caf\xE9\"}"));
}

QTEST_GUILESS_MAIN(RelaxedJsonTest)
#include "tst_relaxedjson.moc"
