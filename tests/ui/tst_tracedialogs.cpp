// What one does with a trace beyond looking: copies, export, marks in the file, judging again, comparing, replaying, resending.
#include "../unit/trace/tracebuilder.h"
#include "windowharness.h"

#include "models/calldifferencemodel.h"
#include "models/findingmodel.h"
#include "models/tracemodel.h"
#include "trace/exporter.h"
#include "trace/tracereader.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/panes/tracepane.h"
#include "ui/widgets/exacttextview.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

namespace {

const QByteArray secret = "abcdefgh12345678";

QByteArray session(const QByteArray &toolDescription, const QByteArray &callResult)
{
    TraceBuilder builder;
    builder.post(1, initializeRequest(), initializeAnswer());
    builder.post(2, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"search_notes","description":")" + toolDescription + R"(","inputSchema":{"type":"object"}}]}})");
    builder.post(3, R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_notes","arguments":{"query":"x"}}})",
        R"({"jsonrpc":"2.0","id":7,"result":)" + callResult + '}', "Authorization: Bearer " + secret + "\r\n");
    return builder.file();
}

QByteArray session()
{
    return session("Finds notes", R"({"content":[{"type":"text","text":"one"}]})");
}

} // namespace

class TestTraceDialogs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void copiesHideSecrets();
    void namesOfTheUserAreSecretToo();
    void markedRecordsAreExported();
    void removedValuesLeadToTheirRecord();
    void marksOfAForeignFileWaitForSave();
    void unsavedMarksAskAtQuit();
    void judgingAgainShowsWhatChanges();
    void twoTracesAreCompared();
    void twoCallsAreCompared();
    void sessionIsReplayed();
    void requestIsResentByHand();
    void malformedTextIsSent();
    void recordingSaysItsBudget();
    void reopenedTraceLooksAsItDidLive();

private:
    QString write(const QString &name, const QByteArray &contents);
    void open(const QString &path);
    void go(quint64 seq) { m_harness->window().showRecord(seq); }
    template<class Widget>
    Widget *find(const char *name) const
    {
        return m_harness->find<Widget>(name);
    }
    template<class Dialog>
    Dialog *dialog(const char *name) const
    {
        return m_harness->window().findChild<Dialog *>(QString::fromLatin1(name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestTraceDialogs::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestTraceDialogs::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

QString TestTraceDialogs::write(const QString &name, const QByteArray &contents)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
        qFatal("cannot write %s", qPrintable(name));
    return file.fileName();
}

void TestTraceDialogs::open(const QString &path)
{
    m_harness->window().openPath(path);
    Desk *desk = m_harness->window().currentDesk();
    QVERIFY(desk && desk->isTrace());
    auto *view = find<QTableView>("traceView");
    QTRY_VERIFY(view->model()->rowCount() > 2);
    // Facts come from another thread.
    QTRY_VERIFY(view->model()->index(0, 0).data(TraceModel::KindRole).toInt() != 0 || view->model()->index(1, 0).data(TraceModel::KindRole).toInt() != 0);
}

void TestTraceDialogs::copiesHideSecrets()
{
    open(write(QStringLiteral("a.mcptrace"), session()));
    go(10);
    for (const auto &[action, holds] : { std::pair { "actionCopyCurl", "curl" }, std::pair { "actionCopyCli", "assayer-cli" }, std::pair { "actionCopyJson", "\"tools/call\"" } }) {
        QApplication::clipboard()->clear();
        m_harness->action(action)->trigger();
        QTRY_VERIFY(!QApplication::clipboard()->text().isEmpty());
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains(QLatin1String(holds)), qPrintable(copied));
        QVERIFY2(copied.contains(QLatin1String("search_notes")), qPrintable(copied));
        QVERIFY2(!copied.contains(QString::fromLatin1(secret)), qPrintable(copied));
    }
    m_harness->action("actionCopyCurl")->trigger();
    QTRY_VERIFY(find<QLabel>("statusText")->text().contains(QLatin1String("set $")));
}

/// Preferences > Redaction: what is named there leaves no copy and no export.
void TestTraceDialogs::namesOfTheUserAreSecretToo()
{
    TraceBuilder builder;
    builder.post(1, initializeRequest(), initializeAnswer());
    builder.post(2, R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"customer_number":"C-4711-hidden"}}})",
        R"({"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"C-4711-hidden"}]}})", "X-Tenant: tenant-of-mine\r\n");
    open(write(QStringLiteral("a.mcptrace"), builder.file()));
    m_harness->action("actionPreferences")->trigger();
    auto *preferences = dialog<QDialog>("preferencesDialog");
    QVERIFY(preferences);
    auto *sections = preferences->findChild<QListWidget *>(QStringLiteral("preferencesSections"));
    sections->setCurrentItem(sections->findItems(QStringLiteral("Redaction"), Qt::MatchExactly).value(0));
    auto *names = preferences->findChild<QLineEdit *>(QStringLiteral("prefSecretNames"));
    QVERIFY(names && names->isVisible());
    QTest::keyClicks(names, QStringLiteral("X-Tenant, customer_number"));
    QTest::keyClick(names, Qt::Key_Return);
    preferences->close();
    go(5);
    QApplication::clipboard()->clear();
    m_harness->action("actionCopyCurl")->trigger();
    QTRY_VERIFY(QApplication::clipboard()->text().startsWith(QLatin1String("curl")));
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.contains(QLatin1String("X-Tenant")) && copied.contains(QLatin1String("customer_number")), qPrintable(copied));
    QVERIFY2(!copied.contains(QLatin1String("tenant-of-mine")) && !copied.contains(QLatin1String("4711")), qPrintable(copied));
    m_harness->action("actionExport")->trigger();
    auto *removed = find<QTreeView>("exportRemovedView");
    QTRY_VERIFY(removed->model()->rowCount() >= 3); // the header, the argument, and what the tool said of it
}

