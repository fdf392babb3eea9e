// Lines of stdio: LF and CRLF, blank lines, cuts inside characters, the bound, and the end without a line end.
#include "wire/lineframer.h"

#include <QtTest>

using namespace assayer;

namespace {

QList<QByteArray> describe(const QList<QByteArray> &pieces, qsizetype limit = 1000)
{
    LineFramer framer(limit);
    QList<QByteArray> lines;
    const auto take = [&] {
        while (std::optional<FramedLine> line = framer.next())
            lines.append(line->text() + '|' + line->raw.toPercentEncoding() + (line->crlf ? " crlf" : "")
                + (line->terminated ? "" : " cut"));
    };
    for (const QByteArray &piece : pieces) {
        framer.append(piece);
        take();
    }
    framer.finish();
    take();
    if (framer.isTooLong())
        lines.append("too long");
    return lines;
}

} // namespace

class LineFramerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<QList<QByteArray>>("lines");
        using L = QList<QByteArray>;
        QTest::newRow("lf") << QByteArray("{}\n[]\n") << L { "{}|%7B%7D%0A", "[]|%5B%5D%0A" };
        QTest::newRow("crlf") << QByteArray("{}\r\n") << L { "{}|%7B%7D%0D%0A crlf" };
        QTest::newRow("cr is no end") << QByteArray("a\rb\n") << L { "a\rb|a%0Db%0A" };
        QTest::newRow("blank") << QByteArray("\n\r\n \n") << L { "|%0A", "|%0D%0A crlf", " |%20%0A" };
        QTest::newRow("unterminated") << QByteArray("a\nb") << L { "a|a%0A", "b|b cut" };
        QTest::newRow("nothing") << QByteArray() << L {};
    }
    void lines()
    {
        QFETCH(QByteArray, stream);
        QTEST(describe({ stream }), "lines");
    }

    void cutAnywhere()
    {
        const QByteArray stream = "{\"a\":\"\xE8\xAF\xBB\xF0\x9F\x8E\x89\"}\r\n\n[1]\nnoise \xC3\xA4\n{\"last\":1}\r";
        const QList<QByteArray> whole = describe({ stream });
        QCOMPARE(whole.size(), 5);
        for (qsizetype a = 0; a <= stream.size(); ++a) {
            for (qsizetype b = a; b <= stream.size(); ++b)
                QCOMPARE(describe({ stream.first(a), stream.sliced(a, b - a), stream.sliced(b) }), whole);
        }
    }

    void kinds()
    {
        const auto line = [](const QByteArray &text) { return FramedLine { text, text.size(), false, true }; };
        QVERIFY(line("  {\"a\":1}").looksLikeJson());
        QVERIFY(line("\xEF\xBB\xBF[1]").looksLikeJson());
        QVERIFY(!line("listening").looksLikeJson());
        QVERIFY(!line("\"text\"").looksLikeJson());
        QVERIFY(line(" \t\r\n").isBlank());
        QVERIFY(!line("").looksLikeJson());
    }

    void lengthIsBounded_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<bool>("fits");
        QTest::newRow("just") << QByteArray("x\n") + QByteArray(10, 'a') + "\n" << true;
        QTest::newRow("just, crlf") << QByteArray("x\n") + QByteArray(10, 'a') + "\r\n" << true;
        QTest::newRow("one more") << QByteArray("x\n") + QByteArray(11, 'a') + "\n" << false;
        QTest::newRow("never ended") << QByteArray("x\n") + QByteArray(50, 'a') << false;
    }
    void lengthIsBounded()
    {
        QFETCH(QByteArray, stream);
        QFETCH(bool, fits);
        const QList<QByteArray> whole = describe({ stream }, 10);
        QCOMPARE(whole.last() != "too long", fits);
        for (qsizetype at = 0; at <= stream.size(); ++at)
            QCOMPARE(describe({ stream.first(at), stream.sliced(at) }, 10), whole);
    }

    void tooLongKeepsWhatCame()
    {
        LineFramer framer(10);
        framer.append(QByteArrayView("ok\nabcdefghijklm"));
        QVERIFY(framer.next().has_value());
        QVERIFY(!framer.next().has_value());
        QVERIFY(framer.isTooLong());
        QCOMPARE(framer.takeRest(), QByteArray("abcdefghijklm"));
    }
};

QTEST_GUILESS_MAIN(LineFramerTest)
#include "lineframer_test.moc"
