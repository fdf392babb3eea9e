#include "ui/mainwindow.h"

#include "inspection/errortext.h"
#include "platform/visibletext.h"
#include "ui/actions.h"
#include "ui/connectionstatus.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/pages/malformedpage.h"
#include "ui/pages/resourcespage.h"
#include "ui/pages/serverpage.h"
#include "ui/pages/toolspage.h"
#include "ui/pages/welcomepage.h"
#include "ui/panes/askspane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/serverspane.h"
#include "ui/panes/tracepane.h"
#include "ui/placetext.h"
#include "ui/presentation/framedstyle.h"
#include "ui/presentation/toneicon.h"
#include "ui/targettext.h"
#include "ui/traceactions.h"
#include "ui/uistate.h"
#include "ui/wantedpages.h"
#include "ui/widgets/noticebar.h"
#include "ui/windowactions.h"
#include "ui/windowframe.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include <utility>

namespace assayer {
namespace {

using State = InspectionClient::State;

constexpr int narrowWidth = 1120; ///< ux 2.15
constexpr int lowHeight = 720;
constexpr int lowTraceHeight = 160;

EraMode eraOfIndex(int index)
{
    return static_cast<EraMode>(index);
}

} // namespace

MainWindow::MainWindow(Workspace &workspace, UiState &state, QWidget *parent)
    : QMainWindow(parent)
    , m_workspace(workspace)
    , m_state(state)
    , m_actions(std::make_unique<Actions>())
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(800, 560);
    resize(1280, 800);
    setAcceptDrops(true);
    m_frame = std::make_unique<WindowFrame>(*this, *m_actions);
    m_status = new ConnectionStatus(statusBar());
    m_acts = std::make_unique<WindowActions>(*this, *m_actions);
    wireFrame();
    wireWorkspace();
    m_frame->defaultLayout();
    if (m_state.restoreWindow(*this))
        m_frame->adoptRestored();
    showDesk(nullptr);
}

MainWindow::~MainWindow()
{
    m_settling = true;
    for (QObject *part : { static_cast<QObject *>(m_frame->tabs), static_cast<QObject *>(m_frame->servers),
             static_cast<QObject *>(m_frame->serversDock), static_cast<QObject *>(m_frame->traceDock),
             static_cast<QObject *>(m_frame->logDock), static_cast<QObject *>(m_frame->target) })
        part->disconnect(this);
    if (m_frame->asks)
        m_frame->asks->setDesk(nullptr);
    m_status->setDesk(nullptr);
    if (m_view)
        release(m_view);
    qDeleteAll(m_views);
}

void MainWindow::wireFrame()
{
    WindowFrame &frame = *m_frame;
    connect(frame.target, &QLineEdit::returnPressed, this, [this] { connectTarget(m_frame->target->text()); });
    connect(frame.era, &QComboBox::activated, this, &MainWindow::applyEra);
    frame.stack->installEventFilter(this);
    connect(frame.tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (!m_settling && index >= 0)
            showPage(static_cast<PageId>(m_frame->tabs->tabData(index).toInt()));
    });
    connect(frame.servers, &ServersPane::currentChanged, this, [this](const QString &id) { showDesk(m_workspace.find(id)); });
    connect(frame.servers, &ServersPane::activated, this, [this](const QString &id) {
        if (Desk *desk = m_workspace.find(id); desk && !desk->isTrace())
            desk->open(desk->isPrivate());
    });
    connect(frame.servers, &ServersPane::menuRequested, this, &MainWindow::showServerMenu);
    connect(frame.servers, &ServersPane::newRequested, (*m_actions)["actionNew"], &QAction::trigger);
    connect(frame.servers, &ServersPane::importRequested, this, [this] { m_acts->lookForProfiles(); });
    connect(frame.notice, &NoticeBar::triggered, this, [this](const QString &id) {
        m_frame->notice->clear();
        if (id == QLatin1String("undo"))
            m_workspace.undoRemove();
    });
    connect(m_status, &ConnectionStatus::eraClicked, this, [this] {
        showPage(PageId::Server);
        if (auto *page = qobject_cast<ServerPage *>(currentPage())) {
            page->showDecidingStep();
            page->takeFocus();
        }
    });
    connect(m_status, &ConnectionStatus::findingsClicked, this, [this] { showPage(PageId::FindingList); });
    connect(m_status, &ConnectionStatus::questionsClicked, this, &MainWindow::showQuestions);
    connect(m_status, &ConnectionStatus::recordingClicked, this, [this] { m_acts->showPreferences(); });
    for (QDockWidget *dock : { frame.serversDock, frame.traceDock, frame.logDock })
        connect(dock, &QDockWidget::visibilityChanged, this, [this] { updateActions(); });
}

