// The fixed parts of the window: toolbar, tabs, stack and docks. Made once; what they show changes.
#pragma once

#include <QObject>

class QComboBox;
class QDockWidget;
class QLineEdit;
class QMainWindow;
class QStackedWidget;
class QStringListModel;
class QTabBar;
class QToolBar;
class QWidget;

namespace assayer {

class Actions;
class AsksPane;
class NoticeBar;
class ServersPane;

class WindowFrame : public QObject {
    Q_OBJECT
public:
    WindowFrame(QMainWindow &window, const Actions &actions);

    QToolBar *toolBar = nullptr;
    QLineEdit *target = nullptr;
    QComboBox *era = nullptr;
    QTabBar *tabs = nullptr;
    NoticeBar *notice = nullptr;
    QStackedWidget *stack = nullptr;
    QDockWidget *serversDock = nullptr;
    QDockWidget *traceDock = nullptr;
    QDockWidget *logDock = nullptr;
    QDockWidget *asksDock = nullptr;
    ServersPane *servers = nullptr;
    AsksPane *asks = nullptr; ///< null until makeAsks()

    /// The pane of questions, with the first server: before it nothing can ask, and the first picture waits for nobody.
    AsksPane *makeAsks();
    /// Sizes and places of the docks as drawn in the design.
    void defaultLayout();
    /// After a stored layout was restored: what it shows is what is shown with the first server.
    void adoptRestored();
    /// Docks are hidden until the first server exists; later as the user left them.
    void showDocks(bool visible);
    void addTargetHistory(const QString &target);
    /// F6: toolbar, servers, tabs, page, trace, log, questions, status bar.
    void stepPane(bool backward);

private:
    void makeToolBar(const Actions &actions);
    void makeCentre();
    void makeDocks();
    void hideDocks();
    QDockWidget *makeDock(const char *name, const QString &title, Qt::DockWidgetArea area);

    QMainWindow &m_window;
    QStringListModel *m_history = nullptr;
    bool m_docksShown = false;
    bool m_restored = false;
    bool m_traceWasVisible = true;
    bool m_logWasVisible = false;
    bool m_serversWereVisible = true;
};

} // namespace assayer
