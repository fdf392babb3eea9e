// Judging, comparing and exporting whole traces.
#include "tracebuilder.h"

#include "trace/exporter.h"
#include "trace/findingformat.h"
#include "trace/tracediff.h"
#include "trace/tracejudge.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace assayer;

namespace {

QByteArrayList rulesOf(const Findings &findings)
{
    QByteArrayList rules;
    for (const Finding &finding : findings)
        rules.append(QByteArray::fromStdString(finding.rule + '@' + finding.where));
    return rules;
}

TraceBuilder listing(const QByteArray &first, const QByteArray &second)
{
    TraceBuilder trace;
    trace.out(initializeRequest());
    trace.in(initializeAnswer());
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[)" + first + R"(],"nextCursor":"x"}})");
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}})");
    trace.in(R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)" + second + "]}}");
    return trace;
}

const QByteArray plainTool = R"({"name":"a","inputSchema":{"type":"object"}})";

QByteArray exported(const TraceAnalyzer &facts, ExportFormat format, std::optional<std::vector<quint32>> rows = std::nullopt)
{
    QByteArray out;
    ExportOptions options;
    options.format = format;
    (void)exportTrace(facts, rows, options, [&](const QByteArray &piece) { out += piece; return true; });
    return out;
}

struct JunitCounts {
    QString fault; ///< what its readers would refuse
    int cases = 0;
    int failures = 0;
};

/// The rules of tests/data/formats/junit.xsd for machines without a validator, and that the counts are right.
JunitCounts junitOf(const QByteArray &report)
{
    static const QHash<QString, QStringList> allowed {
        { QStringLiteral("testsuites"), {} },
        { QStringLiteral("testsuite"), { QStringLiteral("name"), QStringLiteral("package"), QStringLiteral("id"), QStringLiteral("hostname"), QStringLiteral("timestamp"), QStringLiteral("tests"), QStringLiteral("failures"), QStringLiteral("errors"), QStringLiteral("time") } },
        { QStringLiteral("properties"), {} },
        { QStringLiteral("property"), { QStringLiteral("name"), QStringLiteral("value") } },
        { QStringLiteral("testcase"), { QStringLiteral("name"), QStringLiteral("classname"), QStringLiteral("time") } },
        { QStringLiteral("failure"), { QStringLiteral("message"), QStringLiteral("type") } },
        { QStringLiteral("system-out"), {} },
        { QStringLiteral("system-err"), {} },
    };
    JunitCounts counts;
    QStringList order;
    int told = -1;
    int toldFailures = -1;
    int inCase = 0;
    QXmlStreamReader xml(report);
    while (!xml.atEnd() && counts.fault.isEmpty()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        const QString name = xml.name().toString();
        QStringList attributes;
        for (const QXmlStreamAttribute &attribute : xml.attributes())
            attributes.append(attribute.name().toString());
        QStringList wanted = allowed.value(name);
        wanted.sort();
        attributes.sort();
        if (!allowed.contains(name) || attributes != wanted)
            counts.fault = name + u' ' + attributes.join(u' ');
        if (name == QLatin1String("testsuite")) {
            told = xml.attributes().value(QLatin1String("tests")).toInt();
            toldFailures = xml.attributes().value(QLatin1String("failures")).toInt();
        }
        inCase = name == QLatin1String("testcase") ? 0 : inCase + 1;
        counts.cases += name == QLatin1String("testcase") ? 1 : 0;
        counts.failures += name == QLatin1String("failure") ? 1 : 0;
        if (name == QLatin1String("failure") && inCase != 1)
            counts.fault = QStringLiteral("two failures in one case");
        if (order.isEmpty() || order.last() != name)
            order.append(name);
    }
    order.removeAll(QStringLiteral("failure"));
    order.removeDuplicates();
    const QString sequence = QStringLiteral("testsuites testsuite properties property testcase system-out system-err");
    if (xml.hasError())
        counts.fault = xml.errorString();
    else if (counts.fault.isEmpty() && (told != counts.cases || toldFailures != counts.failures || order.join(u' ') != sequence))
        counts.fault = QStringLiteral("%1 cases, %2 failures, %3").arg(told).arg(toldFailures).arg(order.join(u' '));
    return counts;
}

} // namespace