void MainWindow::wireWorkspace()
{
    connect(&m_workspace, &Workspace::added, this, &MainWindow::deskAdded);
    connect(&m_workspace, &Workspace::changed, this, &MainWindow::deskChanged);
    connect(&m_workspace, &Workspace::removed, this, &MainWindow::deskRemoved);
    for (Desk *desk : m_workspace.desks())
        deskAdded(desk);
}

WelcomePage *MainWindow::welcome()
{
    if (m_welcome)
        return m_welcome;
    m_welcome = new WelcomePage(m_workspace.preferences(), m_state);
    m_frame->stack->addWidget(m_welcome);
    connect(m_welcome, &WelcomePage::targetGiven, this, &MainWindow::connectTarget);
    connect(m_welcome, &WelcomePage::fileGiven, this, &MainWindow::openPath);
    connect(m_welcome, &WelcomePage::openRequested, (*m_actions)["actionOpen"], &QAction::trigger);
    connect(m_welcome, &WelcomePage::demoRequested, this, &MainWindow::openDemo);
    connect(m_welcome, &WelcomePage::lookRequested, this, [this] { m_acts->lookForProfiles(); });
    return m_welcome;
}

/// The welcome page costs a third of the first picture, so it is made when it is seen.
void MainWindow::showWhereNothingIsOpen()
{
    if (m_opening)
        m_frame->stack->setCurrentWidget(m_opening);
    else if (isVisible())
        m_frame->stack->setCurrentWidget(welcome());
}

void MainWindow::expectDesk()
{
    m_opening = new QLabel(QStringLiteral("Opening what the command line names..."));
    m_opening->setObjectName(QStringLiteral("openingText"));
    m_opening->setAlignment(Qt::AlignCenter);
    m_opening->setTextFormat(Qt::PlainText);
    m_frame->stack->addWidget(m_opening);
    showWhereNothingIsOpen();
}

void MainWindow::stopExpecting()
{
    delete std::exchange(m_opening, nullptr);
    if (!m_view)
        showWhereNothingIsOpen();
}

DeskView *MainWindow::existingView(const Desk &desk) const
{
    return m_views.value(desk.source().id);
}

DeskView *MainWindow::currentView() const
{
    return m_view;
}

Desk *MainWindow::currentDesk() const
{
    return m_view ? &m_view->desk() : nullptr;
}

Page *MainWindow::currentPage() const
{
    return qobject_cast<Page *>(m_frame->stack->currentWidget());
}

DeskView *MainWindow::viewOf(Desk &desk)
{
    DeskView *&view = m_views[desk.source().id];
    if (!view) {
        view = new DeskView(desk);
        wireView(view);
    }
    return view;
}

void MainWindow::wireView(DeskView *view)
{
    connect(view, &DeskView::pageMade, this, &MainWindow::wirePage);
    connect(view, &DeskView::facesChanged, this, [this, view] {
        if (view == m_view)
            updateTabs();
    });
    connect(view->trace(), &TracePane::said, this, &MainWindow::say);
    connect(view->trace(), &TracePane::exportWanted, (*m_actions)["actionExport"], &QAction::trigger);
    connect(view->trace(), &TracePane::menuWanted, &m_acts->traceActions(), &TraceActions::showMenu);
    connect(view->trace(), &TracePane::titleChanged, this, [this, view](const QString &title) {
        if (view == m_view)
            m_frame->traceDock->setWindowTitle(title);
    });
    connect(view->trace(), &TracePane::followingChanged, this, &MainWindow::updateActions);
    connect(view->log(), &LogPane::recordWanted, this, [this](quint64 seq) { showRecord(seq); });
    const auto asked = [this, view] {
        if (view == m_view)
            m_frame->asksDock->show();
        QApplication::alert(this);
    };
    connect(&view->desk().client(), &InspectionClient::serverRequested, this, asked);
    connect(view->wanted(), &WantedPages::wanted, this, asked);
}

