// The conversation with a server as a person has it in the window: forms, calls, questions, contents, what is kept.
#include "trace/tracelog.h"
#include "windowharness.h"

#include "models/callhistorymodel.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/pastcalls.h"
#include "ui/presentation/framedstyle.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/contentpane.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/noticebar.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestConversation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void formAndJsonAreOneValue();
    void problemsDoNotHinderSendingAnyway();
    void destructiveToolsAskInPlace();
    void brokenOutputLeadsToItsPlace();
    void progressIsShownAndCancelled();
    void questionComesWithoutTakingTheFocus();
    void questionIsDeclined();
    void pastCallsAreKeptWithoutSecrets();
    void pastCallsAreComparedAndRemoved();
    void pastCallsAreNamedAndRunAgain();
    void contentOfEveryKindIsShown();
    void linkInAResultIsRead();
    void promptIsCopiedAsAConversation();
    void taskAsksWhileItRuns();
    void resourceIsReadByItsKind();
    void narrowPagesAreTwoSides();

private:
    bool showTool(const QString &name);
    bool call(bool anyway = false);
    template<class Widget>
    Widget *find(const char *name) { return m_harness->find<Widget>(name); }
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestConversation::init()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toLocal8Bit());
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    m_harness->window().resize(1280, 800);
    QVERIFY(m_harness->connectToDemo());
}

void TestConversation::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

bool TestConversation::showTool(const QString &name)
{
    m_harness->window().showPage(PageId::Tools);
    return m_harness->window().currentPage()->showEntry(name);
}

