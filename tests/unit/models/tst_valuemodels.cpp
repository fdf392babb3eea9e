// The models over plain rows: cells, roles, and their small rules.
#include "modeltools.h"

#include "models/askmodel.h"
#include "models/callhistorymodel.h"
#include "models/capabilitymodel.h"
#include "models/commandmodel.h"
#include "models/connectionfactmodel.h"
#include "models/connectionmodel.h"
#include "models/contentblockmodel.h"
#include "models/erareportmodel.h"
#include "models/formproblemmodel.h"
#include "models/listdiffmodel.h"
#include "models/logmodel.h"
#include "models/negotiationstepmodel.h"
#include "models/policyverdictmodel.h"
#include "models/profilemodel.h"
#include "models/promptmessagemodel.h"
#include "models/recentmodel.h"
#include "models/redactionmodel.h"
#include "models/statisticsmodel.h"
#include "models/taskmodel.h"

#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

NegotiationReport legacyReport()
{
    NegotiationReport report;
    report.policy = "assayer";
    report.era = Era::Legacy;
    report.because = "the probe got 503";
    NegotiationStep probe;
    probe.step = "probe";
    probe.outcome = "http-error";
    probe.httpStatus = 503;
    probe.verdict = "legacy";
    probe.elapsedMs = 11;
    probe.requestFrame = 1;
    probe.answerFrame = 3;
    NegotiationStep initialize;
    initialize.step = "initialize";
    initialize.requestFrame = 4;
    report.steps = { probe, initialize };
    report.deciding = 0;
    report.otherPolicies = { { "sdk-2.4.0", "error: http-error", "reads a 5xx as an outage", true } };
    return report;
}

QStringList texts(const QAbstractItemModel &model, int row)
{
    QStringList out;
    for (int column = 0; column < model.columnCount(); ++column)
        out += model.index(row, column).data().toString();
    return out;
}

} // namespace

class TestValueModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void negotiationSteps();
    void negotiationGrows();
    void policies();
    void profiles();
    void capabilities();
    void secretsAreShortened();
    void contentBlocks_data();
    void contentBlocks();
    void contentBytes();
    void promptMessages();
    void callHistory();
    void logLevels();
    void logDropsTheOldest();
    void tasks();
    void asks();
    void commands_data();
    void commands();
    void commandOrder();
    void differences();
    void smallModels();
};

void TestValueModels::negotiationSteps()
{
    NegotiationStepModel model;
    const Contract contract(model);
    model.setReport(legacyReport());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.decidingRow(), 1);
    const auto arrow = [&](int row) { return model.index(row, 0).data(NegotiationStepModel::ArrowRole).toInt(); };
    QCOMPARE(arrow(0), int(NegotiationRow::Request));
    QCOMPARE(arrow(1), int(NegotiationRow::Answer));
    QCOMPARE(arrow(3), int(NegotiationRow::Waiting));
    QCOMPARE(model.index(0, 0).data(NegotiationStepModel::ArrowTextRole).toString(), QStringLiteral("server/discover"));
    QCOMPARE(model.index(1, 0).data(NegotiationStepModel::ArrowTextRole).toString(), QStringLiteral("503"));
    QCOMPARE(model.index(0, 0).data(FrameRole).toULongLong(), 1u);
    QCOMPARE(model.index(1, 0).data(FrameRole).toULongLong(), 3u);
    QCOMPARE(model.index(1, NegotiationStepModel::Verdict).data().toString(), QStringLiteral("legacy"));
}

void TestValueModels::negotiationGrows()
{
    NegotiationStepModel model;
    const Contract contract(model);
    NegotiationReport report = legacyReport();
    report.steps.pop_back();
    model.setReport(report);
    const QPersistentModelIndex answer(model.index(1, 0));
    model.setReport(legacyReport());
    QCOMPARE(answer.row(), 1); // the selected step stays selected while the report grows
    QCOMPARE(model.rowCount(), 4);
}

