// Lists and trees as they are used: the current row stays, copies are exact, empty views say why.
#include "models/toolmodel.h"
#include "models/tracemodel.h"
#include "ui/presentation/toolpresentation.h"
#include "ui/presentation/tracepresentation.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace assayer;

namespace {

json::Node node(const std::string &text)
{
    const auto parsed = json::Document::parse(text);
    return { *parsed, &(*parsed)->root() };
}

ListSnapshotPtr tools(int from, int to, int step = 1)
{
    auto made = std::make_shared<ListSnapshot>();
    for (int i = from; i < to; i += step)
        made->items.push_back({ node("{\"name\":\"tool_" + std::to_string(i) + "\"}"), static_cast<std::size_t>(i), 1, {} });
    return made;
}

struct ToolList {
    QTreeView view;
    ToolModel model;
    ToolPresentation dress;

    ToolList()
    {
        dress.setSourceModel(&model);
        view.setModel(&dress);
        dressList(&view);
        keepCurrentRow(&view);
    }
    QString current() const { return view.currentIndex().data().toString(); }
};

} // namespace

class TestViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void currentRowStays_data();
    void currentRowStays();
    void copyIsExact();
    void rowsAreOneHeight();
    void columnsFromASample();
    void columnsFollowTheRoom();
    void aSizedColumnEndsTheFitting();
    void placeholder();
    void treeGoesToPlaces();
    void treeCopiesExactly();
    void treeFinds();
    void treeExpandsToALimit();
    void treeMarks();
    void jumpsInAMillionRows();
};

void TestViews::currentRowStays_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("step");
    QTest::newRow("a few rows change") << 90 << 1;
    QTest::newRow("so many that the model resets") << 0 << 2;
}

void TestViews::currentRowStays()
{
    QFETCH(int, from);
    QFETCH(int, step);
    ToolList list;
    list.model.setSnapshot(tools(0, 400));
    list.view.setCurrentIndex(list.dress.index(200, 0));
    list.model.setSnapshot(tools(from, 400, step));
    QCOMPARE(list.current(), QStringLiteral("tool_200"));
    list.model.setFilter(QStringLiteral("tool_20"));
    QCOMPARE(list.current(), QStringLiteral("tool_200"));
    list.model.setFilter({});
    QCOMPARE(list.current(), QStringLiteral("tool_200"));
}