/// After the pages that a server wanted to be visited: the same request, from the page it was made on.
void MainWindow::callAgain(quint64 action, const QByteArray &method, const QByteArray &name)
{
    if (!m_view)
        return;
    const bool isRead = method == "resources/read";
    const bool isPrompt = method == "prompts/get";
    showPage(isRead ? PageId::Resources : isPrompt ? PageId::Prompts : PageId::Tools);
    if (auto *resources = qobject_cast<ResourcesPage *>(currentPage())) {
        resources->readUri(fromWire(std::string_view(name.constData(), static_cast<std::size_t>(name.size()))));
    } else if (auto *tools = qobject_cast<ToolsPage *>(currentPage())) {
        if (method != "tools/call" || !tools->showEntry(QString::fromUtf8(name)) || !tools->again(action))
            say(QStringLiteral("That request cannot be made again from here: resend its record in the trace."));
    } else if (Page *page = currentPage(); page && page->showEntry(QString::fromUtf8(name))) {
        page->act(true);
    }
}

void MainWindow::wirePage(Page *page)
{
    connect(page, &Page::recordWanted, this, &MainWindow::showRecord);
    connect(page, &Page::placeWanted, this, &MainWindow::showPlace);
    connect(page, &Page::said, this, &MainWindow::say);
    connect(page, &Page::fileWanted, this, &MainWindow::openPath);
    connect(page, &Page::stderrWanted, this, [this] { showLog(true); });
    connect(page, &Page::profileWanted, this, [this] { m_acts->editProfile(); });
    connect(page, &Page::malformedWanted, this, [this](ListKind kind) {
        showPage(PageId::Malformed);
        if (auto *malformed = qobject_cast<MalformedPage *>(currentPage()))
            malformed->showList(kind);
    });
    connect(page, &Page::readWanted, this, [this](const QString &uri) {
        showPage(PageId::Resources);
        if (auto *resources = qobject_cast<ResourcesPage *>(currentPage()))
            resources->readUri(uri);
    });
    connect(page, &Page::entryWanted, this, [this](PageId id, const QString &key) {
        showPage(id);
        if (Page *target = currentPage())
            target->showEntry(key);
    });
}

/// Pages of a desk that is not current are in no window: names stay unique, and nothing of it is drawn.
void MainWindow::release(DeskView *view)
{
    m_state.savePanes(*this);
    for (Page *page : view->existingPages()) {
        m_frame->stack->removeWidget(page);
        page->setParent(nullptr);
    }
    m_frame->traceDock->setWidget(nullptr);
    m_frame->logDock->setWidget(nullptr);
    if (view->trace())
        view->trace()->setParent(nullptr);
    if (view->log())
        view->log()->setParent(nullptr);
}

void MainWindow::take(DeskView *view)
{
    for (Page *page : view->existingPages())
        m_frame->stack->addWidget(page);
    m_frame->traceDock->setWidget(view->trace());
    m_frame->logDock->setWidget(view->log());
    m_state.restorePanes(*view->trace());
}

void MainWindow::showDesk(Desk *desk)
{
    DeskView *view = desk ? viewOf(*desk) : nullptr;
    if (view && view == m_view)
        return;
    m_settling = true;
    if (m_view)
        release(m_view);
    m_view = view;
    if (view)
        take(view);
    m_status->setDesk(desk);
    if (desk)
        makeAsks();
    if (m_frame->asks)
        m_frame->asks->setDesk(desk, view ? view->wanted() : nullptr);
    m_frame->showDocks(view != nullptr);
    if (desk)
        m_frame->servers->setCurrent(desk->source().id);
    m_settling = false;
    updateTabs();
    if (view)
        showPage(view->current());
    else
        showWhereNothingIsOpen();
    deskChanged(desk);
    m_acts->deskShown();
}

void MainWindow::showPage(PageId id)
{
    if (!m_view)
        return;
    const bool fresh = !m_view->existing(id);
    Page *page = m_view->page(id);
    if (fresh) {
        m_frame->stack->addWidget(page);
        m_state.restorePanes(*page);
    }
    m_view->visit(id);
    const bool hadFocus = m_frame->stack->isAncestorOf(QApplication::focusWidget()) || m_frame->tabs->hasFocus();
    m_frame->stack->setCurrentWidget(page);
    if (hadFocus && !m_frame->tabs->hasFocus())
        page->takeFocus();
    updateTabs();
    updateActions();
}