bool TestConversation::call(bool anyway)
{
    QSignalSpy finished(&m_harness->window().currentDesk()->client(), &InspectionClient::actionFinished);
    m_harness->action(anyway ? "actionActAnyway" : "actionAct")->trigger();
    return finished.wait(10'000);
}

void TestConversation::formAndJsonAreOneValue()
{
    QVERIFY(showTool(QStringLiteral("search_notes")));
    QVERIFY(find<ArgumentForm>("argumentForm")->arguments().contains("\"limit\":20")); // the default is filled in
    m_harness->action("actionFormOrJson")->trigger();
    const QByteArray exact = "{ \"limit\": 9007199254740993, \"query\": \"a\", \"query\": \"b\", \"zzz\": 1.0 }";
    auto *json = find<JsonEdit>("argumentJson");
    json->setFocus();
    json->selectAll();
    QTest::keyClicks(json, QString::fromUtf8(exact));
    m_harness->action("actionFormOrJson")->trigger();
    QCOMPARE(find<QLineEdit>("argument/query")->text(), QStringLiteral("b"));
    QCOMPARE(find<ArgumentForm>("argumentForm")->arguments(), exact);
    m_harness->action("actionFormOrJson")->trigger();
    QCOMPARE(json->json(), exact);
    QVERIFY(call(true));
    QVERIFY(find<QLabel>("resultStatus")->text().contains(QLatin1String("record")));
}

void TestConversation::problemsDoNotHinderSendingAnyway()
{
    QVERIFY(showTool(QStringLiteral("search_notes")));
    auto *limit = find<QAbstractSpinBox>("argument/limit");
    limit->selectAll();
    QTest::keyClicks(limit, QStringLiteral("200"));
    QCOMPARE(find<QLabel>("argument/limit/problem")->text(), QStringLiteral("! at most 50, got 200"));
    QSignalSpy started(&m_harness->window().currentDesk()->client(), &InspectionClient::actionStarted);
    m_harness->action("actionAct")->trigger();
    QTest::qWait(100);
    QCOMPARE(started.size(), 0);
    QCOMPARE(find<QLabel>("argument/query/problem")->text(), QStringLiteral("! required"));
    QVERIFY(call(true));
}

void TestConversation::destructiveToolsAskInPlace()
{
    QVERIFY(showTool(QStringLiteral("delete_note")));
    QTest::keyClicks(find<QAbstractSpinBox>("argument/id"), QStringLiteral("1"));
    QSignalSpy started(&m_harness->window().currentDesk()->client(), &InspectionClient::actionStarted);
    m_harness->action("actionAct")->trigger();
    auto *bar = find<NoticeBar>("callConfirmBar");
    QVERIFY(bar->isVisible());
    QVERIFY(bar->words().contains(QLatin1String("destructive")));
    QCOMPARE(QApplication::activeModalWidget(), nullptr);
    QCOMPARE(started.size(), 0);
    QTest::mouseClick(find<QPushButton>("callConfirmBarDontButton"), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    m_harness->action("actionAct")->trigger();
    QTest::mouseClick(find<QPushButton>("callConfirmBarCallButton"), Qt::LeftButton);
    QTRY_VERIFY(find<QLabel>("resultStatus")->text().contains(QLatin1String("record")));
}

void TestConversation::brokenOutputLeadsToItsPlace()
{
    QVERIFY(showTool(QStringLiteral("word_report")));
    QVERIFY(call());
    QVERIFY(find<QLabel>("resultVerdict")->text().contains(QLatin1String("breaks its schema")));
    auto *failures = find<QListView>("resultFailures");
    QVERIFY(failures->isVisible());
    const QString words = failures->model()->index(0, 0).data().toString();
    QVERIFY2(words.contains(QLatin1String("/total")) && words.contains(QLatin1String("#/properties/total/type")), qPrintable(words));
    QTest::mouseClick(failures->viewport(), Qt::LeftButton, {}, failures->visualRect(failures->model()->index(0, 0)).center());
    auto *tree = m_harness->window().findChild<QTreeView *>(QStringLiteral("resultTree"));
    QVERIFY(tree->currentIndex().isValid());
    QVERIFY(tree->currentIndex().siblingAtColumn(0).data().toString().contains(QLatin1String("total")));
}

void TestConversation::progressIsShownAndCancelled()
{
    QVERIFY(showTool(QStringLiteral("import_notes")));
    auto *steps = find<QAbstractSpinBox>("argument/steps");
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("20"));
    m_harness->action("actionAct")->trigger();
    auto *progress = find<QWidget>("callProgress");
    QTRY_VERIFY(progress->isVisible());
    QTRY_VERIFY(find<QToolButton>("statusInFlight")->isVisible());
    m_harness->action("actionCancel")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("resultStatus")->text().startsWith(QLatin1String("Cancelled by you")), 10'000);
    QVERIFY(find<QLabel>("resultPlaceholder")->text().contains(QLatin1String("may have run")));
}

void TestConversation::questionComesWithoutTakingTheFocus()
{
    QVERIFY(showTool(QStringLiteral("ask_me")));
    auto *view = find<QTreeView>("toolsView");
    view->setFocus();
    m_harness->action("actionAct")->trigger();
    auto *asks = find<QTreeView>("asksView");
    QTRY_COMPARE_WITH_TIMEOUT(asks->model()->rowCount(), 1, 10'000);
    QVERIFY(find<QDockWidget>("asksDock")->isVisible());
    QVERIFY(!find<QDockWidget>("asksDock")->isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY(find<QToolButton>("statusAsks")->text().startsWith(QLatin1String("1 ")));
    auto *form = find<ArgumentForm>("askForm");
    QVERIFY(form->isVisible());
    m_harness->action("actionOldestQuestion")->trigger();
    QTRY_VERIFY(find<QDockWidget>("asksDock")->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // alone it answers nothing
    QTest::qWait(100);
    QCOMPARE(asks->model()->rowCount(), 1);
    const QList<QAbstractSpinBox *> boxes = form->findChildren<QAbstractSpinBox *>();
    QCOMPARE(boxes.size(), 1);
    boxes.front()->setFocus();
    boxes.front()->selectAll();
    QTest::keyClicks(boxes.front(), QStringLiteral("2"));
    QVERIFY(find<ExactTextView>("askPreview")->text().contains("\"action\":\"accept\""));
    m_harness->action("actionAct")->trigger(); // Ctrl+Return
    QTRY_COMPARE(asks->model()->rowCount(), 0);
    QTRY_VERIFY(find<QLabel>("resultStatus")->text().startsWith(QLatin1String("OK")));
}

void TestConversation::questionIsDeclined()
{
    QVERIFY(showTool(QStringLiteral("ask_me")));
    m_harness->action("actionAct")->trigger();
    auto *asks = find<QTreeView>("asksView");
    QTRY_COMPARE_WITH_TIMEOUT(asks->model()->rowCount(), 1, 10'000);
    QTest::mouseClick(find<QPushButton>("askDeclineButton"), Qt::LeftButton);
    QTRY_COMPARE(asks->model()->rowCount(), 0);
    QTRY_VERIFY(find<QLabel>("resultStatus")->text().contains(QLatin1String("record")));
}

void TestConversation::pastCallsAreKeptWithoutSecrets()
{
    QVERIFY(showTool(QStringLiteral("search_notes")));
    find<QRadioButton>("argumentJsonMode")->setChecked(true);
    find<JsonEdit>("argumentJson")->setJson("{\"query\":\"kept words\",\"api_key\":\"s3cret\"}");
    QVERIFY(call(true));
    const QString path = PastCalls::fileOf(*m_harness->window().currentDesk());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 5'000);
    m_harness.reset();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("kept words"), text.constData());
    QVERIFY(!text.contains("s3cret"));
    QCOMPARE(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
    QVERIFY(m_harness->connectToDemo());
    QVERIFY(showTool(QStringLiteral("search_notes")));
    auto *past = find<QTreeView>("pastCallsView");
    QTRY_COMPARE(past->model()->rowCount(), 1);
    m_harness->action("actionPastCalls")->trigger();
    past->setCurrentIndex(past->model()->index(0, 0));
    QTest::mouseClick(find<QPushButton>("pastUseButton"), Qt::LeftButton);
    QCOMPARE(find<QLineEdit>("argument/query")->text(), QStringLiteral("kept words"));
    QVERIFY(find<QLabel>("resultStatus")->text().contains(QLatin1String("earlier connection")));
}

void TestConversation::pastCallsAreComparedAndRemoved()
{
    QVERIFY(showTool(QStringLiteral("search_notes")));
    auto *query = find<QLineEdit>("argument/query");
    QTest::keyClicks(query, QStringLiteral("release"));
    QVERIFY(call());
    query->selectAll();
    QTest::keyClicks(query, QStringLiteral("zzz"));
    QVERIFY(call());
    QTest::mouseClick(find<QToolButton>("resultCompareButton"), Qt::LeftButton);
    auto *compare = find<QTreeView>("pastCompareView");
    QVERIFY(compare->isVisible());
    QVERIFY(compare->model()->rowCount() > 0);
    for (int again = 0; again < 2; ++again) // each comparison fills the list anew
        QTest::mouseClick(find<QToolButton>("resultCompareButton"), Qt::LeftButton);
    m_harness->window().resize(m_harness->window().width() + 120, m_harness->window().height());
    QTRY_COMPARE(compare->header()->length(), compare->viewport()->width());
    QCOMPARE(compare->findChildren<ColumnFit *>().size(), 1);
    auto *past = find<QTreeView>("pastCallsView");
    QCOMPARE(past->model()->rowCount(), 2);
    past->setCurrentIndex(past->model()->index(0, 0));
    QTest::mouseClick(find<QPushButton>("pastRemoveButton"), Qt::LeftButton);
    QCOMPARE(past->model()->rowCount(), 1);
    QTest::mouseClick(find<QPushButton>("pastNoticeUndoButton"), Qt::LeftButton);
    QCOMPARE(past->model()->rowCount(), 2);
}

void TestConversation::pastCallsAreNamedAndRunAgain()
{
    QVERIFY(showTool(QStringLiteral("search_notes")));
    auto *query = find<QLineEdit>("argument/query");
    QTest::keyClicks(query, QStringLiteral("release"));
    QVERIFY(call());
    query->selectAll();
    QTest::keyClicks(query, QStringLiteral("other"));
    m_harness->action("actionPastCalls")->trigger();
    auto *past = find<QTreeView>("pastCallsView");
    past->setCurrentIndex(past->model()->index(0, 0));
    QTest::mouseClick(find<QPushButton>("pastNameButton"), Qt::LeftButton);
    auto *dialog = m_harness->window().findChild<QInputDialog *>(QStringLiteral("pastNameDialog"));
    QTRY_VERIFY(dialog && dialog->isVisible());
    QVERIFY(!dialog->isModal()); // nothing modal while a server may ask
    QTest::keyClicks(dialog->findChild<QLineEdit *>(), QStringLiteral("the good one"));
    QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
    QCOMPARE(past->model()->index(0, CallHistoryModel::Name).data().toString(), QStringLiteral("the good one"));
    QSignalSpy finished(&m_harness->window().currentDesk()->client(), &InspectionClient::actionFinished);
    QTest::mouseClick(find<QPushButton>("pastAgainButton"), Qt::LeftButton);
    QVERIFY(finished.wait(10'000));
    QCOMPARE(past->model()->rowCount(), 2);
    QCOMPARE(query->text(), QStringLiteral("release")); // with the arguments it had
}

void TestConversation::contentOfEveryKindIsShown()
{
    QVERIFY(showTool(QStringLiteral("show_content")));
    QVERIFY(call());
    auto *blocks = find<QListView>("resultContentView");
    QVERIFY(blocks->isVisible());
    QCOMPARE(blocks->model()->rowCount(), 5); // text, image, audio, resource, link
    const auto choose = [&](int row) { QTest::mouseClick(blocks->viewport(), Qt::LeftButton, {}, blocks->visualRect(blocks->model()->index(row, 0)).center()); };
    choose(0);
    QVERIFY(find<QPlainTextEdit>("resultBlockText")->toPlainText().contains(QLatin1String("*Markdown*"))); // as typed, until asked for
    QVERIFY(find<QToolButton>("resultBlockMarkdownButton")->isVisible());
    choose(1);
    QTRY_VERIFY(!find<QLabel>("resultBlockImage")->pixmap(Qt::ReturnByValue).isNull());
    choose(2);
    QVERIFY(find<QLabel>("resultBlockPlaceholder")->text().contains(QLatin1String("not played here")));
    QVERIFY(find<QToolButton>("resultBlockOpenButton")->isVisible());
    choose(3);
    QVERIFY(find<QLabel>("resultBlockFacts")->text().contains(QLatin1String("text/markdown")));
    QVERIFY2(find<QLabel>("resultBlockFacts")->text().contains(QLatin1String("assistant")), qPrintable(find<QLabel>("resultBlockFacts")->text()));
    choose(4);
    QVERIFY(find<QToolButton>("resultBlockReadButton")->isVisible());
}

void TestConversation::linkInAResultIsRead()
{
    QVERIFY(showTool(QStringLiteral("show_content")));
    QVERIFY(call());
    auto *blocks = find<QListView>("resultContentView");
    blocks->setCurrentIndex(blocks->model()->index(4, 0));
    QTest::mouseClick(find<QToolButton>("resultBlockReadButton"), Qt::LeftButton);
    QCOMPARE(m_harness->window().currentPage()->id(), PageId::Resources);
    QTRY_VERIFY(find<QLabel>("resourceStatus")->text().contains(QLatin1String("fetched")));
}

void TestConversation::promptIsCopiedAsAConversation()
{
    QVERIFY(m_harness->show(PageId::Prompts, QStringLiteral("summarize")));
    QTest::keyClicks(find<QLineEdit>("argument/noteId"), QStringLiteral("1"));
    QSignalSpy finished(&m_harness->window().currentDesk()->client(), &InspectionClient::actionFinished);
    m_harness->action("actionAct")->trigger();
    auto *messages = find<QListView>("promptMessages");
    QTRY_COMPARE(messages->model()->rowCount(), 3);
    const QString first = messages->model()->index(0, 0).data().toString(); // the role as a word, and how it begins
    QVERIFY2(first.startsWith(QLatin1String("user ")) && first.contains(QLatin1String("Please summarize")), qPrintable(first));
    QTest::mouseClick(find<QPushButton>("promptCopyButton"), Qt::LeftButton);
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.startsWith(QLatin1String("user:\nPlease summarize")) && text.contains(QLatin1String("assistant:\n")), qPrintable(text));
    QTest::mouseClick(find<QPushButton>("promptCopySamplingButton"), Qt::LeftButton);
    const auto request = json::Document::parse(QApplication::clipboard()->text().toStdString());
    QVERIFY(request);
    const json::Value *list = (*request)->root().find("params", "messages");
    QVERIFY(list && list->size() == 3);
}

/// input_required of a task: the question stands with the others, and the task goes on with the answer.
void TestConversation::taskAsksWhileItRuns()
{
    QVERIFY(showTool(QStringLiteral("long_report")));
    auto *seconds = find<QAbstractSpinBox>("argument/seconds");
    seconds->selectAll();
    QTest::keyClicks(seconds, QStringLiteral("0"));
    QTest::keyClicks(find<QComboBox>("argument/ask"), QStringLiteral("t"));
    find<QToolButton>("callOptionsButton")->menu()->findChild<QCheckBox *>(QStringLiteral("callTaskCheck"))->setChecked(true);
    m_harness->action("actionAct")->trigger();
    auto *asks = find<QTreeView>("asksView");
    QTRY_COMPARE_WITH_TIMEOUT(asks->model()->rowCount(), 1, 15'000);
    QTest::mouseClick(find<QPushButton>("askAcceptButton"), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>("askAcceptButton"), Qt::LeftButton); // where the form has gaps, once more sends it
    QTRY_COMPARE_WITH_TIMEOUT(asks->model()->rowCount(), 0, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("resultStatus")->text().startsWith(QLatin1String("OK")), 15'000);
}

void TestConversation::resourceIsReadByItsKind()
{
    m_harness->window().showPage(PageId::Resources);
    QVERIFY(m_harness->window().currentPage()->showEntry(QStringLiteral("notes://logo")));
    QSignalSpy finished(&m_harness->window().currentDesk()->client(), &InspectionClient::actionFinished);
    m_harness->action("actionAct")->trigger();
    QVERIFY(finished.wait(10'000));
    QTRY_VERIFY(!find<QLabel>("contentImage")->pixmap(Qt::ReturnByValue).isNull());
    QVERIFY(find<QLabel>("resourceStatus")->text().contains(QLatin1String("fetched")));
}

void TestConversation::narrowPagesAreTwoSides()
{
    m_harness->window().resize(800, 600);
    QVERIFY(showTool(QStringLiteral("search_notes")));
    QTest::qWait(50);
    auto *list = find<QTreeView>("toolsView");
    auto *back = find<QPushButton>("toolsBack");
    QVERIFY(back->isVisible());
    QVERIFY(!list->isVisible());
    QVERIFY(find<ArgumentForm>("argumentForm")->isVisible());
    m_harness->action("actionBack")->trigger();
    QVERIFY(list->isVisible());
    QVERIFY(!back->isVisible());
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(back->isVisible());
    m_harness->window().resize(1400, 800);
    QTest::qWait(50);
    QVERIFY(list->isVisible());
    QVERIFY(!back->isVisible());
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestConversation test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_conversation.moc"
