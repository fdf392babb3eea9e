// The window: toolbar, servers at the left, pages in the middle, trace and log below, questions at the right.
#pragma once

#include "base/error.h"
#include "ui/pages/page.h"

#include <QHash>
#include <QMainWindow>

#include <memory>

class QLabel;

namespace assayer {

class Actions;
class ConnectionStatus;
class Desk;
class DeskView;
class UiState;
class WelcomePage;
class WindowActions;
class WindowFrame;
class Workspace;

/// Shows a workspace; owns nothing of it. Modal dialogs: the platform's file dialogs and the one question at quit.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Workspace &workspace, UiState &state, QWidget *parent = nullptr);
    ~MainWindow() override;

    Workspace &workspace() const { return m_workspace; }
    Actions &actions() const { return *m_actions; }
    UiState &state() const { return m_state; }
    DeskView *existingView(const Desk &desk) const; ///< null where it was never shown
    DeskView *currentView() const; ///< null while nothing is open
    Desk *currentDesk() const;
    Page *currentPage() const; ///< null on the welcome page

    /// Something is about to be opened: until it is, a word in place of the welcome page. Call before show().
    void expectDesk();
    /// What was expected is there, or will not come.
    void stopExpecting();

    void showDesk(Desk *desk);
    void showPage(PageId id);
    void showRecord(quint64 seq, const QString &pointer = {});
    /// Goes to what a finding's `where` points at.
    void showPlace(const QString &where);
    void showLog(bool stderrOnly);
    void showTraceDock(bool visible);
    void maximizeTrace(bool on);
    void showQuestions();
    void say(const QString &words);
    void sayCancelling();
    void showProblem(const Error &error);
    WindowFrame &frame() const { return *m_frame; }
    void stepPane(bool backward);
    void stepPage(bool backward);
    void stepServer(int step);
    void openPath(const QString &path);
    void connectTarget(const QString &text);
    void openDemo();
    void focusTarget();
    /// Era chosen in the toolbar, for the current desk.
    void applyEra();
    void resetLayout();

Q_SIGNALS:
    /// The user wants to leave; nothing keeps it.
    void quitRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void wireFrame();
    void wireWorkspace();
    void wirePage(Page *page);
    void callAgain(quint64 action, const QByteArray &method, const QByteArray &name);
    void wireView(DeskView *view);
    DeskView *viewOf(Desk &desk);
    WelcomePage *welcome();
    void showWhereNothingIsOpen();
    void take(DeskView *view);
    void release(DeskView *view);
    void deskAdded(Desk *desk);
    void deskChanged(Desk *desk);
    void deskRemoved(const QString &id);
    void updateTabs();
    void dressTabs(bool tight, bool counts);
    void updateActions();
    void updateTitle();
    void showServerMenu(const QString &id, const QPoint &position);
    void escape();
    void takeOpened(const QString &path, const Result<Desk *> &desk);
    void showInTurns(const QString &id, int turn);
    void makeAsks();
    void goAfterConnect(Desk *desk);

    Workspace &m_workspace;
    UiState &m_state;
    std::unique_ptr<Actions> m_actions;
    std::unique_ptr<WindowActions> m_acts;
    std::unique_ptr<WindowFrame> m_frame;
    ConnectionStatus *m_status = nullptr;
    WelcomePage *m_welcome = nullptr;
    QLabel *m_opening = nullptr; ///< while a desk is expected
    QHash<QString, DeskView *> m_views;
    DeskView *m_view = nullptr;
    QByteArray m_beforeMaximized;
    bool m_settling = false;
    bool m_wasLow = false;
};

} // namespace assayer