void TestTraceDialogs::markedRecordsAreExported()
{
    open(write(QStringLiteral("a.mcptrace"), session()));
    go(10);
    m_harness->action("actionMark")->trigger();
    m_harness->action("actionExport")->trigger();
    auto *exporting = find<ExportDialog>("exportDialog");
    auto *marked = find<QRadioButton>("exportScopeMarked");
    QVERIFY(marked->isEnabled());
    QVERIFY(marked->text().contains(u'1'));
    marked->setChecked(true);
    const QString path = m_folder->filePath(QStringLiteral("marked.mcptrace"));
    exporting->setPath(path);
    QSignalSpy exported(exporting, &ExportDialog::exported);
    find<QPushButton>("exportButton")->click();
    QVERIFY(exported.wait(10'000));
    const auto log = TraceReader::open(path);
    QVERIFY(log);
    QCOMPARE((*log)->count(), quint64(1));
    QCOMPARE((*log)->seqOf(0), quint64(10));
    exporting->close();
}

void TestTraceDialogs::removedValuesLeadToTheirRecord()
{
    open(write(QStringLiteral("a.mcptrace"), session()));
    m_harness->action("actionExport")->trigger();
    auto *removed = find<QTreeView>("exportRemovedView");
    QTRY_VERIFY(removed->model()->rowCount() > 0);
    auto *preview = find<ExactTextView>("exportPreview");
    QTRY_VERIFY(!preview->text().isEmpty());
    QVERIFY(!preview->text().contains(secret));
    int row = 0;
    while (row < removed->model()->rowCount() && !removed->model()->index(row, 1).data().toString().contains(QLatin1String("Authorization")))
        ++row;
    QVERIFY(row < removed->model()->rowCount());
    removed->setCurrentIndex(removed->model()->index(row, 0));
    QTRY_COMPARE(find<QLabel>("exportPreviewTitle")->text(), QStringLiteral("Preview of record 9, as written"));
    QTRY_VERIFY(preview->text().contains("[redacted]"));
    QVERIFY(!preview->text().contains(secret));
    find<QRadioButton>("exportSecretsKeep")->setChecked(true);
    QVERIFY(!find<QPushButton>("exportButton")->isEnabled());
    find<QLineEdit>("exportKeepWord")->setText(QStringLiteral("keep"));
    QVERIFY(!find<QPushButton>("exportButton")->isEnabled());
    find<QLineEdit>("exportKeepWord")->setText(QStringLiteral("KEEP"));
    QVERIFY(find<QPushButton>("exportButton")->isEnabled());
    QTRY_VERIFY(preview->text().contains(secret));
    find<ExportDialog>("exportDialog")->close();
}

void TestTraceDialogs::marksOfAForeignFileWaitForSave()
{
    const QByteArray contents = session();
    const QString path = write(QStringLiteral("customer.mcptrace"), contents);
    open(path);
    go(10);
    m_harness->action("actionMark")->trigger();
    m_harness->action("actionComment")->trigger();
    find<QLineEdit>("traceCommentEdit")->setText(QStringLiteral("here it breaks"));
    find<QPushButton>("traceCommentSaveButton")->click();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), contents);
    file.close();
    m_harness->action("actionSave")->trigger();
    QTRY_VERIFY(QFileInfo(path).size() > contents.size());
    m_harness->action("actionClose")->trigger();
    open(path);
    auto *view = find<QTableView>("traceView");
    QTRY_VERIFY(view->model()->index(9, 0).data(TraceModel::MarkedRole).toBool());
    QCOMPARE(view->model()->index(9, TraceModel::CommentColumn).data().toString(), QStringLiteral("here it breaks"));
}

