// The main job by hand: connect, look, select a malformed entry, call, filter, export, reopen; all by object names.
#include "json/write.h"
#include "windowharness.h"

#include "models/entrymodel.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/presentation/framedstyle.h"
#include "ui/deskview.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/pages/page.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabBar>
#include <QTcpServer>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void firstStartOffersFourWaysAndContactsNothing();
    void demoServerIsListed();
    void demoServerIsKnownByItsName();
    void malformedEntryIsShownExactly();
    void toolIsCalledFromTheForm();
    void traceIsFilteredExportedAndReopened();
    void badFilterKeepsTheRows();
    void refusedPortIsTold();
    void connectingIsCancelledByTheUser_data();
    void connectingIsCancelledByTheUser();
    void missingCommandIsTold();
    void noAddressIsTold();
    void commandOfAFileWaitsForTheUser();
    void brokenProfileFileIsTold();
    void secondServerHasPagesOfItsOwn();
    void labelsAreAllPlainText();
    void everyFieldHasAnAccessibleName();
    void smallestWindowCutsNoControl();
    void removedServerComesBack();

private:
    void open(const QString &target);
    QString write(const QString &name, const QByteArray &text);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestMainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestMainWindow::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

void TestMainWindow::open(const QString &target)
{
    auto *edit = m_harness->find<QLineEdit>("targetEdit");
    edit->setText(target);
    QTest::keyClick(edit, Qt::Key_Return);
}

QString TestMainWindow::write(const QString &name, const QByteArray &text)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(name));
    return file.fileName();
}

void TestMainWindow::firstStartOffersFourWaysAndContactsNothing()
{
    auto *stack = m_harness->find<QStackedWidget>("pageStack");
    QCOMPARE(stack->currentWidget()->objectName(), QStringLiteral("welcomePage"));
    for (const char *name : { "welcomeConnectButton", "welcomeOpenButton", "welcomeDemoButton", "welcomeLookButton" })
        QVERIFY2(m_harness->find<QPushButton>(name)->isVisible(), name);
    for (const char *name : { "serversDock", "traceDock", "logDock", "asksDock" })
        QVERIFY2(!m_harness->find<QDockWidget>(name)->isVisible(), name);
    QVERIFY(m_harness->workspace().desks().empty());
}

void TestMainWindow::demoServerIsListed()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    MainWindow &window = m_harness->window();
    QVERIFY(m_harness->find<QDockWidget>("traceDock")->isVisible());
    window.showPage(PageId::Tools);
    auto *view = m_harness->find<QTreeView>("toolsView");
    QVERIFY(view->model()->rowCount() > 2);
    QVERIFY(view->currentIndex().isValid());
    QVERIFY(m_harness->find<NoticeBar>("toolsNotice")->words().contains(QLatin1String("dropped")));
    QVERIFY(m_harness->find<QLabel>("toolsFooter")->text().contains(QLatin1String("tools")));
    auto *tabs = m_harness->find<QTabBar>("pageTabs");
    QCOMPARE(tabs->tabText(1), QStringLiteral("Tools %1 !").arg(window.currentDesk()->snapshot(ListKind::Tools)->items.size()));
    auto *filter = m_harness->find<FilterEdit>("toolsFilter");
    filter->setText(QStringLiteral("no tool is called so"));
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_VERIFY(m_harness->find<QLabel>("toolsPlaceholder")->text().startsWith(QLatin1String("None of")));
    QVERIFY(window.currentPage()->clearFilter());
    QTRY_VERIFY(view->model()->rowCount() > 2);
}

void TestMainWindow::demoServerIsKnownByItsName()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    open(QStringLiteral("assayer-demo-server"));
    Desk *desk = m_harness->window().currentDesk();
    QVERIFY(desk);
    QTRY_COMPARE_WITH_TIMEOUT(desk->client().state(), InspectionClient::State::Ready, 20'000);
    QCOMPARE(m_harness->find<QLineEdit>("targetEdit")->text(), QStringLiteral("assayer-demo-server"));
    m_harness->window().openDemo();
    QCOMPARE(m_harness->workspace().desks().size(), std::size_t(1));
}

