// What belongs to one call, what waited for what, and how calls are copied, compared and marked.
#include "tracebuilder.h"

#include "trace/exchangecompare.h"
#include "trace/followexchange.h"
#include "trace/replay.h"
#include "trace/requestcopy.h"
#include "trace/textsearch.h"
#include "trace/filter.h"
#include "trace/timeline.h"
#include "trace/tracemarks.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace assayer;

namespace {

/// "12request 13http..." of everything that belongs to the call of a record; records from 1.
QByteArray followed(const TraceAnalyzer &facts, quint64 seq)
{
    QByteArrayList parts;
    for (const FollowedRecord &record : followExchange(facts, seq - 1).records)
        parts.append(QByteArray::number(record.row + 1) + QByteArray(followRoleName(record.role).data()));
    return parts.join(' ');
}

QByteArray spans(const std::vector<TimelineSpan> &all)
{
    QByteArrayList parts;
    for (const TimelineSpan &span : all)
        parts.append(QByteArray(timelineKindName(span.kind).data()) + ' ' + QByteArray::number(span.beginRow + 1) + '-' + QByteArray::number(span.endRow + 1) + (span.open ? "+" : ""));
    return parts.join(", ");
}

const QByteArray call = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"import","arguments":{"n":1},"_meta":{"progressToken":"p1"}}})";

/// A legacy call over HTTP with everything: its stream holds progress, a question and a notice; our reply is another POST.
TraceBuilder httpCall()
{
    TraceBuilder trace;
    trace.post(1, initializeRequest(), initializeAnswer()); // 1 2 3 4
    trace.head(Direction::Out, 2, "POST /mcp HTTP/1.1\r\nHost: h\r\n\r\n"); // 5
    trace.body(Direction::Out, 2, call); // 6
    trace.head(Direction::In, 2, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"); // 7
    trace.event(2, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p1\",\"progress\":1}}\n\n"); // 8
    trace.event(2, "data: {\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"roots/list\"}\n\n"); // 9
    trace.post(3, R"({"jsonrpc":"2.0","id":"q","result":{"roots":[]}})", {}, {}, "202 Accepted"); // 10 11 12
    trace.post(4, R"({"jsonrpc":"2.0","id":9,"method":"ping"})", R"({"jsonrpc":"2.0","id":9,"result":{}})"); // 13 14 15 16
    trace.event(2, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"x\"}}\n\n"); // 17
    trace.event(2, "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}\n\n"); // 18
    trace.log().decide({ "finding", { 18 }, R"({"rule":"x"})" }); // 19
    return trace;
}

/// Two rounds of a modern call over stdio, beside another request.
TraceBuilder rounds()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"a":1}}})"); // 1
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"other","arguments":{}}})"); // 2
    trace.stderrPiece("thinking\n"); // 3
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{}}})"); // 4
    trace.out(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ask","arguments":{"a":1},"inputResponses":{},"requestState":"s1"}})"); // 5
    trace.in(R"({"jsonrpc":"2.0","id":2,"result":{"content":[]}})"); // 6
    trace.in(R"({"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}})"); // 7
    return trace;
}

json::Node node(const QByteArray &text)
{
    const auto document = parseJson(text);
    return document ? json::Node { *document, &(*document)->root() } : json::Node();
}

} // namespace

class tst_TraceCalls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRecordLeadsToTheWholeCall();
    void roundsAreOneCall();
    void aRequestSentAgainIsOneCall();
    void whatBelongsToNothing();
    void timelines();
    void marksAreKeptInTheFile();
    void aChangedFileIsNotContinued();
    void whatIsRecordedAfterOpening();
    void searching();
    void curl();
    void curlRunsAsItSays();
    void cliCommands();
    void jsonDifferencesNameThePlace();
    void comparingTraces();
    void replay();
};

void tst_TraceCalls::everyRecordLeadsToTheWholeCall()
{
    TraceBuilder trace = httpCall();
    const TraceAnalyzer &facts = trace.facts();
    const QByteArray whole = "5http 6request 7http 8progress 9question 10http 11reply 12http 17notice 18answer 19decision";
    for (const quint64 seq : { 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 17u, 18u, 19u })
        QCOMPARE(followed(facts, seq), whole);
    QCOMPARE(followed(facts, 15), QByteArray("13http 14request 15http 16answer"));
}

