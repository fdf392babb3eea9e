// The trace dock by hand: linked panes, follow, filter help, marks, comments, columns, times, colours; all by object names.
#include "../unit/trace/tracebuilder.h"
#include "windowharness.h"

#include "models/tracemodel.h"
#include "ui/desk.h"
#include "ui/panes/filtersuggestions.h"
#include "ui/presentation/presentation.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/hexview.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/timelineview.h"
#include "ui/widgets/timingbar.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTableWidget>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

namespace {

const QByteArray callRequest = R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_notes","arguments":{"query":"x"},"_meta":{"progressToken":7}}})";

/// initialize, a list, a call with progress and an answer in two data lines, and a call that fails.
QByteArray session()
{
    TraceBuilder builder;
    builder.post(1, initializeRequest(), initializeAnswer());
    builder.post(2, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"search_notes","inputSchema":{"type":"object"}}]}})");
    builder.head(Direction::Out, 3, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer abcdefgh12345678\r\n\r\n");
    builder.body(Direction::Out, 3, callRequest);
    builder.head(Direction::In, 3, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    builder.event(3, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,\"progress\":1}}\n\n");
    builder.event(3, "data: {\"jsonrpc\":\"2.0\",\"id\":7,\ndata: \"result\":{\"content\":[],\"isError\":true}}\n\n");
    builder.post(4, R"({"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"nothing"}})", R"({"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"Unknown tool"}})");
    return builder.file();
}

/// Rows as painted that end so: long lines take several rows.
int rowsWith(const ExactTextView &view, const QString &end)
{
    int found = 0;
    for (qint64 row = 0; row < view.rowCount(); ++row)
        found += view.rowText(row).endsWith(end) ? 1 : 0;
    return found;
}

} // namespace

class TestTracePane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void panesSelectEachOther();
    void bytesAsTextShowFraming();
    void exchangeIsFollowedAndLeft();
    void filterForThis_data();
    void filterForThis();
    void filterForANode();
    void problemStandsUnderItsPlace();
    void suggestions_data();
    void suggestions();
    void suggestionsAreChosenByKeys_data();
    void suggestionsAreChosenByKeys();
    void suggestionsLeaveOtherKeysAlone();
    void filterIsSavedUsedAndRemoved();
    void marksAndComments();
    void timesCountFromAReference();
    void columnsAreChosenAndRemembered();
    void colourRulesColourAndAreKept();
    void timelineAndStatistics();
    void clearedRecordsComeBack();
    void panesStandBelowWhereThereIsHeight();
    void contextMenuHoldsTheActs();
    void damagedFileSaysWhatIsMissing();

