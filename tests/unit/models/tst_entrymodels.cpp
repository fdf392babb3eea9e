// The four lists: rows, columns and badges, and that a refresh keeps rows by name.
#include "modeltools.h"

#include "models/promptmodel.h"
#include "models/resourcemodel.h"
#include "models/resourcetemplatemodel.h"
#include "models/toolmodel.h"

#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace assayer;
using namespace assayer::test;

class TestEntryModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void toolBadges_data();
    void toolBadges();
    void doubleNamesAreNumbered();
    void excludedStandBelowADivider();
    void metadataSaysHowOutputIsChecked();
    void refreshKeepsRows_data();
    void refreshKeepsRows();
    void filter_data();
    void filter();
    void longListsAreFilteredElsewhere();
    void resourceCells();
    void templateAndPromptCells();
    void tenThousandToolsAreTakenInOneFrame();
    void hostileNamesStayExact();
};

void TestEntryModels::toolBadges_data()
{
    QTest::addColumn<QString>("annotations");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("nothing stated") << QStringLiteral("{}") << QList<int> {};
    QTest::newRow("read-only") << QStringLiteral(R"({"readOnlyHint":true})") << QList<int> { Badge::ReadOnly };
    QTest::newRow("stated false is said") << QStringLiteral(R"({"readOnlyHint":false})") << QList<int> { Badge::NotReadOnly };
    QTest::newRow("no boolean is no statement") << QStringLiteral(R"({"readOnlyHint":"yes"})") << QList<int> {};
    QTest::newRow("fixed order") << QStringLiteral(R"({"openWorldHint":true,"idempotentHint":true,"destructiveHint":true})")
                                 << QList<int> { Badge::Destructive, Badge::Idempotent, Badge::OpenWorld };
}

void TestEntryModels::toolBadges()
{
    QFETCH(QString, annotations);
    QFETCH(QList<int>, expected);
    ToolModel model;
    const Contract contract(model);
    model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"a","outputSchema":{},"annotations":)" + annotations.toStdString() + "}" }));
    QList<int> kinds;
    for (const Badge &badge : model.index(0, 0).data(BadgesRole).value<Badges>())
        kinds += badge.kind;
    QCOMPARE(kinds, expected);
    QCOMPARE(model.index(0, 0).data(ToolModel::DestructiveRole).toBool(), expected.contains(int(Badge::Destructive)));
}

void TestEntryModels::doubleNamesAreNumbered()
{
    ToolModel model;
    const Contract contract(model);
    model.setSnapshot(tools({ QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("a") }));
    const auto badges = [&](int row) { return model.index(row, 0).data(BadgesRole).value<Badges>(); };
    QVERIFY(badges(2).contains(Badge { Badge::Duplicate, QStringLiteral("#2") }));
    QVERIFY(!badges(0).contains(Badge { Badge::Duplicate, QStringLiteral("#1") }));
    model.setSnapshot(tools({ QStringLiteral("a"), QStringLiteral("b") }));
    QCOMPARE(badges(1).size(), badges(0).size());
}

void TestEntryModels::excludedStandBelowADivider()
{
    ToolModel model;
    const Contract contract(model);
    auto list = tools({ QStringLiteral("a"), QStringLiteral("b") });
    list->excluded.push_back({ node(R"({"name":"bad_header"})"), 2, "bad_header", "a.b: not a header name", 7 });
    model.setSnapshot(list);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.total(), 3);
    QVERIFY(model.index(2, 0).data(DividerRole).toBool());
    QVERIFY(!model.flags(model.index(2, 0)).testFlag(Qt::ItemIsSelectable));
    const QModelIndex excluded = model.index(3, 0);
    QCOMPARE(excluded.data().toString(), QStringLiteral("bad_header"));
    QCOMPARE(excluded.data(EntryModel::ReasonRole).toString(), QStringLiteral("a.b: not a header name"));
    QCOMPARE(excluded.data(FrameRole).toULongLong(), 7u);
    QVERIFY(excluded.data(MutedRole).toBool());
    QVERIFY(excluded.data(BadgesRole).value<Badges>().contains(Badge { Badge::Excluded, {} }));
    QVERIFY(!model.index(0, 0).data(MutedRole).toBool());
    model.setMuted(true);
    QVERIFY(model.index(0, 0).data(MutedRole).toBool());
    model.setFilter(QStringLiteral("bad"));
    QCOMPARE(print(model, ToolModel::Name), QStringList { QStringLiteral("bad_header") });
}

