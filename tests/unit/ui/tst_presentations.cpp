// What a person reads and hears of each model's rows; text of a server never reaches a view unescaped.
#include "models/capabilitymodel.h"
#include "models/contentblockmodel.h"
#include "models/findingmodel.h"
#include "models/jsontreemodel.h"
#include "models/malformeditemmodel.h"
#include "models/negotiationstepmodel.h"
#include "models/profilemodel.h"
#include "models/resourcemodel.h"
#include "models/toolmodel.h"
#include "models/tracemodel.h"
#include "platform/visibletext.h"
#include "ui/presentation/capabilitypresentation.h"
#include "ui/presentation/contentblockpresentation.h"
#include "ui/presentation/findingpresentation.h"
#include "ui/presentation/jsontreepresentation.h"
#include "ui/presentation/malformeditempresentation.h"
#include "ui/presentation/negotiationsteppresentation.h"
#include "ui/presentation/profilepresentation.h"
#include "ui/presentation/resourcepresentation.h"
#include "ui/presentation/toolpresentation.h"
#include "ui/presentation/tracepresentation.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace assayer;

namespace {

json::Node node(const std::string &text)
{
    const auto parsed = json::Document::parse(text);
    return { *parsed, &(*parsed)->root() };
}

std::shared_ptr<ListSnapshot> snapshot(ListKind kind, const std::vector<std::string> &entries)
{
    auto made = std::make_shared<ListSnapshot>();
    made->kind = kind;
    for (std::size_t i = 0; i < entries.size(); ++i)
        made->items.push_back({ node(entries[i]), i, 1, {} });
    return made;
}

QString sentence(const QAbstractItemModel &model, int row, const QModelIndex &parent = {})
{
    return model.index(row, 0, parent).data(Qt::AccessibleTextRole).toString();
}

/// Model and presentation under the tester.
template<class Model, class Dress>
struct Dressed {
    Model model;
    Dress dress;
    QAbstractItemModelTester tester;

    Dressed()
        : tester(&dress, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        dress.setSourceModel(&model);
    }
    QString cell(int row, int column) const { return dress.index(row, column).data().toString(); }
};

} // namespace

class TestPresentations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tools();
    void names_data();
    void names();
    void hostileText();
    void resources();
    void malformed();
    void findings();
    void negotiation();
    void servers();
    void jsonTree();
    void contentAndCapabilities();
    void trace();
};

void TestPresentations::tools()
{
    Dressed<ToolModel, ToolPresentation> tools;
    auto list = snapshot(ListKind::Tools, { R"({"name":"delete_note","annotations":{"destructiveHint":true},"outputSchema":{}})" });
    list->excluded.push_back({ node(R"({"name":"bad"})"), 1, "bad", "a: not a header name", 1 });
    tools.model.setSnapshot(list);
    auto generation = std::make_shared<ToolGeneration>();
    generation->number = 4;
    generation->tools["delete_note"].output = OutputCheck::Compiled;
    auto metadata = std::make_shared<MetadataSummary>();
    metadata->inForce = generation;
    tools.model.setMetadata(metadata);
    QCOMPARE(tools.cell(0, ToolModel::Name), QStringLiteral("delete_note"));
    QCOMPARE(tools.cell(0, ToolModel::Hints), QStringLiteral("destructive"));
    QCOMPARE(tools.cell(0, ToolModel::Output), QStringLiteral("checked gen 4"));
    QCOMPARE(sentence(tools.dress, 0), QStringLiteral("Tool delete_note, destructive, output checked gen 4."));
    QCOMPARE(tools.cell(1, 0), QStringLiteral("excluded by the rules"));
    QCOMPARE(tools.cell(2, ToolModel::Output), QStringLiteral("a: not a header name"));
    QCOMPARE(tools.dress.index(2, 0).data(ToneRole).toInt(), int(Tone::Muted));
    for (int column = 0; column < ToolModel::ColumnCount; ++column)
        QVERIFY(!tools.dress.headerData(column, Qt::Horizontal).toString().isEmpty());
}

void TestPresentations::names_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("shown");
    QTest::newRow("named") << R"({"name":"a"})" << "a";
    QTest::newRow("empty") << R"({"name":""})" << "(empty name)";
    QTest::newRow("absent") << "{}" << "(no name)";
    QTest::newRow("no string") << R"({"name":7})" << "(no name)";
}

void TestPresentations::names()
{
    QFETCH(QString, entry);
    QFETCH(QString, shown);
    Dressed<ToolModel, ToolPresentation> tools;
    tools.model.setSnapshot(snapshot(ListKind::Tools, { entry.toStdString() }));
    QCOMPARE(tools.cell(0, 0), shown);
}

