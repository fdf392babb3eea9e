// Pictures of the trace dock and of its dialogs, light and dark, large and small, for a person to look at (ASSAYER_SHOTS).
// What a program can check is checked: none of them is one plain colour.
#include "windowharness.h"

#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/panes/tracepane.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/argumentform.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/jsontreeview.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTableView>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace assayer;
using namespace assayer::test;

namespace {

constexpr int fewestColours = 8;

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

class TestTraceShots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void pictures_data();
    void pictures();

private:
    bool take(QWidget &widget, const QString &name);
    void callTool(WindowHarness &harness, const QString &tool, const QByteArray &arguments);
    void dock(WindowHarness &harness, quint64 call);
    void dialogs(WindowHarness &harness);
    QString m_suffix;
};

void TestTraceShots::initTestCase()
{
    QVERIFY(QDir().mkpath(shotsFolder()));
}

bool TestTraceShots::take(QWidget &widget, const QString &name)
{
    QTest::qWait(80);
    const QImage image = widget.grab().toImage();
    image.save(shotsFolder() + QStringLiteral("/trace-") + name + m_suffix + QStringLiteral(".png"));
    return colours(image) >= fewestColours;
}

void TestTraceShots::pictures_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light, large") << QStringLiteral("light") << QSize(1280, 800);
    QTest::newRow("dark, large") << QStringLiteral("dark") << QSize(1280, 800);
    QTest::newRow("light, small") << QStringLiteral("light") << QSize(1024, 700);
    QTest::newRow("dark, small") << QStringLiteral("dark") << QSize(1024, 700);
}

void TestTraceShots::callTool(WindowHarness &harness, const QString &tool, const QByteArray &arguments)
{
    harness.window().showPage(PageId::Tools);
    harness.window().currentPage()->showEntry(tool);
    harness.find<ArgumentForm>("argumentForm")->setArguments(arguments);
    harness.action("actionActAnyway")->trigger();
    QTest::qWait(500);
}

void TestTraceShots::dock(WindowHarness &harness, quint64 call)
{
    MainWindow &window = harness.window();
    window.showRecord(call, QStringLiteral("/params/name"));
    harness.action("actionMark")->trigger();
    harness.action("actionComment")->trigger();
    harness.find<QLineEdit>("traceCommentEdit")->setText(QStringLiteral("the call that was reported"));
    QVERIFY(take(window, QStringLiteral("docked-comment")));
    harness.find<QPushButton>("traceCommentSaveButton")->click();
    QVERIFY(take(window, QStringLiteral("docked")));
    harness.action("actionMaximizeTrace")->trigger();
    QVERIFY(take(window, QStringLiteral("maximised")));
    harness.find<QToolButton>("recordLinesButton")->click();
    auto *tabs = harness.find<QTabWidget>("traceDetailTabs");
    for (const char *name : { "timelineTab", "statisticsTab", "recordTextTab" }) {
        tabs->setCurrentWidget(harness.find<QWidget>(name));
        QTest::qWait(500);
        QVERIFY(take(window, QString::fromLatin1(name)));
    }
    harness.find<QToolButton>("recordHexButton")->click();
    tabs->setCurrentIndex(0);
    harness.action("actionFollowExchange")->trigger();
    QTest::qWait(300);
    QVERIFY(take(window, QStringLiteral("followed")));
    auto *filter = harness.find<FilterEdit>("traceFilter");
    filter->setText(QStringLiteral("method == tools/call and and duration > 20ms"));
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(take(window, QStringLiteral("problem")));
    filter->setText(QStringLiteral("method == tools/call"));
    QTest::keyClick(filter, Qt::Key_Return);
    QTest::qWait(200);
    QVERIFY(take(window, QStringLiteral("filtered")));
    filter->clear();
    harness.action("actionMaximizeTrace")->trigger();
}

void TestTraceShots::dialogs(WindowHarness &harness)
{
    MainWindow &window = harness.window();
    const std::pair<const char *, const char *> opened[] = { { "actionExport", "exportDialog" }, { "actionColourRules", "colourRulesDialog" },
        { "actionResend", "resendDialog" }, { "actionReplay", "replayDialog" }, { "actionCompare", "compareDialog" } };
    for (const auto &[action, name] : opened) {
        harness.action(action)->trigger();
        auto *dialog = window.findChild<QDialog *>(QString::fromLatin1(name));
        QVERIFY2(dialog, name);
        QTest::qWait(500);
        for (const char *button : { "replayButton", "resendSendButton" }) {
            if (auto *press = dialog->findChild<QPushButton *>(QString::fromLatin1(button)))
                press->click();
        }
        QTest::qWait(600);
        QVERIFY2(take(*dialog, QString::fromLatin1(name)), name);
        dialog->close();
        QTest::qWait(20);
    }
    harness.action("actionJudgeAgain")->trigger();
    harness.find<QPushButton>("judgeButton")->click();
    QTest::qWait(800);
    QVERIFY(take(window, QStringLiteral("judged")));
}

void TestTraceShots::pictures()
{
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    if (!hasDemoServer())
        QSKIP("the demo server is not built");
    m_suffix = u'-' + theme + u'-' + QString::number(size.width());
    QApplication::setPalette(tones::guarded(theme == QLatin1String("dark") ? tones::darkPalette() : tones::lightPalette()));
    const QTemporaryDir folder;
    WindowHarness harness(folder.path());
    harness.window().resize(size);
    QVERIFY(harness.connectToDemo());
    callTool(harness, QStringLiteral("search_notes"), "{\"query\":\"notes\"}");
    const quint64 call = harness.window().currentDesk()->trace()->count();
    callTool(harness, QStringLiteral("always_fails"), "{}");
    dock(harness, call > 1 ? call - 1 : 1);
    dialogs(harness);
}

int main(int argc, char *argv[])
{
    const QTemporaryDir folder;
    useFoldersOf(folder);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    TestTraceShots test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_traceshots.moc"
