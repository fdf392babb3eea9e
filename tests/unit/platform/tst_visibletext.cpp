// Text of a server made showable: every hidden character, and that the exact text can be had again.
#include "platform/visibletext.h"

#include <QTest>

using namespace assayer;

class TestVisibleText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void escapes_data();
    void escapes();
    void everyHiddenCharacter_data();
    void everyHiddenCharacter();
    void typedBackslashIsNoEscape();
    void combiningMarks();
    void severalLines();
    void limit_data();
    void limit();
    void wire_data();
    void wire();
    void isolates();
    void spoken();
    void toolTips();
};

void TestVisibleText::escapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<int>("count");
    QTest::newRow("plain") << QStringLiteral("search_notes") << QStringLiteral("search_notes") << 0;
    QTest::newRow("other scripts stay") << QStringLiteral("\u05d0\u05d1 \u65e5\u672c \u00e4") << QStringLiteral("\u05d0\u05d1 \u65e5\u672c \u00e4") << 0;
    QTest::newRow("emoji stay") << QString::fromUcs4(U"\U0001f600", 1) << QString::fromUcs4(U"\U0001f600", 1) << 0;
    QTest::newRow("right to left override") << QStringLiteral("a\u202eb") << QStringLiteral("a\\u202Eb") << 1;
    QTest::newRow("ESC") << QStringLiteral("\x1b[31m") << QStringLiteral("\\u001B[31m") << 1;
    QTest::newRow("NUL") << QString(QChar(0)) << QStringLiteral("\\u0000") << 1;
    QTest::newRow("DEL and C1") << QStringLiteral("\u007f\u009b") << QStringLiteral("\\u007F\\u009B") << 2;
    QTest::newRow("line ends") << QStringLiteral("a\r\n\tb") << QStringLiteral("a\\r\\n\\tb") << 3;
    QTest::newRow("lone high surrogate") << QString(QChar(0xd800)) + u'x' << QStringLiteral("\\uD800x") << 1;
    QTest::newRow("lone low surrogate") << QString(QChar(0xdc00)) << QStringLiteral("\\uDC00") << 1;
    QTest::newRow("tag") << QString::fromUcs4(U"\U000e0041", 1) << QStringLiteral("\\U000E0041") << 1;
}

void TestVisibleText::escapes()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QFETCH(int, count);
    const VisibleText made = visibleText(text);
    QCOMPARE(made.text, shown);
    QCOMPARE(static_cast<int>(made.escapes.size()), count);
    QVERIFY(!made.cut);
}

void TestVisibleText::everyHiddenCharacter_data()
{
    QTest::addColumn<uint>("first");
    QTest::addColumn<uint>("last");
    const QList<std::pair<uint, uint>> ranges { { 0x00, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
        { 0x2060, 0x2069 }, { 0xfeff, 0xfeff }, { 0xe0000, 0xe007f }, { 0xd800, 0xdfff } };
    for (const auto &[first, last] : ranges)
        QTest::newRow(qPrintable(QString::number(first, 16))) << first << last;
}

void TestVisibleText::everyHiddenCharacter()
{
    QFETCH(uint, first);
    QFETCH(uint, last);
    for (uint c = first; c <= last; ++c) {
        const char32_t one = c;
        const QString text = c <= 0xffff ? QString(QChar(static_cast<char16_t>(c))) : QString::fromUcs4(&one, 1);
        const VisibleText made = visibleText(text);
        QCOMPARE(made.escapes.size(), std::size_t(1));
        for (const QChar shown : made.text)
            QVERIFY2(shown.unicode() > 0x20 && shown.unicode() < 0x7f, "an escape is plain ASCII");
    }
}

void TestVisibleText::typedBackslashIsNoEscape()
{
    const VisibleText made = visibleText(QStringLiteral("\\u202E"));
    QCOMPARE(made.text, QStringLiteral("\\u202E"));
    QVERIFY(made.escapes.empty());
}

void TestVisibleText::combiningMarks()
{
    const VisibleText few = visibleText(QStringLiteral("e\u0301\u0302"));
    QCOMPARE(few.text, QStringLiteral("e\u0301\u0302"));
    const VisibleText many = visibleText(u'e' + QString(10, QChar(0x301)) + QStringLiteral("x\u0301"));
    QCOMPARE(many.escapes.size(), std::size_t(6));
    QVERIFY(many.text.startsWith(u'e' + QString(4, QChar(0x301)) + QStringLiteral("\\u0301")));
    QVERIFY(many.text.endsWith(QStringLiteral("x\u0301"))); // counted anew on the next base
}

void TestVisibleText::severalLines()
{
    QCOMPARE(visibleText(QStringLiteral("a\r\nb\tc\rd\n"), Lines::Many).text, QStringLiteral("a\nb\tc\\rd\n"));
}

void TestVisibleText::limit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("below") << QStringLiteral("1234") << QStringLiteral("1234");
    QTest::newRow("at the limit") << QStringLiteral("12345678") << QStringLiteral("12345678");
    QTest::newRow("above") << QStringLiteral("123456789") << QStringLiteral("12345678\u2026");
    QTest::newRow("an escape is whole or not there") << QStringLiteral("123456\u202e9") << QStringLiteral("123456\u2026");
}

