// The filter language: what fits, where it stops fitting, and what it finds.
#include "tracebuilder.h"

#include "trace/filter.h"
#include "trace/jsontext.h"
#include "trace/textsearch.h"
#include "trace/tracereader.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace assayer;

namespace {

/// Rows, from 1, that an expression finds; "error N" where it does not fit at N.
QByteArray found(const QByteArray &expression, const TraceAnalyzer &trace, const FindingIndex &findings = {})
{
    const auto filter = Filter::parse(view(expression));
    if (!filter)
        return "error " + QByteArray::number(qint64(filter.error().data.position.value_or(-1)));
    QByteArrayList rows;
    for (const quint32 row : filter->rows(trace, 0, trace.count(), &findings))
        rows.append(QByteArray::number(row + 1));
    return rows.join(' ');
}

} // namespace

class tst_Filter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void finds_data();
    void finds();
    void errors_data();
    void errors();
    void deepExpressionsAreRefusedNotFatal();
    void slowPatternsEnd();
    void comparisonsCanBeMade();
    void completion();
    void manualExamplesFit();
    void anyTextFitsOrIsRefusedInside();
    void whatIsFoundDoesNotDependOnSpelling();
    void manyRowsAreSharedOut();

private:
    TraceBuilder m_trace;
    FindingIndex m_findings;
    TraceAnalyzer *m_facts = nullptr;
};

void tst_Filter::initTestCase()
{
    m_trace.out(initializeRequest()); // 1
    m_trace.in(initializeAnswer()); // 2
    m_trace.out(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"); // 3
    m_trace.out(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"n":1.0,"s":"Bern","big":1e400,"t":true,"z":null,"o":{"a/b":"x"},"list":[1]}}})"); // 4
    m_trace.out(R"({"jsonrpc":"2.0","id":"3","method":"resources/read","params":{"uri":"file:///a b"}})"); // 5
    m_trace.setStep(500000000);
    m_trace.in(R"({"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}})"); // 6: 501 ms after 4
    m_trace.setStep(1000000);
    m_trace.in(R"({"jsonrpc":"2.0","id":"3","error":{"code":-32002,"message":"no"}})"); // 7
    m_trace.in("noise on stdout \xff"); // 8
    m_trace.stderrPiece("Warn: TIMED OUT\n"); // 9
    m_trace.post(2, R"([{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}])", R"({"jsonrpc":"2.0","id":8,"result":{}})", {}, "404 Not Found"); // 10 11 12 13
    m_trace.processEnd(0); // 14
    m_facts = &m_trace.facts();
    Finding finding;
    finding.rule = "stdio.noise";
    finding.where = "frame:8";
    Finding second;
    second.rule = "tool.annotations";
    second.severity = Severity::Error;
    second.where = "frame:6/result";
    m_findings = FindingIndex({ finding, second });
}