void TestViews::copyIsExact()
{
    ToolList list;
    auto made = std::make_shared<ListSnapshot>();
    made->items.push_back({ node(R"({"name":"a\u202eb"})"), 0, 1, {} });
    list.model.setSnapshot(made);
    QVERIFY(list.dress.index(0, 0).data().toString().contains(QStringLiteral("\\u202E")));
    list.view.setSelectionBehavior(QAbstractItemView::SelectItems);
    list.view.setCurrentIndex(list.dress.index(0, 0));
    QTest::keyClick(&list.view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a\u202eb"));
}

void TestViews::rowsAreOneHeight()
{
    ToolList list;
    auto made = std::make_shared<ListSnapshot>();
    made->items.push_back({ node(R"({"name":"a\nb\nc"})"), 0, 1, {} });
    made->items.push_back({ node("{\"name\":\"" + std::string(4'000, 'x') + "\"}"), 1, 1, {} });
    made->excluded.push_back({ node(R"({"name":"x"})"), 2, "x", "r", 1 });
    list.model.setSnapshot(made);
    list.view.resize(400, 300);
    list.view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list.view));
    const int height = EscapedDelegate::rowHeight(list.view.fontMetrics());
    for (int row = 0; row < list.dress.rowCount(); ++row)
        QCOMPARE(list.view.visualRect(list.dress.index(row, 0)).height(), height);
    list.view.selectAll();
    list.view.grab();
}

void TestViews::columnsFromASample()
{
    ToolList list;
    list.model.setSnapshot(tools(0, 10));
    sizeColumnsFromSample(&list.view);
    QVERIFY(list.view.columnWidth(0) >= list.view.fontMetrics().horizontalAdvance(QStringLiteral("tool_0")));
    QVERIFY(list.view.columnWidth(0) <= 41 * list.view.fontMetrics().averageCharWidth());
}

void TestViews::columnsFollowTheRoom()
{
    ToolList list;
    list.view.resize(900, 200);
    list.view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list.view));
    new ColumnFit(&list.view, list.view.header(), { { QString(12, u'n'), QString(12, u'n'), QString(12, u'n'), QString(12, u'n') }, { ToolModel::Name }, { ToolModel::Task, ToolModel::Hints } });
    const QHeaderView *header = list.view.header();
    const int usual = header->sectionSize(ToolModel::Output);
    QCOMPARE(header->length(), list.view.viewport()->width());
    QVERIFY(header->sectionSize(ToolModel::Name) > usual); // what is left over
    list.view.resize(4 * usual - 10, 200);
    QCOMPARE(header->length(), list.view.viewport()->width());
    QVERIFY(header->sectionSize(ToolModel::Name) < usual);
    QCOMPARE(header->sectionSize(ToolModel::Output), usual);
    list.view.resize(3 * usual, 200);
    QVERIFY(header->isSectionHidden(ToolModel::Task));
    QVERIFY(!header->isSectionHidden(ToolModel::Hints));
    QVERIFY(header->length() <= list.view.viewport()->width());
    list.view.resize(2 * usual, 200);
    QVERIFY(header->isSectionHidden(ToolModel::Hints));
    list.view.resize(900, 200);
    QVERIFY(!header->isSectionHidden(ToolModel::Task));
    QVERIFY(!header->isSectionHidden(ToolModel::Hints));
    QCOMPARE(header->length(), list.view.viewport()->width());
}

void TestViews::aSizedColumnEndsTheFitting()
{
    ToolList list;
    list.view.resize(300, 200);
    list.view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list.view));
    auto *fit = new ColumnFit(&list.view, list.view.header(), { QStringList(4, QString(14, u'n')), { ToolModel::Name }, { ToolModel::Task, ToolModel::Hints } });
    QVERIFY(list.view.isColumnHidden(ToolModel::Task));
    list.view.header()->resizeSection(ToolModel::Name, 140);
    QVERIFY(!list.view.isColumnHidden(ToolModel::Task)); // nothing is out of reach
    list.view.resize(900, 200);
    QCOMPARE(list.view.columnWidth(ToolModel::Name), 140);
    fit->fitAgain();
    QVERIFY(list.view.columnWidth(ToolModel::Name) > 140);
}

void TestViews::placeholder()
{
    ToolList list;
    Placeholder words(&list.view);
    words.setWords(QStringLiteral("Not connected. Tools appear here after <Connect>."));
    list.view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list.view));
    QVERIFY(words.isVisible());
    QCOMPARE(words.textFormat(), Qt::PlainText);
    list.model.setSnapshot(tools(0, 1));
    QVERIFY(!words.isVisible());
    list.model.setFilter(QStringLiteral("foo"));
    QVERIFY(words.isVisible());
}

void TestViews::treeGoesToPlaces()
{
    JsonTreeView tree;
    tree.setRoot(node(R"({"tools":[{"name":"a"},{"name":"b","x":[1,2]}]})"));
    QSignalSpy selected(&tree, &JsonTreeView::placeSelected);
    tree.showPointer(QStringLiteral("/tools/1/x/0"));
    QCOMPARE(tree.currentPointer(), QStringLiteral("/tools/1/x/0"));
    QVERIFY(tree.isExpanded(tree.currentIndex().parent()));
    QCOMPARE(selected.count(), 0); // by the program
    QTest::keyClick(&tree, Qt::Key_Down);
    QCOMPARE(tree.currentPointer(), QStringLiteral("/tools/1/x/1"));
    QCOMPARE(selected.count(), 1);
    QCOMPARE(selected.first().at(1).toULongLong() - selected.first().at(0).toULongLong(), 1u);
    tree.showOffset(selected.first().at(0).toULongLong() - 2);
    QCOMPARE(tree.currentPointer(), QStringLiteral("/tools/1/x/0"));
}

