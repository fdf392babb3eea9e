// What the menu "Trace" does with records: follow, mark, copy, resend, compare, replay, judge again.
#pragma once

#include <QObject>
#include <QPointer>

class QDialog;
class QPoint;

namespace assayer {

class Actions;
class Desk;
class MainWindow;
class TracePane;

class TraceActions : public QObject {
    Q_OBJECT
public:
    TraceActions(MainWindow &window, Actions &actions, QObject *parent);

    /// Enables what can be done now.
    void update();
    /// Context menu of the trace table.
    void showMenu(const QPoint &position);
    /// Writes marks and comments of the opened trace behind its file. False where there is none, or it cannot be written.
    bool saveNotes();
    /// Opened traces whose marks and comments are not in their files.
    QList<Desk *> unsaved() const;

private:
    void wire();
    void wireCopies();
    void compare();
    void replay();
    void resend();
    void judgeAgain();
    TracePane *pane() const;

    MainWindow &m_window;
    Actions &m_actions;
    QPointer<QDialog> m_compare;
    QPointer<QDialog> m_replay;
};

} // namespace assayer