void TestValueModels::policies()
{
    PolicyVerdictModel model;
    const Contract contract(model);
    model.setReport(legacyReport());
    QCOMPARE(texts(model, 0), (QStringList { QStringLiteral("assayer"), QStringLiteral("legacy"), QStringLiteral("the probe got 503") }));
    QVERIFY(model.index(1, 0).data(PolicyVerdictModel::DiffersRole).toBool());
}

void TestValueModels::profiles()
{
    ProfileModel model;
    const Contract contract(model);
    ProfileRow demo;
    demo.id = QStringLiteral("1");
    demo.name = QStringLiteral("demo");
    model.put(demo);
    ProfileRow other;
    other.id = QStringLiteral("2");
    other.name = QStringLiteral("notes");
    model.put(other);
    const QPersistentModelIndex notes(model.index(1, 0));
    QVERIFY(!model.index(0, 0).data(ProfileModel::ModernRole).isValid());
    demo.state = ProfileRow::Ready;
    demo.modern = true;
    demo.latencyNs = 14'000'000;
    model.put(demo);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 0).data(ProfileModel::StateRole).toInt(), int(ProfileRow::Ready));
    QVERIFY(model.index(0, 0).data(ProfileModel::ModernRole).toBool());
    model.remove(QStringLiteral("1"));
    QCOMPARE(notes.row(), 0);
    QVERIFY(!model.find(QStringLiteral("1")));
    QCOMPARE(model.find(QStringLiteral("2"))->name, QStringLiteral("notes"));
}

void TestValueModels::capabilities()
{
    CapabilityModel model;
    const Contract contract(model);
    model.setCapabilities(node(R"({"tools":{"listChanged":true},"experimental":{}})"), node(R"({"sampling":{}})"));
    const QStringList names = print(model, CapabilityModel::Name);
    QVERIFY(names.contains(QStringLiteral("tools.listChanged")));
    QVERIFY(names.contains(QStringLiteral("experimental")));
    const auto row = static_cast<int>(names.indexOf(QStringLiteral("prompts")));
    QVERIFY2(row >= 0, "what is not stated is shown as not stated");
    for (int i = 0; i < model.rowCount(); ++i) {
        const bool old = names.at(i) == QLatin1String("sampling") || names.at(i) == QLatin1String("roots") || names.at(i) == QLatin1String("logging");
        QCOMPARE(model.index(i, 0).data(CapabilityModel::DeprecatedRole).toBool(), old);
    }
    QVERIFY(!model.index(row, 0).data(CapabilityModel::StatedRole).toBool());
    model.setUsed({ QStringLiteral("tools") });
    QVERIFY(model.index(static_cast<int>(names.indexOf(QStringLiteral("tools"))), 0).data(CapabilityModel::UsedRole).toBool());
}

void TestValueModels::secretsAreShortened()
{
    ConnectionFactModel model;
    const Contract contract(model);
    model.setRows({ { ConnectionFact::Session, {}, QStringLiteral("5f0123456789a1"), true }, { ConnectionFact::Proxy, {}, QStringLiteral("proxy.corp:8080"), false } });
    const QModelIndex session = model.index(0, ConnectionFactModel::Value);
    QCOMPARE(session.data().toString(), QStringLiteral("5f...a1"));
    QCOMPARE(session.data(ExactTextRole).toString(), QStringLiteral("5f...a1"));
    QCOMPARE(model.index(1, ConnectionFactModel::Value).data().toString(), QStringLiteral("proxy.corp:8080"));
}