private:
    void open(const QByteArray &file);
    void type(const QString &filter);
    void go(quint64 seq);
    template<class Widget>
    Widget *find(const char *name) const
    {
        return m_harness->find<Widget>(name);
    }
    QAbstractItemModel *rows() const { return find<QTableView>("traceView")->model(); }
    QString cell(int row, int column) const { return rows()->index(row, column).data().toString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestTracePane::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestTracePane::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

void TestTracePane::open(const QByteArray &contents)
{
    QFile file(m_folder->filePath(QStringLiteral("session.mcptrace")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(contents), contents.size());
    file.close();
    m_harness->window().openPath(file.fileName());
    Desk *desk = m_harness->window().currentDesk();
    QVERIFY(desk && desk->isTrace());
    auto *view = find<QTableView>("traceView");
    QTRY_VERIFY(view->model()->rowCount() > 2);
    // Facts come from another thread.
    QTRY_VERIFY(view->model()->index(0, 0).data(TraceModel::KindRole).toInt() != 0 || view->model()->index(1, 0).data(TraceModel::KindRole).toInt() != 0);
}

void TestTracePane::type(const QString &filter)
{
    auto *field = find<FilterEdit>("traceFilter");
    field->setFocus();
    field->setText(filter);
    QTest::keyClick(field, Qt::Key_Return);
}

void TestTracePane::go(quint64 seq)
{
    m_harness->window().showRecord(seq);
    QCOMPARE(find<QTableView>("traceView")->currentIndex().data(FrameRole).toULongLong(), seq);
}

void TestTracePane::panesSelectEachOther()
{
    open(session());
    go(10); // the call's body
    auto *tree = find<JsonTreeView>("recordTree");
    auto *text = find<ExactTextView>("recordText");
    auto *bytes = find<HexView>("recordBytes");
    QCOMPARE(text->text(), callRequest);
    const qsizetype at = callRequest.indexOf("\"search_notes\"");
    const std::pair<qsizetype, qsizetype> place { at, at + 14 };
    tree->showPointer(QStringLiteral("/params"));
    QTest::keyClick(tree, Qt::Key_Right);
    QTest::keyClick(tree, Qt::Key_Down); // /params/name
    QCOMPARE(tree->currentPointer(), QStringLiteral("/params/name"));
    QCOMPARE(bytes->selection(), place);
    QCOMPARE(text->selectedBytes(), QByteArray("\"search_notes\""));
    // From the bytes: the caret goes to the query, the others follow.
    bytes->select(callRequest.indexOf("\"x\""), callRequest.indexOf("\"x\""));
    QTest::keyClick(bytes, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(tree->currentPointer(), QStringLiteral("/params/arguments/query"));
    QCOMPARE(text->selectedBytes(), QByteArray("\""));
    // From the text.
    text->showRange(static_cast<quint32>(callRequest.indexOf("7")), static_cast<quint32>(callRequest.indexOf("7")));
    QTest::keyClick(text, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(tree->currentPointer(), QStringLiteral("/id"));
    QCOMPARE(bytes->bytes().mid(bytes->selection().first, 1), QByteArray("7"));
    QVERIFY(find<QLabel>("recordPlace")->text().contains(QLatin1String("offset 0x")));
}

void TestTracePane::bytesAsTextShowFraming()
{
    open(session());
    go(13); // the answer in two data lines
    auto *tree = find<JsonTreeView>("recordTree");
    auto *bytes = find<HexView>("recordBytes");
    tree->showPointer(QStringLiteral("/result"));
    QTest::keyClick(tree, Qt::Key_Right);
    QTest::keyClick(tree, Qt::Key_Down);
    QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(tree->currentPointer(), QStringLiteral("/result/isError"));
    QCOMPARE(bytes->bytes().mid(bytes->selection().first, bytes->selection().second - bytes->selection().first), QByteArray("true"));
    find<QToolButton>("recordLinesButton")->click();
    auto *lines = find<ExactTextView>("recordLines");
    QCOMPARE(lines->text(), bytes->bytes());
    QCOMPARE(rowsWith(*lines, QStringLiteral("\\n")), 3);
    QCOMPARE(lines->selectedBytes(), QByteArray("true"));
    go(9); // a head
    QCOMPARE(rowsWith(*lines, QStringLiteral("\\r\\n")), 4);
    m_harness->action("actionMaximizeTrace")->trigger();
    QTRY_VERIFY(find<QLabel>("recordFraming")->text().contains(QLatin1String("CRLF")));
    QVERIFY(find<QLabel>("recordFraming")->text().contains(QLatin1String("no BOM")));
    QCOMPARE(find<TimingBar>("recordTiming")->phases().size(), 3);
    m_harness->action("actionMaximizeTrace")->trigger();
}

void TestTracePane::exchangeIsFollowedAndLeft()
{
    open(session());
    const int all = rows()->rowCount();
    go(13);
    m_harness->action("actionFollowExchange")->trigger();
    auto *bar = find<NoticeBar>("traceFollowBar");
    QTRY_VERIFY(bar->isVisible());
    QVERIFY2(bar->words().startsWith(QLatin1String("Exchange of record 13, ")), qPrintable(bar->words()));
    QVERIFY(rows()->rowCount() < all);
    QCOMPARE(find<QTableView>("traceView")->currentIndex().data(FrameRole).toULongLong(), 13u);
    for (int row = 0; row < rows()->rowCount(); ++row)
        QVERIFY(rows()->index(row, 0).data(FrameRole).toULongLong() >= 9 && rows()->index(row, 0).data(FrameRole).toULongLong() <= 13);
    find<QPushButton>("traceFollowBarBackButton")->click();
    QCOMPARE(rows()->rowCount(), all);
    QVERIFY(!bar->isVisible());
    QCOMPARE(find<QTableView>("traceView")->currentIndex().data(FrameRole).toULongLong(), 13u);
}

void TestTracePane::filterForThis_data()
{
    QTest::addColumn<quint64>("seq");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("expression");
    QTest::newRow("method") << quint64(10) << int(TraceModel::Method) << QStringLiteral("method == tools/call");
    QTest::newRow("head") << quint64(9) << int(TraceModel::Method) << QStringLiteral("type == head");
    QTest::newRow("direction") << quint64(10) << int(TraceModel::Dir) << QStringLiteral("direction == out");
    QTest::newRow("channel") << quint64(10) << int(TraceModel::ChannelColumn) << QStringLiteral("channel == http");
    QTest::newRow("id") << quint64(10) << int(TraceModel::Id) << QStringLiteral("id == 7");
    QTest::newRow("no id") << quint64(9) << int(TraceModel::Id) << QStringLiteral("not id");
    QTest::newRow("tool") << quint64(10) << int(TraceModel::Target) << QStringLiteral("tool == search_notes");
    QTest::newRow("status") << quint64(13) << int(TraceModel::Status) << QStringLiteral("status == tool-error");
    QTest::newRow("http status") << quint64(11) << int(TraceModel::Status) << QStringLiteral("http.status == 200");
    QTest::newRow("duration") << quint64(13) << int(TraceModel::Duration) << QStringLiteral("duration >= 3000us");
    QTest::newRow("size") << quint64(10) << int(TraceModel::Size) << QStringLiteral("size == %1").arg(callRequest.size());
    QTest::newRow("number") << quint64(10) << int(TraceModel::Seq) << QStringLiteral("seq == 10");
}

void TestTracePane::filterForThis()
{
    QFETCH(quint64, seq);
    QFETCH(int, column);
    QFETCH(QString, expression);
    open(session());
    go(seq);
    auto *view = find<QTableView>("traceView");
    view->setCurrentIndex(view->currentIndex().siblingAtColumn(column));
    const int all = rows()->rowCount();
    m_harness->action("actionFilterFor")->trigger();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), expression);
    QVERIFY(!find<FilterEdit>("traceFilter")->hasProblem());
    QTRY_VERIFY(rows()->rowCount() < all || expression == QLatin1String("channel == http"));
    QCOMPARE(view->currentIndex().data(FrameRole).toULongLong(), seq); // the record stays
    type({});
    QTRY_COMPARE(rows()->rowCount(), all);
    go(seq);
    view->setCurrentIndex(view->currentIndex().siblingAtColumn(column));
    m_harness->action("actionFilterNot")->trigger();
    const QString negated = expression.startsWith(QLatin1String("not ")) ? expression.mid(4) : QStringLiteral("not ") + expression;
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), negated);
    QTRY_VERIFY(rows()->rowCount() < all);
}