void TestPresentations::hostileText()
{
    Dressed<ToolModel, ToolPresentation> tools;
    const std::string letters(4'000, 'x');
    tools.model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"a\u202eb\u001b\u0000)" + letters + "\"}" }));
    const QModelIndex index = tools.dress.index(0, 0);
    QVERIFY(index.data().toString().startsWith(QStringLiteral("a\\u202Eb\\u001B\\u0000xxx")));
    QVERIFY(index.data().toString().size() <= cellLimit + 1);
    QVERIFY(!index.data(Qt::AccessibleTextRole).toString().contains(QChar(0x202e)));
    QVERIFY(!index.data(Qt::ToolTipRole).toString().contains(QChar(0x202e)));
    const QString exact = index.data(ExactTextRole).toString(); // what Copy takes
    QCOMPARE(exact.size(), 4'000 + 5);
    QCOMPARE(exact[1], QChar(0x202e));
}

void TestPresentations::resources()
{
    Dressed<ResourceModel, ResourcePresentation> resources;
    resources.model.setSnapshot(snapshot(ListKind::Resources, { R"({"uri":"file:///notes/readme.md","name":"readme","mimeType":"text/markdown","size":3174})" }));
    QCOMPARE(resources.cell(0, ResourceModel::Size), QStringLiteral("3.1 KiB"));
    QCOMPARE(sentence(resources.dress, 0), QStringLiteral("Resource readme, file:///notes/readme.md, text/markdown, 3.1 KiB."));
}

void TestPresentations::malformed()
{
    Dressed<MalformedItemModel, MalformedItemPresentation> items;
    auto list = std::make_shared<ListSnapshot>();
    MalformedEntry entry;
    entry.kind = ListKind::Tools;
    entry.node = node("{}");
    entry.index = 2;
    entry.label = "echo";
    entry.frame = 118;
    Fault fault;
    fault.rule = "tool.annotations";
    fault.path = { json::Step(std::string("annotations")) };
    fault.expected = "object";
    fault.received = "array";
    entry.faults = { fault };
    list->malformed = { entry };
    items.model.setSnapshot(ListKind::Tools, list);
    QCOMPARE(sentence(items.dress, 0), QStringLiteral("Malformed entry 2 of tools, echo, annotations: expected object, received array, rule tool.annotations, record 118."));
    QVERIFY(!items.dress.index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
}

void TestPresentations::findings()
{
    Dressed<FindingModel, FindingPresentation> findings;
    Finding noise;
    noise.rule = "stdio.noise";
    noise.message = "The server wrote text that is not MCP";
    noise.where = "frame:31";
    findings.model.setFindings({ noise, noise });
    QCOMPARE(findings.cell(0, FindingModel::Severity), QStringLiteral("warning"));
    QCOMPARE(sentence(findings.dress, 0), QStringLiteral("Finding, warning, rule stdio.noise, The server wrote text that is not MCP, 2 times, record 31"));
    QCOMPARE(findings.dress.index(0, 0).data(ToneRole).toInt(), int(Tone::Warning));
}

void TestPresentations::negotiation()
{
    Dressed<NegotiationStepModel, NegotiationStepPresentation> steps;
    NegotiationReport report;
    NegotiationStep probe;
    probe.step = "probe";
    probe.outcome = "http-error";
    probe.httpStatus = 503;
    probe.verdict = "legacy";
    probe.elapsedMs = 11;
    probe.offered = "2026-07-28";
    report.steps = { probe };
    report.deciding = 0;
    steps.model.setReport(report);
    QCOMPARE(steps.cell(0, NegotiationStepModel::Step), QStringLiteral("probe 2026-07-28"));
    QCOMPARE(steps.cell(1, NegotiationStepModel::Outcome), QStringLiteral("http-error 503"));
    QCOMPARE(sentence(steps.dress, 1), QStringLiteral("Step 1, answer to probe, from the server, http-error 503, verdict legacy, this decided, 11 ms."));
}

void TestPresentations::servers()
{
    Dressed<ProfileModel, ProfilePresentation> servers;
    ProfileRow demo;
    demo.id = QStringLiteral("1");
    demo.name = QStringLiteral("demo");
    demo.state = ProfileRow::Ready;
    demo.modern = true;
    demo.version = QStringLiteral("2026-07-28");
    demo.latencyNs = 14'000'000;
    ProfileRow failed;
    failed.id = QStringLiteral("2");
    failed.name = QStringLiteral("billing");
    failed.state = ProfileRow::Failed;
    failed.errorKind = QStringLiteral("auth-required");
    servers.model.setRows({ demo, failed });
    QCOMPARE(servers.dress.index(0, 0).data(SecondLineRole).toString(), QStringLiteral("2026-07-28 - 14 ms"));
    QCOMPARE(servers.cell(0, ProfileModel::EraColumn), QStringLiteral("modern"));
    QCOMPARE(servers.dress.index(1, 0).data(SecondLineRole).toString(), QStringLiteral("auth-required"));
    QCOMPARE(sentence(servers.dress, 1), QStringLiteral("Server billing, failed, auth-required."));
}

void TestPresentations::jsonTree()
{
    Dressed<JsonTreeModel, JsonTreePresentation> tree;
    tree.model.setRoot(node(R"({"a":[1,2],"b":"x","b":1e400})"));
    tree.model.setAbsent({ QStringLiteral("/c") });
    tree.model.setMarks({ { QStringLiteral("/a"), Severity::Error, QStringLiteral("expected string") } });
    const QModelIndex root = tree.dress.index(0, 0);
    QCOMPARE(sentence(tree.dress, 0, root), QStringLiteral("a, 2 children, array, expected string"));
    QVERIFY(sentence(tree.dress, 1, root).contains(QStringLiteral("not in force")));
    QCOMPARE(tree.dress.index(2, JsonTreeModel::Value, root).data().toString(), QStringLiteral("1e400"));
    QCOMPARE(tree.dress.index(3, JsonTreeModel::Value, root).data().toString(), QStringLiteral("absent"));
    QCOMPARE(tree.dress.index(0, JsonTreeModel::Marks, root).data().toString(), QStringLiteral("expected string"));
}

void TestPresentations::contentAndCapabilities()
{
    Dressed<ContentBlockModel, ContentBlockPresentation> blocks;
    blocks.model.setResult(node(R"({"content":[{"type":"text","text":"3 notes found"},{"type":"image","data":"AAEC","mimeType":"image/png"}]})"), "content");
    QCOMPARE(blocks.cell(0, 1), QStringLiteral("3 notes found"));
    QCOMPARE(blocks.cell(1, 0), QStringLiteral("image  image/png 3 B"));
    QCOMPARE(blocks.cell(1, 1), QStringLiteral("image/png  3 B"));
    Dressed<CapabilityModel, CapabilityPresentation> capabilities;
    capabilities.model.setCapabilities(node(R"({"tools":{}})"));
    QCOMPARE(sentence(capabilities.dress, 0), QStringLiteral("Capability tools of server: {}."));
    capabilities.model.setCapabilities(node(R"({"logging":{}})"), node(R"({"sampling":{"tools":{}}})"));
    QCOMPARE(capabilities.cell(0, CapabilityModel::Used), QStringLiteral("deprecated"));
    QCOMPARE(sentence(capabilities.dress, 0), QStringLiteral("Capability logging of server: {}, deprecated."));
    capabilities.model.setUsed({ QStringLiteral("logging") });
    QCOMPARE(capabilities.cell(0, CapabilityModel::Used), QStringLiteral("used, deprecated"));
}

void TestPresentations::trace()
{
    auto log = std::make_shared<TraceLog>();
    auto analyzer = std::make_shared<TraceAnalyzer>(*log);
    log->record(Frame::now(FrameType::Line, Direction::Out, Channel::Stdin, R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_notes"}})" "\n"));
    log->record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, R"({"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"boom"}})" "\n"));
    log->record(Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "noise\n"));
    analyzer->update();
    Dressed<TraceModel, TracePresentation> trace;
    trace.model.setTrace(log, analyzer);
    QCOMPARE(trace.cell(0, TraceModel::Method), QStringLiteral("tools/call"));
    QCOMPARE(trace.cell(1, TraceModel::Method), QStringLiteral("tools/call error"));
    QCOMPARE(trace.cell(1, TraceModel::Status), QStringLiteral("RPC error"));
    QCOMPARE(trace.cell(2, TraceModel::Method), QStringLiteral("(noise)"));
    QCOMPARE(trace.dress.index(1, TraceModel::Status).data(ToneRole).toInt(), int(Tone::Error));
    QVERIFY(sentence(trace.dress, 1).startsWith(QStringLiteral("Record 2, received, answer to tools/call search_notes, status RPC error, ")));
    QVERIFY(!trace.dress.index(0, TraceModel::Dir).data(Qt::DecorationRole).value<QIcon>().isNull());
}

QTEST_MAIN(TestPresentations)
#include "tst_presentations.moc"
