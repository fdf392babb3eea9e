// Small parts that the window's conversation stands on: addresses in words, values without secrets, differences.
#include "inspection/secretfree.h"
#include "inspection/urlfacts.h"
#include "protocol/message.h"

#include <QtTest>

using namespace assayer;

namespace {

json::Node node(const QByteArray &text)
{
    const Result<json::DocumentPtr> parsed = parseJson(text);
    if (!parsed)
        qFatal("no JSON: %s", text.constData());
    return { *parsed, &(*parsed)->root() };
}

} // namespace

class InspectionPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addresses_data();
    void addresses();
    void hostIsFoundInTheText();
    void secretsGo_data();
    void secretsGo();
    void passwordsOfASchema();
};

void InspectionPartsTest::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("openable");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("warning"); // words that one warning must hold; empty: no warning at all
    QTest::newRow("the server's own") << QStringLiteral("https://example.com/a") << true << QStringLiteral("example.com") << QString();
    QTest::newRow("another host") << QStringLiteral("https://other.example/a") << true << QStringLiteral("other.example") << QStringLiteral("differs");
    QTest::newRow("plain http") << QStringLiteral("http://example.com/") << true << QStringLiteral("example.com") << QStringLiteral("Plain http");
    QTest::newRow("name before the host") << QStringLiteral("https://example.com@evil.example/") << true << QStringLiteral("evil.example") << QStringLiteral("before the host");
    QTest::newRow("IPv4") << QStringLiteral("https://192.0.2.1/") << true << QStringLiteral("192.0.2.1") << QStringLiteral("IP address");
    QTest::newRow("IPv6") << QStringLiteral("https://[2001:db8::1]/") << true << QStringLiteral("2001:db8::1") << QStringLiteral("IP address");
    QTest::newRow("Cyrillic a") << QString::fromUtf8("https://ex\xd0\xb0mple.com/") << true << QStringLiteral("xn--exmple-4nf.com") << QStringLiteral("mixes scripts");
    QTest::newRow("punycode") << QString::fromUtf8("https://b\xc3\xbc" "cher.example/") << true << QStringLiteral("xn--bcher-kva.example") << QStringLiteral("not ASCII");
    QTest::newRow("a script") << QStringLiteral("javascript:alert(1)") << false << QString() << QStringLiteral("Only http and https");
    QTest::newRow("a file") << QStringLiteral("file:///etc/passwd") << false << QString() << QStringLiteral("Only http and https");
    QTest::newRow("long") << QStringLiteral("https://example.com/") + QString(2100, u'a') << true << QStringLiteral("example.com") << QStringLiteral("characters");
    QTest::newRow("no address") << QStringLiteral("hello") << false << QString() << QStringLiteral("Only http and https");
}

void InspectionPartsTest::addresses()
{
    QFETCH(QString, address);
    QFETCH(bool, openable);
    QFETCH(QString, host);
    QFETCH(QString, warning);
    const UrlFacts facts = urlFacts(address, QStringLiteral("example.com"));
    QCOMPARE(facts.openable, openable);
    QCOMPARE(facts.host, host);
    const QString all = facts.warnings.join(u'\n');
    QVERIFY2(warning.isEmpty() ? all.isEmpty() : all.contains(warning), qPrintable(all));
}

void InspectionPartsTest::hostIsFoundInTheText()
{
    const QString address = QStringLiteral("https://user:pw@accounts.example.com:8443/o?x=a@b");
    const UrlFacts facts = urlFacts(address, {});
    QCOMPARE(address.mid(facts.hostBegin, facts.hostLength), QStringLiteral("accounts.example.com"));
}

void InspectionPartsTest::secretsGo_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("by name, at any depth") << QByteArray("{\"a\":{\"api_key\":\"x\",\"b\":1.0},\"Token\":\"y\"}") << QByteArray("{\"a\":{\"b\":1.0}}");
    QTest::newRow("in arrays") << QByteArray("[{\"password\":\"x\"},9007199254740993]") << QByteArray("[{},9007199254740993]");
    QTest::newRow("progressToken is none") << QByteArray("{\"progressToken\":1}") << QByteArray("{\"progressToken\":1}");
    QTest::newRow("duplicates stay") << QByteArray("{\"a\":1,\"a\":2}") << QByteArray("{\"a\":1,\"a\":2}");
}

void InspectionPartsTest::secretsGo()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QCOMPARE(withoutSecrets(node(before)), after);
}

void InspectionPartsTest::passwordsOfASchema()
{
    const std::set<std::string> names = secretMembers(node("{\"properties\":{\"pin\":{\"type\":\"string\",\"format\":\"password\"},\"o\":{\"properties\":{\"code\":{\"writeOnly\":true}}},\"x\":{}}}"));
    QCOMPARE(names, (std::set<std::string> { "code", "pin" }));
    QCOMPARE(withoutSecrets(node("{\"pin\":\"1\",\"o\":{\"code\":2,\"y\":3}}"), names), QByteArray("{\"o\":{\"y\":3}}"));
}

QTEST_GUILESS_MAIN(InspectionPartsTest)
#include "tst_inspection_parts.moc"
