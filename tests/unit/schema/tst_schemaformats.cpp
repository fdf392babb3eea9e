// `format` as an assertion: texts that are of a format and texts that only look like it.
#include "schemafixture.h"

#include "schema/formats/format.h"

using namespace assayer;

class TestSchemaFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void texts_data();
    void texts();
    void unknownAndLaterFormatsAreNone();
};

void TestSchemaFormats::texts_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    const auto rows = [](const char *format, bool valid, const QList<QByteArray> &texts) {
        for (const QByteArray &text : texts)
            QTest::addRow("%s %s: %s", format, valid ? "is" : "is not", text.constData()) << QByteArray(format) << text << valid;
    };
    rows("date", true, { "2024-02-29", "1998-12-31" });
    rows("date", false, { "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "24-01-01", "2024-1-01", "2024-01-01T", "" });
    rows("time", true, { "12:00:00Z", "12:00:00.123+02:00", "23:59:60Z", "01:29:60+01:30" });
    rows("time", false, { "12:00:00", "24:00:00Z", "12:60:00Z", "22:59:60Z", "12:00:00.Z", "12:00:00+24:00" });
    rows("date-time", true, { "2026-07-28T10:00:00Z", "2026-07-28t10:00:00.5-08:00" });
    rows("date-time", false, { "2026-07-28 10:00:00Z", "2026-07-28T10:00:00", "2026-02-30T10:00:00Z" });
    rows("duration", true, { "P1Y2M3DT4H5M6S", "P2W", "PT1H", "P10D" });
    rows("duration", false, { "P", "PT", "P1Y2D", "PT1H2S", "P1W1D", "1D", "P1D ", "PT1.5S" });
    rows("email", true, { "a@b.c", "a.b+c@example.org", "\"a b\"@example.org", "a@[127.0.0.1]", "a@[IPv6:::1]" });
    rows("email", false, { "a", "@b.c", ".a@b.c", "a..b@c.d", "a b@c.d", "a@[300.0.0.1]", "a@-b.c", "\xc3\xa9@b.c" });
    rows("idn-email", true, { "\xc3\xa9@b\xc3\xa9.c" });
    rows("hostname", true, { "localhost", "a-b.example.com", "xn--bcher-kva.example", "1.2" });
    rows("hostname", false, { "", ".", "a.", "-a", "a-", "a_b", "a b", "xn--a-", QByteArray(64, 'a') });
    rows("idn-hostname", true, { "b\xc3\xbc" "cher.example", "xn--bcher-kva.example" });
    rows("idn-hostname", false, { "-b\xc3\xbc", "a..b", "\xc2\xb7l" });
    rows("ipv4", true, { "0.0.0.0", "255.255.255.255" });
    rows("ipv4", false, { "1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", "1.2.3.4 ", "0x1.2.3.4" });
    rows("ipv6", true, { "::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2::7:8" });
    rows("ipv6", false, { "", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::1%eth0", "1:2:3:4:5:6:7::8:9", "::1.2.3", ":1::2" });
    rows("uri", true, { "http://a/b?c=d#e", "urn:isbn:1", "mailto:a@b.c", "http://[::1]:80/", "file:///a" });
    rows("uri", false, { "a/b", "//a/b", "http://a b", "http://[1]/", "http://a:b/", "http://a/%zz", "http://\xc3\xa9/", "1http://a", "http://a/<b>" });
    rows("uri-reference", true, { "", "a/b", "//a/b", "#x", "?q", "../a:b" });
    rows("uri-reference", false, { "\\a", "a:b c", "#a#b" });
    rows("iri", true, { "http://\xc3\xa9/\xc3\xa9" });
    rows("uri-template", true, { "/a/{b}{?c,d*,e:3}", "" });
    rows("uri-template", false, { "{", "}", "{a", "{a b}", "{=a}", "{a:0}" });
    rows("uuid", true, { "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380" });
    rows("uuid", false, { "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380" });
    rows("json-pointer", true, { "", "/", "/a/0/~0~1" });
    rows("json-pointer", false, { "a", "/~", "/~2", "#/a" });
    rows("relative-json-pointer", true, { "0", "1/a", "2#" });
    rows("relative-json-pointer", false, { "", "/a", "01", "-1", "1##" });
    rows("regex", true, { "^a+$", "(?<n>a)\\k<n>", "\\p{L}", "(?<=a)b", "[^]" });
    rows("regex", false, { "(", "a{2,1}", "\\Z", "\\a", "(?i)a", "[z-a]", "*a", "a**" });
}

void TestSchemaFormats::texts()
{
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    const schema::Format *found = schema::findFormat(format.toStdString(), schema::Dialect::Draft202012);
    QVERIFY(found);
    QCOMPARE(found->holds({ text.constData(), std::size_t(text.size()) }), valid);
}

void TestSchemaFormats::unknownAndLaterFormatsAreNone()
{
    QVERIFY(!schema::findFormat("uint64", schema::Dialect::Draft202012));
    QVERIFY(!schema::findFormat("uuid", schema::Dialect::Draft7));
    QVERIFY(schema::findFormat("uuid", schema::Dialect::Draft201909));
}

QTEST_GUILESS_MAIN(TestSchemaFormats)
#include "tst_schemaformats.moc"