void TestValueModels::contentBlocks_data()
{
    QTest::addColumn<QString>("block");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<qint64>("size");
    const auto kind = [](ContentBlock::Kind value) { return static_cast<int>(value); };
    QTest::newRow("text") << R"({"type":"text","text":"3 notes"})" << kind(ContentBlock::Text) << "3 notes" << qint64(7);
    QTest::newRow("image") << R"({"type":"image","data":"AAECAw==","mimeType":"image/png"})" << kind(ContentBlock::Image) << "" << qint64(4);
    QTest::newRow("embedded") << R"({"type":"resource","resource":{"uri":"x:1","text":"abc"}})" << kind(ContentBlock::Resource) << "abc" << qint64(3);
    QTest::newRow("link") << R"({"type":"resource_link","uri":"x:1","name":"n"})" << kind(ContentBlock::ResourceLink) << "x:1" << qint64(-1);
    QTest::newRow("contents of a resource") << R"({"uri":"x:1","blob":"AAE="})" << kind(ContentBlock::Resource) << "x:1" << qint64(2);
    QTest::newRow("unknown stays raw") << R"({"type":"hologram"})" << kind(ContentBlock::Unknown) << R"({"type":"hologram"})" << qint64(-1);
    QTest::newRow("no object") << "7" << kind(ContentBlock::Unknown) << "7" << qint64(-1);
}

void TestValueModels::contentBlocks()
{
    QFETCH(QString, block);
    QFETCH(int, kind);
    QFETCH(QString, summary);
    QFETCH(qint64, size);
    ContentBlockModel model;
    const Contract contract(model);
    model.setResult(node("{\"content\":[" + block.toStdString() + "]}"), "content");
    const QModelIndex index = model.index(0, ContentBlockModel::Summary);
    QCOMPARE(index.data(ContentBlockModel::KindRole).toInt(), kind);
    QCOMPARE(index.data().toString(), summary);
    const QVariant bytes = index.data(ContentBlockModel::SizeRole);
    QCOMPARE(bytes.isValid() ? bytes.toLongLong() : -1, size);
}

void TestValueModels::contentBytes()
{
    ContentBlockModel model;
    model.setResult(node(R"({"content":[{"type":"image","data":"AAEC"},{"type":"text","text":"a\n"},{"type":"text","text":7}]})"), "content", { {}, {}, { fault("text", "string", "number") } });
    QCOMPARE(ContentBlockModel::content(model.at(0)), QByteArray("\0\1\2", 3));
    QCOMPARE(ContentBlockModel::content(model.at(1)), QByteArray("a\n"));
    QCOMPARE(model.index(2, 0).data(ContentBlockModel::KindRole).toInt(), int(ContentBlock::Broken));
    QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral(R"({"type":"text","text":7})"));
    QVERIFY(model.index(2, 0).data(ContentBlockModel::FaultRole).toString().contains(QStringLiteral("expected string")));
    // What is shown raw is saved raw, whatever its members are called.
    model.setResult(node(R"({"content":[{"type":"hologram","data":"abc"},{"type":"image","data":"AAEC","mimeType":7}]})"), "content", { {}, { fault("mimeType", "string", "number") } });
    QCOMPARE(ContentBlockModel::content(model.at(0)), QByteArray(R"({"type":"hologram","data":"abc"})"));
    QCOMPARE(ContentBlockModel::content(model.at(1)), QByteArray(R"({"type":"image","data":"AAEC","mimeType":7})"));
    QCOMPARE(ContentBlockModel::contentType(model.at(0)), QStringLiteral("application/json"));
}

void TestValueModels::promptMessages()
{
    PromptMessageModel model;
    const Contract contract(model);
    model.setResult(node(R"({"messages":[{"role":"user","content":{"type":"text","text":"hello"}},{"role":"system","content":{"type":"text","text":"no"}}]})"),
        { {}, { fault("role", "\"user\"|\"assistant\"", "\"system\"") } });
    QCOMPARE(texts(model, 0), (QStringList { QStringLiteral("user"), QStringLiteral("hello") }));
    QVERIFY(!model.index(0, 0).data(PromptMessageModel::DroppedRole).toBool());
    QVERIFY(model.index(1, 0).data(PromptMessageModel::DroppedRole).toBool());
    QVERIFY(model.index(1, 0).data(MutedRole).toBool());
}

