// What a parsed document keeps that other readers lose: exact text, duplicates, surrogates, numbers out of range.
#include "json/document.h"
#include "json/equality.h"
#include "json/number.h"
#include "json/pointer.h"
#include "json/write.h"

#include <QTest>

using namespace assayer;

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsExactText_data();
    void keepsExactText();
    void refusesWhatIsNoJson_data();
    void refusesWhatIsNoJson();
    void flaws_data();
    void flaws();
    void lastDuplicateIsInForce();
    void namesAndWhereTheyStand_data();
    void namesAndWhereTheyStand();
    void survivesDeepNesting();
    void numbers_data();
    void numbers();
    void multiples_data();
    void multiples();
    void order_data();
    void order();
    void equality_data();
    void equality();
    void offsetsAndPointersAgree();
    void prettyKeepsTokens();
    void quotesLoneSurrogates();
};

static json::DocumentPtr parsed(const QByteArray &text)
{
    const auto result = json::Document::parse(text.toStdString());
    return result ? *result : nullptr;
}

void TestDocument::keepsExactText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("number as sent") << QByteArray("{\"a\": 1.0}") << QByteArray("/a") << QByteArray("1.0");
    QTest::newRow("beyond 2^53") << QByteArray("[9007199254740993]") << QByteArray("/0") << QByteArray("9007199254740993");
    QTest::newRow("1e400") << QByteArray("[ 1e400 ,2]") << QByteArray("/0") << QByteArray("1e400");
    QTest::newRow("negative last") << QByteArray("[1,-2]") << QByteArray("/1") << QByteArray("-2");
    QTest::newRow("whole text number") << QByteArray(" 17 ") << QByteArray("") << QByteArray("17");
    QTest::newRow("escaped string") << QByteArray("{\"a\\n\":\"x\\u0041\\\"\"}") << QByteArray("/a\n") << QByteArray("\"x\\u0041\\\"\"");
    QTest::newRow("nested spaces") << QByteArray("{ \"a\" : { \"b\" : [ ] } }") << QByteArray("/a") << QByteArray("{ \"b\" : [ ] }");
    QTest::newRow("surrogate neighbour") << QByteArray("[\"\\ud800\", {\"k\": true}]") << QByteArray("/1") << QByteArray("{\"k\": true}");
    QTest::newRow("behind a BOM") << QByteArray("\xef\xbb\xbf{\"a\":null}") << QByteArray("/a") << QByteArray("null");
}

void TestDocument::keepsExactText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, raw);
    const auto document = parsed(text);
    QVERIFY(document);
    const auto *value = json::resolve(document->root(), pointer.toStdString());
    QVERIFY(value);
    QCOMPARE(QByteArray::fromStdString(std::string(document->raw(*value))), raw);
}

void TestDocument::refusesWhatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    QTest::newRow("empty") << QByteArray("") << 0;
    QTest::newRow("blank") << QByteArray("  ") << 2;
    QTest::newRow("cut") << QByteArray("{\"a\":[1,2") << 9;
    QTest::newRow("two values") << QByteArray("{}{}") << 2;
    QTest::newRow("html") << QByteArray("<html>") << 0;
    QTest::newRow("raw control character") << QByteArray("[\"a\nb\"]") << 3;
    QTest::newRow("leading zero") << QByteArray("[01]") << 2;
    QTest::newRow("NaN") << QByteArray("[NaN]") << 1;
}

void TestDocument::refusesWhatIsNoJson()
{
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    const auto result = json::Document::parse(text.toStdString());
    QVERIFY(!result);
    QCOMPARE(result.error().kind, std::string("invalid-message"));
    QCOMPARE(result.error().cause, std::string("not-json"));
    QCOMPARE(int(result.error().data.position.value_or(-1)), offset);
}