void TestViews::treeCopiesExactly()
{
    JsonTreeView tree;
    tree.setRoot(node(R"({"a/b":[1.0, "\u0041"]})"));
    tree.showPointer(QStringLiteral("/a~1b"));
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral(R"([1.0, "\u0041"])"));
    QTest::keyClick(&tree, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("/a~1b"));
    tree.showPointer(QStringLiteral("/a~1b/1"));
    tree.copyDecoded();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("A"));
}

void TestViews::treeFinds()
{
    JsonTreeView tree;
    tree.setRoot(node(R"({"a":{"x":"needle"},"b":["Needle"]})"));
    QVERIFY(tree.find(QStringLiteral("needle")));
    QCOMPARE(tree.currentPointer(), QStringLiteral("/a/x"));
    QTest::keyClick(&tree, Qt::Key_F3);
    QCOMPARE(tree.currentPointer(), QStringLiteral("/b/0"));
    QTest::keyClick(&tree, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(tree.currentPointer(), QStringLiteral("/a/x"));
    QVERIFY(!tree.find(QStringLiteral("nowhere")));
}

void TestViews::treeExpandsToALimit()
{
    std::string text = "[";
    for (int i = 0; i < 200; ++i)
        text += i ? ",[1]" : "[1]";
    text += "]";
    JsonTreeView tree;
    tree.setRoot(node(text));
    QSignalSpy stopped(&tree, &JsonTreeView::expandStopped);
    tree.setCurrentIndex(tree.model()->index(0, 0));
    tree.expandBelow();
    QCOMPARE(stopped.count(), 0);
    std::string big = "[";
    for (int i = 0; i < 200; ++i) {
        big += i ? ",[1" : "[1";
        for (int j = 0; j < 99; ++j)
            big += ",1";
        big += "]";
    }
    tree.setRoot(node(big + "]"));
    tree.setCurrentIndex(tree.model()->index(0, 0));
    tree.expandBelow();
    QCOMPARE(stopped.count(), 1);
    QVERIFY(stopped.first().first().toInt() >= JsonTreeView::ExpandRows);
}

void TestViews::treeMarks()
{
    JsonTreeView tree;
    tree.setRoot(node(R"({"a":7})"));
    tree.tree()->setMarks({ { QStringLiteral("/a"), Severity::Error, QStringLiteral("expected string") } });
    tree.showPointer(QStringLiteral("/a"));
    QSignalSpy activated(&tree, &JsonTreeView::markActivated);
    QTest::keyClick(&tree, Qt::Key_Return);
    QCOMPARE(activated.first().first().toString(), QStringLiteral("/a"));
    tree.resize(500, 200);
    tree.grab();
}

void TestViews::jumpsInAMillionRows()
{
    auto log = std::make_shared<TraceLog>();
    const Frame frame = Frame::now(FrameType::Line, Direction::In, Channel::Stdout, "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n");
    for (int i = 0; i < 1'000'000; ++i)
        log->record(frame);
    auto analyzer = std::make_shared<TraceAnalyzer>(*log);
    TraceModel model;
    TracePresentation dress;
    dress.setSourceModel(&model);
    QTableView view;
    dressTable(&view);
    view.setModel(&dress);
    keepCurrentRow(&view);
    view.resize(1'000, 600);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QElapsedTimer clock;
    clock.start();
    model.setTrace(log, analyzer);
    view.grab();
    qInfo("first picture %lld ms", clock.restart());
    QTRY_COMPARE(dress.rowCount(), 1'000'000); // told of in turns of their own
    for (int jump = 1; jump <= 20; ++jump) {
        view.scrollTo(dress.index(jump * 49'999, 0));
        view.grab();
    }
    qInfo("a jump and its picture: %lld ms", clock.restart() / 20);
    view.setCurrentIndex(dress.index(500'000, 0));
    log->record(frame);
    model.advance();
    QTRY_COMPARE(dress.rowCount(), 1'000'001);
    QCOMPARE(view.currentIndex().row(), 500'000);
}

QTEST_MAIN(TestViews)
#include "tst_views.moc"