void tst_TraceCalls::roundsAreOneCall()
{
    TraceBuilder trace = rounds();
    const TraceAnalyzer &facts = trace.facts();
    const QByteArray whole = "1request 3stderr 4answer 5request 7answer";
    for (const quint64 seq : { 1u, 4u, 5u, 7u })
        QCOMPARE(followed(facts, seq), whole);
    QCOMPARE(followed(facts, 2), QByteArray("2request 3stderr 6answer"));
    const FollowedExchange exchange = followExchange(facts, 4);
    QCOMPARE(exchange.rounds.size(), std::size_t(2));
    QCOMPARE(exchange.target, QByteArray("ask"));
    QCOMPARE(exchange.durationNs(trace.log()), std::optional<qint64>(6000000));
}

void tst_TraceCalls::aRequestSentAgainIsOneCall()
{
    TraceBuilder trace;
    trace.post(1, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})", "gone", {}, "404 Not Found"); // 1-4
    trace.post(2, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}})", R"({"jsonrpc":"2.0","id":2,"result":{}})"); // 5-8
    trace.post(3, R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}})", R"({"jsonrpc":"2.0","id":3,"result":{}})"); // the user again
    const TraceAnalyzer &facts = trace.facts();
    const FollowedExchange exchange = followExchange(facts, 7);
    QCOMPARE(exchange.rounds.size(), std::size_t(2));
    QVERIFY(!exchange.rounds[0].retry);
    QVERIFY(exchange.rounds[1].retry);
    QCOMPARE(exchange.records.size(), std::size_t(8));
    QCOMPARE(followExchange(facts, 9).rounds.size(), std::size_t(1));
}

void tst_TraceCalls::whatBelongsToNothing()
{
    TraceBuilder trace;
    trace.stderrPiece("starting\n");
    trace.in("noise");
    trace.processEnd(1);
    QCOMPARE(followed(trace.facts(), 1), QByteArray("1other"));
    QCOMPARE(followed(trace.facts(), 2), QByteArray("2other"));
    QVERIFY(followExchange(trace.facts(), 2).rounds.empty());
    const TraceAnalyzer &facts = trace.facts();
    QCOMPARE(spans(exchangeTimeline(facts, followExchange(facts, 2))), QByteArray());
}

void tst_TraceCalls::timelines()
{
    TraceBuilder trace = httpCall();
    const TraceAnalyzer &facts = trace.facts();
    QCOMPARE(spans(exchangeTimeline(facts, followExchange(facts, 17))),
        QByteArray("sending 5-6, call 6-18, waiting 6-7, receiving 7-18, progress 8-8, question 9-11"));
    TraceBuilder two = rounds();
    const TraceAnalyzer &both = two.facts();
    QCOMPARE(spans(exchangeTimeline(both, followExchange(both, 0))),
        QByteArray("call 1-7, round 1-4, stderr 3-3, input 4-5, round 5-7"));
    two.out(R"({"jsonrpc":"2.0","id":4,"method":"ping"})");
    const std::vector<TimelineSpan> all = traceTimeline(two.facts(), 0, 8);
    QCOMPARE(spans(all), QByteArray("call 1-4, call 2-6, call 5-7, call 8-8+"));
    QCOMPARE(all[1].depth, 1);
    QCOMPARE(all[2].depth, 0);
    QCOMPARE(all[0].label, QByteArray("tools/call ask"));
}

void tst_TraceCalls::marksAreKeptInTheFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace"));
    TraceBuilder built = rounds();
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(built.file());
    file.write("{\"seq\":8,\"wal"); // cut
    file.close();
    {
        const auto log = TraceReader::open(path);
        QVERIFY(log);
        QVERIFY((*log)->continueFile());
        QCOMPARE(leaveMark(**log, 4, { true, "why \"so\"?\n" }), quint64(8));
        leaveMark(**log, 5, { true, {} });
        leaveMark(**log, 5, {}); // taken back
        TraceMarks marks;
        QVERIFY(marks.advance(**log));
        QVERIFY(!marks.advance(**log));
        QCOMPARE(marks.at(4), (TraceMark { true, "why \"so\"?\n" }));
        (*log)->stopFile();
        leaveMark(**log, 6, { false, "only a word" });
        QVERIFY((*log)->continueFile()); // what was left meanwhile is written too
    }
    const auto again = TraceReader::open(path);
    QVERIFY(again);
    QCOMPARE((*again)->damage().size(), std::size_t(1));
    QCOMPARE((*again)->count(), quint64(11));
    QVERIFY(isMarkRecord(**again, 7));
    QVERIFY(!isMarkRecord(**again, 3));
    TraceMarks marks;
    marks.advance(**again);
    QCOMPARE(marks.all().size(), std::size_t(2));
    QCOMPARE(marks.at(6).comment, QByteArray("only a word"));
    QVERIFY(marks.markedRows(**again) == std::vector<quint32>({ 3 }));
    TraceBuilder live = rounds();
    leaveMark(live.log(), 1, { true, "live" });
    marks = {};
    marks.advance(live.log());
    QCOMPARE(marks.at(1).comment, QByteArray("live"));
}

