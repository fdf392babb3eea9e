// Notices, badges, filter fields, labels, JSON being typed, waits: what they show, tell and take.
#include "ui/presentation/tones.h"
#include "ui/widgets/badgerow.h"
#include "ui/widgets/callprogress.h"
#include "ui/widgets/escapedlabel.h"
#include "ui/widgets/escapedtext.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/jsonedit.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/timingbar.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace assayer;

namespace {

QList<int> heard;

void hear(QAccessibleEvent *event)
{
    heard += event->type();
}

} // namespace

class TestSmallWidgets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void notice();
    void noticeAlertsOnce();
    void badges();
    void filterTellsAfterARest();
    void filterProblem();
    void labelsAreExact();
    void descriptionsAreShownAsTyped_data();
    void descriptionsAreShownAsTyped();
    void jsonIsChecked_data();
    void jsonIsChecked();
    void jsonKeys();
    void progress();
    void timing();
};

void TestSmallWidgets::notice()
{
    QWidget parent;
    NoticeBar bar(&parent);
    bar.setObjectName(QStringLiteral("toolsNotice"));
    QVERIFY(bar.isHidden());
    bar.setNotice(Tone::Warning, QStringLiteral("3 of 17 <b>tools</b> dropped"), { { QStringLiteral("show"), QStringLiteral("Show 3") }, { QStringLiteral("answer"), QStringLiteral("Show answer") } });
    QVERIFY(!bar.isHidden());
    const auto *text = bar.findChild<QLabel *>(QStringLiteral("toolsNoticeText"));
    QVERIFY(text);
    QCOMPARE(text->textFormat(), Qt::PlainText);
    QCOMPARE(text->text(), QStringLiteral("3 of 17 <b>tools</b> dropped"));
    QCOMPARE(bar.accessibleName(), bar.words());
    QSignalSpy triggered(&bar, &NoticeBar::triggered);
    QTest::mouseClick(bar.findChild<QPushButton *>(QStringLiteral("toolsNoticeShowButton")), Qt::LeftButton);
    QCOMPARE(triggered.first().first().toString(), QStringLiteral("show"));
    QSignalSpy closed(&bar, &NoticeBar::closed);
    QTest::mouseClick(bar.findChild<QToolButton *>(QStringLiteral("toolsNoticeClose")), Qt::LeftButton);
    QCOMPARE(closed.count(), 1);
    QVERIFY(bar.isHidden());
}

void TestSmallWidgets::noticeAlertsOnce()
{
    QWidget parent;
    NoticeBar bar(&parent);
    QAccessible::installUpdateHandler(hear);
    QAccessible::setActive(true);
    if (!QAccessible::isActive())
        QSKIP("this platform plug-in tells no accessibility events");
    heard.clear();
    bar.setNotice(Tone::Error, QStringLiteral("one"));
    bar.setNotice(Tone::Error, QStringLiteral("one"));
    QCOMPARE(heard.count(int(QAccessible::Alert)), 1);
    bar.setNotice(Tone::Error, QStringLiteral("two"));
    QCOMPARE(heard.count(int(QAccessible::Alert)), 2);
    QAccessible::installUpdateHandler(nullptr);
}

void TestSmallWidgets::badges()
{
    BadgeRow row;
    row.setBadges({ { Badge::Destructive, {} }, { Badge::OutputChecked, QStringLiteral("4") } });
    QCOMPARE(row.accessibleName(), QStringLiteral("destructive, output checked gen 4"));
    row.resize(row.sizeHint());
    QSignalSpy clicked(&row, &BadgeRow::clicked);
    QTest::mouseClick(&row, Qt::LeftButton, {}, QPoint(4, row.height() / 2));
    QCOMPARE(clicked.first().first().toInt(), 0);
    QVERIFY(row.heightForWidth(10) > row.heightForWidth(1'000)); // wraps where it is narrow
    const Badges many(6, Badge { Badge::Stale, {} });
    QVERIFY(badgesWidth(row.fontMetrics(), many, 4) < badgesWidth(row.fontMetrics(), many, 6));
}

void TestSmallWidgets::filterTellsAfterARest()
{
    FilterEdit edit;
    QSignalSpy changed(&edit, &FilterEdit::filterChanged);
    QTest::keyClicks(&edit, QStringLiteral("abc"));
    QCOMPARE(changed.count(), 0);
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed.first().first().toString(), QStringLiteral("abc"));
    QTest::keyClicks(&edit, QStringLiteral("d"));
    QSignalSpy leave(&edit, &FilterEdit::leaveRequested);
    QTest::keyClick(&edit, Qt::Key_Return); // at once
    QCOMPARE(changed.last().first().toString(), QStringLiteral("abcd"));
    QCOMPARE(leave.count(), 1);
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(changed.last().first().toString(), QString());
    QCOMPARE(leave.count(), 1); // first Esc clears, second leaves
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(leave.count(), 2);
}

void TestSmallWidgets::filterProblem()
{
    FilterEdit edit;
    const QColor plain = edit.palette().color(QPalette::Base);
    edit.setProblem(QStringLiteral("expected a value after = at column 9"), 8);
    QVERIFY(edit.hasProblem());
    QCOMPARE(edit.problemPosition(), 8);
    QCOMPARE(edit.accessibleDescription(), QStringLiteral("expected a value after = at column 9"));
    QVERIFY(edit.palette().color(QPalette::Base) != plain);
    QVERIFY2(!edit.actions().isEmpty() && !edit.actions().first()->icon().isNull() && edit.actions().first()->isVisible(), "a shape, not colour alone");
    edit.clearProblem();
    QCOMPARE(edit.palette().color(QPalette::Base), plain);
    QVERIFY(!edit.actions().first()->isVisible());
}

void TestSmallWidgets::labelsAreExact()
{
    EscapedLabel label;
    label.setServerText(QStringLiteral("a\u202eb"));
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(label.text(), QStringLiteral("a\\u202Eb"));
    QCOMPARE(label.accessibleName(), QStringLiteral("a escape U+202E b"));
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a\u202eb"));
    label.resize(200, 30);
    label.grab();
    label.setPlaceholder(QStringLiteral("(no name)"));
    QCOMPARE(label.text(), QStringLiteral("(no name)"));
    QVERIFY(label.exactText().isEmpty());
}

void TestSmallWidgets::descriptionsAreShownAsTyped_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("markup") << "<b>bold</b> <img src=x>" << "<b>bold</b> <img src=x>";
    QTest::newRow("link") << "[x](javascript:alert)" << "[x](javascript:alert)";
    QTest::newRow("lines") << "a\r\nb\n" << "a\nb\n";
    QTest::newRow("hidden") << QStringLiteral("a\u200bb") << "a\\u200Bb";
}

