#include "inspection/formfields.h"
#include "protocol/message.h"

#include <QtTest>

using namespace assayer;

namespace {

ToolForm formOf(const QByteArray &schema, const QByteArray &given = {})
{
    const auto parsed = parseJson(schema);
    return makeForm({ *parsed, &(*parsed)->root() }, given);
}

} // namespace

class FormFieldsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kinds_data();
    void kinds();
    void nestedAndRequired();
    void localReferences();
    void defaultsAndGivenValues();
    void errorsOfTheArguments();
};

void FormFieldsTest::kinds_data()
{
    QTest::addColumn<QByteArray>("property");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("nullable");
    QTest::addColumn<int>("options");
    const auto row = [](const char *property, const char *kind, bool nullable = false, int options = 0) { QTest::newRow(property) << QByteArray(property) << QString::fromLatin1(kind) << nullable << options; };
    row(R"({"type":"string"})", "text");
    row(R"({"type":"string","format":"date-time"})", "date-time");
    row(R"({"type":"string","format":"hostname"})", "text");
    row(R"({"type":"integer"})", "integer");
    row(R"({"type":["number","null"]})", "number", true);
    row(R"({"anyOf":[{"type":"boolean"},{"type":"null"}]})", "boolean", true);
    row(R"({"enum":["a",1,null]})", "enum", false, 3);
    row(R"({"oneOf":[{"const":"a","title":"A"},{"const":"b"}]})", "enum", false, 2);
    row(R"({"type":"array","items":{"type":"string"}})", "array");
    row(R"({"type":"array","items":{"enum":["x","y"]}})", "multi-enum", false, 2);
    row(R"({"type":"object","additionalProperties":{"type":"string"}})", "map");
    row(R"({"oneOf":[{"type":"string"},{"type":"integer"}]})", "variant");
    row(R"({})", "json");
    row(R"({"type":["string","integer"]})", "json");
}

void FormFieldsTest::kinds()
{
    QFETCH(QByteArray, property);
    QFETCH(QString, kind);
    QFETCH(bool, nullable);
    QFETCH(int, options);
    const ToolForm form = formOf("{\"type\":\"object\",\"properties\":{\"p\":" + property + "}}");
    QCOMPARE(form.fields.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(form.fields[0].kind), kind);
    QCOMPARE(form.fields[0].nullable, nullable);
    QCOMPARE(int(form.fields[0].options.size()), options);
}

void FormFieldsTest::nestedAndRequired()
{
    const ToolForm form = formOf(R"({"properties":{"o":{"type":"object","required":["a/b"],"properties":{"a/b":{"type":"string","title":"AB"},"c":{"type":"integer"}}}},"required":["o"]})");
    QStringList paths;
    for (const ToolFormField &field : form.fields)
        paths << QString::fromStdString(field.path) + (field.required ? QStringLiteral("*") : QString());
    QCOMPARE(paths, QStringList({ QStringLiteral("/o*"), QStringLiteral("/o/a~1b*"), QStringLiteral("/o/c") }));
    QCOMPARE(form.fields[1].label, std::string("AB"));
}

void FormFieldsTest::localReferences()
{
    const ToolForm form = formOf(R"({"properties":{"self":{"$ref":"#"},"d":{"$ref":"#/$defs/d"},"far":{"$ref":"https://h/x"}},"$defs":{"d":{"type":"string","format":"date"}}})");
    QVERIFY(form.fields.size() < 200);
    const auto found = std::find_if(form.fields.begin(), form.fields.end(), [](const ToolFormField &field) { return field.path == "/d"; });
    QVERIFY(found != form.fields.end());
    QCOMPARE(found->kind, std::string("date"));
}

void FormFieldsTest::defaultsAndGivenValues()
{
    const ToolForm form = formOf(R"({"properties":{"n":{"type":"integer","default":9007199254740993},"o":{"properties":{"x":{"default":1},"y":{"default":2}}}}})", R"({"o":{"y":3},"z":0})");
    QCOMPARE(form.arguments, QByteArray(R"({"n":9007199254740993,"o":{"x":1,"y":3},"z":0})"));
    QCOMPARE(form.fields[0].defaultJson, std::string("9007199254740993"));
    QVERIFY(form.errors.empty());
}

void FormFieldsTest::errorsOfTheArguments()
{
    const ToolForm form = formOf(R"({"type":"object","properties":{"limit":{"type":"integer","maximum":50}},"required":["query"]})", R"({"limit":200})");
    QCOMPARE(form.errors.size(), std::size_t(2));
    const QByteArray json = formJson("t", form);
    QVERIFY2(json.contains(R"("arguments":{"limit":200},"errors":[{"instancePath":)"), json.constData());
    QVERIFY(json.startsWith(R"({"tool":"t","fields":[{"path":"/limit","label":"limit","kind":"integer","required":false,"nullable":false}])"));
}

QTEST_GUILESS_MAIN(FormFieldsTest)
#include "tst_inspection_formfields.moc"
