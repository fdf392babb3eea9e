// The era lab as a user runs it: by object names, on the demo server and on servers that answer to one era only.
#include "windowharness.h"

#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/page.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTcpServer>
#include <QTest>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

class TestEraLab : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void asksBeforeItStartsACommand();
    void comparesTheDemoServer();
    void callsAToolInEachRun();
    void cancels();
    void saysWhatFailed();
    void walksAndFilters();

private:
    void run();
    QString cell(const char *view, const QString &key) const;
    QStringList places() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowHarness> m_harness;
};

void TestEraLab::init()
{
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_folder = std::make_unique<QTemporaryDir>();
    m_harness = std::make_unique<WindowHarness>(m_folder->path());
}

void TestEraLab::cleanup()
{
    m_harness.reset();
    m_folder.reset();
}

/// Opens the page, answers the question, waits for the end.
void TestEraLab::run()
{
    m_harness->action("actionPage9")->trigger();
    m_harness->find<QPushButton>("labRunButton")->click();
    auto *bar = m_harness->find<NoticeBar>("labConfirmBar");
    if (!bar->words().isEmpty())
        Q_EMIT bar->triggered(QStringLiteral("run"));
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->find<QPushButton>("labExportButton")->isEnabled(), 30'000);
}

QString TestEraLab::cell(const char *view, const QString &key) const
{
    const QAbstractItemModel *model = m_harness->find<QTreeView>(view)->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row, 0).data().toString() == key)
            return model->index(row, 1).data().toString();
    }
    return {};
}

QStringList TestEraLab::places() const
{
    const QAbstractItemModel *model = m_harness->find<QTreeView>("labDiffView")->model();
    QStringList out;
    for (int row = 0; row < model->rowCount(); ++row)
        out += model->index(row, 0).data().toString();
    return out;
}

void TestEraLab::asksBeforeItStartsACommand()
{
    QVERIFY(m_harness->connectToDemo());
    m_harness->action("actionPage9")->trigger();
    QCOMPARE(m_harness->find<QStackedWidget>("pageStack")->currentWidget()->objectName(), QStringLiteral("eraLabPage"));
    QVERIFY(m_harness->find<QLabel>("labDiffPlaceholder")->text().startsWith(QLatin1String("Connects this profile three times")));
    QVERIFY(!m_harness->find<QPushButton>("labCancelButton")->isEnabled());
    m_harness->action("actionAct")->trigger();
    auto *bar = m_harness->find<NoticeBar>("labConfirmBar");
    QVERIFY(bar->words().startsWith(QLatin1String("This starts the command three times")));
    QVERIFY(bar->words().contains(QLatin1String("assayer-demo-server")));
    Q_EMIT bar->triggered(QStringLiteral("no"));
    QVERIFY(bar->words().isEmpty());
    QVERIFY(!m_harness->find<QPushButton>("labCancelButton")->isEnabled());
}