void TestValueModels::callHistory()
{
    CallHistoryModel model;
    const Contract contract(model);
    CallRow first;
    first.number = 1;
    first.arguments = R"({"q":1})";
    CallRow second = first;
    second.number = 2;
    model.put(first);
    model.put(second);
    QCOMPARE(model.at(0).number, 2u); // newest first
    QVERIFY(!model.index(0, 0).data(CallHistoryModel::ElapsedRole).isValid());
    second.outcome = CallRow::Ok;
    second.elapsedNs = 42;
    model.put(second);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 0).data(CallHistoryModel::ElapsedRole).toLongLong(), 42);
    model.remove(2);
    QCOMPARE(model.at(0).number, 1u);
}

void TestValueModels::logLevels()
{
    LogModel model;
    const Contract contract(model);
    model.add({ { 1, LogRow::Debug, {}, QStringLiteral("d"), 1 }, { 2, LogRow::Error, {}, QStringLiteral("e"), 2 }, { 3, LogRow::Stderr, {}, QStringLiteral("s"), 3 } });
    QCOMPARE(print(model, LogModel::Text), (QStringList { QStringLiteral("d"), QStringLiteral("e"), QStringLiteral("s") }));
    model.setLevel(LogRow::Warning);
    QCOMPARE(print(model, LogModel::Text), (QStringList { QStringLiteral("e"), QStringLiteral("s") }));
    model.setShowStderr(false);
    model.add({ { 4, LogRow::Stderr, {}, QStringLiteral("t"), 4 }, { 5, LogRow::Alert, {}, QStringLiteral("a"), 5 } });
    QCOMPARE(print(model, LogModel::Text), (QStringList { QStringLiteral("e"), QStringLiteral("a") }));
    model.add({ { 6, LogRow::Alert, QStringLiteral("db"), QStringLiteral("c"), 6, QStringLiteral("tools/call search"), true } });
    const QModelIndex call = model.index(model.rowCount() - 1, LogModel::Call);
    QCOMPARE(call.data().toString(), QStringLiteral("tools/call search"));
    QVERIFY(call.data(LogModel::GuessedRole).toBool());
    model.setFilter(QStringLiteral("search")); // found by its call, too
    QTRY_COMPARE(print(model, LogModel::Text), QStringList { QStringLiteral("c") });
    QCOMPARE(logLevelFromName("critical"), LogRow::Critical);
    QCOMPARE(logLevelFromName("loud"), LogRow::Info);
}

void TestValueModels::logDropsTheOldest()
{
    LogModel model;
    std::vector<LogRow> rows(static_cast<std::size_t>(LogModel::MaxRows) + 1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].frame = i + 1;
    model.add(rows);
    QVERIFY(model.rowCount() <= LogModel::MaxRows);
    QVERIFY(model.hasDropped());
    QCOMPARE(model.index(model.rowCount() - 1, 0).data(FrameRole).toULongLong(), quint64(LogModel::MaxRows) + 1);
}

void TestValueModels::tasks()
{
    TaskModel model;
    const Contract contract(model);
    TaskRow task;
    task.id = QStringLiteral("t1");
    task.status = QStringLiteral("working");
    model.put(task);
    QCOMPARE(model.running(), 1);
    task.status = QStringLiteral("completed");
    model.put(task);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.running(), 0);
    QVERIFY(model.index(0, 0).data(TaskModel::DoneRole).toBool());
}