void TestTracePane::filterForANode()
{
    open(session());
    go(10);
    auto *tree = find<JsonTreeView>("recordTree");
    find<QTabWidget>("traceDetailTabs")->setCurrentIndex(0);
    QApplication::setActiveWindow(&m_harness->window());
    tree->setFocus();
    QTRY_VERIFY(tree->hasFocus());
    tree->showPointer(QStringLiteral("/params/arguments/query"));
    m_harness->action("actionFilterFor")->trigger();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("json.\"/params/arguments/query\" == \"x\""));
    QTRY_COMPARE(rows()->rowCount(), 1);
    tree->setFocus();
    tree->showPointer(QStringLiteral("/params"));
    m_harness->action("actionFilterNot")->trigger();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("json.\"/params/arguments/query\" == \"x\" and not json.\"/params\""));
    QTRY_COMPARE(rows()->rowCount(), 0);
    type(QStringLiteral("id == 7 or id == 8"));
    QTRY_COMPARE(rows()->rowCount(), 4);
    go(10);
    auto *view = find<QTableView>("traceView");
    view->setFocus();
    view->setCurrentIndex(view->currentIndex().siblingAtColumn(TraceModel::Dir));
    m_harness->action("actionFilterFor")->trigger();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("(id == 7 or id == 8) and direction == out"));
    QTRY_COMPARE(rows()->rowCount(), 2);
}

