// The keys of the program: none does two things in one place, none is an input method's, all are in the help.
#include "ui/actions.h"
#include "ui/dialogs/helpkeysdialog.h"

#include <QMap>
#include <QTableWidget>
#include <QTest>

using namespace assayer;

class TestActions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noKeyDoesTwoThingsInOnePlace();
    void noKeyOfAnInputMethod();
    void menuLettersAreUnique();
    void helpListsEveryKey();
    void keysOfTheContract_data();
    void keysOfTheContract();
};

void TestActions::noKeyDoesTwoThingsInOnePlace()
{
    const Actions actions;
    // What works everywhere also works inside the trace and the questions: those may not take its keys.
    QMap<ActionScope, QMap<QString, QString>> taken;
    for (const QAction *action : actions.all()) {
        for (const QKeySequence &key : action->shortcuts()) {
            const ActionScope own = actions.scope(action);
            const bool everywhere = own == ActionScope::Window || own == ActionScope::Page;
            const QList<ActionScope> places = everywhere ? QList { ActionScope::Window, ActionScope::Trace, ActionScope::Questions } : QList { own };
            for (const ActionScope place : places) {
                QString &holder = taken[place][key.toString()];
                QVERIFY2(holder.isEmpty(), qPrintable(key.toString() + QStringLiteral(": ") + holder + QStringLiteral(" and ") + action->objectName()));
                holder = action->objectName();
            }
        }
    }
}

void TestActions::noKeyOfAnInputMethod()
{
    const Actions actions;
    for (const QAction *action : actions.all()) {
        for (const QKeySequence &key : action->shortcuts()) {
            const QString text = key.toString();
            QVERIFY2(!text.contains(QLatin1String("Ctrl+Alt")), qPrintable(text));
            QVERIFY2(text != QLatin1String("Ctrl+.") && text != QLatin1String("Ctrl+Shift+U") && text != QLatin1String("Ctrl+Shift+E"), qPrintable(text));
        }
    }
}

void TestActions::menuLettersAreUnique()
{
    const Actions actions;
    QMap<QString, QMap<QChar, QString>> letters;
    for (const QAction *action : actions.all()) {
        const qsizetype mark = action->text().indexOf(u'&');
        if (mark < 0)
            continue;
        const QChar letter = action->text().at(mark + 1).toLower();
        QString &holder = letters[actions.menuOf(action)][letter];
        QVERIFY2(holder.isEmpty(), qPrintable(actions.menuOf(action) + QStringLiteral(": ") + holder + QStringLiteral(" and ") + action->text()));
        holder = action->text();
    }
}

void TestActions::helpListsEveryKey()
{
    const Actions actions;
    const HelpKeysDialog dialog(actions, nullptr);
    const auto *table = dialog.findChild<QTableWidget *>(QStringLiteral("helpKeysView"));
    QVERIFY(table);
    QStringList listed;
    for (int row = 0; row < table->rowCount(); ++row)
        listed += table->item(row, 0)->text().split(QStringLiteral(", "));
    for (const QAction *action : actions.all()) {
        for (const QKeySequence &key : action->shortcuts())
            QVERIFY2(listed.contains(key.toString(QKeySequence::NativeText)), qPrintable(action->objectName()));
    }
}

void TestActions::keysOfTheContract_data()
{
    QTest::addColumn<QString>("key");
    const std::pair<const char *, const char *> rows[] = { { "actionNew", "Ctrl+N" }, { "actionOpen", "Ctrl+O" }, { "actionSave", "Ctrl+S" },
        { "actionExport", "Ctrl+E" }, { "actionClose", "Ctrl+W" }, { "actionQuit", "Ctrl+Q" }, { "actionTraceFilter", "Ctrl+Shift+F" },
        { "actionTarget", "Ctrl+L" }, { "actionPalette", "Ctrl+Shift+P" }, { "actionPage7", "Alt+7" }, { "actionConnect", "F7" },
        { "actionDisconnect", "Shift+F7" }, { "actionReconnect", "Ctrl+F7" }, { "actionRefresh", "F5" }, { "actionCancel", "Shift+Esc" },
        { "actionAct", "Ctrl+Return" }, { "actionActAnyway", "Ctrl+Shift+Return" }, { "actionFormOrJson", "Ctrl+J" },
        { "actionNextFault", "Ctrl+F3" }, { "actionFilterFor", "Ctrl+I" }, { "actionFilterNot", "Ctrl+Shift+I" }, { "actionHelpKeys", "Ctrl+F1" },
        { "actionShowTrace", "F12" }, { "actionShowServers", "F9" }, { "actionNextPane", "F6" }, { "actionCopyReport", "Ctrl+Shift+B" } };
    for (const auto &[name, key] : rows)
        QTest::newRow(name) << QString::fromLatin1(key);
}

void TestActions::keysOfTheContract()
{
    QFETCH(QString, key);
    const Actions actions;
    QVERIFY(actions[QTest::currentDataTag()]->shortcuts().contains(QKeySequence(key)));
}

QTEST_MAIN(TestActions)
#include "tst_actions.moc"
