// Event streams: what WHATWG asks of a parser, and that the place of a cut never matters.
#include "wire/sseparser.h"

#include <QtTest>

using namespace assayer;

namespace {

struct Outcome {
    QList<SseEvent> blocks;
    QByteArray rest;
    QByteArray lastId;
    bool tooLarge = false;
};

void takeAll(SseParser &parser, Outcome &outcome)
{
    while (std::optional<SseEvent> event = parser.next())
        outcome.blocks.append(*event);
}

Outcome parse(const QList<QByteArray> &pieces, qsizetype limit = 1 << 20)
{
    SseParser parser(limit);
    Outcome outcome;
    for (const QByteArray &piece : pieces) {
        parser.append(piece);
        takeAll(parser, outcome);
    }
    parser.finish();
    takeAll(parser, outcome);
    outcome.tooLarge = parser.isTooLarge();
    outcome.rest = parser.takeRest();
    outcome.lastId = parser.lastEventId();
    return outcome;
}

/// Everything that can be told of a stream, as one comparable text.
QByteArray describe(const Outcome &outcome)
{
    QByteArray text;
    for (const SseEvent &event : outcome.blocks) {
        text += "raw=" + event.raw.toPercentEncoding() + " data=" + event.data.toPercentEncoding()
            + " name=" + event.name + " id=" + event.id + " retry=" + QByteArray::number(event.retryMs.value_or(-1))
            + (event.hasData ? " hasData" : "") + (event.hasId ? " hasId" : "") + '\n';
    }
    return text + "rest=" + outcome.rest.toPercentEncoding() + " last=" + outcome.lastId
        + (outcome.tooLarge ? " large" : "");
}

QByteArray joined(const Outcome &outcome)
{
    QByteArray all;
    for (const SseEvent &event : outcome.blocks)
        all += event.raw;
    return all + outcome.rest;
}

QList<QByteArray> messages(const Outcome &outcome)
{
    QList<QByteArray> data;
    for (const SseEvent &event : outcome.blocks) {
        if (event.isMessage())
            data.append(event.data);
    }
    return data;
}

} // namespace

class SseParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<QList<QByteArray>>("data");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<int>("retry");
        using L = QList<QByteArray>;
        QTest::newRow("plain") << QByteArray("data: a\n\n") << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("no space") << QByteArray("data:a\n\n") << L { "a" } << QByteArray("message") << QByteArray()
                                  << -1;
        QTest::newRow("one space only") << QByteArray("data:  a \n\n") << L { " a " } << QByteArray("message")
                                        << QByteArray() << -1;
        QTest::newRow("crlf") << QByteArray("data: a\r\ndata: b\r\n\r\n") << L { "a\nb" } << QByteArray("message")
                              << QByteArray() << -1;
        QTest::newRow("cr") << QByteArray("data: a\rdata: b\r\r") << L { "a\nb" } << QByteArray("message")
                            << QByteArray() << -1;
        QTest::newRow("mixed ends") << QByteArray("data: a\ndata: b\r\n\r\n") << L { "a\nb" } << QByteArray("message")
                                    << QByteArray() << -1;
        QTest::newRow("bom") << QByteArray("\xEF\xBB\xBF"
                                           "data: a\n\n")
                             << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("second bom is none") << QByteArray("data: a\n\n\xEF\xBB\xBF"
                                                          "data: b\n\n")
                                            << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("comment inside") << QByteArray(": x\ndata: a\n:y\n\n") << L { "a" } << QByteArray("message")
                                        << QByteArray() << -1;
        QTest::newRow("event and id") << QByteArray("event: endpoint\nid: 7\ndata: /m\n\n") << L { "/m" }
                                      << QByteArray("endpoint") << QByteArray("7") << -1;
        QTest::newRow("empty event name")
            << QByteArray("event\ndata: a\n\n") << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("field without colon")
            << QByteArray("data\ndata\n\n") << L { "\n" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("unknown field") << QByteArray("foo: bar\nData: no\ndata: a\n\n") << L { "a" }
                                       << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("retry") << QByteArray("retry: 3000\ndata: a\n\n") << L { "a" } << QByteArray("message")
                               << QByteArray() << 3000;
        QTest::newRow("retry with letters")
            << QByteArray("retry: 30x\ndata: a\n\n") << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("retry negative") << QByteArray("retry: -1\ndata: a\n\n") << L { "a" } << QByteArray("message")
                                        << QByteArray() << -1;
        QTest::newRow("retry huge") << QByteArray("retry: 99999999999999999999\ndata: a\n\n") << L { "a" }
                                    << QByteArray("message") << QByteArray() << 2147483647;
        QTest::newRow("id with nul") << QByteArray("id: a\0b\ndata: a\n\n", 17) << L { "a" } << QByteArray("message")
                                     << QByteArray() << -1;
        QTest::newRow("colon in value") << QByteArray("data: {\"a\":1}\n\n") << L { "{\"a\":1}" }
                                        << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("two events") << QByteArray("data: a\n\ndata: b\n\n") << L { "a", "b" } << QByteArray("message")
                                    << QByteArray() << -1;
        QTest::newRow("last event not ended")
            << QByteArray("data: a\n\ndata: b\n") << L { "a" } << QByteArray("message") << QByteArray() << -1;
        QTest::newRow("cr at the very end")
            << QByteArray("data: a\r\n\r") << L { "a" } << QByteArray("message") << QByteArray() << -1;
    }
    void fields()
    {
        QFETCH(QByteArray, stream);
        const Outcome outcome = parse({ stream });
        QTEST(messages(outcome), "data");
        QTEST(outcome.blocks.first().name, "name");
        QTEST(outcome.blocks.first().id, "id");
        QFETCH(int, retry);
        QCOMPARE(outcome.blocks.first().retryMs.value_or(-1), retry);
        QCOMPARE(joined(outcome), stream);
    }

    void primingEventIsNoMessage()
    {
        const Outcome outcome = parse({ "id: 1\nretry: 500\n\nid: 2\ndata:\n\nid: 3\ndata: x\n\n" });
        QCOMPARE(outcome.blocks.size(), 3);
        QVERIFY(!outcome.blocks[0].hasData && outcome.blocks[0].hasId && !outcome.blocks[0].isMessage());
        QCOMPARE(outcome.blocks[0].id, QByteArray("1"));
        QVERIFY(outcome.blocks[1].hasData && !outcome.blocks[1].isMessage());
        QVERIFY(outcome.blocks[2].isMessage());
        QCOMPARE(outcome.lastId, QByteArray("3"));
    }

    void idStaysUntilReplaced()
    {
        const Outcome outcome = parse({ "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n" });
        QCOMPARE(outcome.blocks[1].id, QByteArray("1"));
        QVERIFY(!outcome.blocks[1].hasId);
        QVERIFY(outcome.blocks[2].hasId && outcome.blocks[2].id.isEmpty());
        QVERIFY(outcome.lastId.isEmpty());
    }

    void unfinishedEventLeavesNoId()
    {
        const Outcome outcome = parse({ "id: 1\ndata: a\n\nid: 2\ndata: b\n" });
        QCOMPARE(outcome.lastId, QByteArray("1"));
        QCOMPARE(outcome.rest, QByteArray("id: 2\ndata: b\n"));
    }

    void commentsAreBlocksOfTheirOwn()
    {
        const Outcome outcome = parse({ ": hi\n\n:\r\n: more\r\n\r\ndata: a\n\n" });
        QCOMPARE(outcome.blocks.size(), 3);
        QCOMPARE(outcome.blocks[0].raw, QByteArray(": hi\n\n"));
        QCOMPARE(outcome.blocks[1].raw, QByteArray(":\r\n: more\r\n\r\n"));
        QVERIFY(!outcome.blocks[0].isMessage() && !outcome.blocks[0].hasData);
    }

    void endlessCommentsStayBounded()
    {
        SseParser parser(10'000);
        qsizetype blocks = 0;
        for (int i = 0; i < 100'000; ++i) {
            parser.append(QByteArrayView(": ping\n"));
            while (parser.next())
                ++blocks;
        }
        QVERIFY(!parser.isTooLarge());
        QVERIFY(blocks > 100);
        QVERIFY(parser.takeRest().size() < 10'000);
    }

    void eventIsToldAtItsEmptyLine_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::newRow("lf") << QByteArray("data: a\n\n");
        QTest::newRow("crlf") << QByteArray("data: a\r\n\r\n");
        QTest::newRow("cr") << QByteArray("data: a\r\r");
    }
    void eventIsToldAtItsEmptyLine()
    {
        QFETCH(QByteArray, stream);
        SseParser parser(1000);
        parser.append(stream);
        const std::optional<SseEvent> event = parser.next();
        QVERIFY(event.has_value());
        QCOMPARE(event->raw, stream);
    }

    void cutAnywhere_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::newRow("lf") << QByteArray(": c\n\nid: 1\nretry: 5\n\nevent: x\ndata: "
                                          "\xE8\xAF\xBB\xF0\x9F\x8E\x89\ndata:\n\nid: 2\ndata: b\n\n\ntail");
        QTest::newRow("crlf") << QByteArray("\xEF\xBB\xBF: c\r\n\r\nid: 1\r\nretry: 5\r\n\r\nevent: x\r\ndata: "
                                            "\xE8\xAF\xBB\r\n\r\ndata: b\r\n\r\n\r\n");
        QTest::newRow("cr") << QByteArray(
            "\xEF\xBB\xBF: c\r\rid: 1\rretry: 5\r\revent: x\rdata: \xE8\xAF\xBB\r\rdata: b\r\r\r");
        QTest::newRow("mixed") << QByteArray(
            "data: a\r\ndata: b\n\rdata: c\r\r\ndata: d\r\r\n\r\ndata: e\n\r\n\rdata: f\r\n\n");
    }
    void cutAnywhere()
    {
        QFETCH(QByteArray, stream);
        const QByteArray whole = describe(parse({ stream }));
        QCOMPARE(joined(parse({ stream })), stream);
        for (qsizetype a = 0; a <= stream.size(); ++a) {
            for (qsizetype b = a; b <= stream.size(); ++b)
                QCOMPARE(describe(parse({ stream.first(a), stream.sliced(a, b - a), stream.sliced(b) })), whole);
        }
        QList<QByteArray> bytes;
        for (char c : stream)
            bytes.append(QByteArray(1, c));
        QCOMPARE(describe(parse(bytes)), whole);
    }

    void sizeIsBounded_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::newRow("long line") << QByteArray("data: a\n\ndata: ") + QByteArray(200, 'x') + "\n\n";
        QTest::newRow("many lines") << QByteArray("data: a\n\n") + QByteArray("data: x\n").repeated(40) + "\n";
    }
    void sizeIsBounded()
    {
        QFETCH(QByteArray, stream);
        const Outcome whole = parse({ stream }, 100);
        QVERIFY(whole.tooLarge);
        QCOMPARE(messages(whole), QList<QByteArray> { "a" });
        QCOMPARE(joined(whole), stream);
        for (qsizetype at = 0; at <= stream.size(); ++at) {
            const Outcome cut = parse({ stream.first(at), stream.sliced(at) }, 100);
            QVERIFY(cut.tooLarge);
            QCOMPARE(messages(cut), QList<QByteArray> { "a" });
        }
        QVERIFY(!parse({ stream }, stream.size()).tooLarge);
    }

    void largeEventInSmallPieces()
    {
        SseParser parser(qint64(64) << 20);
        const QByteArray piece(16 * 1024, 'x');
        parser.append(QByteArrayView("data: "));
        for (int i = 0; i < 1000; ++i) {
            parser.append(piece);
            QVERIFY(!parser.next());
        }
        parser.append(QByteArrayView("\n\n"));
        const std::optional<SseEvent> event = parser.next();
        QVERIFY(event);
        QCOMPARE(event->data.size(), 1000 * piece.size());
    }
};

QTEST_GUILESS_MAIN(SseParserTest)
#include "sseparser_test.moc"