class tst_TraceJudge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aGoodTraceHasNoFindings();
    void faultsAreFoundWhereTheyStand();
    void noiseAndLooseEnds();
    void cutBodies();
    void anotherRevisionAnotherVerdict();
    void formats();
    void junitFitsItsSchema();
    void catalogueDiff();
    void onlyTheLastWholeWalkCounts();
    void har();
    void csv();
    void otlp();
    void markdown();
};

void tst_TraceJudge::aGoodTraceHasNoFindings()
{
    TraceBuilder trace = listing(plainTool, {});
    const TraceVerdict verdict = judgeTrace(trace.facts());
    QCOMPARE(rulesOf(verdict.findings), QByteArrayList());
    QCOMPARE(verdict.revision, QByteArray("2025-11-25"));
    QCOMPARE(verdict.judged.size(), std::size_t(6));
}

void tst_TraceJudge::faultsAreFoundWhereTheyStand()
{
    TraceBuilder trace = listing(plainTool, R"({"name":"b","inputSchema":{"type":"object"},"annotations":[]})");
    const TraceVerdict verdict = judgeTrace(trace.facts());
    QCOMPARE(verdict.findings.size(), std::size_t(1));
    QCOMPARE(verdict.findings.front().where, std::string("frame:6/result/tools/0/annotations"));
    QVERIFY(verdict.findings.front().severity == Severity::Error);
    QCOMPARE(verdict.judged.back().findings, std::vector<std::size_t> { 0 });
}

