// What a trace means is computed from its bytes, the same live and reopened, however the bytes were cut.
#include "tracebuilder.h"

#include "trace/tracereader.h"
#include "trace/tracestatistics.h"

#include <QTest>

using namespace assayer;

namespace {

const QByteArray call = R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","_meta":{"progressToken":"p1"}}})";
const QByteArray answer = "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"}] \\\" {\"}]}}";

} // namespace

class tst_TraceFacts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBodyCutAnywhereBelongsToTheRecordThatCompletesIt();
    void eventsCarryMessages();
    void answersCarryWhatTheyAnswer();
    void theSameIdInTwoExchanges();
    void aRequestOfTheServerIsAnotherThanOurs();
    void batches();
    void idsAreExact();
    void whatIsNoMessage();
    void eraFromTheVerdictOn();
    void modernEra();
    void liveAndReopenedAgree();
    void followExchange();
    void statistics();
};

void tst_TraceFacts::aBodyCutAnywhereBelongsToTheRecordThatCompletesIt()
{
    for (qsizetype cut = 1; cut < answer.size(); ++cut) {
        TraceBuilder trace;
        trace.post(1, call, {});
        trace.body(Direction::In, 1, answer.left(cut));
        const quint64 last = trace.body(Direction::In, 1, answer.mid(cut));
        trace.body(Direction::In, 1, "\r\n");
        TraceAnalyzer &facts = trace.facts();
        for (quint64 row = 0; row < facts.count(); ++row)
            QCOMPARE(facts.kind(row) == MessageKind::Response, row + 1 == last);
        QCOMPARE(facts.messageText(last - 1), answer);
        QCOMPARE(facts.tool(last - 1), QByteArray("echo"));
        QCOMPARE(facts.httpStatus(last - 1), 200);
    }
}

void tst_TraceFacts::eventsCarryMessages()
{
    TraceBuilder trace;
    trace.post(1, call, {});
    trace.event(1, ": keep alive\n\n");
    trace.event(1, "id: 1\ndata: \n\n");
    const quint64 row = trace.event(1, "event: message\r\nid: 2\r\ndata: " + answer.left(10) + "\r\ndata: " + answer.mid(10) + "\r\n\r\n") - 1;
    TraceAnalyzer &facts = trace.facts();
    QVERIFY(!facts.completesMessage(row - 1));
    QCOMPARE(facts.kind(row), MessageKind::Response);
    QCOMPARE(facts.messageText(row), answer.left(10) + '\n' + answer.mid(10));
}

void tst_TraceFacts::answersCarryWhatTheyAnswer()
{
    TraceBuilder trace;
    trace.setStep(7);
    trace.out(call);
    trace.out(R"({"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"a:b"}})");
    trace.in(R"({"jsonrpc":"2.0","id":6,"error":{"code":1,"message":"x"}})");
    trace.in(R"({"jsonrpc":"2.0","id":5,"result":{"isError":true}})");
    trace.in(R"({"jsonrpc":"2.0","id":99,"result":{}})");
    TraceAnalyzer &facts = trace.facts();
    const MessageFacts read = facts.facts(2).messages.front();
    QCOMPARE(read.uri, std::optional<QByteArray>("a:b"));
    QCOMPARE(read.status, AnswerStatus::RpcError);
    QCOMPARE(read.durationNs, std::optional<qint64>(7));
    QCOMPARE(read.requestRow, std::optional<quint64>(1));
    const MessageFacts called = facts.facts(3).messages.front();
    QCOMPARE(called.method, QByteArray("tools/call"));
    QCOMPARE(called.status, AnswerStatus::ToolError);
    QCOMPARE(called.durationNs, std::optional<qint64>(21));
    QCOMPARE(facts.facts(0).messages.front().answerRow, std::optional<quint64>(3));
    const MessageFacts stray = facts.facts(4).messages.front();
    QVERIFY(stray.method.isEmpty());
    QVERIFY(!stray.durationNs);
}

void tst_TraceFacts::theSameIdInTwoExchanges()
{
    TraceBuilder trace;
    trace.head(Direction::Out, 1, "POST / HTTP/1.1\r\n\r\n");
    trace.body(Direction::Out, 1, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    trace.head(Direction::Out, 2, "POST / HTTP/1.1\r\n\r\n");
    trace.body(Direction::Out, 2, R"({"jsonrpc":"2.0","id":1,"method":"prompts/list"})");
    const quint64 first = trace.body(Direction::In, 1, R"({"jsonrpc":"2.0","id":1,"result":{}})") - 1;
    const quint64 second = trace.body(Direction::In, 2, R"({"jsonrpc":"2.0","id":1,"result":{}})") - 1;
    TraceAnalyzer &facts = trace.facts();
    QCOMPARE(facts.method(first), QByteArray("tools/list"));
    QCOMPARE(facts.method(second), QByteArray("prompts/list"));
}

void tst_TraceFacts::aRequestOfTheServerIsAnotherThanOurs()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})");
    trace.out(R"({"jsonrpc":"2.0","id":1,"result":{"roots":[]}})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})");
    TraceAnalyzer &facts = trace.facts();
    QCOMPARE(facts.method(2), QByteArray("roots/list"));
    QCOMPARE(facts.method(3), QByteArray("tools/list"));
}