void TestTracePane::problemStandsUnderItsPlace()
{
    open(session());
    const int all = rows()->rowCount();
    type(QStringLiteral("method == tools/call and and id == 7"));
    auto *words = find<QLabel>("traceFilterError");
    QVERIFY(words->isVisible());
    QVERIFY2(words->text().startsWith(u'^') && words->text().endsWith(QLatin1String("column 26")), qPrintable(words->text()));
    const int caret = words->contentsMargins().left();
    const int wanted = xOfCharacter(*find<FilterEdit>("traceFilter"), 25);
    QVERIFY2(std::abs(caret - wanted) < 12, qPrintable(QStringLiteral("%1, not %2").arg(caret).arg(wanted)));
    QVERIFY(find<FilterEdit>("traceFilter")->hasProblem());
    QCOMPARE(rows()->rowCount(), all);
    type(QStringLiteral("isError\":true"));
    QVERIFY(words->isVisible());
    find<QToolButton>("traceFindTextButton")->click();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("text contains \"isError\\\":true\""));
    QTRY_COMPARE(rows()->rowCount(), 1);
    type(QStringLiteral("id == 7"));
    QVERIFY(!words->isVisible());
    QTRY_COMPARE(rows()->rowCount(), 2);
}

void TestTracePane::suggestions_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("completed");
    QTest::newRow("field") << QStringLiteral("dur") << QStringLiteral("duration");
    QTest::newRow("value") << QStringLiteral("status == tool") << QStringLiteral("status == tool-error");
    QTest::newRow("method") << QStringLiteral("method == tools/c") << QStringLiteral("method == tools/call");
    QTest::newRow("word") << QStringLiteral("tool an") << QStringLiteral("tool and");
    QTest::newRow("field behind and") << QStringLiteral("tool and meth") << QStringLiteral("tool and method");
    QTest::newRow("in a set") << QStringLiteral("channel in {http, stde") << QStringLiteral("channel in {http, stderr");
}

void TestTracePane::suggestions()
{
    QFETCH(QString, typed);
    QFETCH(QString, completed);
    open(session());
    auto *field = find<FilterEdit>("traceFilter");
    field->setFocus();
    QTest::keyClicks(field, typed);
    QWidget *popup = nullptr;
    QTRY_VERIFY((popup = QApplication::activePopupWidget()) && popup->isVisible());
    const auto *list = qobject_cast<QAbstractItemView *>(popup);
    QVERIFY(list && list->model()->rowCount() > 0);
    const QString word = list->model()->index(0, 0).data().toString();
    QVERIFY2(!word.isEmpty() && completed.endsWith(word), qPrintable(word));
}

void TestTracePane::suggestionsAreChosenByKeys_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<QString>("completed");
    QTest::newRow("first by Down and Return") << QStringLiteral("dur") << QList<int> { Qt::Key_Down, Qt::Key_Return } << QStringLiteral("duration");
    QTest::newRow("first by Tab") << QStringLiteral("status == rp") << QList<int> { Qt::Key_Tab } << QStringLiteral("status == rpc-error");
    QTest::newRow("second") << QStringLiteral("method == tools/") << QList<int> { Qt::Key_Down, Qt::Key_Down, Qt::Key_Return } << QStringLiteral("method == tools/list");
    QTest::newRow("second by Tab") << QStringLiteral("method == tools/") << QList<int> { Qt::Key_Down, Qt::Key_Down, Qt::Key_Tab } << QStringLiteral("method == tools/list");
    QTest::newRow("behind and") << QStringLiteral("id == 7 and kin") << QList<int> { Qt::Key_Down, Qt::Key_Enter } << QStringLiteral("id == 7 and kind");
    QTest::newRow("closed by Esc") << QStringLiteral("dur") << QList<int> { Qt::Key_Escape } << QStringLiteral("dur");
}

