#include "cli/arguments.h"
#include "cli/templatearguments.h"

#include <QtTest>

using namespace assayer;

class ArgumentsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void objects_data();
    void objects();
    void theSchemaDecides();
    void templates_data();
    void templates();
};

void ArgumentsTest::objects_data()
{
    QTest::addColumn<QString>("args"); // null: not given
    QTest::addColumn<QStringList>("pairs");
    QTest::addColumn<bool>("strings");
    QTest::addColumn<QByteArray>("wanted"); // "!": refused
    const auto pairs = [](const char *a, const char *b = nullptr) {
        QStringList out { QString::fromLatin1(a) };
        if (b)
            out << QString::fromLatin1(b);
        return out;
    };
    QTest::newRow("nothing") << QString() << QStringList() << false << QByteArray();
    QTest::newRow("exact text") << QStringLiteral("{ \"n\": 12345678901234567890 , \"n\":1e400}") << QStringList() << false << QByteArray("{ \"n\": 12345678901234567890 , \"n\":1e400}");
    QTest::newRow("numbers and words") << QString() << pairs("a=5", "b=five") << false << QByteArray("{\"a\":5,\"b\":\"five\"}");
    QTest::newRow("literals") << QString() << pairs("a=true", "b=[1, 2]") << false << QByteArray("{\"a\":true,\"b\":[1, 2]}");
    QTest::newRow("always strings") << QString() << pairs("a=5") << true << QByteArray("{\"a\":\"5\"}");
    QTest::newRow("last of a name") << QString() << pairs("a=1", "a=2") << false << QByteArray("{\"a\":2}");
    QTest::newRow("equals in the value") << QString() << pairs("a=b=c") << false << QByteArray("{\"a\":\"b=c\"}");
    QTest::newRow("both") << QStringLiteral("{\"a\":1,\"b\":2}") << pairs("a=3") << false << QByteArray("{\"b\":2,\"a\":3}");
    QTest::newRow("no pair") << QString() << pairs("a") << false << QByteArray("!");
    QTest::newRow("no name") << QString() << pairs("=1") << false << QByteArray("!");
    QTest::newRow("no JSON") << QStringLiteral("{a:1}") << QStringList() << false << QByteArray("!");
    QTest::newRow("no object") << QStringLiteral("[1]") << QStringList() << false << QByteArray("!");
}

void ArgumentsTest::objects()
{
    QFETCH(QString, args);
    QFETCH(QStringList, pairs);
    QFETCH(bool, strings);
    QFETCH(QByteArray, wanted);
    const auto result = argumentsJson(args.isNull() ? std::nullopt : std::optional<QString>(args), pairs, strings ? ArgumentTexts::Strings : ArgumentTexts::Coerced);
    QCOMPARE(result ? *result : QByteArray("!"), wanted);
    if (!result)
        QCOMPARE(result.error().kind, std::string("usage"));
}

void ArgumentsTest::theSchemaDecides()
{
    const auto schema = json::Document::parse(R"({"properties":{"zip":{"type":"string"},"maybe":{"type":["string","null"]},"n":{"type":"integer"}}})");
    QVERIFY(schema);
    const QStringList pairs { QStringLiteral("zip=01234"), QStringLiteral("maybe=7"), QStringLiteral("n=7"), QStringLiteral("other=8") };
    const auto result = argumentsJson(std::nullopt, pairs, ArgumentTexts::Coerced, &(*schema)->root());
    QVERIFY(result);
    QCOMPARE(*result, QByteArray(R"({"zip":"01234","maybe":"7","n":7,"other":8})"));
}

void ArgumentsTest::templates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("pairs");
    QTest::addColumn<QByteArray>("wanted");
    QTest::newRow("plain URI") << QStringLiteral("file:///a b") << QStringList() << QByteArray("file:///a b");
    QTest::newRow("simple") << QStringLiteral("n://{o}/{id}") << QStringList({ QStringLiteral("o=ada"), QStringLiteral("id=4 2") }) << QByteArray("n://ada/4%202");
    QTest::newRow("list by repetition") << QStringLiteral("n:{?q*}") << QStringList({ QStringLiteral("q=a"), QStringLiteral("q=b") }) << QByteArray("n:?q=a&q=b");
    QTest::newRow("list as JSON") << QStringLiteral("n:{q}") << QStringList({ QStringLiteral("q=[\"a\",1]") }) << QByteArray("n:a,1");
    QTest::newRow("unknown variable") << QStringLiteral("n:{q}") << QStringList({ QStringLiteral("p=1"), QStringLiteral("q=2") }) << QByteArray("n:2");
    QTest::newRow("no value") << QStringLiteral("n:{q}X{?r}") << QStringList() << QByteArray("n:X");
    QTest::newRow("prefix of a list") << QStringLiteral("n:{q:3}") << QStringList({ QStringLiteral("q=[1,2]") }) << QByteArray("!");
    QTest::newRow("no template") << QStringLiteral("n:{q") << QStringList() << QByteArray("!");
}

void ArgumentsTest::templates()
{
    QFETCH(QString, text);
    QFETCH(QStringList, pairs);
    QFETCH(QByteArray, wanted);
    QStringList notes;
    const auto result = expandedUri(text, pairs, notes);
    QCOMPARE(result ? *result : QByteArray("!"), wanted);
}

QTEST_GUILESS_MAIN(ArgumentsTest)
#include "tst_cli_arguments.moc"