void tst_Filter::finds_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("rows");
    const auto row = [](const char *expression, const char *rows) { QTest::newRow(expression) << QByteArray(expression) << QByteArray(rows); };
    row("seq", "1 2 3 4 5 6 7 8 9 10 11 12 13 14");
    row("seq == 3", "3");
    row("seq = 3", "3");
    row("seq eq 3", "3");
    row("seq == 3.0", "3");
    row("seq == 30e-1", "3");
    row("seq == \"3\"", "");
    row("seq != \"3\" and seq < 3", "1 2");
    row("seq > 2.5 and seq < 3.5", "3");
    row("seq in {1, 5..7, 14}", "1 5 6 7 14");
    row("seq in { 2 .. 3 }", "2 3");
    row("seq ge 13 && seq le 13", "13");
    row("seq < 99999999999999999999999999", "1 2 3 4 5 6 7 8 9 10 11 12 13 14");
    row("direction == in and channel == stdout", "2 6 7 8");
    row("channel", "1 2 3 4 5 6 7 8 9 10 11 12 13");
    row("not channel", "14");
    row("type == process", "14");
    row("type in {stderr, \"process\"}", "9 14");
    row("exchange == 2", "10 11 12 13");
    row("exchange != 2", "");
    row("size > 0.15KB", "4");
    row("size < 20 B", "8 9");
    row("text contains \"noise\"", "8");
    row("text contains \"\\uFFFD\"", "8");
    row("text contains timed", "");
    row("text matches /timed/i", "9");
    row("text matches /TIMED\\sOUT/", "9");
    row("text matches \"^Warn\"", "9");
    row("http.status", "12 13");
    row("http.status == 404 or http.status in {500..599}", "12 13");
    row("kind == request", "1 4 5 11");
    row("kind == notification", "3 11");
    row("kind == response", "2 6 7 13");
    row("method == tools/call", "4 6");
    row("method == \"tools/call\" and kind == response", "6");
    row("method == ping", "11 13");
    row("method < j", "1 2");
    row("method matches /^(tools|resources)\\//", "4 5 6 7");
    row("method contains 3", "");
    row("id == 3", "4 6");
    row("id == \"3\"", "5 7");
    row("id != 3", "1 2 5 7 11 13");
    row("id in {0..3}", "1 2 4 6");
    row("tool", "4 6");
    row("tool == echo", "4 6");
    row("uri == \"file:///a b\"", "5 7");
    row("uri contains \"///\"", "5 7");
    row("duration", "2 6 7 13");
    row("duration > 200ms", "6 7");
    row("duration > 200 ms", "6 7");
    row("duration == 501ms", "6 7");
    row("duration == 0.501s", "6 7");
    row("duration < 0.01m and duration >= 500ms", "6 7");
    row("status == ok", "2 13");
    row("status == tool-error", "6");
    row("status != ok", "6 7");
    row("not status == ok and kind == response", "6 7");
    row("json.\"/params/arguments/n\" == 1", "4");
    row("json.\"/params/arguments/big\" > 1e399", "4");
    row("json.\"/params/arguments/s\" == Bern", "4");
    row("json.\"/params/arguments/s\" matches /ER/i", "4");
    row("json.\"/params/arguments/t\" == true", "4");
    row("json.\"/params/arguments/t\" == \"true\"", "");
    row("json.\"/params/arguments/z\" == null", "4");
    row("json.\"/params/arguments/z\"", "4");
    row("json.\"/params/arguments/o\"", "4");
    row("json.\"/params/arguments/o\" == 1", "");
    row("json.\"/params/arguments/o\" != 1", "");
    row("json.\"/params/arguments/o/a~1b\" == x", "4");
    row("json.\"/params/arguments/list/0\" == 1", "4");
    row("json.\"/error/code\" == -32002", "7");
    row("json.\"\"", "1 2 3 4 5 6 7 11 13");
    row("rule == stdio.noise", "8");
    row("severity == warning", "8");
    row("severity >= warning", "6 8");
    row("severity > warning", "6");
    row("era == legacy", "1 2 3 4 5 6 7 8 9 10 11 12 13 14");
    row("era == modern", "");
    row("method == ping or method == tools/call and kind == request", "4 11 13");
    row("(method == ping or method == tools/call) and kind == request", "4 11");
    row("not not tool", "4 6");
    row("! tool and id == 3", "");
    row("!(tool)and(id)", "1 2 5 7 11 13");
    row("tool||uri", "4 5 6 7");
    row("method == and", "");
    row("method==tools/call&&kind==request", "4");
}

void tst_Filter::finds()
{
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, rows);
    QCOMPARE(found(expression, *m_facts, m_findings), rows);
}

void tst_Filter::errors_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<int>("position");
    const auto row = [](const char *expression, int position) { QTest::newRow(expression) << QByteArray(expression) << position; };
    row("", 0);
    row("   ", 3);
    row("methods == x", 0);
    row("method ==", 9);
    row("method == ", 10);
    row("method = = x", 9);
    row("method x", 7);
    row("method == x y", 12);
    row("method == x and", 15);
    row("and method", 0);
    row("(method", 7);
    row("method)", 6);
    row("()", 1);
    row("not", 3);
    row("\"method\" == x", 0);
    row("method == \"x", 12);
    row("method == \"\\q\"", 12);
    row("method == \"\\u12g4\"", 15);
    row("method == (x)", 10);
    row("method in x", 10);
    row("method in {}", 11);
    row("method in {a", 12);
    row("method in {a b}", 13);
    row("method in {a,}", 13);
    row("seq in {1..}", 11);
    row("text matches /a", 15);
    row("text matches /a/x", 16);
    row("text matches /(/", 15);
    row("json == 1", 4);
    row("json./a == 1", 5);
    row("json.\"a\" == 1", 6);
    row("json.\"/a~2\" == 1", 9);
    row("method === x", 9);
    row("method & kind", 7);
    row("\xc3\xa4 == 1", 0);
    row("uri == \"\xc3\xa4\xf0\x9f\x98\x80\" x", 12);
    row("uri == \xc3\xa4", 7);
    row("seq > 5 $", 8);
}