void tst_TraceJudge::noiseAndLooseEnds()
{
    TraceBuilder trace;
    trace.in("Listening on stdio");
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
    trace.out(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
    trace.in(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    trace.in(R"({"jsonrpc":"2.0","id":55,"result":{}})");
    trace.add(FrameType::Line, Direction::In, Channel::Stdout, "tail");
    QByteArrayList rules = rulesOf(judgeTrace(trace.facts()).findings);
    QVERIFY(rules.contains("stdio.noise@frame:1"));
    QVERIFY(rules.contains("jsonrpc.unanswered@frame:2"));
    QVERIFY(!rules.contains("jsonrpc.unanswered@frame:3"));
    QVERIFY(!rules.contains("jsonrpc.unknown-id@frame:5"));
    QVERIFY(rules.contains("jsonrpc.unknown-id@frame:6"));
    QVERIFY(rules.contains("stdio.unterminated@frame:7"));
}

void tst_TraceJudge::cutBodies()
{
    TraceBuilder trace;
    trace.post(1, R"({"jsonrpc":"2.0","id":1,"method":"ping"})", R"({"jsonrpc":"2.0","id":1,"res)");
    QVERIFY(rulesOf(judgeTrace(trace.facts()).findings).contains("http.cut-body@frame:4"));
}

void tst_TraceJudge::anotherRevisionAnotherVerdict()
{
    TraceBuilder trace = listing(plainTool, {});
    const Findings legacy = judgeTrace(trace.facts()).findings;
    const TraceVerdict modern = judgeTrace(trace.facts(), Revision::R2026_07_28);
    QCOMPARE(modern.revision, QByteArray("2026-07-28"));
    QVERIFY(!modern.findings.empty());
    QCOMPARE(compareVerdicts(legacy, modern.findings).size(), modern.findings.size());
    QVERIFY(compareVerdicts(modern.findings, modern.findings).empty());
}

void tst_TraceJudge::formats()
{
    TraceBuilder trace = listing(plainTool, R"({"name":"b<&\"","inputSchema":{"type":"object"},"annotations":[]})");
    trace.in("noise \x1b[31m<&]]>");
    const TraceVerdict verdict = judgeTrace(trace.facts());
    FindingReport report { verdict.findings, verdict.revision, "a file.mcptrace", {} };
    for (const JudgedMessage &judged : verdict.judged)
        report.cases.push_back({ judged.name, "trace", judged.findings });

    const QJsonObject json = QJsonDocument::fromJson(formatFindings(report, FindingFormat::Json)).object();
    QCOMPARE(json[u"revision"].toString(), QStringLiteral("2025-11-25"));
    QCOMPARE(json[u"findings"].toArray().size(), qsizetype(verdict.findings.size()));

    const QJsonObject run = QJsonDocument::fromJson(formatFindings(report, FindingFormat::Sarif)).object()[u"runs"].toArray().first().toObject();
    QCOMPARE(run[u"results"].toArray().size(), qsizetype(verdict.findings.size()));
    const QJsonArray rules = run[u"tool"].toObject()[u"driver"].toObject()[u"rules"].toArray();
    for (const QJsonValue &result : run[u"results"].toArray())
        QCOMPARE(rules[result[u"ruleIndex"].toInt()][u"id"], result[u"ruleId"]);

    const JunitCounts junit = junitOf(formatFindings(report, FindingFormat::Junit));
    QCOMPARE(junit.fault, QString());
    QCOMPARE(junit.cases, int(verdict.judged.size()));
    QCOMPARE(junit.failures, 1);

    const QByteArray text = formatFindings(report, FindingFormat::Text);
    QVERIFY(!text.contains('\x1b'));
    QVERIFY(text.contains("1 errors"));
}

/// Several errors of one message, none at all, findings that are no errors, characters that XML does not know.
void tst_TraceJudge::junitFitsItsSchema()
{
    Findings findings;
    for (const Severity severity : { Severity::Error, Severity::Error, Severity::Warning, Severity::Note, Severity::Error }) {
        Finding finding;
        finding.rule = "a.rule";
        finding.severity = severity;
        finding.message = "<&\"'\x01\n]]>";
        finding.where = "frame:3#/a";
        findings.push_back(finding);
    }
    FindingReport several { findings, "2025-11-25", "a", { { "tools/call response 3", "trace", { 0, 1, 2 } }, { "ping request 4", "trace", {} } } };
    FindingReport byRule { findings, {}, {}, {} };
    FindingReport nothing { {}, {}, {}, {} };
    const QString xmllint = QStandardPaths::findExecutable(QStringLiteral("xmllint"));
    QTemporaryDir folder;
    for (const auto &[report, cases, failures] : { std::tuple(&several, 5, 3), std::tuple(&byRule, 3, 3), std::tuple(&nothing, 1, 0) }) {
        const QByteArray xml = formatFindings(*report, FindingFormat::Junit);
        const JunitCounts counts = junitOf(xml);
        QCOMPARE(counts.fault, QString());
        QCOMPARE(counts.cases, cases);
        QCOMPARE(counts.failures, failures);
        QCOMPARE(xml.contains("warning a.rule"), report != &nothing);
        if (xmllint.isEmpty())
            continue;
        QFile file(folder.filePath(QStringLiteral("report.xml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(xml);
        file.close();
        QProcess check;
        check.setProcessChannelMode(QProcess::MergedChannels);
        check.start(xmllint, { QStringLiteral("--noout"), QStringLiteral("--schema"), QFINDTESTDATA("../../data/formats/junit.xsd"), file.fileName() });
        QVERIFY(check.waitForFinished(60'000));
        QVERIFY2(check.exitCode() == 0, check.readAll().constData());
    }
}

void tst_TraceJudge::catalogueDiff()
{
    TraceBuilder a = listing(plainTool, R"({"name":"gone","inputSchema":{"type":"object"}},{"name":"c","title":"C","inputSchema":{"type":"object","x":[1,2]}})");
    TraceBuilder b = listing(plainTool, R"({"name":"new","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"x":[1.0,3,4],"type":"object"},"a/b":1})");
    const CatalogueDiff diff = diffCatalogues(a.facts(), b.facts());
    const ListDiff &tools = diff.lists[0];
    QCOMPARE(tools.added, QByteArrayList { "new" });
    QCOMPARE(tools.removed, QByteArrayList { "gone" });
    QCOMPARE(tools.changed.size(), std::size_t(1));
    QCOMPARE(tools.changed.front().name, QByteArray("c"));
    const std::vector<QByteArray> paths { "/title", "/inputSchema/x/1", "/inputSchema/x/2", "/a~1b" };
    QVERIFY(tools.changed.front().paths == paths);
    const QJsonObject json = QJsonDocument::fromJson(diff.json()).object()[u"catalogue"].toObject();
    QCOMPARE(json.keys(), QStringList({ QStringLiteral("prompts"), QStringLiteral("resourceTemplates"), QStringLiteral("resources"), QStringLiteral("tools") }));
    const TraceAnalyzer &same = a.facts();
    QVERIFY(diffCatalogues(same, same).isEmpty());
}

void tst_TraceJudge::onlyTheLastWholeWalkCounts()
{
    TraceBuilder trace = listing(plainTool, {});
    trace.out(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})");
    trace.in(R"({"jsonrpc":"2.0","id":3,"result":{"tools":[],"nextCursor":"y"}})"); // never finished
    const auto catalogue = catalogueOf(trace.facts());
    QCOMPARE(catalogue[0].size(), std::size_t(1));
}

void tst_TraceJudge::har()
{
    TraceBuilder trace;
    trace.post(1, R"({"jsonrpc":"2.0","id":1,"method":"ping"})", R"({"jsonrpc":"2.0","id":1,"result":{}})", "X-A: b\r\nCookie: k=v\r\n");
    trace.head(Direction::Out, 2, "GET /sse?x=%20y HTTP/1.1\r\nHost: h\r\n\r\n");
    trace.head(Direction::In, 2, "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n");
    trace.body(Direction::In, 2, "\xff\xfe");
    trace.head(Direction::Out, 3, "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    const QJsonObject log = QJsonDocument::fromJson(exported(trace.facts(), ExportFormat::Har)).object()[u"log"].toObject();
    QCOMPARE(log[u"version"].toString(), QStringLiteral("1.2"));
    const QJsonArray entries = log[u"entries"].toArray();
    QCOMPARE(entries.size(), 3);
    const QJsonObject first = entries[0].toObject();
    QCOMPARE(first[u"request"][u"postData"][u"text"].toString(), QStringLiteral(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"));
    QCOMPARE(first[u"response"][u"content"][u"text"].toString(), QStringLiteral(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    QCOMPARE(first[u"request"][u"headers"].toArray().size(), 4);
    QCOMPARE(first[u"_mcp"][u"messages"].toArray().size(), 2);
    QCOMPARE(first[u"time"].toDouble(), 3.0);
    QCOMPARE(entries[1][u"response"][u"content"][u"encoding"].toString(), QStringLiteral("base64"));
    QCOMPARE(entries[1][u"request"][u"queryString"].toArray().first()[u"value"].toString(), QStringLiteral(" y"));
    QCOMPARE(entries[2][u"response"][u"status"].toInt(), 0);
}

void tst_TraceJudge::csv()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a,\"b\""}})");
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"=1+1"}})");
    const QList<QByteArray> lines = exported(trace.facts(), ExportFormat::Csv).split('\n');
    QVERIFY(lines[0].startsWith("seq,"));
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[1].contains("tools/call,1,\"a,\"\"b\"\"\","));
    QVERIFY(lines[2].contains(",'=1+1,"));
}

