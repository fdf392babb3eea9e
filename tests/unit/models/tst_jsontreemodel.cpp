// JSON and schemas as trees: exact text, duplicates, marks, places, search, and size.
#include "modeltools.h"

#include "models/jsontreemodel.h"
#include "models/schematreemodel.h"

#include <QTest>

using namespace assayer;
using namespace assayer::test;

class TestJsonTreeModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAreExact_data();
    void valuesAreExact();
    void duplicates();
    void marksAndAbsent();
    void places_data();
    void places();
    void offsets();
    void search_data();
    void search();
    void aMillionElementsOpenAtOnce();
    void deepNesting();
    void schemaRows();
    void schemaReferences();
    void schemaPlaces();
};

void TestJsonTreeModel::valuesAreExact_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("type");
    QTest::newRow("number with zero") << "1.0" << "1.0" << "number";
    QTest::newRow("beyond 2^53") << "9007199254740993" << "9007199254740993" << "number";
    QTest::newRow("beyond a double") << "1e400" << "1e400" << "number";
    QTest::newRow("string keeps quotes and escapes") << R"("a\u0041\n")" << R"("a\u0041\n")" << "string";
    QTest::newRow("null") << "null" << "null" << "null";
    QTest::newRow("object") << R"({"a":1,"b":2})" << "{2}" << "object";
    QTest::newRow("array") << "[ ]" << "[0]" << "array";
}

void TestJsonTreeModel::valuesAreExact()
{
    QFETCH(QString, json);
    QFETCH(QString, shown);
    QFETCH(QString, type);
    JsonTreeModel model;
    const Contract contract(model);
    model.setRoot(node("{\"k\": " + json.toStdString() + " }"));
    const QModelIndex index = model.index(0, 0, model.index(0, 0));
    QCOMPARE(index.data().toString(), QStringLiteral("k"));
    QCOMPARE(index.siblingAtColumn(JsonTreeModel::Value).data().toString(), shown);
    QCOMPARE(index.siblingAtColumn(JsonTreeModel::Type).data().toString(), type);
    QCOMPARE(index.data(JsonTreeModel::RawRole).toByteArray(), json.toUtf8());
}

void TestJsonTreeModel::duplicates()
{
    JsonTreeModel model;
    const Contract contract(model);
    model.setRoot(node(R"({"a":1,"b":2,"a":3})"));
    const QModelIndex root = model.index(0, 0);
    QCOMPARE(print(model, JsonTreeModel::Value), (QStringList { QStringLiteral("{3}"), QStringLiteral(" 1"), QStringLiteral(" 2"), QStringLiteral(" 3") }));
    QVERIFY(model.index(0, 0, root).data(JsonTreeModel::NotInForceRole).toBool());
    QVERIFY(!model.index(1, 0, root).data(JsonTreeModel::DuplicateRole).toBool());
    QVERIFY(model.index(2, 0, root).data(JsonTreeModel::DuplicateRole).toBool());
    QVERIFY(!model.index(2, 0, root).data(JsonTreeModel::NotInForceRole).toBool());
    QCOMPARE(model.indexOf(QStringLiteral("/a")).row(), 2);
}

void TestJsonTreeModel::marksAndAbsent()
{
    JsonTreeModel model;
    const Contract contract(model);
    model.setRoot(node(R"({"a":{"b":[1,2]}})"));
    model.setAbsent({ QStringLiteral("/a/content"), QStringLiteral("/a/b/2") });
    model.setMarks({ { QStringLiteral("/a/b/1"), Severity::Error, QStringLiteral("expected string") } });
    const QModelIndex b = model.indexOf(QStringLiteral("/a/b"));
    QCOMPARE(model.index(1, 0, b).data(SeverityRole).toInt(), int(Severity::Error));
    QCOMPARE(model.index(1, 0, b).data(JsonTreeModel::FindingsRole).toStringList(), QStringList { QStringLiteral("expected string") });
    QVERIFY(!b.data(SeverityRole).isValid());
    QCOMPARE(b.data(JsonTreeModel::BelowRole).toInt(), int(Severity::Error));
    QCOMPARE(model.index(0, 0).data(JsonTreeModel::BelowRole).toInt(), int(Severity::Error));
    const QModelIndex absent = model.indexOf(QStringLiteral("/a/content"));
    QCOMPARE(absent.data().toString(), QStringLiteral("content"));
    QVERIFY(absent.data(AbsentRole).toBool());
    QVERIFY(!absent.data(JsonTreeModel::KindRole).isValid());
    QCOMPARE(model.value(absent), nullptr);
}

