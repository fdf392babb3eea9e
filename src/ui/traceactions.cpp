#include "ui/traceactions.h"

#include "models/tracemodel.h"
#include "ui/actions.h"
#include "ui/desk.h"
#include "ui/deskview.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/dialogs/replaydialog.h"
#include "ui/dialogs/resenddialog.h"
#include "ui/mainwindow.h"
#include "ui/pages/findingspage.h"
#include "ui/panes/recordacts.h"
#include "ui/panes/recordcopy.h"
#include "ui/panes/tracecolumns.h"
#include "ui/panes/tracenotes.h"
#include "ui/panes/tracepane.h"
#include "ui/workspace.h"

#include <QMenu>

namespace assayer {

TraceActions::TraceActions(MainWindow &window, Actions &actions, QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_actions(actions)
{
    wire();
    wireCopies();
}

TracePane *TraceActions::pane() const
{
    DeskView *view = m_window.currentView();
    return view ? view->trace() : nullptr;
}

void TraceActions::wire()
{
    const auto on = [this](const char *name, void (*act)(TracePane &)) {
        connect(m_actions[name], &QAction::triggered, this, [this, act] {
            if (TracePane *trace = pane())
                act(*trace);
        });
    };
    on("actionFollowExchange", [](TracePane &trace) { trace.acts().followExchange(); });
    on("actionMark", [](TracePane &trace) { trace.acts().toggleMark(); });
    on("actionNextMark", [](TracePane &trace) { trace.acts().nextMark(); });
    on("actionComment", [](TracePane &trace) { trace.acts().editComment(); });
    on("actionTimeReference", [](TracePane &trace) { trace.columns().setReference(trace.currentSeq()); });
    on("actionColourRules", [](TracePane &trace) { trace.columns().showColours(); });
    connect(m_actions["actionCompare"], &QAction::triggered, this, &TraceActions::compare);
    connect(m_actions["actionReplay"], &QAction::triggered, this, &TraceActions::replay);
    connect(m_actions["actionResend"], &QAction::triggered, this, &TraceActions::resend);
    connect(m_actions["actionJudgeAgain"], &QAction::triggered, this, &TraceActions::judgeAgain);
}

void TraceActions::wireCopies()
{
    const std::pair<const char *, CopyForm> copies[] = { { "actionCopyCurl", CopyForm::Curl }, { "actionCopyCli", CopyForm::Cli }, { "actionCopyJson", CopyForm::Json } };
    for (const auto &[name, form] : copies) {
        connect(m_actions[name], &QAction::triggered, this, [this, form = form] {
            TracePane *trace = pane();
            const auto row = trace ? trace->desk().trace()->rowOf(trace->currentSeq()) : std::nullopt;
            if (!row)
                m_window.say(QStringLiteral("Select a record first."));
            else
                copyRecord(trace, trace->desk(), trace->analyzer(), *row, form, [this](const QString &words) { m_window.say(words); });
        });
    }
}

void TraceActions::update()
{
    const Desk *desk = m_window.currentDesk();
    for (const char *name : { "actionFollowExchange", "actionMark", "actionNextMark", "actionComment", "actionTimeReference", "actionColourRules",
             "actionCopyCurl", "actionCopyCli", "actionCopyJson", "actionCompare", "actionReplay", "actionJudgeAgain" })
        m_actions[name]->setEnabled(desk != nullptr);
    m_actions["actionResend"]->setEnabled(desk && !desk->isTrace() && desk->client().state() == InspectionClient::State::Ready);
}

void TraceActions::showMenu(const QPoint &position)
{
    auto *menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("traceMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const char *name : { "actionFilterFor", "actionFilterNot", "", "actionFollowExchange", "actionMark", "actionComment", "actionTimeReference", "",
             "actionCopyCurl", "actionCopyCli", "actionCopyJson", "", "actionResend", "actionCompare" }) {
        if (*name)
            menu->addAction(m_actions[name]);
        else
            menu->addSeparator();
    }
    menu->popup(position);
}

bool TraceActions::saveNotes()
{
    TracePane *trace = pane();
    if (!trace || !trace->desk().isTrace())
        return false;
    if (!trace->notes().isUnsaved()) {
        m_window.say(QStringLiteral("There are no marks or comments to save."));
        return true;
    }
    return trace->notes().save();
}

QList<Desk *> TraceActions::unsaved() const
{
    QList<Desk *> desks;
    for (Desk *desk : m_window.workspace().desks()) {
        const DeskView *view = m_window.existingView(*desk);
        if (view && view->trace() && view->trace()->notes().isUnsaved())
            desks.append(desk);
    }
    return desks;
}

/// Two selected records are two calls; else two traces are chosen in the dialog.
void TraceActions::compare()
{
    TracePane *trace = pane();
    if (!trace)
        return;
    delete m_compare.data();
    auto *dialog = new CompareDialog(m_window.workspace(), &trace->desk(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_compare = dialog;
    connect(dialog, &CompareDialog::openWanted, m_actions["actionOpen"], &QAction::trigger);
    connect(dialog, &CompareDialog::recordWanted, &m_window, [this](const QString &id, quint64 seq) {
        m_window.showDesk(m_window.workspace().find(id));
        m_window.showRecord(seq);
    });
    const std::vector<quint64> rows = trace->selectedLogRows();
    if (rows.size() == 2)
        dialog->compareRecords(trace->desk(), trace->analyzer(), rows[0], rows[1]);
    dialog->show();
}

void TraceActions::replay()
{
    TracePane *trace = pane();
    if (!trace)
        return;
    delete m_replay.data();
    auto *dialog = new ReplayDialog(m_window.workspace(), trace->desk(), trace->analyzer(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_replay = dialog;
    connect(dialog, &ReplayDialog::recordWanted, &m_window, [this](const QString &id, quint64 seq) {
        m_window.showDesk(m_window.workspace().find(id));
        m_window.showRecord(seq);
    });
    dialog->show();
}

void TraceActions::resend()
{
    TracePane *trace = pane();
    const auto row = trace ? trace->desk().trace()->rowOf(trace->currentSeq()) : std::nullopt;
    if (!row) {
        m_window.say(QStringLiteral("Select a record first."));
        return;
    }
    auto *dialog = new ResendDialog(trace->desk(), trace->analyzer(), *row, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ResendDialog::recordWanted, &m_window, [this](quint64 seq) { m_window.showRecord(seq); });
    dialog->show();
}

void TraceActions::judgeAgain()
{
    m_window.showPage(PageId::FindingList);
    if (auto *page = qobject_cast<FindingsPage *>(m_window.currentPage()))
        page->judgeAgain();
}

} // namespace assayer
