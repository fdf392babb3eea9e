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
#include <QDir>
#include <QDockWidget>
#include <QPushButton>
#include <QSet>
#include <QTest>
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

void TestShots::pictures_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light, large") << QStringLiteral("light") << QSize(1280, 800);
    QTest::newRow("dark, large") << QStringLiteral("dark") << QSize(1280, 800);
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
    window.showPage(PageId::Tools);
    harness.find<ArgumentForm>("argumentForm")->setArguments("{\"query\":\"notes\"}");
    harness.action("actionAct")->trigger();
    QTest::qWait(600);
    QVERIFY(take(window, QStringLiteral("tools-called")));
    QVERIFY(window.currentPage()->showEntry(QStringLiteral("every_field")));
    QVERIFY(take(window, QStringLiteral("tools-form")));
    for (const char *tool : { "ask_me", "sign_in", "summarize_with_model" }) {
        QVERIFY2(window.currentPage()->showEntry(QString::fromLatin1(tool)), tool);
        harness.action("actionActAnyway")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(harness.find<QTreeView>("asksView")->model()->rowCount() > 0, 10'000);
        QVERIFY2(take(window, QStringLiteral("question-") + QString::fromLatin1(tool)), tool);
        harness.find<QPushButton>("askDeclineButton")->click();
        QTRY_VERIFY_WITH_TIMEOUT(harness.find<QTreeView>("asksView")->model()->rowCount() == 0, 10'000);
    }
    window.showRecord(window.currentDesk()->snapshot(ListKind::Tools)->frames.front());
    harness.action("actionMaximizeTrace")->trigger();
    QVERIFY(take(window, QStringLiteral("trace")));
    harness.action("actionMaximizeTrace")->trigger();
    for (const char *name : { "actionPreferences", "actionHelpKeys", "actionPalette", "actionExport", "actionNew" }) {
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