void TestJsonTreeModel::places_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("found");
    QTest::newRow("root") << "" << "";
    QTest::newRow("member") << "/tools/1/name" << "/tools/1/name";
    QTest::newRow("escaped") << "/a~1b" << "/a~1b";
    QTest::newRow("missing: the innermost that exists") << "/tools/1/title" << "/tools/1";
    QTest::newRow("behind the end") << "/tools/9" << "/tools";
    QTest::newRow("no number") << "/tools/x" << "/tools";
}

void TestJsonTreeModel::places()
{
    QFETCH(QString, pointer);
    QFETCH(QString, found);
    JsonTreeModel model;
    const Contract contract(model);
    model.setRoot(node(R"({"tools":[{"name":"a"},{"name":"b"}],"a/b":0})"));
    QCOMPARE(model.indexOf(pointer).data(JsonTreeModel::PointerRole).toString(), found);
}

void TestJsonTreeModel::offsets()
{
    const std::string text = R"({"tools":[{"name":"a"},{"name":"b"}]})";
    JsonTreeModel model;
    model.setRoot(node(text));
    QCOMPARE(model.indexAt(text.find("\"b\"")).data(JsonTreeModel::PointerRole).toString(), QStringLiteral("/tools/1/name"));
    QCOMPARE(model.indexAt(0).data(JsonTreeModel::PointerRole).toString(), QString());
    QCOMPARE(model.indexAt(text.find(",{")).data(JsonTreeModel::PointerRole).toString(), QStringLiteral("/tools"));
    const QModelIndex name = model.indexOf(QStringLiteral("/tools/0/name"));
    QCOMPARE(text.substr(name.data(JsonTreeModel::BeginRole).toULongLong(), 3), std::string("\"a\""));
}

void TestJsonTreeModel::search_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("backward");
    QTest::addColumn<QString>("found");
    QTest::newRow("value") << "TWO" << "" << false << "/b/0";
    QTest::newRow("key") << "deep" << "" << false << "/b/1/deep";
    QTest::newRow("wraps") << "one" << "/b/0" << false << "/a";
    QTest::newRow("the next one") << "e" << "/b/1/deep" << false << "/c";
    QTest::newRow("backward") << "e" << "/c" << true << "/b/1/deep";
    QTest::newRow("decoded") << "n\nl" << "" << false << "/c";
    QTest::newRow("alone finds itself again") << "two" << "/b/0" << false << "/b/0";
}

void TestJsonTreeModel::search()
{
    QFETCH(QString, text);
    QFETCH(QString, from);
    QFETCH(bool, backward);
    QFETCH(QString, found);
    JsonTreeModel model;
    const Contract contract(model);
    model.setRoot(node(R"({"a":"one","b":["two",{"deep":3}],"c":"e n\nl"})"));
    const QModelIndex index = model.find(text, model.indexOf(from), backward);
    QVERIFY(index.isValid());
    QCOMPARE(index.data(JsonTreeModel::PointerRole).toString(), found);
    QVERIFY(!model.find(QStringLiteral("nowhere"), model.index(0, 0)).isValid());
}