void TestEntryModels::metadataSaysHowOutputIsChecked()
{
    ToolModel model;
    const Contract contract(model);
    model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"checked","outputSchema":{}})", R"({"name":"broken","outputSchema":{}})", R"({"name":"plain"})" }));
    auto generation = std::make_shared<ToolGeneration>();
    generation->number = 4;
    ToolRecord &checked = generation->tools["checked"];
    checked.task = TaskSupport::Required;
    checked.output = OutputCheck::Compiled;
    checked.headers = std::make_shared<const HeaderMap>(HeaderMap { { { "Region", { "region" } } }, {}, {} });
    ToolRecord &broken = generation->tools["broken"];
    broken.output = OutputCheck::DoesNotCompile;
    broken.fault = std::make_shared<const OutputFault>(OutputFault { "/type", "strng is no type" });
    generation->tools["plain"] = {};
    auto metadata = std::make_shared<MetadataSummary>();
    metadata->inForce = generation;
    // Before the first generation: the definition has a schema, but nothing in force checks by it.
    model.setMetadata(std::make_shared<MetadataSummary>());
    QCOMPARE(model.index(0, 0).data(ToolModel::OutputRole).toInt(), int(ToolModel::NotInForce));
    QVERIFY(model.index(0, 0).data(BadgesRole).value<Badges>().contains(Badge { Badge::OutputNotInForce, {} }));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setMetadata(metadata);
    QCOMPARE(changed.count(), 1);
    const auto badges = [&](int row) { return model.index(row, 0).data(BadgesRole).value<Badges>(); };
    QVERIFY(badges(0).contains(Badge { Badge::OutputChecked, QStringLiteral("4") }));
    QVERIFY(badges(0).contains(Badge { Badge::TaskRequired, {} }));
    QVERIFY(badges(0).contains(Badge { Badge::Header, QStringLiteral("Mcp-Param-Region") }));
    QVERIFY(badges(1).contains(Badge { Badge::OutputUnchecked, QStringLiteral("/type: strng is no type") }));
    QVERIFY(badges(2).contains(Badge { Badge::NoOutputSchema, {} }));
    QCOMPARE(model.index(1, 0).data(ToolModel::OutputMessageRole).toString(), QStringLiteral("strng is no type"));
    QCOMPARE(model.index(0, 0).data(ToolModel::GenerationRole).toULongLong(), 4u);
    model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"newcomer","outputSchema":{}})", R"({"name":"plain","outputSchema":{}})", R"({"name":"checked"})" }));
    QCOMPARE(model.index(0, 0).data(ToolModel::OutputRole).toInt(), int(ToolModel::NotInForce));
    QVERIFY(badges(0).contains(Badge { Badge::OutputNotInForce, QStringLiteral("4") }));
    QCOMPARE(model.index(1, 0).data(ToolModel::OutputRole).toInt(), int(ToolModel::NotInForce));
    QCOMPARE(model.index(2, 0).data(ToolModel::OutputRole).toInt(), int(ToolModel::Checked));
}