void TestVisibleText::limit()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const VisibleText made = visibleText(text, Lines::One, 8);
    QCOMPARE(made.text, shown);
    for (const VisibleText::Escape &escape : made.escapes)
        QVERIFY(escape.begin + escape.length <= made.text.size());
}

void TestVisibleText::wire_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::addColumn<QString>("text");
    QTest::newRow("ASCII") << QByteArray("abc") << QStringLiteral("abc");
    QTest::newRow("two, three and four bytes") << QByteArray("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") << QString::fromUcs4(U"\u00e4\u20ac\U0001f600", 3);
    QTest::newRow("lone surrogate") << QByteArray("\xed\xa0\x80") << QString(QChar(0xd800));
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QStringLiteral("a") + QChar(0) + u'b';
}

void TestVisibleText::wire()
{
    QFETCH(QByteArray, wire);
    QFETCH(QString, text);
    QCOMPARE(fromWire({ wire.constData(), static_cast<std::size_t>(wire.size()) }), text);
    QCOMPARE(toWire(text), wire);
    QCOMPARE(fromWire("\xff\xc0\x80"), QString(3, QChar(QChar::ReplacementCharacter)));
}

void TestVisibleText::isolates()
{
    const QString value = isolated(QStringLiteral("\u05d0"));
    QCOMPARE(value.size(), 3);
    QCOMPARE(value.front(), QChar(0x2066));
    QCOMPARE(value.back(), QChar(0x2069));
}

void TestVisibleText::spoken()
{
    QCOMPARE(spokenText(QStringLiteral("a\u202eb")), QStringLiteral("a escape U+202E b"));
    QCOMPARE(spokenText(QStringLiteral("plain name")), QStringLiteral("plain name"));
}

void TestVisibleText::toolTips()
{
    const QString tip = toolTipText(QString(5'000, u'x'), QStringLiteral("more in the detail"));
    const QStringList lines = tip.split(u'\n');
    QCOMPARE(lines.size(), 13);
    QCOMPARE(lines.last(), QStringLiteral("more in the detail"));
    for (const QString &line : lines)
        QVERIFY(line.size() <= 80);
    QCOMPARE(toolTipText(QStringLiteral("short"), QStringLiteral("more")), QStringLiteral("short"));
    // Qt would draw these as markup: they are shown as typed.
    QCOMPARE(toolTipText(QStringLiteral("a <b>bold</b> name"), {}), QStringLiteral("<p style='white-space:pre'>a &lt;b&gt;bold&lt;/b&gt; name</p>"));
    QCOMPARE(toolTipText(QStringLiteral("&lt;b&gt;"), {}), QStringLiteral("<p style='white-space:pre'>&amp;lt;b&amp;gt;</p>"));
}

QTEST_APPLESS_MAIN(TestVisibleText)
#include "tst_visibletext.moc"
