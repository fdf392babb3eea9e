// Forms made from schemas: absent, null and empty are three things, digits and duplicates survive, problems name their field.
#include "inspection/fieldspec.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/formscalars.h"
#include "ui/widgets/jsonedit.h"

#include <QAbstractSpinBox>
#include <QCalendarWidget>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
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
    explicit Form(const QByteArray &text = schema) { form.setSchema(node(text.toStdString())); }
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
    void arrowsCountExactly_data();
    void arrowsCountExactly();
    void arrowsStopAtTheBounds();
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
    void severalChoices();
    void alternatives();
    void alternativesFollowTheValue();
    void members();
    void longTexts();
    void formats();
    void secrets();
    void rowsMove();
    void tuples();
    void defaultsAreFilledIn();
    void longGroupsComeInSlices();
    void titledChoices();
    void choicesOfEveryWriting_data();
    void choicesOfEveryWriting();
    void nullableChoices();
    void severalTitledChoices();
    void rowsOfGroups();
    void textsOrTextsOfMany();
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
    QTest::newRow("free object") << "{\"type\":\"object\"}" << kind(FieldSpec::Map) << false;
    QTest::newRow("map") << "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}" << kind(FieldSpec::Map) << false;
    QTest::newRow("several of a few") << "{\"type\":\"array\",\"items\":{\"enum\":[\"a\",\"b\"]}}" << kind(FieldSpec::MultiChoice) << false;
    QTest::newRow("alternatives") << "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}" << kind(FieldSpec::Variant) << false;
    QTest::newRow("alternatives or null") << "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"},{\"type\":\"null\"}]}" << kind(FieldSpec::Variant) << true;
    QTest::newRow("parts of allOf") << "{\"allOf\":[{\"properties\":{\"a\":{}}},{\"$ref\":\"#/$defs/x\"}],\"$defs\":{\"x\":{\"properties\":{\"b\":{}}}}}" << kind(FieldSpec::Object) << false;
    QTest::newRow("array of itself") << "{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}" << kind(FieldSpec::Array) << false;
    QTest::newRow("anchor") << "{\"$ref\":\"#here\",\"$defs\":{\"x\":{\"$anchor\":\"here\",\"type\":\"boolean\"}}}" << kind(FieldSpec::Boolean) << false;
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
    const FieldSpec spec = readRoot(root);
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
    QTest::keyClick(query, Qt::Key_Backspace, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{\"query\":null}"));
    QCOMPARE(query->placeholderText(), QStringLiteral("null"));
    QTest::keyClick(query, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    QTest::mouseClick(form.field<QToolButton>("/note/null"), Qt::LeftButton); // null is among its types: a button of its own
    QCOMPARE(form.text(), QStringLiteral("{\"note\":null}"));
}

void TestArgumentForm::numbersKeepTheirDigits()
{
    Form form;
    auto *limit = form.field<QAbstractSpinBox>("/limit");
    QTest::keyClicks(limit, QStringLiteral("9007199254740993"));
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":9007199254740993}"));
    QVERIFY(form.problems().contains(QStringLiteral("/limit at most 50, got 9007199254740993")));
    limit->selectAll();
    QTest::keyClicks(limit, QStringLiteral("1.50"));
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":1.50}"));
    QVERIFY2(form.problems().contains(QStringLiteral("/limit an integer, got 1.50")), qPrintable(form.problems().join(u'|')));
    limit->selectAll();
    QTest::keyClicks(limit, QStringLiteral("many"));
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":\"many\"}")); // sendable all the same
    QVERIFY(form.problems().contains(QStringLiteral("/limit no number: would be sent as a text")));
    limit->selectAll();
    QTest::keyClick(limit, Qt::Key_Delete);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    QTest::keyClick(limit, Qt::Key_Up); // from nothing to the least
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":1}"));
    QTest::keyClick(limit, Qt::Key_Up);
    QCOMPARE(form.text(), QStringLiteral("{\"limit\":2}"));
}

