// A picture of every page, light and dark, large and small, for a person to look at. The pictures go to ASSAYER_SHOTS.
// What a program can check of a picture is checked: every page is drawn, and no page is one plain colour.
#include "windowharness.h"

#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/presentation/framedstyle.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/noticebar.h"
#include "ui/windowframe.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

namespace {

constexpr int fewestColours = 8; ///< an empty page has two or three

QString shotsFolder()
{
    return qEnvironmentVariable("ASSAYER_SHOTS", QDir::currentPath() + QStringLiteral("/shots"));
}

int colours(const QImage &image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 7) {
        for (int x = 0; x < image.width(); x += 5)
            seen.insert(image.pixel(x, y));
    }
    return static_cast<int>(seen.size());
}

} // namespace

class TestShots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void pictures_data();
    void pictures();

private:
    bool take(QWidget &widget, const QString &name);
    bool act(WindowHarness &harness, PageId page, const char *entry);
    void conversation(WindowHarness &harness);
    void questions(WindowHarness &harness);
    void sections(WindowHarness &harness, const char *action, const char *list);
    QString m_suffix;
};

void TestShots::initTestCase()
{
    QVERIFY(QDir().mkpath(shotsFolder()));
}

bool TestShots::take(QWidget &widget, const QString &name)
{
    QTest::qWait(60);
    const QImage image = widget.grab().toImage();
    image.save(shotsFolder() + u'/' + name + m_suffix + QStringLiteral(".png"));
    return colours(image) >= fewestColours;
}

