// Where there is little room: tabs, columns, forms and results give way in a known order, and nothing is cut without a way to it.
#include "windowharness.h"

#include "ui/presentation/framedstyle.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/hexview.h"
#include "ui/widgets/jsonedit.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace assayer;
using namespace assayer::test;

class TestLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void tabsLoseTheirCountsBeforeTheyAreCut();
    void listsShowEveryColumnThatTheyKeep_data();
    void listsShowEveryColumnThatTheyKeep();
    void widthsOfTheUserAreKept();
    void footerIsWhole();
    void recordsBytesDoNotStandBehindItsTree();
    void formTakesWhatItNeeds();
    void lowestWindowOverlapsNothing();
    void fixedFontsGrowWithTheText();
    void blocksStandBesideTheirContentWhereItIsLow();
    void wordsOfAFaultAreInSight_data();
    void wordsOfAFaultAreInSight();
    void malformedRowsAreSortedByEveryColumn();
    void profileShowsTheFieldsOfItsTransport();

private:
    void resize(int width, int height);
    template<class Widget>
    Widget *find(const char *name) const
    {
        return m_harness->find<Widget>(name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestLayout::init()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    QVERIFY(m_harness->connectToDemo());
}

void TestLayout::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

/// Layouts and what they ask for later have settled when this returns.
void TestLayout::resize(int width, int height)
{
    m_harness->window().resize(width, height);
    for (int turn = 0; turn < 5; ++turn)
        QTest::qWait(10);
}

void TestLayout::tabsLoseTheirCountsBeforeTheyAreCut()
{
    auto *tabs = find<QTabBar>("pageTabs");
    resize(1600, 1000);
    QVERIFY(tabs->tabText(1).contains(QLatin1String("Tools 2")));
    resize(1024, 700);
    QTRY_VERIFY2(tabs->sizeHint().width() <= tabs->width(), qPrintable(QStringLiteral("%1 in %2").arg(tabs->sizeHint().width()).arg(tabs->width())));
    QVERIFY(tabs->tabText(1).endsWith(QLatin1Char('!')));
    QVERIFY(!tabs->tabIcon(1).isNull());
    resize(1600, 1000);
    QTRY_VERIFY(tabs->tabText(1).contains(QLatin1String("Tools 2")));
}

void TestLayout::listsShowEveryColumnThatTheyKeep_data()
{
    QTest::addColumn<PageId>("page");
    QTest::addColumn<QString>("view");
    QTest::addColumn<int>("width");
    for (const int width : { 1024, 1280, 1600 }) {
        const auto row = [width](const char *view, PageId page) { QTest::addRow("%s at %d", view, width) << page << QString::fromLatin1(view) << width; };
        row("toolsView", PageId::Tools);
        row("resourcesView", PageId::Resources);
        row("templatesView", PageId::Templates);
        row("promptsView", PageId::Prompts);
        row("malformedView", PageId::Malformed);
        row("findingsView", PageId::FindingList);
        row("negotiationView", PageId::Server);
    }
}

void TestLayout::listsShowEveryColumnThatTheyKeep()
{
    QFETCH(PageId, page);
    QFETCH(QString, view);
    QFETCH(int, width);
    m_harness->window().showPage(page);
    resize(width, width < 1280 ? 700 : 900);
    auto *list = m_harness->window().findChild<QTreeView *>(view);
    QVERIFY(list);
    QTRY_VERIFY2(list->header()->length() <= list->viewport()->width(), qPrintable(QStringLiteral("%1 in %2").arg(list->header()->length()).arg(list->viewport()->width())));
    QVERIFY(!list->horizontalScrollBar()->isVisible());
    if (view == QLatin1String("toolsView") && width >= 1280)
        QVERIFY(!list->isColumnHidden(3)); // whether the output is checked
}

void TestLayout::widthsOfTheUserAreKept()
{
    m_harness->window().showPage(PageId::Malformed);
    resize(1280, 900);
    auto *list = find<QTreeView>("malformedView");
    list->header()->resizeSection(2, 222);
    QVERIFY(!list->header()->property(fitsRoomProperty).toBool());
    resize(1600, 1000);
    QCOMPARE(list->header()->sectionSize(2), 222);
    m_harness->state().savePanes(m_harness->window());
    // A view of that name that is made anew has them, one that the user left alone shares the room as it is then.
    QWidget root;
    auto *again = new QTreeView(&root);
    again->setObjectName(QStringLiteral("malformedView"));
    again->setModel(list->model());
    new ColumnFit(again, again->header(), { QStringList(8, QStringLiteral("name")), { 2 }, {} });
    m_harness->state().restorePanes(root);
    QVERIFY(!again->header()->property(fitsRoomProperty).toBool());
    QCOMPARE(again->header()->sectionSize(2), 222);
    m_harness->window().showPage(PageId::Tools);
    QVERIFY(find<QTreeView>("toolsView")->header()->property(fitsRoomProperty).toBool());
}

void TestLayout::footerIsWhole()
{
    m_harness->window().showPage(PageId::Prompts);
    resize(1024, 700);
    auto *footer = find<QLabel>("promptsFooter");
    QVERIFY(footer->text().contains(QLatin1String("2 prompts")));
    QTRY_VERIFY2(footer->height() >= footer->heightForWidth(footer->width()), qPrintable(footer->text()));
}

void TestLayout::recordsBytesDoNotStandBehindItsTree()
{
    resize(1024, 700);
    auto *tabs = find<QTabWidget>("traceDetailTabs");
    QTRY_VERIFY(tabs->indexOf(find<QWidget>("recordBytesPane")) >= 0);
    QVERIFY(find<QWidget>("recordTreeTab")->isVisible());
    QVERIFY(!find<QWidget>("recordBytesPane")->isVisible());
    tabs->setCurrentWidget(find<QWidget>("recordBytesPane"));
    QVERIFY(find<QWidget>("recordBytesPane")->isVisible());
    tabs->setCurrentIndex(0);
    resize(1600, 1000);
    QTRY_VERIFY(find<QWidget>("recordBytesPane")->isVisible());
}

void TestLayout::formTakesWhatItNeeds()
{
    resize(1024, 700);
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("search_notes")));
    QTest::qWait(50);
    const int three = find<QWidget>("argumentsPane")->height();
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("show_content")));
    QTRY_VERIFY2(find<QWidget>("argumentsPane")->height() < three, "no field needs less than three");
    QVERIFY(find<QPushButton>("callButton")->isVisible());
    auto *splitter = find<QSplitter>("toolCallSplitter");
    splitter->setSizes({ 200, splitter->height() - 200 });
    Q_EMIT splitter->splitterMoved(200, 1);
    const int chosen = find<QWidget>("argumentsPane")->height();
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("search_notes")));
    QTest::qWait(50);
    QCOMPARE(find<QWidget>("argumentsPane")->height(), chosen);
}