void tst_TraceFacts::batches()
{
    TraceBuilder trace;
    trace.out(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}])");
    trace.in(R"([{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}])");
    TraceAnalyzer &facts = trace.facts();
    const RecordFacts record = facts.facts(1);
    QVERIFY(record.batch);
    QCOMPARE(record.messages.size(), std::size_t(2));
    QCOMPARE(record.messages[0].method, QByteArray("tools/list"));
    QCOMPARE(record.messages[1].method, QByteArray("ping"));
    QCOMPARE(record.messages[1].status, AnswerStatus::RpcError);
    QCOMPARE(facts.messages(1).size(), std::size_t(2));
}

void tst_TraceFacts::idsAreExact()
{
    TraceBuilder trace;
    const QByteArrayList ids { "1", "\"1\"", "9223372036854775807", "123456789012345678901234567890", "1.0", "-0", "\"\\u0041\"", "null" };
    for (const QByteArray &id : ids)
        trace.out(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
    TraceAnalyzer &facts = trace.facts();
    for (qsizetype i = 0; i < ids.size(); ++i)
        QCOMPARE(facts.id(quint64(i)), ids[i]);
}

void tst_TraceFacts::whatIsNoMessage()
{
    TraceBuilder trace;
    trace.in("Server started");
    trace.in(R"({"level":"info","msg":"log line"})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"res)");
    trace.post(1, call, R"({"error":"invalid_grant","error_description":"x"})");
    TraceAnalyzer &facts = trace.facts();
    for (quint64 row = 0; row < 3; ++row) {
        QVERIFY(!facts.completesMessage(row));
        QVERIFY(facts.facts(row).malformed);
    }
    QVERIFY(!facts.completesMessage(facts.count() - 1));
}

void tst_TraceFacts::eraFromTheVerdictOn()
{
    TraceBuilder trace;
    trace.stderrPiece("hello");
    trace.out(R"({"jsonrpc":"2.0","id":9,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
    trace.in(R"({"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"no"}})");
    trace.out(initializeRequest());
    trace.in(initializeAnswer());
    trace.stderrPiece("bye");
    TraceAnalyzer &facts = trace.facts();
    QVERIFY(!facts.era(0));
    QVERIFY(facts.era(1) == Era::Modern);
    QVERIFY(!facts.era(2));
    QVERIFY(facts.era(3) == Era::Legacy);
    QVERIFY(facts.era(4) == Era::Legacy);
    QVERIFY(facts.era(5) == Era::Legacy);
    QCOMPARE(facts.negotiatedVersion(), QByteArray("2025-11-25"));
}

void tst_TraceFacts::modernEra()
{
    TraceBuilder trace;
    trace.post(1, R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}})");
    TraceAnalyzer &facts = trace.facts();
    QVERIFY(facts.era(0) == Era::Modern); // the head of a request that exists in one era only
    QVERIFY(facts.era(1) == Era::Modern);
    QVERIFY(!facts.era(2));
    QVERIFY(facts.era(3) == Era::Modern);
    QCOMPARE(facts.negotiatedVersion(), QByteArray("2026-07-28"));
}

void tst_TraceFacts::liveAndReopenedAgree()
{
    TraceBuilder trace;
    trace.out(initializeRequest());
    trace.in(initializeAnswer());
    trace.post(1, call, answer);
    trace.in("noise \xff");
    const auto log = TraceReader::read(trace.file());
    TraceAnalyzer reopened(**log);
    while (reopened.update(1)) { }
    TraceAnalyzer &live = trace.facts();
    QCOMPARE(reopened.count(), live.count());
    for (quint64 row = 0; row < live.count(); ++row) {
        QCOMPARE(reopened.kind(row), live.kind(row));
        QCOMPARE(reopened.method(row), live.method(row));
        QCOMPARE(reopened.durationNs(row), live.durationNs(row));
        QCOMPARE(reopened.messageText(row), live.messageText(row));
    }
}

void tst_TraceFacts::followExchange()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    trace.out(call);
    trace.in(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p1","progress":1}})");
    trace.in(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p2","progress":1}})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    trace.in(answer);
    const std::vector<quint64> expected { 1, 2, 5 };
    TraceAnalyzer &facts = trace.facts();
    QVERIFY(facts.exchangeOf(5) == expected);
    QVERIFY(facts.exchangeOf(1) == expected);
}

void tst_TraceFacts::statistics()
{
    TraceBuilder trace;
    for (int i = 1; i <= 100; ++i) {
        const QByteArray id = QByteArray::number(i);
        trace.setStep(1);
        trace.out(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
        trace.setStep(i);
        trace.in(R"({"jsonrpc":"2.0","id":)" + id + (i % 10 ? R"(,"result":{}})" : R"(,"error":{"code":1,"message":""}})"));
    }
    const std::vector<MethodStatistics> all = traceStatistics(trace.facts());
    QCOMPARE(all.size(), std::size_t(1));
    QCOMPARE(all.front().method, QByteArray("ping"));
    QCOMPARE(all.front().count, quint64(100));
    QCOMPARE(all.front().answered, quint64(100));
    QCOMPARE(all.front().errors, quint64(10));
    QCOMPARE(all.front().bytes, trace.log().payloadBytes());
    QCOMPARE(all.front().p50Ns, std::optional<qint64>(50));
    QCOMPARE(all.front().p95Ns, std::optional<qint64>(95));
    QCOMPARE(all.front().maxNs, std::optional<qint64>(100));
}

QTEST_GUILESS_MAIN(tst_TraceFacts)
#include "tst_tracefacts.moc"