void tst_TraceCalls::aChangedFileIsNotContinued()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.mcptrace"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(rounds().file());
    file.close();
    const auto first = TraceReader::open(path);
    const auto second = TraceReader::open(path);
    QVERIFY((*first)->continueFile());
    const auto refused = (*second)->continueFile();
    QVERIFY(!refused);
    QCOMPARE(refused.error().cause, std::string("locked"));
    leaveMark(**first, 1, { true, {} });
    (*first)->stopFile();
    const auto changed = (*second)->continueFile();
    QVERIFY(!changed);
    QCOMPARE(changed.error().cause, std::string("changed"));
    const auto imported = TraceReader::read(rounds().file());
    QVERIFY(!(*imported)->continueFile());
}

/// Records behind a file whose numbers have gaps: their numbers go on, and they read like the others.
void tst_TraceCalls::whatIsRecordedAfterOpening()
{
    TraceBuilder trace = rounds();
    QByteArrayList lines = trace.file().split('\n');
    lines.removeAt(4);
    const auto log = TraceReader::read(lines.join('\n'));
    QCOMPARE((*log)->count(), quint64(6));
    const quint64 seq = (*log)->record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "late \xff\n"));
    QCOMPARE(seq, quint64(8));
    QCOMPARE((*log)->rowOf(8), std::optional<quint64>(6));
    QCOMPARE((*log)->rowOf(9), std::nullopt);
    QCOMPARE((*log)->bytes(6), QByteArray("late \xff\n"));
    QCOMPARE((*log)->row(6).seq, quint64(8));
    QVERIFY((*log)->line(6).startsWith("{\"seq\":8,"));
    QVERIFY(TextSearch("late").isIn(**log, 6));
    QVERIFY(TextSearch("thinking").isIn(**log, 2));
}

void tst_TraceCalls::searching()
{
    TraceBuilder trace;
    trace.in("One \"quoted\" gr\xc3\xbc\xc3\x9f");
    trace.in("two\ttabs, ONE more");
    trace.in("\xff one");
    const auto read = TraceReader::read(trace.file());
    for (const TraceLog *log : { const_cast<const TraceLog *>(&trace.log()), const_cast<const TraceLog *>(read->get()) }) {
        QVERIFY(TextSearch("one").rows(*log, 0, 3) == std::vector<quint32>({ 2 }));
        QVERIFY(TextSearch("oNE", true).rows(*log, 0, 3) == std::vector<quint32>({ 0, 1, 2 }));
        QVERIFY(TextSearch("\"quoted\"").rows(*log, 0, 3) == std::vector<quint32>({ 0 }));
        QVERIFY(TextSearch("\ttabs").rows(*log, 0, 3) == std::vector<quint32>({ 1 }));
        QVERIFY(TextSearch("").rows(*log, 0, 3).empty());
        const std::atomic<bool> stop = true;
        QVERIFY(TextSearch("one").rows(*log, 0, 3, &stop).empty());
    }
    QCOMPARE(TextSearch("aa").hits("aaaa aA").size(), std::size_t(2));
    QCOMPARE(TextSearch("aa", true).hits("aaaa aA").back().offset, qsizetype(5));
    for (const bool ignoreCase : { true, false }) {
        const TextSearch search("a/b(\"\\ \n.", ignoreCase);
        QVERIFY2(Filter::parse(search.filterExpression().toStdString()), qPrintable(search.filterExpression()));
    }
}