void TestTraceDialogs::unsavedMarksAskAtQuit()
{
    open(write(QStringLiteral("customer.mcptrace"), session()));
    go(3);
    m_harness->action("actionMark")->trigger();
    QSignalSpy quit(&m_harness->window(), &MainWindow::quitRequested);
    m_harness->window().close();
    QCOMPARE(quit.count(), 0);
    auto *question = dialog<QMessageBox>("quitQuestion");
    QVERIFY(question);
    QVERIFY(question->text().contains(QLatin1String("Marks")));
    question->button(QMessageBox::Discard)->click();
    QTRY_COMPARE(quit.count(), 1);
}

void TestTraceDialogs::judgingAgainShowsWhatChanges()
{
    open(write(QStringLiteral("a.mcptrace"), session("Finds", R"({"content":[{"type":"text","text":"one"}],"structuredContent":{"n":1}})")));
    m_harness->action("actionJudgeAgain")->trigger();
    auto *bar = find<QFrame>("judgeBar");
    QVERIFY(bar->isVisible());
    auto *revision = find<QComboBox>("judgeRevision");
    revision->setCurrentIndex(revision->findData(QStringLiteral("2024-11-05")));
    find<QPushButton>("judgeButton")->click();
    auto *words = find<QLabel>("judgeWords");
    QTRY_VERIFY(words->text().contains(QLatin1String("2024-11-05")));
    QVERIFY(words->text().contains(QLatin1String("holds no probe")));
    auto *view = find<QTreeView>("findingsView");
    QTRY_VERIFY(!view->isColumnHidden(FindingModel::Before));
    QVERIFY(view->model()->rowCount() > 0);
    bool changed = false;
    for (int row = 0; row < view->model()->rowCount(); ++row)
        changed = changed || view->model()->index(row, FindingModel::Before).data().toString().contains(QLatin1String("new"));
    QVERIFY(changed);
    find<QPushButton>("judgeCloseButton")->click();
    QVERIFY(view->isColumnHidden(FindingModel::Before));
    QVERIFY(!bar->isVisible());
}

void TestTraceDialogs::twoTracesAreCompared()
{
    open(write(QStringLiteral("before.mcptrace"), session()));
    const QString before = m_harness->window().currentDesk()->source().id;
    open(write(QStringLiteral("after.mcptrace"), session("Finds notes by text", R"({"content":[{"type":"text","text":"two"}]})")));
    const QString after = m_harness->window().currentDesk()->source().id;
    m_harness->action("actionCompare")->trigger();
    QVERIFY(dialog<QDialog>("compareDialog"));
    auto *left = find<QComboBox>("compareBeforeCombo");
    auto *right = find<QComboBox>("compareAfterCombo");
    left->setCurrentIndex(left->findData(before));
    right->setCurrentIndex(right->findData(after));
    find<QPushButton>("compareButton")->click();
    auto *calls = find<QTreeView>("compareCallsView");
    QTRY_VERIFY(calls->model()->rowCount() > 0);
    auto *lists = find<QTreeView>("compareCatalogueView");
    QCOMPARE(lists->model()->rowCount(), 1);
    QCOMPARE(lists->model()->index(0, 0).data().toString(), QStringLiteral("tools/search_notes/description"));
    QCOMPARE(lists->model()->index(0, 2).data().toString(), QStringLiteral("\"Finds notes by text\""));
    int row = 0;
    while (row < calls->model()->rowCount() && calls->model()->index(row, CallDifferenceModel::Method).data().toString() != QLatin1String("tools/call"))
        ++row;
    QVERIFY(row < calls->model()->rowCount());
    calls->setCurrentIndex(calls->model()->index(row, CallDifferenceModel::Method));
    QCOMPARE(calls->model()->index(row, CallDifferenceModel::State).data().toString(), QStringLiteral("differs"));
    auto *places = find<QTreeView>("compareSidesPlaces");
    QCOMPARE(places->model()->rowCount(), 1);
    QCOMPARE(places->model()->index(0, 0).data().toString(), QStringLiteral("/content/0/text"));
    QCOMPARE(find<ExactTextView>("compareSidesBefore")->selectedBytes(), QByteArray("\"one\""));
    QCOMPARE(find<ExactTextView>("compareSidesAfter")->selectedBytes(), QByteArray("\"two\""));
}