void tst_Filter::errors()
{
    QFETCH(QByteArray, expression);
    QFETCH(int, position);
    const auto filter = Filter::parse(view(expression));
    QVERIFY(!filter);
    QCOMPARE(QByteArray::fromStdString(filter.error().kind), QByteArray("usage"));
    QVERIFY(!filter.error().message.empty());
    QCOMPARE(int(filter.error().data.position.value_or(-1)), position);
}

void tst_Filter::deepExpressionsAreRefusedNotFatal()
{
    QVERIFY(!Filter::parse(std::string(100000, '(') + "tool" + std::string(100000, ')')));
    QVERIFY(Filter::parse(std::string(100, '(') + "tool" + std::string(100, ')')));
    QVERIFY(Filter::parse(std::string(100000, '!') + "tool"));
}

void tst_Filter::slowPatternsEnd()
{
    TraceBuilder trace;
    trace.in(QByteArray(40, 'a') + '!');
    QCOMPARE(found("text matches /^(a+)+$/", trace.facts()), QByteArray());
}

void tst_Filter::comparisonsCanBeMade()
{
    for (const char *value : { "tools/call", "get weather", "3", "/a", "\"", "\xc3\xa4", "true" }) {
        const QString made = Filter::comparison(QStringLiteral("method"), QString::fromUtf8(value));
        QVERIFY2(Filter::parse(made.toStdString()), qPrintable(made));
    }
    QCOMPARE(Filter::comparison(QStringLiteral("method"), QStringLiteral("tools/call")), QStringLiteral("method == tools/call"));
    QCOMPARE(Filter::comparison(QStringLiteral("id"), QStringLiteral("3")), QStringLiteral("id == \"3\""));
    QCOMPARE(Filter::comparison(QStringLiteral("id"), QStringLiteral("3"), true), QStringLiteral("id == 3"));
}

void tst_Filter::completion()
{
    QVERIFY(Filter::fields().contains(QStringLiteral("http.status")));
    for (const QString &field : Filter::fields())
        QVERIFY2(Filter::parse(field.toStdString()), qPrintable(field));
    QCOMPARE(Filter::values(QStringLiteral("era")), QStringList({ QStringLiteral("legacy"), QStringLiteral("modern") }));
}

void tst_Filter::manualExamplesFit()
{
    QFile manual(QStringLiteral(TRACE_MANUALS "/FILTER.md"));
    QVERIFY(manual.open(QIODevice::ReadOnly));
    const QByteArray text = manual.readAll();
    int examples = 0;
    for (const QByteArray &line : text.mid(text.indexOf("## Examples")).split('\n')) {
        if (!line.startsWith("| `"))
            continue;
        const QByteArray expression = line.mid(3, line.indexOf("` |") - 3);
        QVERIFY2(Filter::parse(view(expression)), expression.constData());
        ++examples;
    }
    QVERIFY(examples >= 15);
    for (const QString &field : Filter::fields())
        QVERIFY2(text.contains(field.section(u'"', 0, 0).toUtf8()), qPrintable(field));
}

/// Words of the language in any order, whole and cut. ASSAYER_RUNS sets how many.
void tst_Filter::anyTextFitsOrIsRefusedInside()
{
    static const char *const words[] = { "seq", "method", "json.\"/a\"", "text", "duration", "http.status", "==", "!=", "<", ">=", "contains", "matches", "in", "{", "}", ",", "..", "(", ")",
        "and", "or", "not", "&&", "||", "!", "\"a\"", "\"\\u00e9", "/a+/", "/[/i", "5", "-1e400", "20ms", "3 MB", "tools/call", "\xc3\xa4", "\xf0\x9f\x98\x80", "\xff", "'", "\\", "\n" };
    const int runs = std::max(qEnvironmentVariableIntValue("ASSAYER_RUNS"), 20000);
    QRandomGenerator random(7);
    int good = 0;
    for (int run = 0; run < runs; ++run) {
        QByteArray text;
        for (int left = random.bounded(12); left > 0; --left)
            text += QByteArray(words[random.bounded(int(std::size(words)))]) + (random.bounded(3) ? " " : "");
        if (random.bounded(4) == 0)
            text.truncate(random.bounded(int(text.size()) + 1));
        const auto filter = Filter::parse(view(text));
        if (filter) {
            ++good;
            filter->rows(*m_facts, 0, m_facts->count(), &m_findings);
            continue;
        }
        const qint64 position = filter.error().data.position.value_or(-1);
        QVERIFY2(position >= 0 && position <= text.size() && !filter.error().message.empty(), text.toHex().constData());
    }
    QVERIFY(good > runs / 200);
}

