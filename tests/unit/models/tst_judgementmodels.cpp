// Malformed entries and findings: which rows, which cells, and how they are grouped.
#include "modeltools.h"

#include "models/findingmodel.h"
#include "models/malformeditemmodel.h"

#include <QTest>

using namespace assayer;
using namespace assayer::test;

namespace {

MalformedEntry malformed(ListKind kind, std::size_t index, const char *label, Faults faults, bool refused = false)
{
    MalformedEntry made;
    made.kind = kind;
    made.node = node("{}");
    made.index = index;
    if (label)
        made.label = label;
    made.faults = std::move(faults);
    made.frame = 118;
    made.refusedPage = refused;
    return made;
}

ListSnapshotPtr brokenTools()
{
    auto list = std::make_shared<ListSnapshot>();
    list->kind = ListKind::Tools;
    list->malformed.push_back(malformed(ListKind::Tools, 2, "echo", { fault("annotations", "object", "array"), fault("title", "string", "number") }));
    list->malformed.push_back(malformed(ListKind::Tools, 9, nullptr, { fault("name", "string", "undefined") }));
    list->refusedFaults.push_back(malformed(ListKind::Tools, 20, "fine", {}, true));
    return list;
}

Finding finding(const char *rule, Severity severity, const char *where, const char *message = "m")
{
    Finding made;
    made.rule = rule;
    made.severity = severity;
    made.where = where;
    made.message = message;
    return made;
}

} // namespace

class TestJudgementModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void malformedRows();
    void malformedFilters_data();
    void malformedFilters();
    void malformedIdentityAndPlace();
    void malformedSorts();
    void findingGroups_data();
    void findingGroups();
    void findingsAppend();
    void findingCounts();
    void frameOf_data();
    void frameOf();
};

void TestJudgementModels::malformedRows()
{
    MalformedItemModel model;
    const Contract contract(model);
    model.setSnapshot(ListKind::Tools, brokenTools());
    QCOMPARE(print(model, MalformedItemModel::Field),
        (QStringList { QStringLiteral("annotations"), QStringLiteral(" title"), QStringLiteral("name"), QString() }));
    QCOMPARE(print(model, MalformedItemModel::Expected).first(), QStringLiteral("object"));
    QCOMPARE(print(model, MalformedItemModel::Received).first(), QStringLiteral("array"));
    QCOMPARE(print(model, MalformedItemModel::Rule).at(1), QStringLiteral(" tool.title"));
    QCOMPARE(model.index(0, MalformedItemModel::Index).data().toULongLong(), 2u);
    QCOMPARE(model.index(0, MalformedItemModel::Record).data().toULongLong(), 118u);
    QVERIFY(!model.index(1, MalformedItemModel::Label).data().isValid());
    QCOMPARE(model.entryCount(), 3);
    QCOMPARE(model.faultCount(), 3);
    QVERIFY(model.index(2, 0).data(BadgesRole).value<Badges>().contains(Badge { Badge::RefusedPage, {} }));
    QVERIFY(!model.index(2, 0).data(MalformedItemModel::FaultRole).isValid());
    QCOMPARE(model.rules(), (QStringList { QStringLiteral("tool.annotations"), QStringLiteral("tool.name"), QStringLiteral("tool.title") }));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestJudgementModels::malformedFilters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("refused");
    QTest::addColumn<int>("entries");
    QTest::newRow("all") << QString() << QString() << true << 3;
    QTest::newRow("without refused pages") << QString() << QString() << false << 2;
    QTest::newRow("label") << QStringLiteral("ECHO") << QString() << true << 1;
    QTest::newRow("reason of a further fault") << QStringLiteral("title") << QString() << true << 1;
    QTest::newRow("rule") << QString() << QStringLiteral("tool.title") << true << 1;
    QTest::newRow("rule and text that exclude each other") << QStringLiteral("name") << QStringLiteral("tool.title") << true << 0;
}

void TestJudgementModels::malformedFilters()
{
    QFETCH(QString, text);
    QFETCH(QString, rule);
    QFETCH(bool, refused);
    QFETCH(int, entries);
    MalformedItemModel model;
    const Contract contract(model);
    model.setSnapshot(ListKind::Tools, brokenTools());
    model.setFilter(text);
    model.setRuleFilter(rule);
    model.setShowRefused(refused);
    QCOMPARE(model.entryCount(), entries);
    QCOMPARE(model.totalEntries(), 3);
    model.setListFilter(ListKind::Prompts);
    QCOMPARE(model.entryCount(), 0);
}

void TestJudgementModels::malformedSorts()
{
    MalformedItemModel model;
    const Contract contract(model);
    model.setSnapshot(ListKind::Tools, brokenTools());
    const auto order = [&model] {
        QStringList indexes;
        for (int row = 0; row < model.rowCount(); ++row)
            indexes += model.index(row, MalformedItemModel::Index).data().toString();
        return indexes.join(u' ');
    };
    QCOMPARE(order(), QStringLiteral("2 9 20"));
    model.sort(MalformedItemModel::Index, Qt::DescendingOrder);
    QCOMPARE(order(), QStringLiteral("20 9 2"));
    model.sort(MalformedItemModel::Received);
    QCOMPARE(order(), QStringLiteral("20 2 9")); // nothing, array, undefined
    model.sort(MalformedItemModel::Record);
    QCOMPARE(order(), QStringLiteral("2 9 20")); // all of one record: the order of the wire
    model.setFilter(QStringLiteral("echo"));
    model.setFilter({});
    QCOMPARE(order(), QStringLiteral("2 9 20"));
    model.sort(-1);
    QCOMPARE(order(), QStringLiteral("2 9 20"));
}