void TestTraceDialogs::twoCallsAreCompared()
{
    TraceBuilder builder;
    for (int i = 1; i <= 2; ++i) {
        const QByteArray number = QByteArray::number(i);
        builder.post(static_cast<quint64>(i), R"({"jsonrpc":"2.0","id":)" + number + R"(,"method":"tools/call","params":{"name":"t"}})",
            R"({"jsonrpc":"2.0","id":)" + number + R"(,"result":{"content":[],"n":)" + number + "}}");
    }
    open(write(QStringLiteral("calls.mcptrace"), builder.file()));
    auto *view = find<QTableView>("traceView");
    view->selectionModel()->select(view->model()->index(3, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view->selectionModel()->select(view->model()->index(7, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_harness->action("actionCompare")->trigger();
    auto *calls = find<QTreeView>("compareCallsView");
    QTRY_COMPARE(calls->model()->rowCount(), 1);
    auto *places = find<QTreeView>("compareSidesPlaces");
    QCOMPARE(places->model()->rowCount(), 1);
    QCOMPARE(places->model()->index(0, 0).data().toString(), QStringLiteral("/n"));
}

void TestTraceDialogs::sessionIsReplayed()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    open(write(QStringLiteral("a.mcptrace"), session()));
    m_harness->action("actionReplay")->trigger();
    auto *view = find<QTreeView>("replayView");
    QTRY_VERIFY(view->model()->rowCount() > 0);
    const auto stateOf = [view](int row) { return view->model()->index(row, CallDifferenceModel::State).data().toString(); };
    int call = 0;
    while (call < view->model()->rowCount() && view->model()->index(call, CallDifferenceModel::Method).data().toString() != QLatin1String("tools/call"))
        ++call;
    QVERIFY(call < view->model()->rowCount());
    const QModelIndex tick = view->model()->index(call, CallDifferenceModel::Chosen);
    // The recorded catalogue does not say that it only reads: not ticked by itself.
    QCOMPARE(tick.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QVERIFY(view->model()->setData(tick, Qt::Checked, Qt::CheckStateRole));
    auto *start = find<QPushButton>("replayButton");
    QTRY_VERIFY(start->isEnabled());
    start->click();
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(call) == QLatin1String("differs") || stateOf(call) == QLatin1String("same"), 10'000);
    QTRY_VERIFY(find<QLabel>("replayStatus")->text().contains(QLatin1String("differ")));
    view->setCurrentIndex(view->model()->index(call, CallDifferenceModel::Method));
    QVERIFY(!find<ExactTextView>("replaySidesAfter")->text().isEmpty());
    QVERIFY(find<ExactTextView>("replaySidesBefore")->text().contains("one"));
}

void TestTraceDialogs::requestIsResentByHand()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    Desk *desk = m_harness->window().currentDesk();
    auto *table = find<QTableView>("traceView");
    int row = 0;
    QTRY_VERIFY(table->model()->rowCount() > 8);
    QTRY_VERIFY(table->model()->index(8, 0).data(TraceModel::KindRole).toInt() != 0 || table->model()->index(7, 0).data(TraceModel::KindRole).toInt() != 0);
    while (row < table->model()->rowCount() && table->model()->index(row, 0).data(TraceModel::MethodRole).toString() != QLatin1String("tools/list"))
        ++row;
    go(table->model()->index(row, 0).data(FrameRole).toULongLong());
    const ListSnapshotPtr before = desk->snapshot(ListKind::Tools);
    const qsizetype findings = static_cast<qsizetype>(desk->findings().size());
    m_harness->action("actionResend")->trigger();
    QVERIFY(dialog<QDialog>("resendDialog"));
    auto *body = find<JsonEdit>("resendBody");
    QVERIFY(body->json().contains("tools/list"));
    QByteArray text = body->json();
    text.replace("tools/list", "no/such/method");
    body->setJson(text);
    find<QPushButton>("resendSendButton")->click();
    auto *answer = find<ExactTextView>("resendAnswer");
    QTRY_VERIFY_WITH_TIMEOUT(answer->text().contains("-32601"), 10'000);
    QVERIFY(find<QPushButton>("resendRecordButton")->isEnabled());
    QCOMPARE(desk->snapshot(ListKind::Tools).get(), before.get());
    QCOMPARE(static_cast<qsizetype>(desk->findings().size()), findings);
    QCOMPARE(desk->client().state(), InspectionClient::State::Ready);
    bool marked = false;
    for (quint64 seq = desk->trace()->count(); seq > 0 && !marked; --seq)
        marked = desk->trace()->at(seq).members.contains("sent by hand");
    QVERIFY(marked);
}

void TestTraceDialogs::malformedTextIsSent()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    Desk *desk = m_harness->window().currentDesk();
    go(1);
    m_harness->action("actionResend")->trigger();
    auto *body = find<JsonEdit>("resendBody");
    body->setJson("{\"jsonrpc\":\"2.0\",\"id\":1,");
    QTRY_VERIFY(find<NoticeBar>("resendWarn")->words().contains(QLatin1String("exactly as it stands")));
    QVERIFY(find<QPushButton>("resendSendButton")->isEnabled());
    const quint64 before = desk->trace()->count();
    find<QPushButton>("resendSendButton")->click();
    QTRY_VERIFY(desk->trace()->count() > before);
    bool sent = false;
    QTRY_VERIFY_WITH_TIMEOUT([&] {
        for (quint64 row = before; row < desk->trace()->count(); ++row)
            sent = sent || desk->trace()->bytes(row) == "{\"jsonrpc\":\"2.0\",\"id\":1,\n";
        return sent;
    }(), 5'000);
    QCOMPARE(desk->client().state(), InspectionClient::State::Ready);
}

void TestTraceDialogs::recordingSaysItsBudget()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    auto *recording = find<QToolButton>("statusRecording");
    QTRY_VERIFY2(recording->text().startsWith(QLatin1String("REC ")), qPrintable(recording->text()));
    QVERIFY(recording->text().contains(QLatin1String("of 512 MiB")));
    QVERIFY(recording->toolTip().contains(QLatin1String("14 days")));
}

void TestTraceDialogs::reopenedTraceLooksAsItDidLive()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    QVERIFY(m_harness->connectToDemo());
    Desk *live = m_harness->window().currentDesk();
    QTRY_VERIFY(m_harness->window().currentView()->trace()->analyzer()->count() == live->trace()->count());
    const QString path = m_folder->filePath(QStringLiteral("copy.mcptrace"));
    const auto saved = exportTraceToFile(*m_harness->window().currentView()->trace()->analyzer(), std::nullopt, [] {
        ExportOptions options;
        options.keepSecrets = true;
        return options;
    }(), path);
    QVERIFY(saved);
    open(path);
    Desk *trace = m_harness->window().currentDesk();
    QTRY_VERIFY(trace->facts());
    const NegotiationReport &now = trace->negotiation();
    const NegotiationReport &then = live->negotiation();
    QCOMPARE(now.era.has_value(), then.era.has_value());
    QVERIFY(now.era == then.era);
    QCOMPARE(now.strength.value_or(""), then.strength.value_or(""));
    QVERIFY(!now.steps.empty());
    QCOMPARE(now.steps.front().rule, then.steps.front().rule);
    QCOMPARE(now.otherPolicies.size(), then.otherPolicies.size());
    for (const ListKind kind : allListKinds)
        QCOMPARE(trace->snapshot(kind)->items.size(), live->snapshot(kind)->items.size());
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestTraceDialogs test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tracedialogs.moc"