void TestEraLab::comparesTheDemoServer()
{
    QVERIFY(m_harness->connectToDemo());
    Desk *desk = m_harness->window().currentDesk();
    const auto records = desk->trace()->count();
    run();
    QCOMPARE(cell("labLegacyView", QStringLiteral("version")), QStringLiteral("2025-11-25"));
    QCOMPARE(cell("labAutoView", QStringLiteral("version")), QStringLiteral("2026-07-28"));
    QCOMPARE(cell("labModernView", QStringLiteral("verdict")), QStringLiteral("modern (strong)"));
    QVERIFY(cell("labLegacyView", QStringLiteral("tools")).contains(QLatin1String("malformed 1")));
    QVERIFY(m_harness->find<QLabel>("labAutoTitle")->text().startsWith(QLatin1String("Auto   ready")));
    QVERIFY(places().contains(QStringLiteral("tools/bad_header")));
    QVERIFY(!places().contains(QStringLiteral("protocolVersion")));
    QVERIFY(m_harness->find<NoticeBar>("labNotice")->words().contains(QLatin1String("the servers are closed")));
    // The open connection saw nothing of it.
    QCOMPARE(desk->client().state(), InspectionClient::State::Ready);
    QCOMPARE(desk->trace()->count(), records);
    // Asked once only.
    m_harness->find<QPushButton>("labRunButton")->click();
    QVERIFY(m_harness->find<NoticeBar>("labConfirmBar")->words().isEmpty());
    QVERIFY(m_harness->find<QPushButton>("labCancelButton")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->find<QPushButton>("labExportButton")->isEnabled(), 30'000);
    QVERIFY(m_harness->window().currentPage()->report().contains(QLatin1String("| `tools/bad_header` | absent |")));
    // Each run has a recording of its own, which opens as a row.
    const std::size_t before = m_harness->workspace().desks().size();
    m_harness->find<QPushButton>("labLegacyTraceButton")->click();
    QTRY_COMPARE(m_harness->workspace().desks().size(), before + 1);
    QVERIFY(m_harness->window().currentDesk()->isTrace());
}

void TestEraLab::callsAToolInEachRun()
{
    QVERIFY(m_harness->connectToDemo());
    m_harness->action("actionPage9")->trigger();
    m_harness->find<QCheckBox>("labCallCheck")->setChecked(true);
    QVERIFY(m_harness->find<QWidget>("labCallPanel")->isVisible());
    auto *tool = m_harness->find<QComboBox>("labCallTool");
    QVERIFY(tool->findText(QStringLiteral("search_notes")) >= 0);
    tool->setEditText(QStringLiteral("search_notes"));
    auto *arguments = m_harness->find<QLineEdit>("labCallArguments");
    arguments->setText(QStringLiteral("[1]"));
    m_harness->find<QPushButton>("labRunButton")->click();
    QVERIFY(m_harness->find<NoticeBar>("labNotice")->words().contains(QLatin1String("JSON object")));
    arguments->setText(QStringLiteral("{\"query\":\"budget\"}"));
    run();
    for (const char *view : { "labLegacyView", "labAutoView", "labModernView" })
        QCOMPARE(cell(view, QStringLiteral("call")), QStringLiteral("ok"));
}

void TestEraLab::cancels()
{
    // A server that takes the connection and never answers.
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    auto *edit = m_harness->find<QLineEdit>("targetEdit");
    edit->setText(QStringLiteral("http://127.0.0.1:%1/mcp").arg(silent.serverPort()));
    QTest::keyClick(edit, Qt::Key_Return);
    m_harness->action("actionPage9")->trigger();
    m_harness->find<QPushButton>("labRunButton")->click();
    QVERIFY(m_harness->find<NoticeBar>("labConfirmBar")->words().isEmpty());
    auto *notice = m_harness->find<NoticeBar>("labNotice");
    QTRY_VERIFY(notice->words().contains(QLatin1String("auto waiting, modern waiting")));
    QTRY_VERIFY(notice->words().contains(QLatin1String("initialize")));
    m_harness->action("actionCancel")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(notice->words().contains(QLatin1String("Cancelled")), 10'000);
    QCOMPARE(m_harness->find<QLabel>("labModernTitle")->text(), QStringLiteral("Modern   not run"));
    QVERIFY(m_harness->find<QPushButton>("labRunButton")->isEnabled());
}

void TestEraLab::saysWhatFailed()
{
    const QString program = Workspace::demoServerPath();
    auto *edit = m_harness->find<QLineEdit>("targetEdit");
    edit->setText(program + QStringLiteral(" --era legacy"));
    QTest::keyClick(edit, Qt::Key_Return);
    run();
    QCOMPARE(m_harness->find<QLabel>("labModernTitle")->text(), QStringLiteral("Modern   failed"));
    QCOMPARE(cell("labModernView", QStringLiteral("cause")), QStringLiteral("no-legacy-version"));
    QVERIFY(m_harness->find<NoticeBar>("labNotice")->words().startsWith(QLatin1String("Modern failed; two columns compared.")));
    QVERIFY(m_harness->find<QLabel>("labDiffPlaceholder")->text().startsWith(QLatin1String("No differences in identity")));
}

void TestEraLab::walksAndFilters()
{
    QVERIFY(m_harness->connectToDemo());
    run();
    auto *view = m_harness->find<QTreeView>("labDiffView");
    const int differences = view->model()->rowCount();
    QVERIFY(differences >= 3);
    m_harness->find<QCheckBox>("labOnlyCheck")->setChecked(false);
    QVERIFY(view->model()->rowCount() > differences);
    QVERIFY(places().contains(QStringLiteral("tools/search_notes")));
    view->setCurrentIndex(view->model()->index(0, 0));
    QStringList walked;
    for (int i = 0; i < differences; ++i) {
        m_harness->action("actionNextFault")->trigger();
        walked += view->currentIndex().siblingAtColumn(0).data().toString();
    }
    walked.removeDuplicates();
    QCOMPARE(walked.size(), differences);
    QVERIFY(walked.contains(QStringLiteral("tools/bad_header")));
    auto *detail = m_harness->find<EscapedText>("labDiffDetail");
    while (view->currentIndex().siblingAtColumn(0).data().toString() != QLatin1String("tools/bad_header"))
        m_harness->action("actionNextFault")->trigger();
    QVERIFY2(detail->exactText().contains(QLatin1String("Legacy:\nabsent")) && detail->exactText().contains(QLatin1String("Modern:\n")), qPrintable(detail->exactText()));
    auto *filter = m_harness->find<FilterEdit>("labFilter");
    filter->setText(QStringLiteral("no place is called so"));
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_VERIFY(m_harness->find<QLabel>("labDiffPlaceholder")->text().startsWith(QLatin1String("None of")));
    QVERIFY(m_harness->window().currentPage()->clearFilter());
    QTRY_VERIFY(view->model()->rowCount() > differences);
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestEraLab test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_eralab.moc"