void TestDocument::flaws_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::newRow("duplicate") << QByteArray("{\"a\":1,\"a\":2}") << int(json::Flaw::DuplicateMember);
    QTest::newRow("duplicate by escape") << QByteArray("{\"a\":1,\"\\u0061\":2}") << int(json::Flaw::DuplicateMember);
    QTest::newRow("lone high") << QByteArray("[\"\\uD800x\"]") << int(json::Flaw::LoneSurrogate);
    QTest::newRow("lone low") << QByteArray("[\"\\udc00\"]") << int(json::Flaw::LoneSurrogate);
    QTest::newRow("high high") << QByteArray("[\"\\ud800\\ud800\\udc00\"]") << int(json::Flaw::LoneSurrogate);
    QTest::newRow("overflow") << QByteArray("[1e400]") << int(json::Flaw::NumberOutOfRange);
    QTest::newRow("400 digits") << QByteArray("[" + QByteArray(400, '7') + "]") << int(json::Flaw::NumberOutOfRange);
    QTest::newRow("underflow") << QByteArray("[1e-400]") << int(json::Flaw::NumberOutOfRange);
    QTest::newRow("digits") << QByteArray("[0.12345678901234567890]") << int(json::Flaw::NumberLosesDigits);
    QTest::newRow("utf-8") << QByteArray("[\"\xff\"]") << int(json::Flaw::InvalidUtf8);
    QTest::newRow("bom") << QByteArray("\xef\xbb\xbf[]") << int(json::Flaw::ByteOrderMark);
}

void TestDocument::flaws()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    const auto document = parsed(text);
    QVERIFY(document);
    QCOMPARE(document->flaws().size(), std::size_t(1));
    QCOMPARE(int(document->flaws().front().kind), kind);
}

void TestDocument::namesAndWhereTheyStand_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QByteArray>("name");
    const auto add = [](const char *tag, const QByteArray &written, const QByteArray &name) { QTest::newRow(tag) << written << name; };
    add("plain", "name", "name");
    add("empty", "", "");
    add("escaped letter", "n\\u0061me", "name");
    add("escaped quote at its end", "a\\\"", "a\"");
    add("only an escaped quote", "\\\"", "\"");
    add("a backslash, then the quote that closes", "a\\\\", "a\\");
    add("escaped quotes inside", "\\\"a\\\"", "\"a\"");
    add("NUL", "a\\u0000b", QByteArray("a\0b", 3));
    add("lone surrogate", "\\ud800", "\xed\xa0\x80");
    add("32767 bytes", QByteArray(32'767, 'n'), QByteArray(32'767, 'n'));
    add("32768 bytes", QByteArray(32'768, 'n'), QByteArray(32'768, 'n'));
    add("70000 bytes", QByteArray(70'000, 'n'), QByteArray(70'000, 'n'));
    add("70000 bytes with an escape", QByteArray(70'000, 'n') + "\\t", QByteArray(70'000, 'n') + '\t');
}

/// A name gives its exact text and its place, however it is written and however long it is; so does a string value.
void TestDocument::namesAndWhereTheyStand()
{
    QFETCH(QByteArray, written);
    QFETCH(QByteArray, name);
    const QByteArray text = "{ \"first\" : 1 ,\n  \"" + written + "\" : \"" + written + "\" , \"last\":true}";
    const auto document = json::Document::parse(text.toStdString());
    QVERIFY(document);
    const auto members = (*document)->root().members();
    QCOMPARE(members.size(), std::size_t(3));
    const json::Member &member = members[1];
    QCOMPARE(QByteArray(member.name().data(), qsizetype(member.name().size())), name);
    QCOMPARE((*document)->nameBegin(member), quint32(text.indexOf('"', 14)));
    QCOMPARE((*document)->nameBegin(members[2]), quint32(text.lastIndexOf("\"last")));
    const json::Value own = (*document)->nameValue(member);
    QVERIFY(own.isString() && own.string() == member.name());
    QCOMPARE(own.begin(), (*document)->nameBegin(member));
    QVERIFY(member.value().string() == member.name());
    QCOMPARE((*document)->raw(member.value()), std::string_view('"' + written.toStdString() + '"'));
    QVERIFY(members[2].value().isTrue());
}

void TestDocument::lastDuplicateIsInForce()
{
    const auto document = parsed("{\"a\":1,\"b\":{},\"a\":\"x\"}");
    QVERIFY(document->root().hasDuplicates());
    QCOMPARE(document->root().size(), std::size_t(3));
    QCOMPARE(document->root().find("a")->string(), std::string_view("x"));
}