void MainWindow::updateTabs()
{
    QTabBar *tabs = m_frame->tabs;
    m_settling = true;
    tabs->setVisible(m_view != nullptr);
    // Where the row of tabs is too long the space in them goes, then the counts; never the shape and the "!".
    const int room = m_frame->stack->width();
    if (m_view) {
        dressTabs(false, true);
        if (tabs->sizeHint().width() > room)
            dressTabs(true, true);
        if (tabs->sizeHint().width() > room)
            dressTabs(true, false);
    }
    m_settling = false;
}

void MainWindow::dressTabs(bool tight, bool counts)
{
    QTabBar *tabs = m_frame->tabs;
    tabs->setProperty(FramedStyle::tightTabs, tight);
    for (int i = 0; i < tabs->count(); ++i) {
        const auto id = static_cast<PageId>(tabs->tabData(i).toInt());
        const TabFace face = m_view->face(id, counts);
        tabs->setTabText(i, face.text);
        tabs->setTabVisible(i, face.isShown || id == m_view->current());
        tabs->setTabIcon(i, face.severity ? severityIcon(*face.severity) : face.stale ? toneIcon(Shape::Ring, Tone::Muted) : QIcon());
        if (id == m_view->current())
            tabs->setCurrentIndex(i);
    }
}

void MainWindow::deskAdded(Desk *desk)
{
    m_frame->servers->put(desk->row());
    if (!m_view && !desk->source().shownLater)
        showDesk(desk);
}

void MainWindow::deskChanged(Desk *desk)
{
    if (desk)
        m_frame->servers->put(desk->row());
    if (desk == currentDesk()) {
        updateActions();
        updateTitle();
    }
}

void MainWindow::deskRemoved(const QString &id)
{
    DeskView *view = m_views.take(id);
    const QString next = m_frame->servers->neighbour(1);
    m_frame->servers->remove(id);
    if (view == m_view)
        showDesk(m_workspace.find(next != id ? next : QString()));
    if (!m_view && !m_workspace.desks().empty())
        showDesk(m_workspace.desks().front());
    delete view;
    m_frame->notice->setNotice(Tone::Muted, QStringLiteral("Removed from the list."), { { QStringLiteral("undo"), QStringLiteral("Undo") } });
    QTimer::singleShot(10'000, m_frame->notice, [notice = m_frame->notice] {
        if (notice->words() == QLatin1String("Removed from the list."))
            notice->clear();
    });
}

void MainWindow::updateTitle()
{
    const Desk *desk = currentDesk();
    setWindowTitle(desk ? shown(desk->source().name) + QStringLiteral(" - Assayer") : QStringLiteral("Assayer"));
    if (desk && !desk->isTrace() && !m_frame->target->hasFocus())
        m_frame->target->setText(cleanTargetText(desk->source().target));
    if (desk)
        m_frame->era->setCurrentIndex(static_cast<int>(desk->eraMode()));
}

void MainWindow::updateActions()
{
    m_acts->update();
}

void MainWindow::applyEra()
{
    Desk *desk = currentDesk();
    if (!desk)
        return;
    const EraMode mode = eraOfIndex(m_frame->era->currentIndex());
    desk->setEraMode(mode, mode == EraMode::Pin ? QStringLiteral("2026-07-28") : QString());
    if (desk->client().state() == State::Ready)
        say(QStringLiteral("The era is used from the next connect on."));
}

void MainWindow::connectTarget(const QString &text)
{
    int removed = 0;
    const QString clean = cleanTargetText(text, &removed);
    InspectionOptions options;
    options.session.mode = eraOfIndex(m_frame->era->currentIndex());
    if (options.session.mode == EraMode::Pin)
        options.session.pin = QStringLiteral("2026-07-28");
    Desk *current = currentDesk();
    if (current && !current->isTrace() && current->source().target == clean) {
        goAfterConnect(current);
        return;
    }
    const Result<Desk *> desk = m_workspace.openTarget(clean, options);
    if (!desk) {
        showProblem(desk.error());
        return;
    }
    m_state.addRecent("targets", (*desk)->source().target);
    m_frame->addTargetHistory((*desk)->source().target);
    goAfterConnect(*desk);
    if (removed > 0)
        say(QStringLiteral("%1 control characters were taken out of the target.").arg(removed));
}

