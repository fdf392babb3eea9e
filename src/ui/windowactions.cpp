#include "ui/windowactions.h"

#include "inspection/errortext.h"
#include "inspection/savedanswers.h"
#include "platform/paths.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/actions.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/helpkeysdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/filedialogs.h"
#include "ui/mainwindow.h"
#include "ui/panes/askspane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/serverspane.h"
#include "ui/panes/tracenotes.h"
#include "ui/panes/tracepane.h"
#include "ui/placetext.h"
#include "ui/preferences.h"
#include "ui/traceactions.h"
#include "ui/widgets/noticebar.h"
#include "ui/windowframe.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QStackedWidget>
#include <QUrl>
#include <QWhatsThis>

namespace assayer {
namespace {

using State = InspectionClient::State;

constexpr int zoomStep = 10;
constexpr int smallestText = 80;
constexpr int largestText = 200;

/// Edit actions reach the widget that has the focus as the keys they are.
void sendKey(QKeySequence::StandardKey standard)
{
    QWidget *focus = QApplication::focusWidget();
    const QList<QKeySequence> keys = QKeySequence::keyBindings(standard);
    if (!focus || keys.isEmpty())
        return;
    const QKeyCombination combination = keys.first()[0];
    QKeyEvent press(QEvent::KeyPress, combination.key(), combination.keyboardModifiers());
    QApplication::sendEvent(focus, &press);
}

} // namespace

WindowActions::WindowActions(MainWindow &window, Actions &actions)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
{
    wireFile();
    wireEdit();
    wireView();
    wireServer();
    wireGo();
    wireTrace();
    wireHelp();
    m_traceActions = new TraceActions(window, actions, this);
}

void WindowActions::on(const char *name, std::function<void()> act)
{
    connect(m_actions[name], &QAction::triggered, this, std::move(act));
}

template<class Dialog, class... Arguments>
Dialog *WindowActions::open(QPointer<QDialog> &place, Arguments &&...arguments)
{
    auto *dialog = qobject_cast<Dialog *>(place.data());
    if (!dialog) {
        delete place.data();
        dialog = new Dialog(std::forward<Arguments>(arguments)..., &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        place = dialog;
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

void WindowActions::wireFile()
{
    on("actionNew", [this] { newProfile(); });
    on("actionOpen", [this] {
        askOpenPath(&m_window, QStringLiteral("Open a profile file or a trace"),
            Workspace::fileFilters(), [this](const QString &path) { m_window.openPath(path); });
    });
    on("actionSave", [this] { save(); });
    on("actionSaveAs", [this] { saveAs(); });
    on("actionExport", [this] { exportTrace(); });
    on("actionPreferences", [this] { showPreferences(); });
    on("actionClose", [this] {
        if (Desk *desk = m_window.currentDesk())
            m_window.workspace().remove(desk);
    });
    on("actionQuit", [this] { m_window.close(); });
}

void WindowActions::wireEdit()
{
    const std::pair<const char *, QKeySequence::StandardKey> keys[] = { { "actionUndo", QKeySequence::Undo },
        { "actionRedo", QKeySequence::Redo }, { "actionCut", QKeySequence::Cut }, { "actionCopy", QKeySequence::Copy },
        { "actionPaste", QKeySequence::Paste }, { "actionSelectAll", QKeySequence::SelectAll } };
    for (const auto &[name, key] : keys)
        on(name, [standard = key] { sendKey(standard); });
    on("actionCopyPointer", [this] { copy(); });
    on("actionCopyReport", [this] { copyReport(); });
    on("actionFind", [this] { find(); });
    on("actionFindNext", [this] { findAgain(false); });
    on("actionFindPrevious", [this] { findAgain(true); });
}

void WindowActions::wireView()
{
    WindowFrame &frame = m_window.frame();
    const std::pair<const char *, QDockWidget *> docks[] = { { "actionShowServers", frame.serversDock },
        { "actionShowTrace", frame.traceDock }, { "actionShowLog", frame.logDock } };
    for (const auto &[name, dock] : docks) {
        connect(m_actions[name], &QAction::triggered, this, [shown = dock](bool on) {
            shown->setVisible(on);
            if (on)
                shown->raise();
        });
    }
    connect(m_actions["actionMaximizeTrace"], &QAction::triggered, this, [this](bool on) { m_window.maximizeTrace(on); });
    on("actionOldestQuestion", [this] { m_window.showQuestions(); });
    on("actionZoomIn", [this] { zoom(zoomStep); });
    on("actionZoomOut", [this] { zoom(-zoomStep); });
    on("actionZoomReset", [this] { zoom(0); });
    connect(m_actions["actionFullScreen"], &QAction::triggered, this, [this](bool on) { on ? m_window.showFullScreen() : m_window.showNormal(); });
    on("actionResetLayout", [this] { m_window.resetLayout(); });
}

void WindowActions::wireServer()
{
    const auto withDesk = [this](const char *name, void (*act)(Desk &)) {
        on(name, [this, act] {
            if (Desk *desk = m_window.currentDesk())
                act(*desk);
        });
    };
    on("actionConnect", [this] {
        if (Desk *desk = m_window.currentDesk(); desk && !desk->isTrace())
            desk->open();
        else
            m_window.connectTarget(m_window.frame().target->text());
    });
    withDesk("actionConnectPrivate", [](Desk &desk) { desk.open(true); });
    withDesk("actionDisconnect", [](Desk &desk) { desk.close(); });
    withDesk("actionReconnect", [](Desk &desk) { desk.reopen(); });
    on("actionCancel", [this] { cancel(); });
    on("actionRefresh", [this] {
        if (Page *page = m_window.currentPage())
            page->refresh();
    });
    withDesk("actionRefreshAll", [](Desk &desk) { desk.client().refreshAll(); });
    const auto withAsks = [this](const char *name, auto act) {
        on(name, [this, act] {
            if (AsksPane *asks = m_window.frame().asks)
                act(*asks);
        });
    };
    withAsks("actionAccept", [](AsksPane &asks) { asks.accept(); });
    withAsks("actionDecline", [](AsksPane &asks) { asks.decline(); });
    withAsks("actionCancelQuestion", [](AsksPane &asks) { asks.cancel(); });
    on("actionAct", [this] {
        if (m_window.frame().asksDock->isAncestorOf(QApplication::focusWidget()))
            m_window.frame().asks->accept();
        else if (Page *page = m_window.currentPage())
            page->act(false);
    });
    on("actionActAnyway", [this] {
        if (m_window.frame().asksDock->isAncestorOf(QApplication::focusWidget()))
            m_window.frame().asks->accept(true);
        else if (Page *page = m_window.currentPage())
            page->act(true);
    });
    on("actionFormOrJson", [this] {
        if (Page *page = m_window.currentPage())
            page->toggleForm();
    });
    on("actionPastCalls", [this] {
        if (Page *page = m_window.currentPage())
            page->showPastCalls();
    });
    on("actionEditProfile", [this] { editProfile(); });
    withDesk("actionCopyTarget", [](Desk &desk) { QApplication::clipboard()->setText(desk.source().target); });
    withDesk("actionRevealFile", [](Desk &desk) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(desk.source().origin).absolutePath()));
    });
    on("actionRemove", [this] {
        if (Desk *desk = m_window.currentDesk())
            m_window.workspace().remove(desk);
    });
}

void WindowActions::wireGo()
{
    for (const PageId id : pagesShown) {
        const QByteArray name = "actionPage" + QByteArray::number(static_cast<int>(id) + 1);
        on(name.constData(), [this, id] {
            m_window.showPage(id);
            if (Page *page = m_window.currentPage())
                page->takeFocus();
        });
    }
    on("actionNextPage", [this] { m_window.stepPage(false); });
    on("actionPreviousPage", [this] { m_window.stepPage(true); });
    on("actionNextServer", [this] { m_window.stepServer(1); });
    on("actionPreviousServer", [this] { m_window.stepServer(-1); });
    on("actionNextPane", [this] { m_window.stepPane(false); });
    on("actionPreviousPane", [this] { m_window.stepPane(true); });
    on("actionBack", [this] {
        if (Page *page = m_window.currentPage(); page && page->stepBack())
            return;
        if (DeskView *view = m_window.currentView(); view && view->goBack())
            m_window.showPage(view->current());
    });
    on("actionForward", [this] {
        if (DeskView *view = m_window.currentView(); view && view->goForward())
            m_window.showPage(view->current());
    });
    for (const bool backward : { false, true }) {
        on(backward ? "actionPreviousFault" : "actionNextFault", [this, backward] {
            if (Page *page = m_window.currentPage(); page && !page->stepFault(backward))
                m_window.say(QStringLiteral("This page shows no findings or malformed entries."));
        });
    }
    on("actionTarget", [this] { m_window.focusTarget(); });
    on("actionPalette", [this] { open<CommandPalette>(m_palette, m_actions); });
}

void WindowActions::wireTrace()
{
    const auto withTrace = [this](const char *name, void (*act)(TracePane &)) {
        on(name, [this, act] {
            if (DeskView *view = m_window.currentView())
                act(*view->trace());
        });
    };
    on("actionTraceFilter", [this] {
        m_window.showTraceDock(true);
        if (DeskView *view = m_window.currentView())
            view->trace()->focusFilter();
    });
    withTrace("actionFilterFor", [](TracePane &trace) { trace.filterForThis(false); });
    withTrace("actionFilterNot", [](TracePane &trace) { trace.filterForThis(true); });
    withTrace("actionGoToRecord", [](TracePane &trace) { trace.goToRecord(); });
    withTrace("actionLastRecord", [](TracePane &trace) { trace.goToEnd(); });
    withTrace("actionClear", [](TracePane &trace) { trace.clearView(); });
    withTrace("actionShowCleared", [](TracePane &trace) { trace.showCleared(); });
    connect(m_actions["actionFollow"], &QAction::triggered, this, [this](bool on) {
        if (DeskView *view = m_window.currentView())
            view->trace()->setFollowing(on);
    });
}

void WindowActions::wireHelp()
{
    on("actionHelp", [this] { showHelp(); });
    on("actionWhatsThis", [] { QWhatsThis::enterWhatsThisMode(); });
    on("actionHelpKeys", [this] { open<HelpKeysDialog>(m_keys, m_actions); });
    on("actionAbout", [this] { showAbout(); });
}

void WindowActions::update()
{
    const Desk *desk = m_window.currentDesk();
    const DeskView *view = m_window.currentView();
    const bool live = desk && !desk->isTrace();
    const State state = desk ? desk->client().state() : State::Idle;
    const bool idle = state == State::Idle || state == State::Failed || state == State::Closed;
    const auto enable = [this](const char *name, bool on) { m_actions[name]->setEnabled(on); };
    enable("actionConnect", !desk || (live && idle));
    enable("actionConnectPrivate", live && idle);
    enable("actionDisconnect", live && (state == State::Ready || state == State::Connecting));
    enable("actionReconnect", live && state != State::Closing);
    enable("actionCancel", live);
    for (const char *name : { "actionRefresh", "actionRefreshAll" })
        enable(name, state == State::Ready);
    for (const char *name : { "actionAct", "actionActAnyway", "actionFormOrJson", "actionPastCalls", "actionClose", "actionExport",
             "actionTraceFilter", "actionFilterFor", "actionFilterNot", "actionGoToRecord", "actionLastRecord", "actionFollow", "actionClear",
             "actionShowCleared", "actionCopyReport", "actionCopyPointer", "actionFind", "actionFindNext", "actionFindPrevious",
             "actionMaximizeTrace", "actionShowServers", "actionShowTrace", "actionShowLog", "actionNextPage", "actionPreviousPage",
             "actionNextServer", "actionPreviousServer", "actionNextFault", "actionPreviousFault", "actionBack", "actionForward",
             "actionOldestQuestion", "actionCopyTarget", "actionRemove" })
        enable(name, desk != nullptr);
    for (const PageId id : pagesShown)
        enable(("actionPage" + QByteArray::number(static_cast<int>(id) + 1)).constData(), desk != nullptr);
    m_traceActions->update();
    enable("actionEditProfile", desk && desk->source().profile);
    enable("actionRevealFile", desk && !desk->source().origin.isEmpty());
    enable("actionSave", desk && (desk->source().profile || desk->isTrace()));
    enable("actionSaveAs", desk && (desk->source().profile || desk->trace()->count() > 0));
    WindowFrame &frame = m_window.frame();
    m_actions["actionShowServers"]->setChecked(!frame.serversDock->isHidden());
    m_actions["actionShowTrace"]->setChecked(!frame.traceDock->isHidden());
    m_actions["actionShowLog"]->setChecked(!frame.logDock->isHidden());
    m_actions["actionMaximizeTrace"]->setChecked(m_window.centralWidget()->isHidden());
    m_actions["actionFollow"]->setChecked(view && view->trace()->isFollowing());
}

bool WindowActions::traceHasFocus() const
{
    return m_window.frame().traceDock->isAncestorOf(QApplication::focusWidget());
}

void WindowActions::find()
{
    DeskView *view = m_window.currentView();
    WindowFrame &frame = m_window.frame();
    QWidget *focus = QApplication::focusWidget();
    if (!view)
        return;
    if (traceHasFocus() && focus && focus->objectName().startsWith(QLatin1String("record")))
        view->trace()->findInRecord();
    else if (traceHasFocus())
        view->trace()->focusFilter();
    else if (frame.logDock->isAncestorOf(focus))
        view->log()->focusFilter();
    else if (frame.serversDock->isAncestorOf(focus))
        frame.servers->focusFilter();
    else if (Page *page = m_window.currentPage())
        page->find();
}

void WindowActions::findAgain(bool backward)
{
    if (Page *page = m_window.currentPage())
        page->findAgain(backward);
}

/// JSON Pointer of the tree that has the focus, else of the trace's.
void WindowActions::copy()
{
    QWidget *focus = QApplication::focusWidget();
    if (focus && QMetaObject::invokeMethod(focus, "copyPointer"))
        m_window.say(QStringLiteral("Copied the JSON Pointer."));
    else if (DeskView *view = m_window.currentView())
        view->trace()->copyPointer();
}

void WindowActions::copyReport()
{
    Page *page = m_window.currentPage();
    const QString report = page ? page->report() : QString();
    if (report.isEmpty()) {
        m_window.say(QStringLiteral("There is nothing to report on this page."));
        return;
    }
    QApplication::clipboard()->setText(report);
    m_window.say(QStringLiteral("Copied a report in Markdown."));
}

void WindowActions::cancel()
{
    Page *page = m_window.currentPage();
    Desk *desk = m_window.currentDesk();
    const bool here = page && page->cancel();
    if (!here && !(desk && desk->cancelAll()))
        m_window.say(QStringLiteral("Nothing runs here."));
    else
        m_window.sayCancelling();
}

void WindowActions::zoom(int step)
{
    Preferences &preferences = m_window.workspace().preferences();
    const int now = preferences.number(Preferences::Text);
    preferences.set(Preferences::Text, step == 0 ? 100 : qBound(smallestText, now + step, largestText));
}

void WindowActions::save()
{
    Desk *desk = m_window.currentDesk();
    ProfileStore *store = desk ? m_window.workspace().storeOf(*desk) : nullptr;
    if (!store) {
        m_traceActions->saveNotes();
        return;
    }
    const Result<void> saved = store->save();
    if (!saved)
        m_window.showProblem(saved.error());
    else if (!store->droppedSecrets().isEmpty())
        m_window.say(QStringLiteral("Saved without secrets: %1.").arg(store->droppedSecrets().join(QStringLiteral(", "))));
    else
        m_window.say(QStringLiteral("Saved %1.").arg(visible(store->path())));
}

void WindowActions::saveAs()
{
    Desk *desk = m_window.currentDesk();
    ProfileStore *store = desk ? m_window.workspace().storeOf(*desk) : nullptr;
    if (!store) {
        exportTrace();
        return;
    }
    const QString before = store->path();
    askSavePath(&m_window, QStringLiteral("Save the profiles as"), before, QStringLiteral("Profiles (*.json)"), [this, before](const QString &path) {
        const Result<ProfileStore *> again = m_window.workspace().store(before);
        const Result<void> saved = again ? (*again)->saveAs(path) : Result<void>(tl::unexpected(again.error()));
        if (!saved)
            m_window.showProblem(saved.error());
        else
            m_window.openPath(path);
    });
}

void WindowActions::exportTrace()
{
    DeskView *view = m_window.currentView();
    if (!view)
        return;
    delete m_export.data();
    open<ExportDialog>(m_export, *view->trace());
}

void WindowActions::showPreferences()
{
    const bool isNew = m_preferences.isNull();
    auto *dialog = open<PreferencesDialog>(m_preferences, m_window.workspace().preferences());
    dialog->setDesk(m_window.currentDesk());
    if (isNew)
        connect(dialog, &PreferencesDialog::keptAnswersChanged, this, &WindowActions::useKeptAnswers);
}

void WindowActions::deskShown()
{
    if (auto *dialog = qobject_cast<PreferencesDialog *>(m_preferences.data()))
        dialog->setDesk(m_window.currentDesk());
}

/// What answers by itself does so from now on, or does no more, on connections that stand too.
void WindowActions::useKeptAnswers()
{
    if (AsksPane *asks = m_window.frame().asks)
        asks->reloadKept();
    SavedAnswers answers;
    if (!answers.load())
        return;
    for (Desk *desk : m_window.workspace().desks())
        desk->client().setSavedAnswers(answers.automatic(desk->source().name));
}

void WindowActions::editProfile()
{
    Desk *desk = m_window.currentDesk();
    if (!desk || !desk->source().profile)
        return;
    delete m_profile.data();
    auto *dialog = open<ProfileDialog>(m_profile, m_window.workspace(), desk->source().origin, desk->source().profile->name);
    connect(dialog, &ProfileDialog::connectRequested, &m_window, [this](Desk *changed) {
        m_window.showDesk(changed);
        changed->reopen();
    });
}

void WindowActions::newProfile()
{
    delete m_profile.data();
    const Desk *desk = m_window.currentDesk();
    const QString path = desk && desk->source().profile ? desk->source().origin : QString();
    auto *dialog = open<ProfileDialog>(m_profile, m_window.workspace(), path, QString());
    connect(dialog, &ProfileDialog::connectRequested, &m_window, [this](Desk *made) {
        m_window.showDesk(made);
        made->open();
    });
}

void WindowActions::lookForProfiles()
{
    auto *dialog = open<ImportDialog>(m_import);
    connect(dialog, &ImportDialog::fileChosen, &m_window, &MainWindow::openPath, Qt::UniqueConnection);
    connect(dialog, &ImportDialog::importWanted, this, &WindowActions::importProfiles, Qt::UniqueConnection);
    QStringList taken;
    const Result<ProfileStore *> store = m_window.workspace().store(cataloguePath());
    for (const ServerProfile &profile : store ? (*store)->profiles() : QList<ServerProfile>())
        taken << profile.name;
    dialog->setTaken(taken);
}

/// Copies into the user's own catalogue; where one came from is not touched.
void WindowActions::importProfiles(const QList<ServerProfile> &profiles)
{
    const Result<ProfileStore *> store = m_window.workspace().store(cataloguePath());
    Result<void> done = store ? Result<void>() : Result<void>(tl::unexpected(store.error()));
    for (const ServerProfile &profile : profiles) {
        if (done)
            done = (*store)->add(profile);
    }
    makePrivateFolder(configFolder());
    if (done)
        done = (*store)->save();
    if (!done) {
        m_window.say(errorText(done.error()).title);
        return;
    }
    for (const ServerProfile &profile : profiles)
        m_window.workspace().takeProfile((*store)->path(), {}, profile);
    m_window.say(QStringLiteral("Imported %1 into your catalogue. Nothing was started.").arg(profiles.size()));
}

/// Entries of the report are numbered as they stand in the list that is shown.
void WindowActions::showReportEntry(const Place &place)
{
    const Desk *desk = m_window.currentDesk();
    Page *page = m_window.currentPage();
    for (const ListKind kind : allListKinds) {
        const auto &items = desk->snapshot(kind)->items;
        if (place.page == pageOf(kind) && place.entry < static_cast<int>(items.size())) {
            const std::string_view member = identityMember(kind);
            page->showEntry(fromWire(items[static_cast<std::size_t>(place.entry)].text(member)));
        }
    }
}

bool WindowActions::mayQuit()
{
    const std::vector<ProfileStore *> changed = m_window.workspace().modifiedStores();
    const QList<Desk *> notes = m_traceActions->unsaved();
    if ((changed.empty() && notes.isEmpty()) || m_mayQuit)
        return true;
    if (m_question)
        return false;
    auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral("Assayer"),
        changed.empty() ? QStringLiteral("Marks and comments of %1 are not saved.").arg(visible(notes.front()->source().name))
                        : QStringLiteral("Profiles of %1 are changed and not saved.").arg(visible(changed.front()->path())),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("quitQuestion"));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    m_question = box;
    connect(box, &QMessageBox::finished, this, [this](int button) {
        if (button == QMessageBox::Cancel)
            return;
        if (button == QMessageBox::Save) {
            for (ProfileStore *store : m_window.workspace().modifiedStores()) {
                if (const Result<void> saved = store->save(); !saved) {
                    m_window.showProblem(saved.error());
                    return;
                }
            }
            for (Desk *desk : m_traceActions->unsaved()) {
                if (!m_window.existingView(*desk)->trace()->notes().save())
                    return;
            }
        }
        m_mayQuit = true;
        m_window.close();
    });
    box->open();
    return false;
}

void WindowActions::showHelp()
{
    Page *page = m_window.currentPage();
    const QString text = page ? page->help() : QStringLiteral("Type an address or a command and press Enter, open a profile file or a trace, or start the demo server. Nothing is started or contacted before.");
    m_window.frame().notice->setNotice(Tone::Note, text);
}

void WindowActions::showAbout()
{
    m_window.frame().notice->setNotice(Tone::Note,
        QStringLiteral("Assayer %1 inspects servers that speak the Model Context Protocol. Licence: Apache-2.0. Qt %2.")
            .arg(QStringLiteral(ASSAYER_VERSION), QString::fromLatin1(qVersion())));
}

} // namespace assayer
