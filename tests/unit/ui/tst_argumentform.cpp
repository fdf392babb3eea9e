// Forms made from schemas: absent, null and empty are three things, digits and duplicates survive, problems name their field.
#include "ui/widgets/argumentform.h"
#include "ui/widgets/fieldspec.h"
#include "ui/widgets/jsonedit.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace assayer;

namespace {

json::Node node(const std::string &text)
{
    const auto parsed = json::Document::parse(text);
    if (!parsed)
        qFatal("no JSON: %s", text.c_str());
    return { *parsed, &(*parsed)->root() };
}

const char *const schema = R"({"type":"object","required":["query"],"properties":{
    "query":{"type":"string","minLength":1,"description":"what to look for"},
    "limit":{"type":"integer","minimum":1,"maximum":50},
    "archived":{"type":"boolean"},
    "order":{"enum":["new","old",3]},
    "tags":{"type":"array","items":{"type":"string"}},
    "range":{"type":"object","required":["from"],"properties":{"from":{"type":"number"},"to":{"type":"number"}}},
    "note":{"anyOf":[{"type":"string"},{"type":"null"}]},
    "extra":{}}})";

struct Form {
    ArgumentForm form;
    explicit Form(const char *text = schema) { form.setSchema(node(text)); }
    template<class Widget>
    Widget *field(const char *pointer) { return form.findChild<Widget *>(QStringLiteral("argument") + QLatin1String(pointer)); }
    QString text() const { return QString::fromUtf8(form.arguments()); }
    QStringList problems() const
    {
        QStringList out;
        for (const FormProblem &problem : form.problems())
            out += problem.pointer + u' ' + problem.words;
        return out;
    }
};

} // namespace

class TestArgumentForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kinds_data();
    void kinds();
    void absentEmptyNull();
    void numbersKeepTheirDigits();
    void untouchedTextIsExact_data();
    void untouchedTextIsExact();
    void editingKeepsTheRest();
    void problems_data();
    void problems();
    void problemsAreSaidBesideTheField();
    void booleansHaveThreeStates();
    void arrays();
    void groups();
    void jsonInPlace();
    void textFields();
    void emptySchemas_data();
    void emptySchemas();
    void keysUnset();
    void recursionEnds();
};

void TestArgumentForm::kinds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("nullable");
    const auto kind = [](FieldSpec::Kind value) { return static_cast<int>(value); };
    QTest::newRow("string") << "{\"type\":\"string\"}" << kind(FieldSpec::Text) << false;
    QTest::newRow("integer") << "{\"type\":\"integer\"}" << kind(FieldSpec::Number) << false;
    QTest::newRow("boolean") << "{\"type\":\"boolean\"}" << kind(FieldSpec::Boolean) << false;
    QTest::newRow("enum") << "{\"type\":\"string\",\"enum\":[\"a\"]}" << kind(FieldSpec::Choice) << false;
    QTest::newRow("titled choices") << "{\"oneOf\":[{\"const\":1,\"title\":\"one\"},{\"const\":2}]}" << kind(FieldSpec::Choice) << false;
    QTest::newRow("or null") << "{\"type\":[\"string\",\"null\"]}" << kind(FieldSpec::Text) << true;
    QTest::newRow("any of with null") << "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}" << kind(FieldSpec::Number) << true;
    QTest::newRow("array") << "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}" << kind(FieldSpec::Array) << false;
    QTest::newRow("object") << "{\"type\":\"object\",\"properties\":{\"a\":{}}}" << kind(FieldSpec::Object) << false;
    QTest::newRow("free object") << "{\"type\":\"object\"}" << kind(FieldSpec::Json) << false;
    QTest::newRow("several types") << "{\"type\":[\"string\",\"number\"]}" << kind(FieldSpec::Json) << false;
    QTest::newRow("reference") << "{\"$ref\":\"#/$defs/x\",\"$defs\":{\"x\":{\"type\":\"boolean\"}}}" << kind(FieldSpec::Boolean) << false;
    QTest::newRow("true") << "true" << kind(FieldSpec::Json) << false;
    QTest::newRow("malformed") << "{\"type\":7,\"enum\":\"x\",\"properties\":[]}" << kind(FieldSpec::Json) << false;
}

void TestArgumentForm::kinds()
{
    QFETCH(QString, text);
    QFETCH(int, kind);
    QFETCH(bool, nullable);
    const json::Node root = node(text.toStdString());
    const FieldSpec spec = readField(root, root.value, {}, {}, 0);
    QCOMPARE(int(spec.kind), kind);
    QCOMPARE(spec.nullable, nullable);
}

