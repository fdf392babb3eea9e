#include "ui/windowframe.h"

#include "ui/actions.h"
#include "ui/pages/page.h"
#include "ui/panes/askspane.h"
#include "ui/panes/serverspane.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStringListModel>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {
namespace {

constexpr int serversWidth = 210;
constexpr int traceHeight = 232;
constexpr int lowTraceHeight = 160;
constexpr int lowWindow = 720; ///< ux 2.15
constexpr int asksWidth = 420;
constexpr int maxHistory = 50;

/// The first widget below `pane` that takes the focus by Tab.
QWidget *firstFocus(QWidget *pane)
{
    if (!pane || !pane->isVisible())
        return nullptr;
    for (QWidget *widget : pane->findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy())
            return widget;
    }
    return nullptr;
}

} // namespace

WindowFrame::WindowFrame(QMainWindow &window, const Actions &actions)
    : m_window(window)
{
    window.menuBar()->setObjectName(QStringLiteral("menuBar"));
    window.statusBar()->setObjectName(QStringLiteral("statusBar"));
    actions.fillMenuBar(window.menuBar());
    makeToolBar(actions);
    makeCentre();
    makeDocks();
    actions.attach(ActionScope::Trace, traceDock);
    actions.attach(ActionScope::Questions, asksDock);
}

void WindowFrame::makeToolBar(const Actions &actions)
{
    toolBar = m_window.addToolBar(QStringLiteral("Toolbar"));
    toolBar->setObjectName(QStringLiteral("mainToolBar"));
    toolBar->setMovable(false);
    toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    toolBar->setIconSize(QSize(20, 20));
    target = new QLineEdit;
    target->setObjectName(QStringLiteral("targetEdit"));
    target->setPlaceholderText(QStringLiteral("https://host/mcp    or    npx -y @scope/server --flag"));
    target->setAccessibleName(QStringLiteral("Address or command"));
    target->setToolTip(QStringLiteral("Address or command of a server (Ctrl+L); Enter connects"));
    target->setClearButtonEnabled(true);
    m_history = new QStringListModel(this);
    auto *completer = new QCompleter(m_history, target);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    target->setCompleter(completer);
    era = new QComboBox;
    era->setObjectName(QStringLiteral("eraCombo"));
    era->setAccessibleName(QStringLiteral("Era"));
    era->setToolTip(QStringLiteral("Which era is tried: automatic, legacy, modern without fallback, or one revision"));
    for (const char *text : { "Auto", "Legacy", "Modern", "Pin 2026-07-28" })
        era->addItem(QString::fromLatin1(text));
    actions["actionRefresh"]->setIconText(QStringLiteral("Refresh"));
    toolBar->addWidget(target);
    toolBar->addWidget(era);
    for (const char *name : { "actionConnect", "actionCancel", "actionRefresh", "actionExport" })
        toolBar->addAction(actions[name]);
}

void WindowFrame::makeCentre()
{
    auto *centre = new QWidget;
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    tabs = new QTabBar;
    tabs->setObjectName(QStringLiteral("pageTabs"));
    tabs->setAccessibleName(QStringLiteral("Pages"));
    tabs->setDrawBase(true);
    tabs->setExpanding(false);
    tabs->setDocumentMode(true);
    tabs->setUsesScrollButtons(true);
    tabs->setElideMode(Qt::ElideNone);
    for (const PageId id : pagesShown) {
        const int tab = tabs->addTab(pageTitle(id));
        tabs->setTabData(tab, static_cast<int>(id));
        tabs->setTabToolTip(tab, QStringLiteral("%1 (Alt+%2)").arg(pageTitle(id)).arg(static_cast<int>(id) + 1));
    }
    notice = new NoticeBar;
    notice->setObjectName(QStringLiteral("windowNotice"));
    stack = new QStackedWidget;
    stack->setObjectName(QStringLiteral("pageStack"));
    column->addWidget(notice);
    column->addWidget(tabs);
    column->addWidget(stack, 1);
    m_window.setCentralWidget(centre);
}