void TestMainWindow::malformedEntryIsShownExactly()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    m_harness->action("actionPage7")->trigger();
    auto *view = m_harness->find<QTreeView>("malformedView");
    QVERIFY(view->model()->rowCount() >= 4);
    view->setCurrentIndex(view->model()->index(0, 0));
    auto *raw = m_harness->find<ExactTextView>("malformedRaw");
    const ListSnapshotPtr tools = m_harness->window().currentDesk()->snapshot(ListKind::Tools);
    const std::string_view exact = tools->malformed.front().node.raw();
    QCOMPARE(raw->text(), QByteArray(exact.data(), static_cast<qsizetype>(exact.size())));
    QVERIFY(!raw->marks().empty());
    QVERIFY(raw->marks().front().words.contains(QLatin1String("expected")));
    m_harness->find<QPushButton>("malformedCopyButton")->click();
    QVERIFY(QApplication::clipboard()->text().contains(QString::fromStdString(json::pretty(exact))));
    m_harness->find<QPushButton>("malformedRecordButton")->click();
    auto *trace = m_harness->find<QTableView>("traceView");
    QTRY_VERIFY(trace->currentIndex().isValid());
}

void TestMainWindow::toolIsCalledFromTheForm()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    m_harness->action("actionPage2")->trigger();
    QVERIFY(m_harness->window().currentPage()->showEntry(QStringLiteral("search_notes")));
    m_harness->find<QRadioButton>("argumentJsonMode")->setChecked(true);
    m_harness->find<QPlainTextEdit>("argumentJson")->setPlainText(QStringLiteral("{\"query\":\"notes\"}"));
    QTest::qWait(300);
    QSignalSpy finished(&m_harness->window().currentDesk()->client(), &InspectionClient::actionFinished);
    m_harness->action("actionActAnyway")->trigger();
    QVERIFY(finished.wait(10'000));
    const QString status = m_harness->find<QLabel>("resultStatus")->text();
    QVERIFY2(status.startsWith(QLatin1String("OK")), qPrintable(status));
    QVERIFY(!m_harness->find<QLabel>("resultVerdict")->text().isEmpty());
    QVERIFY(m_harness->find<ExactTextView>("resultRaw")->text().contains("\"result\""));
    QCOMPARE(m_harness->find<QTreeView>("pastCallsView")->model()->rowCount(), 1);
}

void TestMainWindow::traceIsFilteredExportedAndReopened()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    MainWindow &window = m_harness->window();
    auto *table = m_harness->find<QTableView>("traceView");
    QTRY_VERIFY(table->model()->rowCount() > 8);
    const int all = table->model()->rowCount();
    auto *filter = m_harness->find<FilterEdit>("traceFilter");
    filter->setText(QStringLiteral("method == tools/list"));
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_VERIFY(table->model()->rowCount() > 0 && table->model()->rowCount() < all);
    QVERIFY(window.currentView()->trace() != nullptr);
    filter->clear();
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_COMPARE(table->model()->rowCount(), all);

    m_harness->action("actionExport")->trigger();
    auto *dialog = m_harness->find<ExportDialog>("exportDialog");
    const QString path = m_folder->filePath(QStringLiteral("demo.mcptrace"));
    dialog->setPath(path);
    QSignalSpy exported(dialog, &ExportDialog::exported);
    auto *button = m_harness->find<QPushButton>("exportButton");
    m_harness->find<QRadioButton>("exportSecretsKeep")->setChecked(true);
    QVERIFY(!button->isEnabled());
    m_harness->find<QLineEdit>("exportKeepWord")->setText(QStringLiteral("KEEP"));
    QVERIFY(button->isEnabled());
    m_harness->find<QRadioButton>("exportSecretsRemove")->setChecked(true);
    button->click();
    QVERIFY(exported.wait(10'000));
    dialog->close();

    const ListSnapshotPtr live = window.currentDesk()->snapshot(ListKind::Tools);
    window.openPath(path);
    Desk *trace = window.currentDesk();
    QVERIFY(trace->isTrace());
    QTRY_VERIFY(trace->snapshot(ListKind::Tools)->everListed);
    QCOMPARE(trace->snapshot(ListKind::Tools)->items.size(), live->items.size());
    QCOMPARE(trace->snapshot(ListKind::Tools)->malformed.size(), live->malformed.size());
    window.showPage(PageId::Tools);
    QVERIFY(!m_harness->find<QPushButton>("callButton")->isEnabled());
}

void TestMainWindow::badFilterKeepsTheRows()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    auto *table = m_harness->find<QTableView>("traceView");
    QTRY_VERIFY(table->model()->rowCount() > 0);
    const int rows = table->model()->rowCount();
    auto *filter = m_harness->find<FilterEdit>("traceFilter");
    filter->setText(QStringLiteral("method == "));
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(filter->hasProblem());
    auto *words = m_harness->find<QLabel>("traceFilterError");
    QVERIFY(words->isVisible());
    QVERIFY(words->text().contains(QLatin1String("column")));
    QCOMPARE(table->model()->rowCount(), rows);
}

void TestMainWindow::refusedPortIsTold()
{
    open(QStringLiteral("http://127.0.0.1:9/mcp"));
    auto *panel = m_harness->find<QFrame>("failurePanel");
    QTRY_VERIFY_WITH_TIMEOUT(panel->isVisible(), 10'000);
    QVERIFY2(m_harness->find<QLabel>("failureTitle")->text().contains(QLatin1String("Nothing listens")), qPrintable(m_harness->find<QLabel>("failureTitle")->text()));
    QVERIFY(m_harness->find<QLabel>("failureKind")->text().contains(QLatin1String("network")));
    QVERIFY(m_harness->find<QPushButton>("failureReconnectButton")->isVisible());
}

void TestMainWindow::connectingIsCancelledByTheUser_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::newRow("cancel") << QByteArray("actionCancel");
    QTest::newRow("disconnect") << QByteArray("actionDisconnect");
}

void TestMainWindow::connectingIsCancelledByTheUser()
{
    QFETCH(QByteArray, action);
    QTcpServer silent; // takes the connection and never answers
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    open(QStringLiteral("http:/" "/127.0.0.1:%1/mcp").arg(silent.serverPort()));
    QTRY_VERIFY(m_harness->find<QFrame>("connectPanel")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(silent.hasPendingConnections(), 10'000);
    m_harness->action(action.constData())->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->find<QFrame>("failurePanel")->isVisible(), 10'000);
    auto *title = m_harness->find<QLabel>("failureTitle");
    QVERIFY2(title->text().startsWith(QLatin1String("Cancelled by you")), qPrintable(title->text()));
    QCOMPARE(m_harness->find<QLabel>("failureKind")->text(), QStringLiteral("cancelled"));
    QVERIFY(m_harness->find<QLabel>("statusText")->text() != QLatin1String("Cancelling..."));
}

void TestMainWindow::missingCommandIsTold()
{
    open(QStringLiteral("no-such-program-anywhere --x"));
    auto *panel = m_harness->find<QFrame>("failurePanel");
    QTRY_VERIFY_WITH_TIMEOUT(panel->isVisible(), 10'000);
    QVERIFY(m_harness->find<QLabel>("failureSeen")->text().contains(QLatin1String("no-such-program-anywhere")));
    QVERIFY(m_harness->find<QLabel>("failureKind")->text().contains(QLatin1String("spawn-failed")));
}

void TestMainWindow::noAddressIsTold()
{
    open(QStringLiteral("ftp://host/"));
    auto *notice = m_harness->find<NoticeBar>("windowNotice");
    QVERIFY(notice->isVisible());
    QVERIFY(notice->words().contains(QLatin1String("http")));
    QVERIFY(m_harness->workspace().desks().empty());
}

void TestMainWindow::commandOfAFileWaitsForTheUser()
{
    const QString marker = m_folder->filePath(QStringLiteral("ran"));
    const QString path = write(QStringLiteral("mcp.json"), "{\"mcpServers\":{\"evil\":{\"command\":\"sh\",\"args\":[\"-c\",\"touch " + marker.toUtf8() + "\"]}}}");
    m_harness->window().openPath(path);
    Desk *desk = m_harness->window().currentDesk();
    QVERIFY(desk);
    desk->open();
    QVERIFY(desk->awaitsReview());
    QVERIFY(m_harness->find<QFrame>("commandReviewPanel")->isVisible());
    QVERIFY(m_harness->find<QLabel>("reviewWarning")->text().contains(QLatin1String("shell")));
    QVERIFY(!m_harness->find<QPushButton>("reviewRunButton")->isDefault());
    auto *rows = m_harness->find<QTreeView>("reviewView")->model();
    bool argumentShown = false;
    for (int row = 0; row < rows->rowCount(); ++row)
        argumentShown = argumentShown || rows->index(row, 1).data().toString().contains(QLatin1String("touch"));
    QVERIFY(argumentShown);
    m_harness->find<QPushButton>("reviewCancelButton")->click();
    QTest::qWait(200);
    QVERIFY(!QFile::exists(marker));
    QVERIFY(!desk->awaitsReview());
}

void TestMainWindow::brokenProfileFileIsTold()
{
    const QByteArray text = "{\n  \"mcpServers\": {\n";
    const QString path = write(QStringLiteral("broken.json"), text);
    m_harness->window().openPath(path);
    auto *notice = m_harness->find<NoticeBar>("windowNotice");
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->words().contains(QLatin1String("line")), qPrintable(notice->words()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void TestMainWindow::secondServerHasPagesOfItsOwn()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    MainWindow &window = m_harness->window();
    Desk *demo = window.currentDesk();
    window.showPage(PageId::Tools);
    m_harness->find<FilterEdit>("toolsFilter")->setText(QStringLiteral("note"));
    open(QStringLiteral("no-such-program-anywhere"));
    QVERIFY(window.currentDesk() != demo);
    window.showPage(PageId::Tools);
    QCOMPARE(window.findChildren<FilterEdit *>(QStringLiteral("toolsFilter")).size(), 1);
    QVERIFY(m_harness->find<FilterEdit>("toolsFilter")->text().isEmpty());
    QVERIFY(m_harness->find<QLabel>("toolsPlaceholder")->text().startsWith(QLatin1String("Not connected")));
    window.showDesk(demo);
    QCOMPARE(window.currentPage()->id(), PageId::Tools);
    QCOMPARE(m_harness->find<FilterEdit>("toolsFilter")->text(), QStringLiteral("note"));
}

void TestMainWindow::labelsAreAllPlainText()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    for (const PageId id : pagesShown)
        m_harness->window().showPage(id);
    m_harness->action("actionPreferences")->trigger();
    m_harness->action("actionNew")->trigger();
    m_harness->action("actionExport")->trigger();
    for (const QLabel *label : m_harness->window().findChildren<QLabel *>()) {
        const bool ours = !label->objectName().isEmpty() && !label->objectName().startsWith(QLatin1String("qt_"));
        QVERIFY2(!ours || label->textFormat() == Qt::PlainText, qPrintable(label->objectName()));
    }
}

void TestMainWindow::everyFieldHasAnAccessibleName()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    for (const PageId id : pagesShown)
        m_harness->window().showPage(id);
    for (const QAbstractItemView *view : m_harness->window().findChildren<QAbstractItemView *>()) {
        const bool ours = !view->objectName().isEmpty() && !view->objectName().startsWith(QLatin1String("qt_"));
        if (ours && !qobject_cast<QComboBox *>(view->parentWidget()) && !view->parentWidget()->inherits("QComboBoxPrivateContainer"))
            QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
    }
}

void TestMainWindow::smallestWindowCutsNoControl()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    MainWindow &window = m_harness->window();
    window.resize(800, 560);
    QTest::qWait(50);
    QVERIFY2(window.width() <= 800 && window.height() <= 560, qPrintable(QStringLiteral("%1 x %2").arg(window.width()).arg(window.height())));
    for (const PageId id : pagesShown) {
        window.showPage(id);
        QTest::qWait(20);
        QVERIFY2(window.width() <= 800 && window.height() <= 560,
            qPrintable(pageTitle(id) + QStringLiteral(": %1 x %2").arg(window.width()).arg(window.height())));
        for (const QPushButton *button : window.currentPage()->findChildren<QPushButton *>()) {
            if (button->isVisible())
                QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(QStringLiteral("%1: %2 of %3; its pane %4, which wants %5").arg(button->objectName()).arg(button->width()).arg(button->minimumSizeHint().width()).arg(button->parentWidget()->width()).arg(button->parentWidget()->minimumSizeHint().width())));
        }
    }
}

void TestMainWindow::removedServerComesBack()
{
    open(QStringLiteral("no-such-program-anywhere"));
    QCOMPARE(m_harness->workspace().desks().size(), std::size_t(1));
    m_harness->action("actionRemove")->trigger();
    QVERIFY(m_harness->workspace().desks().empty());
    auto *notice = m_harness->find<NoticeBar>("windowNotice");
    QVERIFY(notice->isVisible());
    Q_EMIT notice->triggered(QStringLiteral("undo"));
    QCOMPARE(m_harness->workspace().desks().size(), std::size_t(1));
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestMainWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_mainwindow.moc"