void TestDocument::survivesDeepNesting()
{
    const int levels = 50'000;
    const auto document = parsed(QByteArray(levels, '[') + QByteArray(levels, ']'));
    QVERIFY(document);
    QVERIFY(json::equal(*document, document->root(), *document, document->root()));
    json::ParseLimits shallow;
    shallow.depth = 10;
    QVERIFY(!json::Document::parse(std::string(11, '[') + std::string(11, ']'), shallow));
    QVERIFY(json::Document::parse(std::string(10, '[') + std::string(10, ']'), shallow));
}

void TestDocument::numbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("integer");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<double>("value");
    QTest::newRow("0") << QByteArray("0") << true << true << 0.0;
    QTest::newRow("-0") << QByteArray("-0") << true << true << -0.0;
    QTest::newRow("3.0") << QByteArray("3.0") << true << true << 3.0;
    QTest::newRow("1e3") << QByteArray("1e3") << true << true << 1000.0;
    QTest::newRow("0.5") << QByteArray("0.5") << false << true << 0.5;
    QTest::newRow("int64 max") << QByteArray("9223372036854775807") << true << true << 9223372036854775807.0;
    QTest::newRow("2^64") << QByteArray("18446744073709551616") << true << false << 18446744073709551616.0;
    QTest::newRow("long whole decimal") << QByteArray("12345678901234567890.0") << true << false << 12345678901234567890.0;
    QTest::newRow("almost one") << QByteArray("0.9999999999999999") << false << false << 0.9999999999999999;
}

void TestDocument::numbers()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, integer);
    QFETCH(bool, exact);
    QFETCH(double, value);
    const auto document = parsed(text);
    QVERIFY(document);
    QCOMPARE(document->root().isInteger(), integer);
    QCOMPARE(document->root().isExact(), exact);
    QCOMPARE(document->root().number(), value);
}

void TestDocument::multiples_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("divisor");
    QTest::addColumn<bool>("multiple");
    QTest::newRow("7 by 2") << QByteArray("7") << QByteArray("2") << false;
    QTest::newRow("0.0075 by 0.0001") << QByteArray("0.0075") << QByteArray("0.0001") << true;
    QTest::newRow("0.00751 by 0.0001") << QByteArray("0.00751") << QByteArray("0.0001") << false;
    QTest::newRow("1e308 by 0.5") << QByteArray("1e308") << QByteArray("0.5") << true;
    QTest::newRow("1e308 by 0.3") << QByteArray("1e308") << QByteArray("0.3") << false;
    QTest::newRow("1e400 by 3") << QByteArray("1e400") << QByteArray("3") << false;
    QTest::newRow("3e400 by 3") << QByteArray("3e400") << QByteArray("3") << true;
    QTest::newRow("12e400 by 48") << QByteArray("12e400") << QByteArray("48") << true;
    QTest::newRow("1e9999999 by 1024") << QByteArray("1e9999999") << QByteArray("1024") << true;
    QTest::newRow("30 digits") << QByteArray("123456789012345678901234567890") << QByteArray("10") << true;
    QTest::newRow("0.5 by 10") << QByteArray("0.5") << QByteArray("10") << false;
    QTest::newRow("5 by 10") << QByteArray("5") << QByteArray("10") << false;
    QTest::newRow("20 by 10") << QByteArray("20") << QByteArray("10") << true;
    QTest::newRow("0 by 3") << QByteArray("0") << QByteArray("3") << true;
    QTest::newRow("-9 by 3") << QByteArray("-9") << QByteArray("3") << true;
}

void TestDocument::multiples()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, divisor);
    QFETCH(bool, multiple);
    QCOMPARE(json::Number::parse(value.toStdString()).isMultipleOf(json::Number::parse(divisor.toStdString())), multiple);
    // The fast path on parsed values says the same.
    const auto left = parsed(value);
    const auto right = parsed(divisor);
    QVERIFY(left && right);
    QCOMPARE(json::isMultipleOf(*left, left->root(), *right, right->root()), multiple);
}