void MainWindow::goAfterConnect(Desk *desk)
{
    m_frame->notice->clear();
    showDesk(desk);
    if (desk->client().state() == State::Ready)
        desk->reopen();
    else
        desk->open(desk->isPrivate());
    showPage(PageId::Server);
}

void MainWindow::openDemo()
{
    const Result<Desk *> desk = m_workspace.openDemo();
    if (!desk) {
        showProblem(desk.error());
        return;
    }
    showDesk(*desk);
    (*desk)->open();
}

void MainWindow::openPath(const QString &path)
{
    const QPointer<MainWindow> self(this);
    m_frame->notice->setNotice(Tone::Muted, QStringLiteral("Opening %1...").arg(shown(path)), {}, false);
    m_workspace.openFileLater(path, [self, path](const Result<Desk *> &desk) {
        if (self)
            self->takeOpened(path, desk);
    });
}

void MainWindow::takeOpened(const QString &path, const Result<Desk *> &desk)
{
    if (!desk) {
        showProblem(desk.error());
        return;
    }
    m_state.addRecent(*desk && !(*desk)->isTrace() ? "profiles" : "traces", path);
    if (!*desk) {
        m_frame->notice->setNotice(Tone::Note, QStringLiteral("%1 holds no servers.").arg(shown(path)));
        return;
    }
    if ((*desk)->source().shownLater && !existingView(**desk))
        return showInTurns((*desk)->source().id, 0);
    m_frame->notice->clear();
    showDesk(*desk);
    if ((*desk)->isTrace())
        showPage(PageId::FindingList);
}

/// What a large trace is shown by is made in several turns of the event loop, so that none of them takes long.
void MainWindow::showInTurns(const QString &id, int turn)
{
    constexpr int pauseMs = 1; // without one they would all come in the same turn
    QTimer::singleShot(pauseMs, this, [this, id, turn] {
        Desk *desk = m_workspace.find(id);
        if (!desk)
            return;
        switch (turn) {
        case 0:
            viewOf(*desk)->visit(PageId::FindingList);
            break;
        case 1:
            m_state.restorePanes(*viewOf(*desk)->page(PageId::FindingList));
            break;
        case 2:
            makeAsks();
            break;
        default:
            m_frame->notice->clear();
            showDesk(desk);
            return;
        }
        showInTurns(id, turn + 1);
    });
}

void MainWindow::makeAsks()
{
    if (m_frame->asks)
        return;
    AsksPane *asks = m_frame->makeAsks();
    connect(asks, &AsksPane::recordWanted, this, [this](quint64 seq) { showRecord(seq); });
    connect(asks, &AsksPane::againWanted, this, &MainWindow::callAgain);
}

void MainWindow::showProblem(const Error &error)
{
    const ErrorText text = errorText(error);
    m_frame->notice->setNotice(Tone::Error, text.title + QStringLiteral(". ") + text.seen + u' ' + text.next);
}

void MainWindow::showRecord(quint64 seq, const QString &pointer)
{
    if (!m_view || seq == 0)
        return;
    showTraceDock(true);
    m_view->trace()->showRecord(seq, pointer);
}

void MainWindow::showPlace(const QString &where)
{
    const Place place = readPlace(where);
    if (place.frame)
        showRecord(place.frame, place.pointer);
    else
        showPage(place.page.value_or(PageId::Server));
    if (place.entry >= 0 && m_view)
        m_acts->showReportEntry(place);
}

void MainWindow::showTraceDock(bool visible)
{
    m_frame->traceDock->setVisible(visible);
    if (visible)
        m_frame->traceDock->raise();
}

void MainWindow::maximizeTrace(bool on)
{
    if (on == !m_beforeMaximized.isEmpty())
        return;
    if (on) {
        m_beforeMaximized = saveState(UiState::Version);
        for (QDockWidget *dock : { m_frame->serversDock, m_frame->logDock, m_frame->asksDock })
            dock->hide();
        showTraceDock(true);
        centralWidget()->hide();
    } else {
        centralWidget()->show();
        restoreState(m_beforeMaximized, UiState::Version);
        m_beforeMaximized.clear();
    }
    updateActions();
}