void TestEntryModels::refreshKeepsRows_data()
{
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("after");
    QTest::addColumn<QString>("current");
    QTest::addColumn<bool>("mayReset");
    const auto list = [](const char *names) { return QString::fromLatin1(names).split(u' ', Qt::SkipEmptyParts); };
    QTest::newRow("the same") << list("a b c") << list("a b c") << "b" << false;
    QTest::newRow("one more in front") << list("a b c") << list("x a b c") << "b" << false;
    QTest::newRow("one fewer") << list("a b c") << list("b c") << "b" << false;
    QTest::newRow("turned round") << list("a b c d") << list("d c b a") << "b" << false;
    QTest::newRow("moved, gone and new") << list("a b c d e") << list("e x b y a") << "b" << false;
    QTest::newRow("the second of a double") << list("a b b c") << list("x b b a") << "b" << false;
    QTest::newRow("to nothing") << list("a b") << list("") << "" << false;
    QTest::newRow("from nothing") << list("") << list("a b") << "" << false;
    QStringList odd;
    QStringList all;
    for (int i = 0; i < 300; ++i) {
        all += QStringLiteral("t%1").arg(i);
        if (i % 2)
            odd += all.last();
    }
    QTest::newRow("too many places: reset") << all << odd << "t101" << true;
}

void TestEntryModels::refreshKeepsRows()
{
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    QFETCH(QString, current);
    QFETCH(bool, mayReset);
    ToolModel model;
    const Contract contract(model);
    model.setSnapshot(tools(before));
    QCOMPARE(print(model, ToolModel::Name), before);
    const int row = static_cast<int>(before.lastIndexOf(current));
    const QPersistentModelIndex kept(model.index(row, 0));
    const auto identity = kept.isValid() ? kept.data(IdentityRole).toULongLong() : 0;
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setSnapshot(tools(after));
    QCOMPARE(print(model, ToolModel::Name), after);
    QCOMPARE(reset.count() > 0, mayReset);
    if (current.isEmpty())
        return;
    QCOMPARE(model.rowOf(identity), static_cast<int>(after.lastIndexOf(current)));
    if (!mayReset)
        QCOMPARE(kept.row(), static_cast<int>(after.lastIndexOf(current)));
}

void TestEntryModels::filter_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("none") << QString() << QStringList { QStringLiteral("add"), QStringLiteral("search_notes"), QStringLiteral("x") };
    QTest::newRow("name, any case") << QStringLiteral("NOTES") << QStringList { QStringLiteral("search_notes") };
    QTest::newRow("description") << QStringLiteral("sum of") << QStringList { QStringLiteral("add") };
    QTest::newRow("title") << QStringLiteral("Titled") << QStringList { QStringLiteral("x") };
    QTest::newRow("no match") << QStringLiteral("foo") << QStringList {};
}

void TestEntryModels::filter()
{
    QFETCH(QString, text);
    QFETCH(QStringList, expected);
    ToolModel model;
    const Contract contract(model);
    model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"add","description":"the sum of two"})", R"({"name":"search_notes"})", R"({"name":"x","title":"A titled one"})" }));
    model.setFilter(text);
    QCOMPARE(print(model, ToolModel::Name), expected);
    QCOMPARE(model.total(), 3);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 3);
}

