#include "inspection/actionrequest.h"
#include "inspection/connectionfindings.h"
#include "inspection/reportparts.h"
#include "inspection/targetjson.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace assayer;

namespace {

json::Node node(const char *text)
{
    const auto parsed = parseJson(text);
    return { *parsed, &(*parsed)->root() };
}

ListSnapshot someList()
{
    ListSnapshot list;
    list.kind = ListKind::Tools;
    ListEntry entry;
    entry.node = node("{\"name\":\"a\", \"n\":12345678901234567890,\"n\":1e400}");
    list.items.push_back(entry);
    MalformedEntry bad;
    bad.kind = ListKind::Tools;
    bad.node = node("{\"name\":\"b\",\"annotations\":[]}");
    bad.index = 1;
    bad.label = "b";
    Fault fault;
    fault.path = { std::string("annotations") };
    fault.message = "Invalid input: expected object, received array";
    bad.faults.push_back(fault);
    list.malformed.push_back(bad);
    list.pages = 2;
    list.summary = "Dropped 1 malformed entry";
    return list;
}

} // namespace

class ReportTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsKeepExactBytes();
    void errorsCarryTheirData();
    void metadata();
    void outputErrors();
    void targets_data();
    void targets();
    void actionParams();
    void findingsPointIntoFrames();
};

void ReportTest::listsKeepExactBytes()
{
    json::Writer out;
    const ListSnapshot list = someList();
    report::writeList(out, &list);
    QCOMPARE(QByteArray::fromStdString(out.text()),
        QByteArray("{\"items\":[{\"name\":\"a\", \"n\":12345678901234567890,\"n\":1e400}],\"malformed\":[{\"method\":\"tools/list\",\"index\":1,\"label\":\"b\","
                   "\"reason\":\"annotations: Invalid input: expected object, received array\",\"path\":[\"annotations\"],\"raw\":{\"name\":\"b\",\"annotations\":[]}}],"
                   "\"excluded\":[],\"pages\":2,\"summary\":\"Dropped 1 malformed entry\",\"error\":null,\"refused\":[]}"));
    json::Writer none;
    report::writeList(none, nullptr);
    QCOMPARE(none.text(), std::string("null"));
}

void ReportTest::errorsCarryTheirData()
{
    Error error("http-error", "no", "why");
    error.data.status = 503;
    error.data.statusText = "Down";
    error.data.supported = { "2025-11-25" };
    error.data.code = "-32601";
    error.data.data = "{\"a\": 1}";
    error.data.timeoutMs = 5;
    json::Writer out;
    report::writeError(out, error);
    QCOMPARE(QByteArray::fromStdString(out.text()),
        QByteArray("{\"kind\":\"http-error\",\"cause\":\"why\",\"message\":\"no\",\"data\":{\"status\":503,\"statusText\":\"Down\",\"supported\":[\"2025-11-25\"],\"timeout\":5,\"code\":-32601,\"data\":{\"a\": 1}}}"));
    json::Writer none;
    report::writeError(none, std::nullopt);
    QCOMPARE(none.text(), std::string("null"));
}

void ReportTest::metadata()
{
    MetadataSummary summary;
    auto generation = std::make_shared<ToolGeneration>();
    generation->number = 3;
    summary.inForce = generation;
    summary.refused = MetadataRefusal { "t", "/type", "no type" };
    json::Writer out;
    report::writeMetadata(out, summary, true);
    QCOMPARE(out.text(), std::string("{\"generation\":3,\"stale\":false,\"refused\":{\"tool\":\"t\",\"path\":\"/type\",\"message\":\"no type\"}}"));
}

void ReportTest::outputErrors()
{
    OutputVerdict verdict;
    QVERIFY(!report::outputError(verdict));
    verdict.state = OutputVerdict::Invalid;
    verdict.failures = { { "/total", "#/properties/total/type", "type", "expected integer", {}, {} }, {} };
    const auto error = report::outputError(verdict);
    QVERIFY(error);
    QCOMPARE(error->kind, std::string("output-mismatch"));
    QCOMPARE(error->message, std::string("/total: expected integer (1 of 2 failures)"));
    verdict.advisory = true;
    QVERIFY(!report::outputError(verdict));
    verdict = {};
    verdict.state = OutputVerdict::Unchecked;
    QVERIFY(!report::outputError(verdict));
}