void MainWindow::showLog(bool stderrOnly)
{
    m_frame->logDock->show();
    m_frame->logDock->raise();
    if (m_view && stderrOnly)
        m_view->log()->showStderr();
}

void MainWindow::showQuestions()
{
    m_frame->asksDock->show();
    m_frame->asksDock->raise();
    if (m_frame->asks)
        m_frame->asks->takeFocus();
}

void MainWindow::say(const QString &words)
{
    if (!words.isEmpty())
        m_status->say(words);
}

void MainWindow::sayCancelling()
{
    m_status->sayCancelling();
}

void MainWindow::focusTarget()
{
    m_frame->target->setFocus(Qt::ShortcutFocusReason);
    m_frame->target->selectAll();
}

void MainWindow::stepPage(bool backward)
{
    const int count = m_frame->tabs->count();
    if (m_view && count > 0)
        m_frame->tabs->setCurrentIndex((m_frame->tabs->currentIndex() + (backward ? count - 1 : 1)) % count);
}

void MainWindow::stepServer(int step)
{
    if (Desk *desk = m_workspace.find(m_frame->servers->neighbour(step)))
        showDesk(desk);
}

void MainWindow::stepPane(bool backward)
{
    m_frame->stepPane(backward);
}

void MainWindow::showServerMenu(const QString &id, const QPoint &position)
{
    if (!m_workspace.find(id))
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const char *name : { "actionConnect", "actionDisconnect", "actionReconnect", "actionPage9", "", "actionEditProfile", "actionCopyTarget", "actionRevealFile", "", "actionRemove" }) {
        if (*name)
            menu->addAction((*m_actions)[name]);
        else
            menu->addSeparator();
    }
    menu->popup(position);
}

void MainWindow::resetLayout()
{
    m_state.forget();
    m_frame->defaultLayout();
    m_frame->showDocks(m_view != nullptr);
}

void MainWindow::showEvent(QShowEvent *event)
{
    if (!m_view)
        showWhereNothingIsOpen();
    QMainWindow::showEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_acts->mayQuit()) {
        event->ignore();
        return;
    }
    maximizeTrace(false);
    m_state.savePanes(*this);
    m_state.saveWindow(*this);
    event->ignore();
    Q_EMIT quitRequested();
}

/// Docks take room from the tabs as well.
bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_frame->stack)
        QMetaObject::invokeMethod(this, &MainWindow::updateTabs, Qt::QueuedConnection);
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    const bool narrow = width() < narrowWidth;
    m_frame->toolBar->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_status->setNarrow(narrow);
    m_frame->notice->setCompact(height() < lowHeight);
    if (height() < lowHeight && !m_wasLow && m_view)
        resizeDocks({ m_frame->traceDock }, { lowTraceHeight }, Qt::Vertical);
    m_wasLow = height() < lowHeight;
    updateTabs();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

/// Files open; an address fills the field and does not connect.
void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            openPath(url.toLocalFile());
        else
            m_frame->target->setText(cleanTargetText(url.toString()));
    }
    if (!event->mimeData()->hasUrls())
        m_frame->target->setText(cleanTargetText(event->mimeData()->text()));
    event->acceptProposedAction();
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        escape();
    else
        QMainWindow::keyPressEvent(event);
}

/// Clears the filter of the pane that has the focus, then leads to its list. Never cancels, closes or declines.
void MainWindow::escape()
{
    if (!m_view)
        return;
    QWidget *focus = QApplication::focusWidget();
    if (m_frame->traceDock->isAncestorOf(focus))
        m_view->trace()->clearFilter();
    else if (m_frame->logDock->isAncestorOf(focus))
        m_view->log()->clearFilter();
    else if (m_frame->serversDock->isAncestorOf(focus))
        m_frame->servers->clearFilter();
    else if (Page *page = currentPage(); page && !page->clearFilter())
        page->takeFocus();
}

void MainWindow::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::BackButton)
        (*m_actions)["actionBack"]->trigger();
    else if (event->button() == Qt::ForwardButton)
        (*m_actions)["actionForward"]->trigger();
    else
        QMainWindow::mousePressEvent(event);
}

} // namespace assayer