void TestTracePane::suggestionsAreChosenByKeys()
{
    QFETCH(QString, typed);
    QFETCH(QList<int>, keys);
    QFETCH(QString, completed);
    open(session());
    auto *field = find<FilterEdit>("traceFilter");
    field->setFocus();
    QTest::keyClicks(field, typed);
    QTRY_VERIFY(QApplication::activePopupWidget());
    for (const int key : keys)
        QTest::keyClick(QApplication::activePopupWidget(), static_cast<Qt::Key>(key));
    QTRY_VERIFY(!QApplication::activePopupWidget());
    QCOMPARE(field->text(), completed);
    QCOMPARE(field->cursorPosition(), static_cast<int>(completed.size()));
    QTRY_VERIFY(field->hasFocus());
}

/// What was typed in full is applied by Return although suggestions are open, and Tab leaves the field where none are.
void TestTracePane::suggestionsLeaveOtherKeysAlone()
{
    open(session());
    const int all = rows()->rowCount();
    auto *field = find<FilterEdit>("traceFilter");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("tool"));
    QTRY_VERIFY(QApplication::activePopupWidget() || field->text() == QLatin1String("tool"));
    QTest::keyClick(QApplication::activePopupWidget() ? QApplication::activePopupWidget() : field, Qt::Key_Return);
    QTRY_VERIFY(rows()->rowCount() < all);
    QCOMPARE(field->text(), QStringLiteral("tool"));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Tab);
    QVERIFY(!field->hasFocus());
    QCOMPARE(field->text(), QStringLiteral("tool"));
}

void TestTracePane::filterIsSavedUsedAndRemoved()
{
    open(session());
    auto *menu = m_harness->window().findChild<QMenu *>(QStringLiteral("traceSavedMenu"));
    QVERIFY(menu);
    type(QStringLiteral("id == 7"));
    Q_EMIT menu->aboutToShow();
    auto *save = menu->findChild<QAction *>(QStringLiteral("traceSaveFilter"));
    QVERIFY(save->isEnabled());
    save->trigger();
    auto *dialog = m_harness->window().findChild<QInputDialog *>(QStringLiteral("saveFilterDialog"));
    QVERIFY(dialog);
    dialog->setTextValue(QStringLiteral("the call"));
    dialog->accept();
    type({});
    QVERIFY(m_harness->preferences().settings().value(QStringLiteral("trace/filters/1/text")).toString() == QLatin1String("id == 7"));
    Q_EMIT menu->aboutToShow();
    const auto named = [menu](const QString &name) {
        for (QAction *action : menu->actions()) {
            if (action->text() == name)
                return action;
        }
        return static_cast<QAction *>(nullptr);
    };
    QVERIFY(named(QStringLiteral("the call")));
    named(QStringLiteral("the call"))->trigger();
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("id == 7"));
    QTRY_COMPARE(rows()->rowCount(), 2);
    Q_EMIT menu->aboutToShow();
    menu->findChild<QMenu *>(QStringLiteral("traceRemoveFilterMenu"))->actions().first()->trigger();
    Q_EMIT menu->aboutToShow();
    QVERIFY(!named(QStringLiteral("the call")));
    find<QPushButton>("traceUndoBarUndoButton")->click();
    Q_EMIT menu->aboutToShow();
    QVERIFY(named(QStringLiteral("the call")));
}