void TestValueModels::asks()
{
    AskModel model;
    const Contract contract(model);
    AskRow ask;
    ask.server = QStringLiteral("s");
    ask.number = 3;
    ask.askedNs = 1'000;
    model.put(ask);
    model.tick(43'000);
    QCOMPARE(model.index(0, 0).data(AskModel::AgeRole).toLongLong(), 42'000);
    QCOMPARE(model.waiting(), 1);
    ask.state = AskRow::Withdrawn;
    model.put(ask);
    QCOMPARE(model.waiting(), 0);
    QVERIFY(model.index(0, 0).data(MutedRole).toBool());
    model.remove(QStringLiteral("s"), 3);
    QCOMPARE(model.rowCount(), 0);
}

void TestValueModels::commands_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("matches");
    QTest::newRow("start") << "Export..." << "exp" << true;
    QTest::newRow("word starts") << "Export marked records" << "emr" << true;
    QTest::newRow("any case") << "Connect" << "CON" << true;
    QTest::newRow("not in order") << "Connect" << "toc" << false;
    QTest::newRow("letter missing") << "Connect" << "conx" << false;
    QTest::newRow("empty matches") << "Connect" << "" << true;
}

void TestValueModels::commands()
{
    QFETCH(QString, text);
    QFETCH(QString, query);
    QFETCH(bool, matches);
    QCOMPARE(CommandModel::score(text, query) > 0, matches);
}

void TestValueModels::commandOrder()
{
    CommandModel model;
    const Contract contract(model);
    const auto command = [](const char *id, const char *text, const char *path) { return CommandRow { QString::fromLatin1(id), QString::fromLatin1(text), QString::fromLatin1(path), {}, true }; };
    model.setCommands({ command("a", "Next page", "Go"), command("b", "Export...", "File"), command("c", "Expand all below", "View") }, { QStringLiteral("c") });
    QCOMPARE(model.index(0, 0).data(CommandModel::IdRole).toString(), QStringLiteral("c")); // recent first
    model.setQuery(QStringLiteral("expo"));
    QCOMPARE(print(model, CommandModel::Text).first(), QStringLiteral("Export..."));
    model.setQuery(QStringLiteral("zzz"));
    QCOMPARE(model.rowCount(), 0);
}

void TestValueModels::differences()
{
    ListDiffModel model;
    const Contract contract(model);
    model.setRuns({ QStringLiteral("Legacy"), QStringLiteral("Modern") });
    model.setRows({ { QStringLiteral("tools/a"), { QStringLiteral("listed"), {} }, { true, false }, true } });
    QCOMPARE(model.columnCount(), 3);
    QVERIFY(!model.index(0, 1).data(AbsentRole).toBool());
    QVERIFY(model.index(0, 2).data(AbsentRole).toBool());
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("listed"));
}

void TestValueModels::smallModels()
{
    StatisticsModel statistics;
    const Contract c1(statistics);
    statistics.setRows({ { QStringLiteral("ping"), 3, 3, 1, 512, -1, 4, 5, 6 } });
    QVERIFY(!statistics.index(0, StatisticsModel::Min).data().isValid());
    QCOMPARE(statistics.index(0, StatisticsModel::P95).data(StatisticsModel::NumberRole).toLongLong(), 5);
    RedactionModel redactions;
    const Contract c2(redactions);
    redactions.setRows({ { QStringLiteral("header"), QStringLiteral("Authorization"), 12, false }, { QStringLiteral("body"), QStringLiteral("token"), 5, true } });
    QCOMPARE(redactions.removed(), 12);
    RecentModel recent;
    const Contract c3(recent);
    recent.setRows({ { RecentRow::TraceFile, QStringLiteral("/x.mcptrace"), 1 } });
    recent.setFilter(QStringLiteral("mcptrace"));
    QCOMPARE(recent.rowCount(), 1);
    EraReportModel report;
    const Contract c4(report);
    report.setRows({ { QStringLiteral("version"), QStringLiteral("2025-11-25"), true } });
    QVERIFY(report.index(0, 0).data(EraReportModel::DiffersRole).toBool());
    FormProblemModel problems;
    const Contract c5(problems);
    problems.setRows({ { QStringLiteral("/limit"), QStringLiteral("limit"), QStringLiteral("at most 50, got 200") } });
    QCOMPARE(problems.index(0, 0).data().toString(), QStringLiteral("limit: at most 50, got 200"));
    ConnectionModel flights;
    const Contract c6(flights);
    flights.setRows({ { 1, QStringLiteral("demo"), QStringLiteral("tools/call"), QStringLiteral("x"), 5, 0, false } });
    flights.tick(9);
    QCOMPARE(flights.index(0, 0).data(ConnectionModel::ElapsedRole).toLongLong(), 4);
}

QTEST_GUILESS_MAIN(TestValueModels)
#include "tst_valuemodels.moc"