void TestJudgementModels::malformedIdentityAndPlace()
{
    MalformedItemModel model;
    model.setSnapshot(ListKind::Tools, brokenTools());
    const QModelIndex echo = model.indexOf(ListKind::Tools, 2);
    QCOMPARE(echo.row(), 0);
    QCOMPARE(model.entry(model.index(0, 0, echo)), model.entry(echo));
    QCOMPARE(model.index(0, 0, echo).data(MalformedItemModel::PointerRole).toString(), QStringLiteral("/title"));
    const auto identity = model.indexOf(ListKind::Tools, 9).data(IdentityRole);
    model.setFilter(QStringLiteral("undefined"));
    QCOMPARE(model.index(0, 0).data(IdentityRole), identity);
    QVERIFY(!model.indexOf(ListKind::Tools, 2).isValid());
}

void TestJudgementModels::findingGroups_data()
{
    QTest::addColumn<int>("grouping");
    QTest::addColumn<QStringList>("rules");
    const auto list = [](const char *text) { return QString::fromLatin1(text).split(u'|'); };
    QTest::newRow("by rule") << int(FindingModel::ByRule) << list("stdio.noise| stdio.noise| stdio.noise|tool.name");
    QTest::newRow("by list") << int(FindingModel::ByList) << list("stdio.noise| stdio.noise| stdio.noise|tool.name");
    QTest::newRow("by record") << int(FindingModel::ByRecord) << list("stdio.noise| stdio.noise| stdio.noise|tool.name");
    QTest::newRow("flat") << int(FindingModel::Flat) << list("stdio.noise|tool.name|stdio.noise");
}

void TestJudgementModels::findingGroups()
{
    QFETCH(int, grouping);
    QFETCH(QStringList, rules);
    FindingModel model;
    const Contract contract(model);
    model.setFindings({ finding("stdio.noise", Severity::Warning, "frame:31"), finding("tool.name", Severity::Error, "/tools/2"), finding("stdio.noise", Severity::Error, "frame:31/x") });
    model.setGrouping(static_cast<FindingModel::Grouping>(grouping));
    QCOMPARE(print(model, FindingModel::Rule), rules);
    if (grouping == FindingModel::Flat)
        return;
    QCOMPARE(model.index(0, FindingModel::Count).data().toInt(), 2);
    QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), int(Severity::Error)); // the worst of the group
    QCOMPARE(model.finding(model.index(1, 0, model.index(0, 0)))->where, std::string("frame:31/x"));
}

void TestJudgementModels::findingsAppend()
{
    FindingModel model;
    const Contract contract(model);
    for (int i = 0; i < 4; ++i)
        model.append(finding(i % 2 ? "b" : "a", Severity::Note, "frame:1"));
    QCOMPARE(print(model, FindingModel::Rule), (QStringList { QStringLiteral("a"), QStringLiteral(" a"), QStringLiteral(" a"), QStringLiteral("b"), QStringLiteral(" b"), QStringLiteral(" b") }));
    model.append(finding("a", Severity::Note, "frame:9"));
    QCOMPARE(model.rowCount(model.index(0, 0)), 3);
    QCOMPARE(model.total(), 5);
}

void TestJudgementModels::findingCounts()
{
    FindingModel model;
    const Contract contract(model);
    model.setFindings({ finding("a", Severity::Error, "frame:1", "one"), finding("b", Severity::Warning, "frame:2", "two"), finding("c", Severity::Warning, "", "three") });
    QCOMPARE(model.count(Severity::Warning), 2);
    model.setShown(Severity::Warning, false);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.count(Severity::Warning), 2);
    model.setShown(Severity::Warning, true);
    model.setFilter(QStringLiteral("THREE"));
    QCOMPARE(print(model, FindingModel::What), QStringList { QStringLiteral("three") });
    QVERIFY(!model.index(0, FindingModel::Record).data().isValid());
}

void TestJudgementModels::frameOf_data()
{
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<quint64>("frame");
    QTest::newRow("record") << QByteArray("frame:412") << quint64(412);
    QTest::newRow("record with pointer") << QByteArray("frame:412/result/0") << quint64(412);
    QTest::newRow("report") << QByteArray("/tools/4") << quint64(0);
    QTest::newRow("empty") << QByteArray() << quint64(0);
    QTest::newRow("no number") << QByteArray("frame:x") << quint64(0);
}

void TestJudgementModels::frameOf()
{
    QFETCH(QByteArray, where);
    QFETCH(quint64, frame);
    QCOMPARE(FindingModel::frameOf(finding("r", Severity::Note, where.constData())), frame);
}

QTEST_GUILESS_MAIN(TestJudgementModels)
#include "tst_judgementmodels.moc"