void TestDocument::order_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<int>("order");
    QTest::newRow("integers") << QByteArray("1") << QByteArray("2") << -1;
    QTest::newRow("1 and 1.0") << QByteArray("1") << QByteArray("1.0") << 0;
    QTest::newRow("beyond 2^53") << QByteArray("9007199254740993") << QByteArray("9007199254740992.0") << 1;
    QTest::newRow("beyond 2^63") << QByteArray("9223372036854775808") << QByteArray("9223372036854775807") << 1;
    QTest::newRow("many decimals") << QByteArray("0.30000000000000000001") << QByteArray("0.3") << 1;
    QTest::newRow("negative") << QByteArray("-1e400") << QByteArray("-1e399") << -1;
    QTest::newRow("zeros") << QByteArray("-0") << QByteArray("0.0") << 0;
}

void TestDocument::order()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(int, order);
    const auto left = parsed(a);
    const auto right = parsed(b);
    QVERIFY(left && right);
    const auto result = json::compare(*left, left->root(), *right, right->root());
    QCOMPARE(result < 0 ? -1 : result > 0 ? 1 : 0, order);
}

void TestDocument::equality_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<bool>("same");
    QTest::newRow("1 and 1.0") << QByteArray("1") << QByteArray("1.0") << true;
    QTest::newRow("100 and 1e2") << QByteArray("100") << QByteArray("1e2") << true;
    QTest::newRow("big integers") << QByteArray("18446744073709551616") << QByteArray("18446744073709551617") << false;
    QTest::newRow("order of members") << QByteArray("{\"a\":1,\"b\":2}") << QByteArray("{\"b\":2,\"a\":1}") << true;
    QTest::newRow("order of items") << QByteArray("[1,2]") << QByteArray("[2,1]") << false;
    QTest::newRow("last duplicate") << QByteArray("{\"a\":1,\"a\":2}") << QByteArray("{\"a\":2}") << true;
    QTest::newRow("5 written long") << QByteArray("5") << QByteArray("5.0000000000000000000000") << true;
    QTest::newRow("1e20 written out") << QByteArray("1e20") << QByteArray("100000000000000000000") << true;
    QTest::newRow("-0 and 0") << QByteArray("[-0.0]") << QByteArray("[0]") << true;
    QTest::newRow("deep order of members") << QByteArray("[[{\"a\":[1.0],\"b\":2}]]") << QByteArray("[[{\"b\":2,\"a\":[1]}]]") << true;
    QTest::newRow("true and 1") << QByteArray("true") << QByteArray("1") << false;
    QTest::newRow("lone surrogates differ") << QByteArray("\"\\ud800\"") << QByteArray("\"\\ud801\"") << false;
}

void TestDocument::equality()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(bool, same);
    const auto left = parsed(a);
    const auto right = parsed(b);
    QVERIFY(left && right);
    QCOMPARE(json::equal(*left, left->root(), *right, right->root()), same);
    if (same)
        QCOMPARE(json::hash(*left, left->root()), json::hash(*right, right->root()));
}

void TestDocument::offsetsAndPointersAgree()
{
    const auto document = parsed("{\"tools\":[{\"name\":\"a\"},{\"name\":5}]}");
    const auto *value = json::resolve(document->root(), "/tools/1/name");
    QVERIFY(value);
    QCOMPARE(document->pointerAt(value->begin()), std::string("/tools/1/name"));
    QCOMPARE(document->pointerAt(0), std::string());
}

void TestDocument::prettyKeepsTokens()
{
    const std::string text = "{\"a\":[1.0,{}],\"b\":\"x\\u0000,{\",\"a\":[]}";
    QCOMPARE(json::pretty(text), std::string("{\n  \"a\": [\n    1.0,\n    {}\n  ],\n  \"b\": \"x\\u0000,{\",\n  \"a\": []\n}"));
    QCOMPARE(json::compact(json::pretty(text)), text);
}

void TestDocument::quotesLoneSurrogates()
{
    const auto document = parsed("\"a\\ud800\\u00e9\\n\"");
    QCOMPARE(json::quoted(document->root().string()), std::string("\"a\\ud800\xc3\xa9\\n\""));
}

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