/// Shows an entry, does its page's main act and waits for the end.
bool TestShots::act(WindowHarness &harness, PageId page, const char *entry)
{
    if (!harness.show(page, QString::fromLatin1(entry)))
        return false;
    QSignalSpy finished(&harness.window().currentDesk()->client(), &InspectionClient::actionFinished);
    harness.action("actionActAnyway")->trigger();
    return finished.wait(10'000);
}

/// What calls, reads and the like bring.
void TestShots::conversation(WindowHarness &harness)
{
    MainWindow &window = harness.window();
    QVERIFY(harness.show(PageId::Tools, QStringLiteral("search_notes")));
    harness.find<ArgumentForm>("argumentForm")->setArguments("{\"query\":\"notes\"}");
    QVERIFY(act(harness, PageId::Tools, "search_notes"));
    QVERIFY(take(window, QStringLiteral("tools-called")));
    QVERIFY(act(harness, PageId::Tools, "word_report"));
    QVERIFY(take(window, QStringLiteral("tools-output-invalid")));
    QVERIFY(act(harness, PageId::Tools, "show_content"));
    QVERIFY(take(window, QStringLiteral("tools-content")));
    harness.action("actionPastCalls")->trigger();
    QVERIFY(take(window, QStringLiteral("tools-past")));
    harness.find<QTabWidget>("toolTabs")->setCurrentIndex(0);
    QVERIFY(harness.show(PageId::Tools, QStringLiteral("import_notes")));
    harness.action("actionAct")->trigger();
    QTRY_VERIFY(harness.find<QWidget>("callProgress")->isVisible());
    QTest::qWait(800);
    QVERIFY(take(window, QStringLiteral("tools-running")));
    harness.action("actionCancel")->trigger();
    QVERIFY(harness.show(PageId::Tools, QStringLiteral("every_field")));
    harness.find<QTabWidget>("toolTabs")->setCurrentIndex(0);
    QVERIFY(take(window, QStringLiteral("tools-form")));
    QVERIFY(act(harness, PageId::Resources, "notes://table"));
    QVERIFY(take(window, QStringLiteral("resources-table")));
    QVERIFY(act(harness, PageId::Resources, "notes://logo"));
    QVERIFY(take(window, QStringLiteral("resources-image")));
    QVERIFY(harness.show(PageId::Templates, QStringLiteral("notes://{owner}/{id}")));
    harness.find<ArgumentForm>("templateForm")->setArguments("{\"owner\":\"ada\",\"id\":\"1\"}");
    QVERIFY(act(harness, PageId::Templates, "notes://{owner}/{id}"));
    QVERIFY(take(window, QStringLiteral("templates-read")));
    QVERIFY(harness.show(PageId::Prompts, QStringLiteral("summarize")));
    harness.find<ArgumentForm>("promptForm")->setArguments("{\"noteId\":\"1\"}");
    QVERIFY(act(harness, PageId::Prompts, "summarize"));
    QVERIFY(take(window, QStringLiteral("prompts-got")));
    QVERIFY(harness.show(PageId::Tools, QStringLiteral("long_report")));
    auto *asTask = harness.find<QToolButton>("callOptionsButton")->menu()->findChild<QCheckBox *>(QStringLiteral("callTaskCheck"));
    asTask->setChecked(true);
    QVERIFY(take(*harness.find<QToolButton>("callOptionsButton")->menu(), QStringLiteral("call-options")));
    harness.action("actionActAnyway")->trigger();
    window.showPage(PageId::Tasks);
    QTRY_VERIFY_WITH_TIMEOUT(harness.find<QTreeView>("tasksView")->model()->rowCount() > 0, 10'000);
    QVERIFY(take(window, QStringLiteral("tasks-running")));
    harness.find<QPushButton>("taskCancelButton")->click();
    window.currentDesk()->client().setLogLevel("debug");
    window.showLog(false);
    QVERIFY(act(harness, PageId::Tools, "chatter"));
    QVERIFY(take(window, QStringLiteral("log")));
    harness.find<QDockWidget>("logDock")->hide();
    window.showTraceDock(true);
}

void TestShots::questions(WindowHarness &harness)
{
    MainWindow &window = harness.window();
    for (const char *tool : { "ask_me", "sign_in", "summarize_with_model" }) {
        QVERIFY2(harness.show(PageId::Tools, QString::fromLatin1(tool)), tool);
        harness.action("actionActAnyway")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(harness.find<QTreeView>("asksView")->model()->rowCount() > 0, 10'000);
        QVERIFY2(take(window, QStringLiteral("question-") + QString::fromLatin1(tool)), tool);
        harness.find<QPushButton>("askDeclineButton")->click();
        QTRY_VERIFY_WITH_TIMEOUT(harness.find<QTreeView>("asksView")->model()->rowCount() == 0, 10'000);
    }
}

/// Every section of a dialog that has a list of them.
void TestShots::sections(WindowHarness &harness, const char *action, const char *list)
{
    harness.action(action)->trigger();
    QWidget *dialog = nullptr;
    QTRY_VERIFY((dialog = QApplication::activeWindow()) && dialog != &harness.window());
    auto *sections = dialog->findChild<QListWidget *>(QLatin1String(list));
    QVERIFY(sections);
    for (int row = 0; row < sections->count(); ++row) {
        sections->setCurrentRow(row);
        QTest::qWait(100);
        const QString name = QString::fromLatin1(action).mid(6).toLower() + u'-' + sections->item(row)->text().toLower().replace(u' ', u'-');
        QVERIFY2(take(*dialog, name), qPrintable(name));
    }
    dialog->close();
    QTRY_VERIFY(QApplication::activeWindow() != dialog || !dialog->isVisible());
}

void TestShots::pictures_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light, large") << QStringLiteral("light") << QSize(1600, 1000);
    QTest::newRow("dark, large") << QStringLiteral("dark") << QSize(1600, 1000);
    QTest::newRow("light, small") << QStringLiteral("light") << QSize(1024, 700);
    QTest::newRow("dark, small") << QStringLiteral("dark") << QSize(1024, 700);
}

void TestShots::pictures()
{
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_suffix = u'-' + theme + u'-' + QString::number(size.width());
    QApplication::setPalette(tones::guarded(theme == QLatin1String("dark") ? tones::darkPalette() : tones::lightPalette()));
    const QTemporaryDir folder;
    WindowHarness harness(folder.path());
    MainWindow &window = harness.window();
    window.resize(size);
    QVERIFY(take(window, QStringLiteral("welcome")));
    QVERIFY(harness.connectToDemo());
    for (const PageId id : pagesShown) {
        window.showPage(id);
        QVERIFY2(take(window, pageTitle(id).toLower()), qPrintable(pageTitle(id)));
    }
    window.showPage(PageId::EraLab);
    harness.find<QPushButton>("labRunButton")->click();
    Q_EMIT harness.find<NoticeBar>("labConfirmBar")->triggered(QStringLiteral("run"));
    QTRY_VERIFY_WITH_TIMEOUT(harness.find<QPushButton>("labExportButton")->isEnabled(), 30'000);
    QVERIFY(take(window, QStringLiteral("era-lab-run")));
    conversation(harness);
    if (QTest::currentTestFailed())
        return;
    questions(harness);
    if (QTest::currentTestFailed())
        return;
    window.showRecord(window.currentDesk()->snapshot(ListKind::Tools)->frames.front());
    harness.action("actionMaximizeTrace")->trigger();
    QVERIFY(take(window, QStringLiteral("trace")));
    harness.action("actionMaximizeTrace")->trigger();
    sections(harness, "actionPreferences", "preferencesSections");
    sections(harness, "actionNew", "profileSections");
    for (const char *name : { "actionHelpKeys", "actionPalette", "actionExport" }) {
        harness.action(name)->trigger();
        QWidget *dialog = QApplication::activeWindow();
        QTRY_VERIFY((dialog = QApplication::activeWindow()) && dialog != &window);
        QTest::qWait(300);
        QVERIFY2(take(*dialog, QString::fromLatin1(name).mid(6).toLower()), name);
        dialog->close();
        QTRY_VERIFY(QApplication::activeWindow() != dialog || !dialog->isVisible());
    }
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(new FramedStyle);
    TestShots test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_shots.moc"