void TestLayout::lowestWindowOverlapsNothing()
{
    resize(800, 560);
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("search_notes")));
    resize(800, 560);
    const auto area = [this](const char *name) {
        const auto *widget = find<QWidget>(name);
        return QRect(widget->mapTo(&m_harness->window(), QPoint()), widget->size());
    };
    const char *const parts[] = { "argumentForm", "argumentProblems", "callButton", "resultStack", "toolTitle" };
    for (const char *one : parts) {
        QTRY_VERIFY2(find<QWidget>(one)->isVisible(), one);
        QTRY_VERIFY2(area(one).height() >= find<QWidget>("callButton")->fontMetrics().height(), one);
        for (const char *other : parts)
            QTRY_VERIFY2(one == other || !area(one).intersects(area(other)), qPrintable(QLatin1String(one) + QStringLiteral(" and ") + QLatin1String(other)));
    }
    QVERIFY(area("callButton").bottom() <= area("traceDock").top());
}

void TestLayout::fixedFontsGrowWithTheText()
{
    const QFont usual = QApplication::font();
    const auto heights = [] {
        const ExactTextView text;
        const HexView bytes;
        const JsonEdit json;
        return QList<int> { text.fontMetrics().height(), bytes.fontMetrics().height(), json.fontMetrics().height() };
    };
    const QList<int> before = heights();
    QFont large = usual;
    large.setPointSizeF(usual.pointSizeF() * 2);
    QApplication::setFont(large);
    const QList<int> after = heights();
    QApplication::setFont(usual);
    for (qsizetype i = 0; i < before.size(); ++i)
        QVERIFY2(after[i] > before[i] * 3 / 2, qPrintable(QStringLiteral("%1: %2, %3").arg(i).arg(before[i]).arg(after[i])));
}