void TestArgumentForm::absentEmptyNull()
{
    Form form;
    auto *query = form.field<QLineEdit>("/query");
    QVERIFY(query);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    QTest::keyClicks(query, QStringLiteral("x"));
    QCOMPARE(form.text(), QStringLiteral("{\"query\":\"x\"}"));
    QTest::keyClick(query, Qt::Key_Backspace);
    QCOMPARE(form.text(), QStringLiteral("{\"query\":\"\"}")); // emptied is not absent
    QTest::mouseClick(form.field<QToolButton>("/query/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    form.form.findChild<QAction *>(QStringLiteral("argument/query/null"))->trigger();
    QCOMPARE(form.text(), QStringLiteral("{\"query\":null}"));
    QCOMPARE(query->placeholderText(), QStringLiteral("null"));
}

void TestArgumentForm::numbersKeepTheirDigits()
{
    Form form;
    auto *limit = form.field<QLineEdit>("/limit");
    QTest::keyClicks(limit, QStringLiteral("9007199254740993"));
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":9007199254740993}"));
    QVERIFY(form.problems().contains(QStringLiteral("/limit at most 50, got 9007199254740993")));
    limit->selectAll();
    QTest::keyClicks(limit, QStringLiteral("1.50"));
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":1.50}"));
    QVERIFY(form.problems().contains(QStringLiteral("/limit a whole number is needed")));
}

void TestArgumentForm::untouchedTextIsExact_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("big number") << QByteArray("{ \"limit\" : 9007199254740993 }");
    QTest::newRow("duplicate member") << QByteArray("{\"query\":\"a\",\"query\":\"b\"}");
    QTest::newRow("member without a field") << QByteArray("{\"zzz\":[1, 2],\"query\":\"a\"}");
    QTest::newRow("escapes") << QByteArray("{\"query\":\"\\u0041\\ud800\"}");
    QTest::newRow("null and empty") << QByteArray("{\"note\":null,\"query\":\"\",\"tags\":[]}");
    QTest::newRow("wrong types") << QByteArray("{\"limit\":\"7\",\"archived\":1,\"tags\":{\"a\":1},\"range\":[]}");
}

void TestArgumentForm::untouchedTextIsExact()
{
    QFETCH(QByteArray, json);
    Form form;
    form.form.setArguments(json);
    QCOMPARE(form.form.arguments(), json);
}

void TestArgumentForm::editingKeepsTheRest()
{
    Form form;
    form.form.setArguments("{\"zzz\":1.0,\"query\":\"old\",\"query\":\"b\",\"limit\":9007199254740993}");
    auto *query = form.field<QLineEdit>("/query");
    QCOMPARE(query->text(), QStringLiteral("b")); // of duplicates the last is in force
    QTest::keyClicks(query, QStringLiteral("c"));
    QCOMPARE(form.text(), QStringLiteral("{\"zzz\":1.0,\"query\":\"old\",\"query\":\"bc\",\"limit\":9007199254740993}"));
}

void TestArgumentForm::problems_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("problems");
    QTest::newRow("required is absent") << QByteArray("{}") << QStringList { QStringLiteral("/query required") };
    QTest::newRow("nothing") << QByteArray("{\"query\":\"a\",\"limit\":50}") << QStringList {};
    QTest::newRow("too small") << QByteArray("{\"query\":\"a\",\"limit\":0}") << QStringList { QStringLiteral("/limit at least 1, got 0") };
    QTest::newRow("empty text") << QByteArray("{\"query\":\"\"}") << QStringList { QStringLiteral("/query at least 1 characters, got 0") };
    QTest::newRow("wrong type") << QByteArray("{\"query\":\"a\",\"archived\":7}") << QStringList { QStringLiteral("/archived true or false is needed") };
    QTest::newRow("not a choice") << QByteArray("{\"query\":\"a\",\"order\":\"sideways\"}") << QStringList { QStringLiteral("/order not among the 3 values allowed") };
    QTest::newRow("choice by value") << QByteArray("{\"query\":\"a\",\"order\":3.0}") << QStringList {};
    QTest::newRow("null where it is allowed") << QByteArray("{\"query\":\"a\",\"note\":null}") << QStringList {};
    QTest::newRow("null where it is not") << QByteArray("{\"query\":null}") << QStringList { QStringLiteral("/query a string is needed") };
    QTest::newRow("inside a group") << QByteArray("{\"query\":\"a\",\"range\":{\"to\":1}}") << QStringList { QStringLiteral("/range/from required") };
    QTest::newRow("inside an array") << QByteArray("{\"query\":\"a\",\"tags\":[\"x\",7]}") << QStringList { QStringLiteral("/tags/1 a string is needed") };
}

void TestArgumentForm::problems()
{
    QFETCH(QByteArray, json);
    QFETCH(QStringList, problems);
    Form form;
    form.form.setArguments(json);
    QCOMPARE(form.problems(), problems);
}