void TestSmallWidgets::descriptionsAreShownAsTyped()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    EscapedText view;
    view.setServerText(text);
    QCOMPARE(view.toPlainText(), shown);
    QVERIFY(view.isReadOnly());
    view.selectAll();
    view.copy();
    QCOMPARE(QApplication::clipboard()->text(), text);
}

void TestSmallWidgets::jsonIsChecked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("valid") << R"({"a":9007199254740993,"a":1})" << 0 << 0;
    QTest::newRow("absent") << "  " << 0 << 0;
    QTest::newRow("first line") << R"({"a":x})" << 1 << 6;
    QTest::newRow("second line") << "{\n  \"a\" 1}" << 2 << 7;
}

void TestSmallWidgets::jsonIsChecked()
{
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(int, column);
    JsonEdit edit;
    QSignalSpy changed(&edit, &JsonEdit::jsonChanged);
    edit.setJson(text.toUtf8());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(edit.json(), text.toUtf8());
    QCOMPARE(edit.problem().has_value(), line > 0);
    if (line == 0)
        return;
    QCOMPARE(edit.problem()->line, line);
    QCOMPARE(edit.problem()->column, column);
    QCOMPARE(edit.accessibleDescription(), edit.problem()->words);
    QVERIFY(edit.problem()->words.contains(QStringLiteral("line %1").arg(line)));
}

void TestSmallWidgets::jsonKeys()
{
    QWidget window;
    JsonEdit edit(&window);
    QPushButton next(&window);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    edit.setFocus();
    QTest::keyClicks(&edit, QStringLiteral("{"));
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(edit.toPlainText(), QStringLiteral("{\n  ")); // indents by itself
    QSignalSpy problem(&edit, &JsonEdit::problemChanged);
    QTRY_VERIFY(edit.problem().has_value());
    edit.setJson("{}");
    QVERIFY(!edit.problem());
    QCOMPARE(problem.last().first().toString(), QString());
    QTest::keyClick(&edit, Qt::Key_Tab);
    QVERIFY(next.hasFocus());
}

void TestSmallWidgets::progress()
{
    QWidget parent;
    CallProgress wait(&parent);
    wait.setObjectName(QStringLiteral("callProgress"));
    parent.show();
    wait.start(QStringLiteral("Running"), 60'000);
    QVERIFY2(wait.isHidden(), "nothing before 150 ms");
    QTRY_VERIFY(!wait.isHidden());
    wait.setProgress(1, 4, QStringLiteral("step <1>\u202e"));
    const auto *bar = wait.findChild<QProgressBar *>(QStringLiteral("callProgressBar"));
    QCOMPARE(bar->value(), bar->maximum() / 4);
    QVERIFY(wait.words().contains(QStringLiteral("step <1>\\u202E")));
    QTRY_VERIFY_WITH_TIMEOUT(wait.words().contains(QStringLiteral("limit 1 min 00 s")), 3'000);
    QSignalSpy cancel(&wait, &CallProgress::cancelRequested);
    QTest::mouseClick(wait.findChild<QPushButton *>(QStringLiteral("callProgressCancelButton")), Qt::LeftButton);
    QCOMPARE(cancel.count(), 1);
    QCOMPARE(wait.words(), QStringLiteral("Cancelling..."));
    wait.stop();
    QVERIFY(wait.isHidden());
    QVERIFY(!wait.isRunning());
}

void TestSmallWidgets::timing()
{
    TimingBar bar;
    bar.setPhases({ { QStringLiteral("connect"), 600'000 }, { QStringLiteral("wait"), 42'000'000 } });
    QCOMPARE(bar.accessibleName(), QStringLiteral("connect 0.6 ms, wait 42 ms"));
    bar.resize(300, 20);
    bar.grab();
}

QTEST_MAIN(TestSmallWidgets)
#include "tst_smallwidgets.moc"