void TestJsonTreeModel::aMillionElementsOpenAtOnce()
{
    std::string text = "[0";
    for (int i = 1; i < 1'000'000; ++i)
        text += ",1";
    text += "]";
    JsonTreeModel model;
    model.setRoot(node(text));
    const QModelIndex root = model.index(0, 0);
    QCOMPARE(model.rowCount(root), 1'000'000);
    QCOMPARE(model.index(999'999, JsonTreeModel::Value, root).data().toString(), QStringLiteral("1"));
    QCOMPARE(model.indexAt(text.size() - 2).row(), 999'999);
}

void TestJsonTreeModel::deepNesting()
{
    const int depth = 2'000;
    JsonTreeModel model;
    model.setRoot(node(std::string(depth, '[') + std::string(depth, ']')));
    const QModelIndex innermost = model.indexAt(depth - 1);
    int levels = 0;
    for (QModelIndex at = innermost; at.isValid(); at = at.parent())
        ++levels;
    QCOMPARE(levels, depth);
    QCOMPARE(model.find(QStringLiteral("x"), innermost), QModelIndex());
}

void TestJsonTreeModel::schemaRows()
{
    SchemaTreeModel model;
    const Contract contract(model);
    model.setSchema(node(R"({"type":"object","required":["q","ghost"],"properties":{"q":{"type":"string","minLength":1,"description":"what"},
        "n":{"type":["integer","null"],"maximum":50},"tags":{"type":"array","items":{"enum":["a","b"]}}}})"));
    QCOMPARE(print(model, SchemaTreeModel::Name), (QStringList { QString(), QStringLiteral(" q"), QStringLiteral(" n"), QStringLiteral(" tags"), QStringLiteral("  items"), QStringLiteral(" ghost") }));
    QCOMPARE(print(model, SchemaTreeModel::Type), (QStringList { QStringLiteral("object"), QStringLiteral(" string"), QStringLiteral(" integer | null"), QStringLiteral(" array"), QStringLiteral("  enum"), QStringLiteral(" any") }));
    const QModelIndex root = model.index(0, 0);
    QVERIFY(model.index(0, 0, root).data(SchemaTreeModel::RequiredRole).toBool());
    QVERIFY(!model.index(1, 0, root).data(SchemaTreeModel::RequiredRole).toBool());
    QVERIFY(model.index(3, 0, root).data(SchemaTreeModel::RequiredRole).toBool());
    QCOMPARE(model.index(0, SchemaTreeModel::Constraints, root).data().toString(), QStringLiteral("minLength 1"));
    QCOMPARE(model.index(0, SchemaTreeModel::Description, root).data().toString(), QStringLiteral("what"));
}

void TestJsonTreeModel::schemaReferences()
{
    SchemaTreeModel model;
    const Contract contract(model);
    model.setSchema(node(R"({"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"left":{"$ref":"#/$defs/tree"}}}}})"));
    const QModelIndex left = model.index(0, 0, model.index(0, 0));
    QCOMPARE(left.data().toString(), QStringLiteral("left"));
    QVERIFY(left.data(SchemaTreeModel::RecursiveRole).toBool());
    QCOMPARE(model.rowCount(left), 0);
    QCOMPARE(left.data(SchemaTreeModel::PointerRole).toString(), QStringLiteral("/$defs/tree"));
}

void TestJsonTreeModel::schemaPlaces()
{
    SchemaTreeModel model;
    model.setSchema(node(R"({"properties":{"a":{"properties":{"b":{"type":"strng"}}}}})"));
    QCOMPARE(model.indexOf(QStringLiteral("/properties/a/properties/b/type")).data().toString(), QStringLiteral("b"));
    QCOMPARE(model.indexOf(QStringLiteral("/nowhere")).data().toString(), QString());
    // Two schemas of one object: references stay within their own.
    const Contract contract(model);
    model.setMembers(node(R"({"name":"t","inputSchema":{"properties":{"x":{"$ref":"#/$defs/row"}},"$defs":{"row":{"type":"string"}}},
        "outputSchema":{"properties":{"rows":{"items":{"$ref":"#/$defs/row"}}},"$defs":{"row":{"type":"object","properties":{"q":{"type":"integer"}}}}}})"),
        { "inputSchema", "outputSchema", "absent" });
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("outputSchema"));
    QCOMPARE(model.index(0, SchemaTreeModel::Type, model.index(0, 0)).data().toString(), QStringLiteral("string"));
    const QModelIndex q = model.indexOf(QStringLiteral("/outputSchema/$defs/row/properties/q/minimum"));
    QCOMPARE(q.data().toString(), QStringLiteral("q"));
    QCOMPARE(q.data(SchemaTreeModel::PointerRole).toString(), QStringLiteral("/outputSchema/$defs/row/properties/q"));
    QCOMPARE(model.indexOf(QStringLiteral("/inputSchema/$defs/row/type")).data().toString(), QStringLiteral("x"));
    QCOMPARE(model.indexOf(QStringLiteral("/outputSchema/type")).data().toString(), QStringLiteral("outputSchema"));
}

QTEST_GUILESS_MAIN(TestJsonTreeModel)
#include "tst_jsontreemodel.moc"