void TestEntryModels::longListsAreFilteredElsewhere()
{
    QStringList names;
    for (int i = 0; i < 30'000; ++i)
        names += QStringLiteral("tool_%1").arg(i);
    ToolModel model;
    model.setSnapshot(tools(names));
    const Contract contract(model);
    QSignalSpy filtered(&model, &RowModel::filtered);
    model.setFilter(QStringLiteral("tool_2999"));
    QCOMPARE(model.rowCount(), 30'000); // the old rows stay until the new are known
    QVERIFY(filtered.wait(5'000));
    QCOMPARE(model.rowCount(), 11); // 2999 and 29990 ... 29999
    model.setFilter(QStringLiteral("tool_1"));
    model.setFilter(QStringLiteral("tool_29999")); // the first answer must not win
    QVERIFY(filtered.wait(5'000));
    QTRY_COMPARE(print(model, ToolModel::Name), QStringList { QStringLiteral("tool_29999") });
}

void TestEntryModels::resourceCells()
{
    ResourceModel model;
    const Contract contract(model);
    model.setSnapshot(snapshot(ListKind::Resources,
        { R"({"uri":"file:///a","name":"a","mimeType":"text/plain","size":3191})", R"({"uri":"x:b","size":1.5})" }));
    QCOMPARE(model.index(0, ResourceModel::Size).data().toLongLong(), 3191);
    QVERIFY(!model.index(1, 0).data(ResourceModel::SizeRole).isValid());
    QCOMPARE(model.index(1, ResourceModel::Size).data(ExactTextRole).toString(), QStringLiteral("1.5"));
    QVERIFY(!model.index(1, ResourceModel::Name).data().isValid());
    QVERIFY(model.index(0, 0).data(BadgesRole).value<Badges>().isEmpty());
    model.setSubscribed({ QStringLiteral("file:///a") });
    QVERIFY(model.index(0, 0).data(BadgesRole).value<Badges>().contains(Badge { Badge::Subscribed, {} }));
    QVERIFY(!model.index(1, 0).data(ResourceModel::SubscribedRole).toBool());
}

void TestEntryModels::templateAndPromptCells()
{
    ResourceTemplateModel templates;
    const Contract templateContract(templates);
    templates.setSnapshot(snapshot(ListKind::ResourceTemplates, { R"({"uriTemplate":"notes://{id}","name":"note"})" }));
    QCOMPARE(templates.index(0, ResourceTemplateModel::Template).data().toString(), QStringLiteral("notes://{id}"));
    QCOMPARE(templates.index(0, 0).data(EntryModel::KeyRole).toString(), QStringLiteral("notes://{id}"));
    PromptModel prompts;
    const Contract promptContract(prompts);
    prompts.setSnapshot(snapshot(ListKind::Prompts, { R"({"name":"p","arguments":[{"name":"a","required":true},{"name":"b"}]})", R"({"name":"q"})" }));
    QCOMPARE(prompts.index(0, 0).data(PromptModel::ArgumentCountRole).toInt(), 2);
    QCOMPARE(prompts.index(0, 0).data(PromptModel::RequiredCountRole).toInt(), 1);
    QCOMPARE(prompts.index(1, 0).data(PromptModel::ArgumentCountRole).toInt(), 0);
}

void TestEntryModels::tenThousandToolsAreTakenInOneFrame()
{
    QStringList names;
    for (int i = 0; i < 10'000; ++i)
        names += QStringLiteral("tool_%1").arg(i);
    const auto list = tools(names);
    ToolModel model;
    QElapsedTimer clock;
    clock.start();
    model.setSnapshot(list);
    const qint64 first = clock.restart();
    model.setSnapshot(list);
    const qint64 again = clock.elapsed();
    QCOMPARE(model.rowCount(), 10'000);
    qInfo("first %lld ms, again %lld ms", first, again);
    QVERIFY2(first < 500 && again < 500, "taking a list in must not scale worse than linearly");
}

void TestEntryModels::hostileNamesStayExact()
{
    ToolModel model;
    model.setSnapshot(snapshot(ListKind::Tools, { R"({"name":"a\u202eb\u0000\ud800"})", R"({"name":""})", R"({"title":"no name"})" }));
    QString exact = QStringLiteral("a");
    exact += QChar(0x202e);
    exact += u'b';
    exact += QChar(0);
    exact += QChar(0xd800);
    QCOMPARE(model.index(0, 0).data(ExactTextRole).toString(), exact);
    QVERIFY(model.index(1, 0).data(EntryModel::KeyRole).isValid());
    QVERIFY(!model.index(2, 0).data(EntryModel::KeyRole).isValid());
}

QTEST_GUILESS_MAIN(TestEntryModels)
#include "tst_entrymodels.moc"