/// A text is searched as it stands escaped in a file; that must find what its bytes hold, no more and no less.
void tst_Filter::whatIsFoundDoesNotDependOnSpelling()
{
    static const char *const pieces[] = { "a", "n", "\\", "\"", "\n", "/", "\xc3\xa9", "\x01", "u00", "text", ":", "{", "N" };
    QRandomGenerator random(11);
    const auto made = [&](int longest) {
        QByteArray text;
        for (int left = 1 + random.bounded(longest); left > 0; --left)
            text += pieces[random.bounded(int(std::size(pieces)))];
        return text;
    };
    TraceBuilder trace;
    for (int i = 0; i < 300; ++i) {
        trace.add(FrameType::Line, Direction::In, Channel::Stdout, made(12));
    }
    QByteArray foreign = trace.file(); // the same bytes in other spellings
    QByteArray far = trace.file(); // the text begins far behind
    far.replace("\"type\":", QByteArray(1500, ' ') + "\"type\":");
    foreign.replace("a", "\\u0061").replace("/", "\\/").replace("{\"seq\"", "{ \"seq\"");
    for (const QByteArray &file : { trace.file(), foreign, far }) {
        const auto log = TraceReader::read(file);
        QVERIFY(log);
        TraceAnalyzer facts(**log);
        facts.update();
        for (int i = 0; i < 300; ++i) {
            const QByteArray wanted = made(3);
            QByteArray quoted;
            appendJsonString(quoted, view(wanted));
            const auto filter = Filter::parse(view("text contains " + quoted));
            QVERIFY2(filter, quoted.constData());
            const TextSearch folded(view(wanted), true);
            const std::vector<quint32> rows = filter->rows(facts, 0, facts.count());
            for (quint32 row = 0; row < 300; ++row) {
                const bool found = std::binary_search(rows.begin(), rows.end(), row);
                QVERIFY2(found == (*log)->bytes(row).contains(wanted), (quoted + " in " + (*log)->line(row)).constData());
                QVERIFY2(folded.isIn(**log, row) == (*log)->bytes(row).toLower().contains(wanted.toLower()), (quoted + " folded in " + (*log)->line(row)).constData());
            }
        }
    }
}

/// Enough rows for several threads: the same ones in the same order as one by one; a stop is heeded.
void tst_Filter::manyRowsAreSharedOut()
{
    TraceBuilder trace;
    constexpr int count = 70'000;
    for (int i = 0; i < count; ++i)
        trace.in("{\"jsonrpc\":\"2.0\",\"method\":\"m" + QByteArray::number(i % 7) + "\",\"params\":{\"n\":" + QByteArray::number(i) + "}}");
    const TraceAnalyzer &facts = trace.facts();
    for (const char *expression : { "method == m3", "method matches /[15]/ or seq in {10..20}", "text contains \"9999\"", "json.\"/params/n\" == 69999" }) {
        const auto filter = Filter::parse(expression);
        QVERIFY2(filter, expression);
        std::vector<quint32> wanted;
        for (quint32 row = 5; row < count; ++row) {
            if (filter->matches(facts, row))
                wanted.push_back(row);
        }
        QVERIFY(!wanted.empty());
        QVERIFY2(filter->rows(facts, 5, count) == wanted, expression);
    }
    const std::atomic<bool> stop { true };
    QVERIFY(Filter::parse("seq > 0")->rows(facts, 0, count, nullptr, &stop).empty());
    QVERIFY(TextSearch("jsonrpc").rows(trace.log(), 0, count, &stop).empty());
    QCOMPARE(TextSearch("JSONRPC", true).rows(trace.log(), 0, count).size(), std::size_t(count));
}

QTEST_GUILESS_MAIN(tst_Filter)
#include "tst_filter.moc"