void TestArgumentForm::arrowsCountExactly_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QString>("to");
    QTest::newRow("beyond 2^53") << QStringLiteral("9007199254740992") << 1 << QStringLiteral("9007199254740993");
    QTest::newRow("carry") << QStringLiteral("99") << 1 << QStringLiteral("100");
    QTest::newRow("borrow") << QStringLiteral("100") << -1 << QStringLiteral("99");
    QTest::newRow("through zero") << QStringLiteral("0") << -1 << QStringLiteral("-1");
    QTest::newRow("up to zero") << QStringLiteral("-1") << 1 << QStringLiteral("0");
    QTest::newRow("negative") << QStringLiteral("-10") << -1 << QStringLiteral("-11");
    QTest::newRow("fraction") << QStringLiteral("1.50") << 1 << QStringLiteral("2.50");
    QTest::newRow("fraction through zero") << QStringLiteral("0.25") << -1 << QStringLiteral("-0.75");
    QTest::newRow("no plain decimal") << QStringLiteral("1e400") << 1 << QStringLiteral("1e400");
    QTest::newRow("30 digits") << QStringLiteral("999999999999999999999999999999") << 1 << QStringLiteral("1000000000000000000000000000000");
}

void TestArgumentForm::arrowsCountExactly()
{
    QFETCH(QString, from);
    QFETCH(int, steps);
    QFETCH(QString, to);
    QCOMPARE(steppedDecimal(from, steps), to);
}

void TestArgumentForm::arrowsStopAtTheBounds()
{
    Form form("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":9007199254740991,\"maximum\":9007199254740994}}}");
    auto *n = form.field<QAbstractSpinBox>("/n");
    QTest::keyClicks(n, QStringLiteral("9007199254740993"));
    QVERIFY(form.problems().isEmpty());
    QTest::keyClick(n, Qt::Key_Up);
    QCOMPARE(form.text(), QStringLiteral("{\"n\":9007199254740994}"));
    QTest::keyClick(n, Qt::Key_Up);
    QCOMPARE(form.text(), QStringLiteral("{\"n\":9007199254740994}"));
    n->selectAll();
    QTest::keyClicks(n, QStringLiteral("9007199254740995")); // by a digit out of 16: typed all the same, and said
    QCOMPARE(form.text(), QStringLiteral("{\"n\":9007199254740995}"));
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/n at most 9007199254740994, got 9007199254740995") });
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
    QTest::newRow("empty text") << QByteArray("{\"query\":\"\"}") << QStringList { QStringLiteral("/query at least 1 character, got 0") };
    QTest::newRow("wrong type") << QByteArray("{\"query\":\"a\",\"archived\":7}") << QStringList { QStringLiteral("/archived a boolean, got 7") };
    QTest::newRow("not a choice") << QByteArray("{\"query\":\"a\",\"order\":\"sideways\"}") << QStringList { QStringLiteral("/order one of \"new\", \"old\" or 3, got \"sideways\"") };
    QTest::newRow("choice by value") << QByteArray("{\"query\":\"a\",\"order\":3.0}") << QStringList {};
    QTest::newRow("null where it is allowed") << QByteArray("{\"query\":\"a\",\"note\":null}") << QStringList {};
    QTest::newRow("null where it is not") << QByteArray("{\"query\":null}") << QStringList { QStringLiteral("/query a string, got null") };
    QTest::newRow("inside a group") << QByteArray("{\"query\":\"a\",\"range\":{\"to\":1}}") << QStringList { QStringLiteral("/range/from required") };
    QTest::newRow("inside an array") << QByteArray("{\"query\":\"a\",\"tags\":[\"x\",7]}") << QStringList { QStringLiteral("/tags/1 a string, got 7") };
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
    auto *limit = form.field<QAbstractSpinBox>("/limit");
    QTest::keyClicks(limit, QStringLiteral("200"));
    QVERIFY(told.count() >= 1);
    QCOMPARE(form.field<QLabel>("/limit/problem")->text(), QStringLiteral("! at most 50, got 200"));
    QVERIFY(!form.field<QLabel>("/limit/problem")->isHidden());
    QCOMPARE(limit->accessibleDescription(), QStringLiteral("at most 50, got 200"));
    limit->selectAll();
    QTest::keyClick(limit, Qt::Key_Delete); // a number that was emptied is absent
    QVERIFY(form.field<QLabel>("/limit/problem")->isHidden());
    QCOMPARE(form.text(), QStringLiteral("{}"));
    QVERIFY(!form.field<QLabel>("/query/problem")); // what is missing is said when it is to be sent
    form.form.showMissing();
    QCOMPARE(form.field<QLabel>("/query/problem")->text(), QStringLiteral("! required"));
}