void TestArgumentForm::problemsAreSaidBesideTheField()
{
    Form form;
    QSignalSpy told(&form.form, &ArgumentForm::problemsChanged);
    auto *limit = form.field<QLineEdit>("/limit");
    QTest::keyClicks(limit, QStringLiteral("200"));
    QVERIFY(told.count() >= 1);
    QCOMPARE(form.field<QLabel>("/limit/problem")->text(), QStringLiteral("! at most 50, got 200"));
    QVERIFY(!form.field<QLabel>("/limit/problem")->isHidden());
    QCOMPARE(limit->accessibleDescription(), QStringLiteral("at most 50, got 200"));
    limit->clear(); // a number that was emptied is absent
    QVERIFY(form.field<QLabel>("/limit/problem")->isHidden());
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::booleansHaveThreeStates()
{
    Form form;
    auto *archived = form.field<QComboBox>("/archived");
    QCOMPARE(archived->currentText(), QStringLiteral("unset"));
    archived->setCurrentText(QStringLiteral("false"));
    QCOMPARE(form.text(), QStringLiteral("{\"archived\":false}"));
    archived->setCurrentText(QStringLiteral("null"));
    QCOMPARE(form.text(), QStringLiteral("{\"archived\":null}"));
    archived->setCurrentText(QStringLiteral("unset"));
    QCOMPARE(form.text(), QStringLiteral("{}"));
    form.field<QComboBox>("/order")->setCurrentText(QStringLiteral("3"));
    QCOMPARE(form.text(), QStringLiteral("{\"order\":3}"));
}

void TestArgumentForm::arrays()
{
    Form form;
    auto *add = form.field<QPushButton>("/tags/add");
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"\"]}"));
    QTest::keyClicks(form.field<QLineEdit>("/tags/0"), QStringLiteral("x"));
    QTest::mouseClick(add, Qt::LeftButton);
    QTest::keyClicks(form.field<QLineEdit>("/tags/1"), QStringLiteral("y"));
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"x\",\"y\"]}"));
    QTest::mouseClick(form.field<QToolButton>("/tags/0/remove"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"y\"]}"));
    QCOMPARE(form.field<QLineEdit>("/tags/0")->text(), QStringLiteral("y")); // numbered anew
    QTest::mouseClick(form.field<QToolButton>("/tags/0/remove"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[]}")); // empty is not absent
    QTest::mouseClick(form.field<QToolButton>("/tags/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::groups()
{
    Form form;
    QTest::keyClicks(form.field<QLineEdit>("/range/from"), QStringLiteral("1e2"));
    QCOMPARE(form.text(), QStringLiteral("{\"range\":{\"from\":1e2}}"));
    QTest::mouseClick(form.field<QToolButton>("/range/from/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"range\":{}}"));
    QTest::mouseClick(form.field<QToolButton>("/range/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::jsonInPlace()
{
    Form form;
    auto *extra = form.field<JsonEdit>("/extra");
    QTest::keyClicks(extra, QStringLiteral("[1.0]"));
    QCOMPARE(form.text(), QStringLiteral("{\"extra\":[1.0]}"));
    QTest::keyClicks(extra, QStringLiteral("]"));
    QVERIFY(form.problems().join(u' ').contains(QStringLiteral("/extra ")));
    extra->clear();
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::textFields()
{
    Form form;
    form.form.setTextFields({ { QStringLiteral("noteId"), {}, QStringLiteral("which"), true }, { QStringLiteral("a/b"), {}, {}, false } });
    QVERIFY(form.form.hasFields());
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/noteId required") });
    QSignalSpy asked(&form.form, &ArgumentForm::suggestionsRequested);
    QTest::keyClicks(form.field<QLineEdit>("/noteId"), QStringLiteral("4"));
    QCOMPARE(asked.first(), (QVariantList { QStringLiteral("/noteId"), QStringLiteral("4") }));
    QTest::keyClicks(form.field<QLineEdit>("/a~1b"), QStringLiteral("\"q\""));
    QCOMPARE(form.text(), QStringLiteral("{\"noteId\":\"4\",\"a/b\":\"\\\"q\\\"\"}"));
    QVERIFY(form.problems().isEmpty());
}

void TestArgumentForm::emptySchemas_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fields");
    QTest::newRow("nothing to fill in") << "{\"type\":\"object\"}" << false;
    QTest::newRow("closed") << "{\"type\":\"object\",\"additionalProperties\":false}" << false;
    QTest::newRow("anything goes") << "{\"type\":\"object\",\"additionalProperties\":true}" << true;
    QTest::newRow("no schema of an object") << "true" << true;
    QTest::newRow("alternatives") << "{\"type\":\"object\",\"oneOf\":[{},{}]}" << true;
}

void TestArgumentForm::emptySchemas()
{
    QFETCH(QString, text);
    QFETCH(bool, fields);
    Form form(text.toUtf8().constData());
    QCOMPARE(form.form.hasFields(), fields);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    form.form.setArguments("{\"any\":1}");
    QCOMPARE(form.text(), QStringLiteral("{\"any\":1}"));
}

void TestArgumentForm::keysUnset()
{
    Form form;
    auto *query = form.field<QLineEdit>("/query");
    QTest::keyClicks(query, QStringLiteral("x"));
    QTest::keyClick(query, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::recursionEnds()
{
    Form form("{\"type\":\"object\",\"properties\":{\"child\":{\"$ref\":\"#\"}}}");
    form.form.setArguments("{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{}}}}}}}");
    QCOMPARE(form.text(), QStringLiteral("{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{}}}}}}}"));
}

QTEST_MAIN(TestArgumentForm)
#include "tst_argumentform.moc"
