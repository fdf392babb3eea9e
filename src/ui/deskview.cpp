#include "ui/deskview.h"

#include "ui/desk.h"
#include "ui/pages/eralabpage.h"
#include "ui/pages/findingspage.h"
#include "ui/pages/malformedpage.h"
#include "ui/pages/promptspage.h"
#include "ui/pages/resourcespage.h"
#include "ui/pages/serverpage.h"
#include "ui/pages/taskspage.h"
#include "ui/pages/templatespage.h"
#include "ui/pages/toolspage.h"
#include "ui/panes/logpane.h"
#include "ui/panes/tracepane.h"
#include "ui/wantedpages.h"

namespace assayer {
namespace {

constexpr qsizetype maxVisited = 50;

Page *makePage(PageId id, Desk &desk)
{
    switch (id) {
    case PageId::Tools:
        return new ToolsPage(desk);
    case PageId::Resources:
        return new ResourcesPage(desk);
    case PageId::Templates:
        return new TemplatesPage(desk);
    case PageId::Prompts:
        return new PromptsPage(desk);
    case PageId::Tasks:
        return new TasksPage(desk);
    case PageId::Malformed:
        return new MalformedPage(desk);
    case PageId::FindingList:
        return new FindingsPage(desk);
    case PageId::EraLab:
        return new EraLabPage(desk);
    default:
        return new ServerPage(desk);
    }
}

std::optional<ListKind> listOf(PageId id)
{
    for (const ListKind kind : allListKinds) {
        if (pageOf(kind) == id)
            return kind;
    }
    return std::nullopt;
}

TabFace listFace(const ListSnapshot &list)
{
    TabFace face;
    if (list.everListed)
        face.text = QString::number(list.items.size());
    if (list.error)
        face.severity = Severity::Error;
    else if (!list.malformed.empty())
        face.severity = Severity::Warning;
    face.stale = list.stale;
    return face;
}

TabFace malformedFace(const Desk &desk)
{
    std::size_t entries = 0;
    for (const ListKind kind : allListKinds) {
        const ListSnapshotPtr list = desk.snapshot(kind);
        entries += list->malformed.size() + list->refusedFaults.size();
    }
    TabFace face;
    if (entries > 0) {
        face.text = QString::number(entries);
        face.severity = Severity::Error;
    }
    return face;
}

TabFace tasksFace(const Desk &desk)
{
    TabFace face;
    face.isShown = TasksPage::isOffered(desk);
    if (const qsizetype tasks = desk.client().tasks().size())
        face.text = QString::number(tasks);
    return face;
}

TabFace findingsFace(const Findings &findings)
{
    TabFace face;
    if (findings.empty())
        return face;
    face.text = QString::number(findings.size());
    Severity worst = Severity::Note;
    for (const Finding &finding : findings)
        worst = qMax(worst, finding.severity);
    if (worst != Severity::Note)
        face.severity = worst;
    return face;
}

} // namespace

DeskView::DeskView(Desk &desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_trace(new TracePane(desk))
    , m_log(new LogPane(desk))
    , m_wanted(new WantedPages(desk, this))
{
    connect(&desk, &Desk::listChanged, this, &DeskView::facesChanged);
    connect(&desk, &Desk::findingsChanged, this, &DeskView::facesChanged);
    connect(&desk, &Desk::stateChanged, this, &DeskView::facesChanged);
    connect(&desk.client(), &InspectionClient::taskChanged, this, &DeskView::facesChanged);
}

DeskView::~DeskView()
{
    for (const QPointer<Page> &page : std::as_const(m_pages))
        delete page.data();
    delete m_trace.data();
    delete m_log.data();
}

TracePane *DeskView::trace() const
{
    return m_trace;
}

LogPane *DeskView::log() const
{
    return m_log;
}

Page *DeskView::page(PageId id)
{
    QPointer<Page> &page = m_pages[id];
    if (!page) {
        page = makePage(id, m_desk);
        Q_EMIT pageMade(page);
    }
    return page;
}

Page *DeskView::existing(PageId id) const
{
    return m_pages.value(id);
}

QList<Page *> DeskView::existingPages() const
{
    QList<Page *> pages;
    for (const QPointer<Page> &page : m_pages) {
        if (page)
            pages.append(page);
    }
    return pages;
}

TabFace DeskView::face(PageId id, bool withCount) const
{
    TabFace face;
    if (const std::optional<ListKind> kind = listOf(id))
        face = listFace(*m_desk.snapshot(*kind));
    else if (id == PageId::Tasks)
        face = tasksFace(m_desk);
    else if (id == PageId::Malformed)
        face = malformedFace(m_desk);
    else if (id == PageId::FindingList)
        face = findingsFace(m_desk.findings());
    QString text = pageTitle(id);
    if (withCount && !face.text.isEmpty())
        text += u' ' + face.text;
    if (face.severity)
        text += QStringLiteral(" !");
    face.text = text;
    return face;
}

void DeskView::visit(PageId id)
{
    if (id == m_current)
        return;
    m_back.append(m_current);
    if (m_back.size() > maxVisited)
        m_back.removeFirst();
    m_forward.clear();
    m_current = id;
}

bool DeskView::goBack()
{
    if (m_back.isEmpty())
        return false;
    m_forward.append(m_current);
    m_current = m_back.takeLast();
    return true;
}

bool DeskView::goForward()
{
    if (m_forward.isEmpty())
        return false;
    m_back.append(m_current);
    m_current = m_forward.takeLast();
    return true;
}

} // namespace assayer