void TestArgumentForm::booleansHaveThreeStates()
{
    Form form;
    auto *archived = form.field<QComboBox>("/archived");
    QCOMPARE(archived->currentText(), QStringLiteral("unset"));
    QTest::keyClick(archived, Qt::Key_F);
    QCOMPARE(form.text(), QStringLiteral("{\"archived\":false}"));
    QTest::keyClick(archived, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    QTest::keyClick(archived, Qt::Key_Down);
    QCOMPARE(form.text(), QStringLiteral("{\"archived\":true}"));
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
    QTest::keyClicks(form.field<QAbstractSpinBox>("/range/from"), QStringLiteral("1e2"));
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
    QVERIFY(form.problems().join(u' ').contains(QStringLiteral("/extra no JSON")));
    QCOMPARE(form.text(), QStringLiteral("{\"extra\":\"[1.0]]\"}")); // sendable all the same
    extra->selectAll();
    QTest::keyClick(extra, Qt::Key_Delete);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::severalChoices()
{
    Form form("{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"array\",\"uniqueItems\":true,\"maxItems\":1,\"items\":{\"enum\":[\"a\",\"b\"],\"enumNames\":[\"Anna\",\"Bert\"]}}}}");
    auto *list = form.field<QListWidget>("/to");
    QCOMPARE(list->item(0)->text(), QStringLiteral("Anna   \"a\""));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(form.text(), QStringLiteral("{\"to\":[\"b\"]}"));
    QTest::keyClick(list, Qt::Key_Up);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(form.text(), QStringLiteral("{\"to\":[\"a\",\"b\"]}"));
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/to at most 1 item, got 2") });
    QTest::keyClick(list, Qt::Key_Space);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(form.text(), QStringLiteral("{\"to\":[]}")); // empty is not absent
    QTest::keyClick(list, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    form.form.setArguments("{\"to\":[\"z\",\"a\"]}"); // one that is no choice is not lost
    QCOMPARE(form.text(), QStringLiteral("{\"to\":[\"z\",\"a\"]}"));
    QCOMPARE(list->count(), 3);
}

namespace {
const char *const shapes = "{\"type\":\"object\",\"properties\":{\"shape\":{\"oneOf\":["
                           "{\"type\":\"object\",\"required\":[\"kind\"],\"properties\":{\"kind\":{\"const\":\"circle\"},\"r\":{\"type\":\"number\",\"minimum\":0}}},"
                           "{\"type\":\"object\",\"title\":\"A square\",\"required\":[\"kind\"],\"properties\":{\"kind\":{\"const\":\"square\"},\"a\":{\"type\":\"number\"}}},"
                           "{\"type\":\"string\"}]}}}";
}

void TestArgumentForm::alternatives()
{
    Form form(shapes);
    auto *variant = form.field<QComboBox>("/shape/variant");
    QCOMPARE(variant->itemText(1), QStringLiteral("kind: circle"));
    QCOMPARE(variant->itemText(2), QStringLiteral("A square"));
    QCOMPARE(variant->itemText(3), QStringLiteral("text"));
    QTest::keyClick(variant, Qt::Key_Down);
    QCOMPARE(form.text(), QStringLiteral("{\"shape\":{\"kind\":\"circle\"}}")); // its tag comes with it
    QTest::keyClicks(form.field<QAbstractSpinBox>("/shape/r"), QStringLiteral("-1"));
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/shape/r at least 0, got -1") }); // of the closest alternative
    QVERIFY(form.field<QLabel>("/shape/r/problem"));
    QTest::keyClick(variant, Qt::Key_Down);
    QTest::keyClick(variant, Qt::Key_Down);
    QTest::keyClicks(form.field<QLineEdit>("/shape"), QStringLiteral("free"));
    QCOMPARE(form.text(), QStringLiteral("{\"shape\":\"free\"}"));
    QVERIFY(form.problems().isEmpty());
    QTest::mouseClick(form.field<QToolButton>("/shape/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::alternativesFollowTheValue()
{
    Form form(shapes);
    form.form.setArguments("{\"shape\":{\"kind\":\"square\",\"a\":2.50}}");
    QCOMPARE(form.field<QComboBox>("/shape/variant")->currentText(), QStringLiteral("A square"));
    QCOMPARE(form.text(), QStringLiteral("{\"shape\":{\"kind\":\"square\",\"a\":2.50}}"));
    form.form.setArguments("{\"shape\":[7]}");
    QCOMPARE(form.text(), QStringLiteral("{\"shape\":[7]}"));
    QCOMPARE(form.field<JsonEdit>("/shape")->json(), QByteArray("[7]"));
    form.form.setArguments("{\"shape\":null}");
    QCOMPARE(form.text(), QStringLiteral("{\"shape\":null}"));
}

void TestArgumentForm::members()
{
    Form form("{\"type\":\"object\",\"properties\":{\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}}}");
    QTest::mouseClick(form.field<QPushButton>("/env/add"), Qt::LeftButton);
    QTest::keyClicks(form.field<QLineEdit>("/env/#0/name"), QStringLiteral("PORT"));
    QTest::keyClicks(form.field<QAbstractSpinBox>("/env/#0"), QStringLiteral("80"));
    QCOMPARE(form.text(), QStringLiteral("{\"env\":{\"PORT\":80}}"));
    QTest::keyClicks(form.field<QAbstractSpinBox>("/env/#0"), QStringLiteral(".5"));
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/env/PORT an integer, got 80.5") });
    QTest::mouseClick(form.field<QToolButton>("/env/#0/remove"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"env\":{}}"));
    form.form.setArguments("{\"env\":{\"a\":1,\"a\":2,\"b\":3}}"); // duplicates are rows of their own
    QTest::keyClicks(form.field<QLineEdit>("/env/#3/name"), QStringLiteral("x"));
    QCOMPARE(form.text(), QStringLiteral("{\"env\":{\"a\":1,\"a\":2,\"bx\":3}}"));
}

void TestArgumentForm::longTexts()
{
    Form form("{\"type\":\"object\",\"properties\":{\"body\":{\"type\":\"string\",\"maxLength\":5000},\"name\":{\"type\":\"string\"}}}");
    auto *body = form.field<QPlainTextEdit>("/body/lines");
    form.form.show();
    QVERIFY(body->isVisible());
    QTest::keyClicks(body, QStringLiteral("one"));
    QTest::keyClick(body, Qt::Key_Return);
    QTest::keyClicks(body, QStringLiteral("two"));
    QCOMPARE(form.text(), QStringLiteral("{\"body\":\"one\\ntwo\"}"));
    QTest::keyClick(body, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
    auto *name = form.field<QLineEdit>("/name");
    QTest::keyClicks(name, QStringLiteral("a"));
    QTest::keyClick(name, Qt::Key_Return, Qt::AltModifier);
    auto *lines = form.field<QPlainTextEdit>("/name/lines");
    QVERIFY(lines->isVisible());
    QTest::keyClick(lines, Qt::Key_Return);
    QTest::keyClicks(lines, QStringLiteral("b"));
    QCOMPARE(form.text(), QStringLiteral("{\"name\":\"a\\nb\"}"));
}

void TestArgumentForm::formats()
{
    Form form("{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\",\"format\":\"date\"},\"at\":{\"type\":\"string\",\"format\":\"date-time\"},"
              "\"hour\":{\"type\":\"string\",\"format\":\"time\"},\"mail\":{\"type\":\"string\",\"format\":\"email\"},\"home\":{\"type\":\"string\",\"format\":\"uri\"}}}");
    form.form.show();
    QTest::keyClicks(form.field<QLineEdit>("/day"), QStringLiteral("2026-02-30"));
    QVERIFY2(form.problems().join(u'|').startsWith(QStringLiteral("/day format")), qPrintable(form.problems().join(u'|')));
    form.field<QLineEdit>("/day")->selectAll();
    QTest::keyClicks(form.field<QLineEdit>("/day"), QStringLiteral("2026-02-28"));
    QVERIFY(form.problems().isEmpty());
    QTest::mouseClick(form.field<QToolButton>("/day/pick"), Qt::LeftButton);
    QTRY_VERIFY(form.field<QCalendarWidget>("/day/calendar"));
    QTest::keyClick(form.field<QCalendarWidget>("/day/calendar")->findChild<QWidget *>(QStringLiteral("qt_calendar_calendarview")), Qt::Key_Left);
    QTest::keyClick(form.field<QCalendarWidget>("/day/calendar")->findChild<QWidget *>(QStringLiteral("qt_calendar_calendarview")), Qt::Key_Return);
    QCOMPARE(form.field<QLineEdit>("/day")->text(), QStringLiteral("2026-02-27"));
    QTest::keyClicks(form.field<QLineEdit>("/at"), QStringLiteral("2026-11-30T13:02:07Z"));
    QTest::mouseClick(form.field<QToolButton>("/hour/pick"), Qt::LeftButton);
    QVERIFY(form.text().contains(QStringLiteral("\"hour\":\"")));
    QTest::keyClicks(form.field<QLineEdit>("/mail"), QStringLiteral("ada"));
    QVERIFY(form.problems().join(u'|').startsWith(QStringLiteral("/mail format")));
    QTest::keyClicks(form.field<QLineEdit>("/mail"), QStringLiteral("@example.com"));
    QTest::keyClicks(form.field<QLineEdit>("/home"), QStringLiteral("not a uri"));
    QVERIFY(form.problems().join(u'|').startsWith(QStringLiteral("/home format")));
}

void TestArgumentForm::secrets()
{
    Form form("{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\",\"format\":\"password\"}}}");
    auto *key = form.field<QLineEdit>("/key");
    QTest::keyClicks(key, QStringLiteral("s3cret"));
    QCOMPARE(key->echoMode(), QLineEdit::Password);
    QCOMPARE(form.text(), QStringLiteral("{\"key\":\"s3cret\"}"));
    auto *reveal = form.field<QToolButton>("/key/reveal");
    QTest::mousePress(reveal, Qt::LeftButton);
    QCOMPARE(key->echoMode(), QLineEdit::Normal);
    QTest::mouseRelease(reveal, Qt::LeftButton);
    QCOMPARE(key->echoMode(), QLineEdit::Password);
}

void TestArgumentForm::rowsMove()
{
    Form form;
    form.form.setArguments("{\"tags\":[\"a\",\"b\", \"c\"]}");
    QTest::mouseClick(form.field<QToolButton>("/tags/2/up"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"a\",\"c\",\"b\"]}"));
    QTest::keyClick(form.field<QLineEdit>("/tags/1"), Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier); // an element cannot be absent
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"a\",\"c\",\"b\"]}"));
}

void TestArgumentForm::tuples()
{
    Form form("{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"array\",\"prefixItems\":[{\"type\":\"boolean\"},{\"type\":\"string\"}]}}}");
    QTest::mouseClick(form.field<QPushButton>("/p/add"), Qt::LeftButton);
    QTest::mouseClick(form.field<QPushButton>("/p/add"), Qt::LeftButton);
    QTest::keyClick(form.field<QComboBox>("/p/0"), Qt::Key_T);
    QTest::keyClicks(form.field<QLineEdit>("/p/1"), QStringLiteral("x"));
    QCOMPARE(form.text(), QStringLiteral("{\"p\":[true,\"x\"]}"));
}

void TestArgumentForm::defaultsAreFilledIn()
{
    Form form("{\"type\":\"object\",\"required\":[\"in\"],\"properties\":{\"n\":{\"type\":\"integer\",\"default\":9007199254740993},"
              "\"in\":{\"type\":\"object\",\"properties\":{\"x\":{\"default\":1}}},\"out\":{\"type\":\"object\",\"properties\":{\"y\":{\"default\":1}}},\"list\":{\"type\":\"array\"}}}");
    QCOMPARE(form.text(), QStringLiteral("{\"n\":9007199254740993,\"in\":{\"x\":1}}")); // what is optional is not made for its defaults
}

void TestArgumentForm::longGroupsComeInSlices()
{
    QString text = QStringLiteral("{\"type\":\"object\",\"properties\":{");
    for (int i = 0; i < 100; ++i)
        text += QStringLiteral("%1\"m%2\":{\"type\":\"string\"}").arg(i ? QStringLiteral(",") : QString()).arg(i);
    Form form((text + QStringLiteral("}}")).toUtf8().constData());
    form.form.setArguments("{\"m99\":\"kept\"}");
    QVERIFY(!form.field<QLineEdit>("/m99"));
    QTest::keyClicks(form.field<QLineEdit>("/m0"), QStringLiteral("x"));
    QCOMPARE(form.text(), QStringLiteral("{\"m99\":\"kept\",\"m0\":\"x\"}"));
    auto *more = form.field<QPushButton>("/more");
    QTest::mouseClick(more, Qt::LeftButton);
    QTest::mouseClick(more, Qt::LeftButton);
    QCOMPARE(form.field<QLineEdit>("/m99")->text(), QStringLiteral("kept"));
}

void TestArgumentForm::titledChoices()
{
    Form form("{\"type\":\"object\",\"properties\":{\"color\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"#f00\",\"title\":\"Red\"},{\"const\":\"#0f0\",\"title\":\"Green\"}]},"
              "\"old\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"enumNames\":[\"First\",\"Second\"]}}}");
    QTest::keyClicks(form.field<QComboBox>("/color"), QStringLiteral("G"));
    QTest::keyClicks(form.field<QComboBox>("/old"), QStringLiteral("Sec"));
    QCOMPARE(form.text(), QStringLiteral("{\"color\":\"#0f0\",\"old\":\"b\"}"));
}

void TestArgumentForm::choicesOfEveryWriting_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("typed"); // as a person types to choose
    QTest::addColumn<QString>("json");
    QTest::newRow("enum") << QByteArray(R"({"enum":["red","green"]})") << QStringLiteral("g") << QStringLiteral("\"green\"");
    QTest::newRow("enum of numbers") << QByteArray(R"({"type":"number","enum":[1.0,20]})") << QStringLiteral("2") << QStringLiteral("20");
    QTest::newRow("enumNames") << QByteArray(R"({"enum":["r","g"],"enumNames":["Red","Green"]})") << QStringLiteral("Gr") << QStringLiteral("\"g\"");
    QTest::newRow("oneOf consts") << QByteArray(R"({"oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]})") << QStringLiteral("Gr") << QStringLiteral("\"g\"");
    QTest::newRow("anyOf consts") << QByteArray(R"({"anyOf":[{"const":1,"title":"Uno"},{"const":2,"title":"Due"}]})") << QStringLiteral("Du") << QStringLiteral("2");
    QTest::newRow("const without a title") << QByteArray(R"({"oneOf":[{"const":"r"},{"const":"g"}]})") << QStringLiteral("g") << QStringLiteral("\"g\"");
}

void TestArgumentForm::choicesOfEveryWriting()
{
    QFETCH(QByteArray, field);
    QFETCH(QString, typed);
    QFETCH(QString, json);
    Form form("{\"type\":\"object\",\"properties\":{\"c\":" + field + "}}");
    auto *choice = form.field<QComboBox>("/c");
    QVERIFY(choice);
    QCOMPARE(choice->currentText(), QStringLiteral("unset"));
    QTest::keyClicks(choice, typed);
    QCOMPARE(form.text(), QStringLiteral("{\"c\":%1}").arg(json));
    QVERIFY(form.problems().isEmpty());
    QTest::keyClick(choice, Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(form.text(), QStringLiteral("{}"));
}

void TestArgumentForm::nullableChoices()
{
    Form form("{\"type\":\"object\",\"properties\":{\"c\":{\"type\":[\"string\",\"null\"],\"enum\":[\"a\",null]},\"b\":{\"type\":[\"boolean\",\"null\"]}}}");
    QTest::mouseClick(form.field<QToolButton>("/c/null"), Qt::LeftButton);
    QTest::mouseClick(form.field<QToolButton>("/b/null"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"c\":null,\"b\":null}"));
    QVERIFY2(form.problems().isEmpty(), qPrintable(form.problems().join(u'|')));
    QTest::keyClicks(form.field<QComboBox>("/b"), QStringLiteral("f"));
    QTest::mouseClick(form.field<QToolButton>("/c/unset"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"b\":false}"));
}

/// The multi-select of 2025-11-25: items with titles by anyOf.
void TestArgumentForm::severalTitledChoices()
{
    Form form("{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"Anna\"},{\"const\":\"b\",\"title\":\"Bert\"}]}}}}");
    auto *list = form.field<QListWidget>("/to");
    QVERIFY(list);
    QVERIFY(list->item(1)->text().startsWith(QLatin1String("Bert")));
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(form.text(), QStringLiteral("{\"to\":[\"b\"]}"));
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/to at least 1 item, got 0") });
}

void TestArgumentForm::rowsOfGroups()
{
    Form form("{\"type\":\"object\",\"properties\":{\"people\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"name\"],\"properties\":{\"name\":{\"type\":\"string\"},\"age\":{\"type\":\"integer\",\"minimum\":0}}}}}}");
    QTest::mouseClick(form.field<QPushButton>("/people/add"), Qt::LeftButton);
    QTest::mouseClick(form.field<QPushButton>("/people/add"), Qt::LeftButton);
    QTest::keyClicks(form.field<QLineEdit>("/people/0/name"), QStringLiteral("Ada"));
    QTest::keyClicks(form.field<QLineEdit>("/people/1/name"), QStringLiteral("Grace"));
    QTest::keyClicks(form.field<QAbstractSpinBox>("/people/1/age"), QStringLiteral("-1"));
    QCOMPARE(form.text(), QStringLiteral("{\"people\":[{\"name\":\"Ada\"},{\"name\":\"Grace\",\"age\":-1}]}"));
    QCOMPARE(form.problems(), QStringList { QStringLiteral("/people/1/age at least 0, got -1") });
    QTest::mouseClick(form.field<QToolButton>("/people/1/up"), Qt::LeftButton);
    QCOMPARE(form.text(), QStringLiteral("{\"people\":[{\"name\":\"Grace\",\"age\":-1},{\"name\":\"Ada\"}]}"));
}

/// Variables of a URI template that may be one text, a list, or names with values.
void TestArgumentForm::textsOrTextsOfMany()
{
    Form form;
    form.form.setTextFields({ { QStringLiteral("tags"), {}, {}, false, true } });
    QCOMPARE(form.text(), QStringLiteral("{}"));
    auto *kind = form.field<QComboBox>("/tags/variant");
    QTest::keyClicks(kind, QStringLiteral("one"));
    QSignalSpy asked(&form.form, &ArgumentForm::suggestionsRequested);
    QTest::keyClicks(form.field<QLineEdit>("/tags"), QStringLiteral("x"));
    QCOMPARE(asked.first(), (QVariantList { QStringLiteral("/tags"), QStringLiteral("x") }));
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":\"x\"}"));
    QTest::keyClick(kind, Qt::Key_Down); // a list
    QTest::mouseClick(form.field<QPushButton>("/tags/add"), Qt::LeftButton);
    QTest::keyClicks(form.field<QLineEdit>("/tags/0"), QStringLiteral("y"));
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":[\"y\"]}"));
    form.form.setArguments("{\"tags\":{\"a\":\"1\"}}");
    QCOMPARE(kind->currentText(), QStringLiteral("names and values"));
    QCOMPARE(form.text(), QStringLiteral("{\"tags\":{\"a\":\"1\"}}"));
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
    const QList<QLabel *> labels = form.form.findChildren<QLabel *>();
    QCOMPARE(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) { return label->text() == QLatin1String("There are no arguments to fill in."); }), !fields);
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
    Form form("{\"type\":\"object\",\"properties\":{\"child\":{\"$ref\":\"#\"},\"name\":{\"type\":\"string\"}}}");
    form.form.setArguments("{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{}}}}}}}");
    QCOMPARE(form.text(), QStringLiteral("{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{}}}}}}}"));
    form.form.setArguments("{}");
    Form fresh("{\"type\":\"object\",\"properties\":{\"child\":{\"$ref\":\"#\"},\"name\":{\"type\":\"string\"}}}");
    QTest::mouseClick(fresh.field<QPushButton>("/child/open"), Qt::LeftButton);
    QTest::keyClicks(fresh.field<QLineEdit>("/child/name"), QStringLiteral("x"));
    QCOMPARE(fresh.text(), QStringLiteral("{\"child\":{\"name\":\"x\"}}"));
    QVERIFY(fresh.field<QPushButton>("/child/child/open"));
}

QTEST_MAIN(TestArgumentForm)
#include "tst_argumentform.moc"