void tst_TraceJudge::otlp()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}})");
    trace.in(R"({"jsonrpc":"2.0","id":1,"result":{"isError":true}})");
    trace.out(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
    trace.out(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    const QJsonObject root = QJsonDocument::fromJson(exported(trace.facts(), ExportFormat::Otlp)).object();
    const QJsonArray spans = root[u"resourceSpans"].toArray().first()[u"scopeSpans"].toArray().first()[u"spans"].toArray();
    QCOMPARE(spans.size(), 2);
    QCOMPARE(spans[0][u"name"].toString(), QStringLiteral("tools/call echo"));
    QCOMPARE(spans[0][u"kind"].toInt(), 3);
    QCOMPARE(spans[0][u"traceId"].toString(), QStringLiteral("0af7651916cd43dd8448eb211c80319c"));
    QCOMPARE(spans[0][u"status"][u"code"].toInt(), 2);
    QCOMPARE(spans[0][u"endTimeUnixNano"].toString().toLongLong() - spans[0][u"startTimeUnixNano"].toString().toLongLong(), 1000000);
    QCOMPARE(spans[1][u"name"].toString(), QStringLiteral("ping"));
    QCOMPARE(spans[1][u"spanId"].toString().size(), 16);
}

void tst_TraceJudge::markdown()
{
    TraceBuilder trace;
    trace.out(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a`b"}})");
    trace.in("```\n");
    const QByteArray text = exported(trace.facts(), ExportFormat::Markdown, std::vector<quint32> { 0, 1 });
    QVERIFY(text.contains("```json\n{\n"));
    QVERIFY(text.contains("````text\n```\n"));
    QVERIFY(text.contains("`a'b`"));
    QVERIFY(text.contains("Secrets are redacted."));
}

QTEST_GUILESS_MAIN(tst_TraceJudge)
#include "tst_tracejudge.moc"