namespace {

TraceBuilder secretCall()
{
    TraceBuilder trace;
    trace.head(Direction::Out, 1, "POST /mcp?api_key=k3yk3yk3y&x=1 HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nAuthorization: Bearer s3cret-token-value\r\n"
                                  "X-Quote: it's\r\nContent-Length: 5\r\n\r\n");
    trace.body(Direction::Out, 1, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log in","arguments":{"user":"o'neil","password":"hunter2hunter2"},"_meta":{"x":1}}})");
    trace.head(Direction::In, 1, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
    trace.body(Direction::In, 1, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    return trace;
}

} // namespace

void tst_TraceCalls::curl()
{
    TraceBuilder trace = secretCall();
    const TraceAnalyzer &facts = trace.facts();
    const Redactor redactor(facts);
    const auto copied = copyAsCurl(facts, 3, &redactor);
    QVERIFY(copied);
    const QByteArray text = copied->text;
    QVERIFY2(text.startsWith("curl -sS -N 'http://localhost:8080/mcp?api_key='\"$API_KEY\"'&x=1'"), text.constData());
    QVERIFY2(text.contains("-H 'Authorization: '\"$AUTHORIZATION\"") || text.contains("-H 'Authorization: Bearer '\"$AUTHORIZATION\""), text.constData());
    QVERIFY2(text.contains("\"password\":\"'\"$PASSWORD\"'\""), text.constData());
    QVERIFY(text.contains("o'\\''neil"));
    QVERIFY(!text.contains("Content-Length"));
    QVERIFY(!text.contains("hunter2") && !text.contains("s3cret") && !text.contains("k3y"));
    QCOMPARE(copied->variables, QByteArrayList({ "API_KEY", "AUTHORIZATION", "PASSWORD" }));
    QVERIFY(copyAsCurl(facts, 3, nullptr)->text.contains("hunter2hunter2"));
    TraceBuilder stdio = rounds();
    QVERIFY(!copyAsCurl(stdio.facts(), 0, nullptr));
    QVERIFY(copyAsJson(facts, 1, &redactor).contains("\"password\": \"[redacted]\""));
}

/// The shell must read the command as the words that are meant.
void tst_TraceCalls::curlRunsAsItSays()
{
    TraceBuilder trace = secretCall();
    const TraceAnalyzer &facts = trace.facts();
    const Redactor redactor(facts);
    QByteArray script = "curl() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }\nAPI_KEY=1 AUTHORIZATION='a b' PASSWORD='p\"$x'\n";
    script += copyAsCurl(facts, 1, &redactor)->text;
    QProcess shell;
    shell.start(QStringLiteral("sh"), { QStringLiteral("-c"), QString::fromUtf8(script) });
    QVERIFY(shell.waitForFinished());
    const QByteArrayList words = shell.readAllStandardOutput().split('\0');
    QVERIFY(words.contains("http://localhost:8080/mcp?api_key=1&x=1"));
    QVERIFY(words.contains("X-Quote: it's"));
    QVERIFY(words.contains(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log in","arguments":{"user":"o'neil","password":"p"$x"},"_meta":{"x":1}}})"));
}

void tst_TraceCalls::cliCommands()
{
    TraceBuilder trace = secretCall();
    const TraceAnalyzer &http = trace.facts();
    const Redactor redactor(http);
    const auto copied = copyAsCli(http, 3, &redactor);
    QVERIFY(copied);
    QVERIFY2(copied->text.startsWith("assayer-cli call 'log in' --args '{\"user\":\"o'\\''neil\",\"password\":\"'\"$PASSWORD\"'\"}'"), copied->text.constData());
    QVERIFY(copied->text.contains("--header 'Authorization: '\"$AUTHORIZATION\"") || copied->text.contains("--header 'Authorization: Bearer '\"$AUTHORIZATION\""));
    TraceBuilder stdio;
    stdio.out(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:b c"}})");
    stdio.out(R"({"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"p","arguments":{"k":"v w"}}})");
    stdio.out(R"({"jsonrpc":"2.0","id":3,"method":"resources/templates/list","params":{"cursor":"c","_meta":{}}})");
    stdio.out(R"({"jsonrpc":"2.0","id":4,"method":"x/y","params":{"_meta":{}}})");
    stdio.stderrPiece("x");
    const auto file = TraceReader::read(stdio.file(R"({"format":"mcptrace","version":1,"target":{"transport":"stdio","command":["node","a b.js","--token","xyzzy12345"]}})"));
    TraceAnalyzer facts(**file);
    facts.update();
    const Redactor clean(facts);
    const QByteArray target = " \\\n  -- node 'a b.js' --token \"$ARGUMENT\"\n";
    QCOMPARE(copyAsCli(facts, 0, &clean)->text, "assayer-cli read 'a:b c'" + target);
    QCOMPARE(copyAsCli(facts, 1, &clean)->text, "assayer-cli prompt p --arg 'k=v w'" + target);
    QCOMPARE(copyAsCli(facts, 2, &clean)->text, "assayer-cli list templates --page c" + target);
    QCOMPARE(copyAsCli(facts, 3, &clean)->text, "assayer-cli request x/y" + target);
    QVERIFY(!copyAsCli(facts, 4, &clean));
}

void tst_TraceCalls::jsonDifferencesNameThePlace()
{
    const auto differences = jsonDifferences(node(R"({"a":1,"b":[1,{"c":2}],"d":"x","same":1.0})"), node(R"({"a":"1","b":[1,{"c":3},4],"e":null,"same":1})"));
    QCOMPARE(differenceText(differences), QByteArray("~ /a: 1 -> \"1\"\n~ /b/1/c: 2 -> 3\n+ /b/2: 4\n- /d: \"x\"\n+ /e: null\n"));
    // As they stand: members that both have or the first one alone has, then the others; names are escaped in pointers.
    QByteArray places;
    const json::Node a = node(R"({"same":1,"n":1,"list":[1,2],"gone":true,"a/b":"x","twice":1,"twice":2})");
    const json::Node b = node(R"({"same":1.0,"n":2,"list":[1,3,4],"new":{},"a/b":"y","twice":2})");
    for (const JsonDifference &one : jsonDifferences(a, b))
        places += one.pointer + ' ' + bytes(one.before.raw()) + ' ' + bytes(one.after.raw()) + '\n';
    QCOMPARE(places, QByteArray("/n 1 2\n/list/1 2 3\n/list/2  4\n/gone true \n/a~1b \"x\" \"y\"\n/new  {}\n"));
    QCOMPARE(jsonDifferences(a, b, 2).size(), std::size_t(2));
    QVERIFY(jsonDifferences(node("1"), node("1.0")).empty());
    QCOMPARE(differenceText(jsonDifferences(node("1"), {})), QByteArray("- (all): 1\n"));
}

void tst_TraceCalls::comparingTraces()
{
    TraceBuilder a = rounds();
    TraceBuilder b;
    b.out(R"({"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"other","arguments":{},"_meta":{"v":2}}})");
    b.in(R"({"jsonrpc":"2.0","id":"x","result":{"content":["new"],"_meta":{}}})");
    b.out(R"({"jsonrpc":"2.0","id":"y","method":"ping"})");
    const TraceAnalyzer &before = a.facts();
    const TraceAnalyzer &after = b.facts();
    const TraceComparison comparison = compareTraces(before, after);
    QCOMPARE(comparison.pairs.size(), std::size_t(1));
    QCOMPARE(comparison.onlyBefore.size(), std::size_t(2));
    QCOMPARE(comparison.onlyAfter.size(), std::size_t(1));
    QCOMPARE(differenceText(comparison.pairs[0].outcome), QByteArray("+ /content/0: \"new\"\n"));
    QVERIFY(comparison.pairs[0].params.empty());
    QVERIFY(!comparison.isSame());
    QVERIFY(compareTraces(before, before).isSame());
    QVERIFY(parseJson(comparison.json(before, after)));
    const auto left = comparedCall(before, 3);
    QVERIFY(left);
    QCOMPARE(left->answerRow, std::optional<quint64>(6));
    QVERIFY(compareCalls(*left, *left).isSame());
}

void tst_TraceCalls::replay()
{
    TraceBuilder trace = httpCall();
    trace.post(5, R"({"jsonrpc":"2.0","id":10,"method":"tools/list","params":{"_meta":{}}})",
        R"({"jsonrpc":"2.0","id":10,"result":{"tools":[{"name":"look","annotations":{"readOnlyHint":true}},{"name":"import"}],"nextCursor":"c"}})");
    trace.post(6, R"({"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"cursor":"c"}})", R"({"jsonrpc":"2.0","id":11,"result":{"tools":[]}})");
    const QByteArray look = R"({"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"look","arguments":{}}})";
    trace.post(7, look, R"({"jsonrpc":"2.0","id":12,"result":{"content":[1],"_meta":{"t":1}}})");
    const TraceAnalyzer &facts = trace.facts();
    const std::vector<ReplayStep> steps = replaySteps(facts);
    QCOMPARE(steps.size(), std::size_t(3));
    QCOMPARE(steps[0].paramsJson, QByteArray(R"({"name":"import","arguments":{"n":1}})"));
    QVERIFY(steps[0].mayHarm);
    QCOMPARE(steps[1].method, QByteArray("tools/list"));
    QVERIFY(!steps[2].mayHarm);
    QVERIFY(compareReplay(facts, steps[2], node(R"({"content":[1.0]})"), {}).isSame());
    const ReplayOutcome other = compareReplay(facts, steps[2], node(R"({"content":[2],"isError":true})"), {});
    QCOMPARE(other.after, AnswerStatus::ToolError);
    QCOMPARE(other.differences.size(), std::size_t(2));
    QCOMPARE(compareReplay(facts, steps[2], {}, node(R"({"code":1,"message":"no"})")).after, AnswerStatus::RpcError);
}

QTEST_GUILESS_MAIN(tst_TraceCalls)
#include "tst_tracecalls.moc"