void TestTracePane::marksAndComments()
{
    open(session());
    go(10);
    m_harness->action("actionMark")->trigger();
    QCOMPARE(cell(9, TraceModel::Marked), QStringLiteral("*"));
    go(3);
    m_harness->action("actionMark")->trigger();
    m_harness->action("actionNextMark")->trigger();
    auto *view = find<QTableView>("traceView");
    QCOMPARE(view->currentIndex().data(FrameRole).toULongLong(), 10u);
    m_harness->action("actionNextMark")->trigger(); // wraps
    QCOMPARE(view->currentIndex().data(FrameRole).toULongLong(), 3u);
    m_harness->action("actionMark")->trigger();
    QVERIFY(cell(2, TraceModel::Marked).isEmpty());
    find<QPushButton>("traceUndoBarUndoButton")->click();
    QCOMPARE(cell(2, TraceModel::Marked), QStringLiteral("*"));
    go(10);
    m_harness->action("actionComment")->trigger();
    auto *edit = find<QLineEdit>("traceCommentEdit");
    QVERIFY(edit->isVisible());
    edit->setText(QStringLiteral("this one is slow"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!edit->isVisible());
    QCOMPARE(cell(9, TraceModel::CommentColumn), QStringLiteral("this one is slow"));
    QVERIFY(!view->isColumnHidden(TraceModel::CommentColumn));
    QVERIFY(rows()->index(9, 0).data(Qt::AccessibleTextRole).toString().contains(QLatin1String("comment: this one is slow")));
}

void TestTracePane::timesCountFromAReference()
{
    open(session());
    go(10);
    m_harness->action("actionTimeReference")->trigger();
    QCOMPARE(cell(9, TraceModel::Time), QStringLiteral("+0.000 s"));
    QCOMPARE(cell(11, TraceModel::Time), QStringLiteral("+0.002 s"));
    QVERIFY(cell(0, TraceModel::Time).startsWith(u'-'));
    m_harness->action("actionTimeReference")->trigger();
    QVERIFY(cell(9, TraceModel::Time).contains(u':'));
    auto *menu = m_harness->window().findChild<QMenu *>(QStringLiteral("traceColumnsMenu"));
    Q_EMIT menu->aboutToShow();
    menu->findChild<QAction *>(QStringLiteral("traceTime-1"))->trigger();
    QCOMPARE(cell(0, TraceModel::Time), QStringLiteral("+0.000 s"));
    menu->findChild<QAction *>(QStringLiteral("traceTime-2"))->trigger();
    QVERIFY(cell(5, TraceModel::Time).startsWith(QLatin1String("1")));
}

void TestTracePane::columnsAreChosenAndRemembered()
{
    open(session());
    auto *view = find<QTableView>("traceView");
    auto *menu = m_harness->window().findChild<QMenu *>(QStringLiteral("traceColumnsMenu"));
    Q_EMIT menu->aboutToShow();
    QVERIFY(!view->isColumnHidden(TraceModel::Target));
    menu->findChild<QAction *>(QStringLiteral("traceColumn-target"))->trigger();
    QVERIFY(view->isColumnHidden(TraceModel::Target));
    view->horizontalHeader()->moveSection(view->horizontalHeader()->visualIndex(TraceModel::Status), 1);
    m_harness->action("actionMaximizeTrace")->trigger();
    m_harness->action("actionMaximizeTrace")->trigger();
    QVERIFY(view->isColumnHidden(TraceModel::Target));
    m_harness->window().close();
    m_harness.reset();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    open(session());
    view = find<QTableView>("traceView");
    QVERIFY(view->isColumnHidden(TraceModel::Target));
    QCOMPARE(view->horizontalHeader()->visualIndex(TraceModel::Status), 1);
}

void TestTracePane::colourRulesColourAndAreKept()
{
    open(session());
    QTRY_COMPARE(rows()->index(12, 0).data(TintRole).toInt(), int(Tone::Error)); // a tool error
    QVERIFY(!rows()->index(9, 0).data(TintRole).isValid());
    m_harness->action("actionColourRules")->trigger();
    auto *dialog = m_harness->window().findChild<QDialog *>(QStringLiteral("colourRulesDialog"));
    QVERIFY(dialog && dialog->isVisible());
    auto *table = dialog->findChild<QTableWidget *>(QStringLiteral("colourRulesView"));
    const int before = table->rowCount();
    dialog->findChild<QPushButton *>(QStringLiteral("colourAddButton"))->click();
    QCOMPARE(table->rowCount(), before + 1);
    auto *text = qobject_cast<FilterEdit *>(table->cellWidget(before, 1));
    text->setText(QStringLiteral("direction == out and method"));
    QTest::keyClick(text, Qt::Key_Return);
    QCOMPARE(rows()->index(9, 0).data(TintRole).toInt(), int(Tone::Note));
    text->setText(QStringLiteral("direction =="));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(text->hasProblem());
    QVERIFY(!rows()->index(9, 0).data(TintRole).isValid());
    QCOMPARE(m_harness->preferences().settings().value(QStringLiteral("trace/colours/size")).toInt(), before + 1);
}

void TestTracePane::timelineAndStatistics()
{
    open(session());
    auto *tabs = find<QTabWidget>("traceDetailTabs");
    auto *timeline = find<TimelineView>("timelineView");
    tabs->setCurrentWidget(timeline->parentWidget());
    QTRY_COMPARE(timeline->bars().size(), 4);
    QVERIFY2(timeline->barText(2).contains(QLatin1String("search_notes")), qPrintable(timeline->barText(2)));
    QVERIFY(timeline->barText(2).contains(QLatin1String("tool error")));
    timeline->setFocus();
    timeline->showSeq(10);
    QCOMPARE(timeline->currentBar(), 2);
    QTest::keyClick(timeline, Qt::Key_Return);
    QCOMPARE(find<QTableView>("traceView")->currentIndex().data(FrameRole).toULongLong(), 10u);
    auto *statistics = find<QTreeView>("statisticsView");
    tabs->setCurrentWidget(statistics->parentWidget());
    QTRY_VERIFY(statistics->model()->rowCount() >= 3);
    int row = 0;
    while (row < statistics->model()->rowCount() && statistics->model()->index(row, 0).data().toString() != QLatin1String("tools/call"))
        ++row;
    QVERIFY(row < statistics->model()->rowCount());
    QCOMPARE(statistics->model()->index(row, 1).data().toString(), QStringLiteral("2"));
    QCOMPARE(statistics->model()->index(row, 3).data().toString(), QStringLiteral("2"));
    Q_EMIT statistics->activated(statistics->model()->index(row, 0));
    QCOMPARE(find<FilterEdit>("traceFilter")->text(), QStringLiteral("method == tools/call"));
    QTRY_COMPARE(statistics->model()->rowCount(), 1); // of what is shown
}

void TestTracePane::clearedRecordsComeBack()
{
    open(session());
    const int all = rows()->rowCount();
    m_harness->action("actionClear")->trigger();
    QCOMPARE(rows()->rowCount(), 0);
    QVERIFY(find<NoticeBar>("traceNotice")->words().contains(QLatin1String("nothing was deleted")));
    m_harness->action("actionShowCleared")->trigger();
    QCOMPARE(rows()->rowCount(), all);
}

void TestTracePane::panesStandBelowWhereThereIsHeight()
{
    open(session());
    auto *splitter = find<QSplitter>("traceSplitter");
    QCOMPARE(splitter->orientation(), Qt::Horizontal);
    m_harness->action("actionMaximizeTrace")->trigger();
    QTRY_COMPARE(splitter->orientation(), Qt::Vertical);
    QVERIFY(find<HexView>("recordBytes")->isVisible());
    QVERIFY(find<JsonTreeView>("recordTree")->isVisible());
    m_harness->action("actionMaximizeTrace")->trigger();
    QTRY_COMPARE(splitter->orientation(), Qt::Horizontal);
    m_harness->window().resize(1000, 700);
    auto *tabs = find<QTabWidget>("traceDetailTabs");
    QTRY_COMPARE(tabs->count(), 5);
    QCOMPARE(tabs->tabText(2), QStringLiteral("Bytes"));
}

void TestTracePane::contextMenuHoldsTheActs()
{
    open(session());
    go(10);
    auto *view = find<QTableView>("traceView");
    Q_EMIT view->customContextMenuRequested(QPoint(5, 5));
    auto *menu = m_harness->window().findChild<QMenu *>(QStringLiteral("traceMenu"));
    QVERIFY(menu);
    for (const char *name : { "actionFilterFor", "actionFilterNot", "actionFollowExchange", "actionMark", "actionComment" })
        QVERIFY2(menu->actions().contains(m_harness->action(name)), name);
    menu->close();
}

void TestTracePane::damagedFileSaysWhatIsMissing()
{
    QByteArray file = session();
    file.chop(30);
    open(file.left(file.lastIndexOf('\n', -2) + 60));
    auto *dock = find<QDockWidget>("traceDock");
    QTRY_VERIFY(dock->windowTitle() != QLatin1String("Trace"));
    const QString title = dock->windowTitle();
    QVERIFY2(title.contains(QLatin1String("1 cut line at the end")), qPrintable(title));
    QVERIFY(find<NoticeBar>("traceNotice")->words().contains(QLatin1String("Everything else is shown")));
    QVERIFY(rows()->rowCount() >= 12);
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestTracePane test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tracepane.moc"