void ReportTest::targets_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("open");
    QTest::addColumn<QByteArray>("masked");
    QTest::newRow("url") << QStringLiteral("https://u:p@h:1/mcp?key=k1&x=") << QStringList()
                         << QByteArray("{\"transport\":\"streamable-http\",\"url\":\"https://h:1/mcp?key=k1&x=\"}")
                         << QByteArray("{\"transport\":\"streamable-http\",\"url\":\"https://h:1/mcp?key=redacted&x=redacted\"}");
    QTest::newRow("command") << QString() << QStringList({ QStringLiteral("srv"), QStringLiteral("--api-key=k"), QStringLiteral("--token"), QStringLiteral("t"), QStringLiteral("-v") })
                             << QByteArray("{\"transport\":\"stdio\",\"command\":[\"srv\",\"--api-key=k\",\"--token\",\"t\",\"-v\"]}")
                             << QByteArray("{\"transport\":\"stdio\",\"command\":[\"srv\",\"--api-key=[redacted]\",\"--token\",\"[redacted]\",\"-v\"]}");
}

void ReportTest::targets()
{
    QFETCH(QString, url);
    QFETCH(QStringList, command);
    QFETCH(QByteArray, open);
    QFETCH(QByteArray, masked);
    Target target;
    target.url = QUrl(url);
    target.kind = command.isEmpty() ? TransportKind::StreamableHttp : TransportKind::Stdio;
    target.command = command.value(0);
    target.arguments = command.mid(1);
    QCOMPARE(targetJson(target, false), open);
    QCOMPARE(targetJson(target, true), masked);
}

void ReportTest::actionParams()
{
    QCOMPARE(callAction("t", "{\"a\": 1}").params, QByteArray("{\"a\": 1}"));
    QCOMPARE(readAction("file:///a\"b").params, QByteArray("{\"uri\":\"file:///a\\\"b\"}"));
    QCOMPARE(promptAction("p", "{\"x\":\"1\"}").params, QByteArray("{\"name\":\"p\",\"arguments\":{\"x\":\"1\"}}"));
    QCOMPARE(completeAction("{\"type\":\"ref/prompt\",\"name\":\"p\"}", "a", "v", "{\"b\":\"c\"}").params,
        QByteArray("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"a\",\"value\":\"v\"},\"context\":{\"arguments\":{\"b\":\"c\"}}}"));
    const ActionRequest request = requestAction("tasks/get", "{\"taskId\":\"7\"}");
    QCOMPARE(request.info.name, QByteArray("7"));
    QVERIFY(request.info.raw);
    QVERIFY(listenAction("{}").info.endless);
}

void ReportTest::findingsPointIntoFrames()
{
    const auto answer = parseJson("{\"result\":{\"tools\":[{\"name\":\"a\"},{\"name\":\"b\",\"annotations\":[]}]}}");
    QVERIFY(answer);
    const json::Value &tools = *(*answer)->root().find("result", "tools");
    ListSnapshot list;
    MalformedEntry bad;
    bad.node = { *answer, &tools.items()[1] };
    bad.frame = 12;
    Fault fault;
    fault.rule = "tool.annotations";
    fault.path = { std::string("annotations") };
    bad.faults = { fault };
    list.malformed = { bad };
    const Findings findings = snapshotFindings(list);
    QCOMPARE(findings.size(), std::size_t(1));
    QCOMPARE(findings[0].where, std::string("frame:12/result/tools/1/annotations"));
    QCOMPARE(findings[0].severity, Severity::Error);
}

QTEST_GUILESS_MAIN(ReportTest)
#include "tst_inspection_report.moc"