void TestLayout::blocksStandBesideTheirContentWhereItIsLow()
{
    resize(1024, 700);
    QVERIFY(m_harness->show(PageId::Tools, QStringLiteral("show_content")));
    m_harness->action("actionAct")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("resultStatus")->text().startsWith(QLatin1String("OK")), 20'000);
    auto *splitter = find<QSplitter>("resultContentSplitter");
    QTRY_COMPARE(splitter->orientation(), Qt::Horizontal);
    auto *blocks = find<QListView>("resultContentView");
    QTRY_VERIFY2(blocks->viewport()->height() >= 3 * blocks->sizeHintForRow(0), qPrintable(QString::number(blocks->viewport()->height())));
    QVERIFY2(blocks->model()->index(1, 0).data().toString().contains(QLatin1String("image/png")), qPrintable(blocks->model()->index(1, 0).data().toString()));
    resize(1600, 1000);
    QTRY_COMPARE(splitter->orientation(), Qt::Vertical);
}

void TestLayout::wordsOfAFaultAreInSight_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("small") << 1024;
    QTest::newRow("large") << 1600;
}

void TestLayout::wordsOfAFaultAreInSight()
{
    QFETCH(int, width);
    m_harness->window().showPage(PageId::Malformed);
    resize(width, 800);
    auto *view = find<QTreeView>("malformedView");
    auto *raw = find<ExactTextView>("malformedRaw");
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        view->setCurrentIndex(view->model()->index(row, 0));
        QVERIFY(!raw->marks().empty());
        raw->grab();
        QTest::qWait(10);
        QVERIFY2(!raw->horizontalScrollBar()->isVisible(), qPrintable(QString::number(row)));
    }
}

void TestLayout::malformedRowsAreSortedByEveryColumn()
{
    m_harness->window().showPage(PageId::Malformed);
    resize(1280, 900);
    auto *view = find<QTreeView>("malformedView");
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        QStringList orders[2];
        for (const Qt::SortOrder order : { Qt::AscendingOrder, Qt::DescendingOrder }) {
            view->sortByColumn(column, order);
            for (int row = 0; row < view->model()->rowCount(); ++row)
                orders[order] += view->model()->index(row, column).data().toString();
        }
        QCOMPARE(orders[0].size(), 4);
        QStringList backward = orders[1];
        std::reverse(backward.begin(), backward.end());
        QCOMPARE(backward, orders[0]);
    }
}

void TestLayout::profileShowsTheFieldsOfItsTransport()
{
    m_harness->action("actionNew")->trigger();
    QTRY_VERIFY(find<QLineEdit>("profileCommand")->isVisible());
    QVERIFY(find<QTableView>("profileArguments")->isVisible());
    QVERIFY(find<QLabel>("profileArgumentsPlaceholder")->isVisible()); // an empty table says why
    QVERIFY(!find<QLineEdit>("profileUrl")->isVisible());
    QVERIFY(!find<QLabel>("profileUrlLabel")->isVisible());
    find<QRadioButton>("profileHttp")->click();
    QVERIFY(find<QLineEdit>("profileUrl")->isVisible());
    QVERIFY(!find<QLineEdit>("profileCommand")->isVisible());
    QVERIFY(!find<QTableView>("profileArguments")->isVisible());
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestLayout test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_layout.moc"