AsksPane *WindowFrame::makeAsks()
{
    asks = new AsksPane;
    asksDock->setWidget(asks);
    return asks;
}

QDockWidget *WindowFrame::makeDock(const char *name, const QString &title, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QString::fromLatin1(name));
    m_window.addDockWidget(area, dock);
    return dock;
}

void WindowFrame::makeDocks()
{
    m_window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    serversDock = makeDock("serversDock", QStringLiteral("Servers"), Qt::LeftDockWidgetArea);
    traceDock = makeDock("traceDock", QStringLiteral("Trace"), Qt::BottomDockWidgetArea);
    logDock = makeDock("logDock", QStringLiteral("Log"), Qt::BottomDockWidgetArea);
    asksDock = makeDock("asksDock", QStringLiteral("Questions"), Qt::RightDockWidgetArea);
    servers = new ServersPane;
    serversDock->setWidget(servers);
    for (QDockWidget *dock : { serversDock, traceDock, logDock, asksDock })
        dock->hide();
}

void WindowFrame::defaultLayout()
{
    m_window.addDockWidget(Qt::LeftDockWidgetArea, serversDock);
    m_window.addDockWidget(Qt::BottomDockWidgetArea, traceDock);
    m_window.tabifyDockWidget(traceDock, logDock);
    m_window.addDockWidget(Qt::RightDockWidgetArea, asksDock);
    m_window.resizeDocks({ serversDock, asksDock }, { serversWidth, asksWidth }, Qt::Horizontal);
    m_window.resizeDocks({ traceDock }, { traceHeight }, Qt::Vertical);
}

void WindowFrame::adoptRestored()
{
    m_restored = true;
    m_serversWereVisible = !serversDock->isHidden();
    m_traceWasVisible = !traceDock->isHidden();
    m_logWasVisible = !logDock->isHidden();
    hideDocks();
}

void WindowFrame::hideDocks()
{
    for (QDockWidget *dock : { serversDock, traceDock, logDock, asksDock })
        dock->hide();
}

void WindowFrame::showDocks(bool visible)
{
    if (visible == m_docksShown)
        return;
    m_docksShown = visible;
    if (!visible) {
        m_serversWereVisible = true;
        m_traceWasVisible = !traceDock->isHidden();
        m_logWasVisible = !logDock->isHidden();
        hideDocks();
        return;
    }
    serversDock->setVisible(m_serversWereVisible);
    traceDock->setVisible(m_traceWasVisible);
    logDock->setVisible(m_logWasVisible);
    traceDock->raise();
    if (m_restored)
        return;
    m_window.resizeDocks({ serversDock }, { serversWidth }, Qt::Horizontal);
    m_window.resizeDocks({ traceDock }, { m_window.height() < lowWindow ? lowTraceHeight : traceHeight }, Qt::Vertical);
}

void WindowFrame::addTargetHistory(const QString &text)
{
    QStringList history = m_history->stringList();
    history.removeAll(text);
    history.prepend(text);
    m_history->setStringList(history.mid(0, maxHistory));
}

void WindowFrame::stepPane(bool backward)
{
    QList<QWidget *> panes { toolBar, serversDock, tabs->parentWidget(), traceDock, logDock, asksDock, m_window.statusBar() };
    if (backward)
        std::reverse(panes.begin(), panes.end());
    QWidget *focus = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (panes[i]->isAncestorOf(focus))
            at = i;
    }
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget *pane = panes[(at + step + panes.size()) % panes.size()];
        QWidget *next = nullptr;
        if (pane == tabs->parentWidget()) {
            if (auto *page = qobject_cast<Page *>(stack->currentWidget())) {
                page->takeFocus();
                return;
            }
            next = firstFocus(stack->currentWidget());
        } else {
            next = firstFocus(pane);
        }
        if (next) {
            next->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace assayer
