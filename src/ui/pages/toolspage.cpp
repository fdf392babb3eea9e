#include "ui/pages/toolspage.h"

#include "ui_toolspage.h"

#include "models/toolmodel.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/callpane.h"
#include "ui/pages/formlook.h"
#include "ui/pages/resultpane.h"
#include "ui/pages/schemapane.h"
#include "ui/presentation/toolpresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <algorithm>

namespace assayer {
namespace {

constexpr int lowWindow = 720; ///< ux 2.15
constexpr int lowPage = 420;
constexpr int lowestPage = 320;
constexpr int widePane = 640;
constexpr int formShare = 60; ///< of the height, at most, in percent

} // namespace

ToolsPage::ToolsPage(Desk &desk, QWidget *parent)
    : ListPage(ListKind::Tools, desk, parent)
    , m_ui(std::make_unique<Ui::ToolsPage>())
    , m_tools(new ToolModel(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("toolsPage"));
    formlook::title(m_ui->toolTitle);
    formlook::untrusted(m_ui->toolDescription, QStringLiteral("Description of the tool, the server's words"));
    m_ui->toolDescription->setMaximumLines(3);
    m_schema = new SchemaPane(*m_ui, this);
    m_ui->toolsDetailPlaceholder->setText(QStringLiteral("Select a tool to see its definition and to call it."));
    formlook::proportions(m_ui->toolsSplitter, 3, 7);
    formlook::proportions(m_ui->toolCallSplitter, 1, 1);
    formlook::proportions(m_ui->resultTreeSplitter, 3, 2);
    connect(m_ui->toolCallSplitter, &QSplitter::splitterMoved, this, [this] { m_sharedByUser = true; });
    connect(m_ui->argumentFormMode, &QRadioButton::toggled, this, &ToolsPage::shareHeight);

    m_call = new CallPane(*m_ui, desk, this);
    connect(m_call, &CallPane::said, this, &Page::said);
    connect(m_call, &CallPane::pastCountChanged, this, [this](int calls) {
        const QString text = QStringLiteral("Past calls");
        m_ui->toolTabs->setTabText(4, calls ? text + u' ' + QString::number(calls) : text);
    });
    connect(m_call->result(), &ResultPane::recordWanted, this, [this](quint64 frame) { Q_EMIT recordWanted(frame, {}); });
    connect(m_call->result(), &ResultPane::said, this, &Page::said);
    connect(m_call->result(), &ResultPane::readWanted, this, [this](const QString &uri) { Q_EMIT readWanted(uri); });
    connect(m_call->result(), &ResultPane::schemaPlaceWanted, this, [this](const QString &path) {
        m_schema->showPlace(path);
        Q_EMIT said(QStringLiteral("The place in the schema: %1 (tab Schema)").arg(shown(path)));
    });
    connect(&desk, &Desk::metadataChanged, this, &ToolsPage::showMetadata);
    connect(m_ui->toolsMetadataNotice, &NoticeBar::triggered, this, &ToolsPage::metadataPressed);

    setUp({ m_ui->toolsFilter, m_ui->toolsView, m_ui->toolsListStack, m_ui->toolsPlaceholder, m_ui->toolsPlaceholderButton,
              m_ui->toolsPlaceholderSecondButton, m_ui->toolsFooter, m_ui->toolsNotice },
        m_tools, new ToolPresentation(this));
    setSides(m_ui->toolsSplitter);
    formlook::columns(m_ui->toolsView, { "search_notes_by", "read-only, ...", "optional", "checked gen 1" }, { ToolModel::Name, ToolModel::Hints }, { ToolModel::Task, ToolModel::Output });
    m_ui->toolsView->setItemDelegateForColumn(ToolModel::Hints, new BadgeDelegate(this));
    showMetadata();
}

ToolsPage::~ToolsPage() = default;

void ToolsPage::showMetadata()
{
    const MetadataSummaryPtr metadata = desk().metadata();
    m_tools->setMetadata(metadata);
    if (metadata && metadata->refused) {
        const MetadataRefusal &refused = *metadata->refused;
        const QString now = metadata->generation()
            ? QStringLiteral("Output checks still use generation %1").arg(metadata->generation())
            : QStringLiteral("Output is not checked");
        m_ui->toolsMetadataNotice->setNotice(Tone::Warning,
            QStringLiteral("%1: in the new list, the output schema of \"%2\" does not compile (%3: %4).")
                .arg(now, shown(refused.tool), refused.path.empty() ? QStringLiteral("at its root") : shown(refused.path), shown(refused.message)),
            { { QStringLiteral("isolate"), QStringLiteral("Use all but this one") },
                { QStringLiteral("schema"), QStringLiteral("Show schema") } });
    } else {
        m_ui->toolsMetadataNotice->clear();
    }
    showTool(current(), true);
}

void ToolsPage::metadataPressed(const QString &id)
{
    const MetadataSummaryPtr metadata = desk().metadata();
    if (id == QLatin1String("isolate")) {
        desk().client().publishIsolated();
    } else if (metadata && metadata->refused && showEntry(QString::fromStdString(metadata->refused->tool))) {
        m_ui->toolTabs->setCurrentWidget(m_ui->toolSchemaTab);
        m_schema->showPlace(QStringLiteral("/outputSchema") + QString::fromStdString(metadata->refused->path));
    }
}

void ToolsPage::entryChanged(const QModelIndex &index, bool again)
{
    showTool(index, again);
}

void ToolsPage::showTool(const QModelIndex &index, bool again)
{
    m_ui->toolsDetailStack->setCurrentIndex(index.isValid() ? 1 : 0);
    if (!index.isValid()) {
        m_shown = {};
        if (!again && m_call)
            m_call->clear();
        return;
    }
    const auto entry = index.data(NodeRole).value<json::Node>();
    const QString key = index.data(EntryModel::KeyRole).toString();
    const QString title = index.data(EntryModel::TitleRole).toString();
    m_ui->toolTitle->setServerText(title.isEmpty() || title == key ? key : title + QStringLiteral("  ") + key);
    m_ui->toolBadges->setBadges(index.data(BadgesRole).value<Badges>());
    const QString description = index.data(EntryModel::DescriptionRole).toString();
    const QString reason = index.data(EntryModel::ReasonRole).toString();
    if (!reason.isEmpty())
        m_ui->toolDescription->setPlaceholder(QStringLiteral("Excluded by the rules: ") + shown(reason));
    else if (description.isEmpty())
        m_ui->toolDescription->setPlaceholder(QStringLiteral("The tool has no description."));
    else
        m_ui->toolDescription->setServerText(description);
    if (!description.isEmpty()) // in the lowest window it stands nowhere else
        m_ui->toolTitle->setToolTip(toolTipText(description, QStringLiteral("more in the detail")));
    const int task = index.data(ToolModel::TaskRole).toInt();
    // A refresh that brought the same bytes leaves form, trees and their scroll bars alone, and costs nothing.
    const bool same = again && m_shown.entry.value && m_shown.entry.raw() == entry.raw() && m_shown.reason == reason && m_shown.task == task;
    if (!same) {
        m_shown = { entry, reason, task };
        m_ui->definitionTree->setRoot(entry);
        m_ui->rawEntry->setText(bytes(entry.raw()));
        m_schema->setTool(entry);
        m_call->setTool({ key, entry, index.data(ToolModel::DestructiveRole).toBool(), !reason.isEmpty(), task }, again);
        QMetaObject::invokeMethod(this, &ToolsPage::shareHeight, Qt::QueuedConnection); // when the form is laid out
    }
    m_call->setWhyNot(whyNot());
}

void ToolsPage::stateChanged()
{
    if (m_call)
        m_call->setWhyNot(whyNot());
}

void ToolsPage::entryActivated()
{
    m_ui->toolTabs->setCurrentWidget(m_ui->toolCallTab);
    m_ui->argumentForm->setFocus(Qt::OtherFocusReason);
}

void ToolsPage::act(bool anyway)
{
    m_ui->toolTabs->setCurrentWidget(m_ui->toolCallTab);
    m_call->call(anyway);
}

bool ToolsPage::again(quint64 call)
{
    return m_call->again(call);
}

bool ToolsPage::cancel()
{
    return m_call->cancel() || ListPage::cancel();
}

void ToolsPage::toggleForm()
{
    m_ui->toolTabs->setCurrentWidget(m_ui->toolCallTab);
    m_call->toggleForm();
}

void ToolsPage::showPastCalls()
{
    m_ui->toolTabs->setCurrentWidget(m_ui->toolPastTab);
    m_ui->pastCallsView->setFocus(Qt::OtherFocusReason);
}

QString ToolsPage::report() const
{
    return m_call->result()->report();
}

QString ToolsPage::help() const
{
    return QStringLiteral("Tools of the server, as it listed them. Entries that break the revision are on the page Malformed.\n\n"
                          "Select a tool, fill in its arguments and press Ctrl+Return. Ctrl+J changes between form and JSON; both "
                          "are the same value. Shift+Esc cancels a call. Raw shows the entry exactly as it arrived.");
}

/// One above the other, the form gets what its fields need and the result the rest, until the user shares otherwise.
void ToolsPage::shareHeight()
{
    const int all = m_ui->toolCallSplitter->height();
    if (m_sharedByUser || m_ui->toolCallSplitter->orientation() != Qt::Vertical || !m_ui->argumentForm->widget())
        return;
    const int around = m_ui->argumentsPane->height() - m_ui->argumentForm->viewport()->height();
    const int most = all * formShare / 100;
    const bool isForm = m_ui->argumentFormMode->isChecked();
    const int wanted = isForm ? std::min(most, m_ui->argumentForm->widget()->sizeHint().height() + around) : most;
    m_ui->toolCallSplitter->setSizes({ wanted, all - wanted });
}

void ToolsPage::fit(int width, int height)
{
    const Qt::Orientation before = m_ui->toolCallSplitter->orientation();
    // In the lowest window side by side is the only way that both can be worked with, and the description goes to the tool tip.
    const bool lowest = height < lowestPage;
    formlook::orient(m_ui->toolCallSplitter, width < 900 && !lowest ? Qt::Vertical : Qt::Horizontal);
    m_ui->toolDescription->setVisible(!lowest);
    // Beside the output where there is room for both, else below it.
    formlook::orient(m_ui->resultTreeSplitter, m_ui->resultPane->width() < widePane ? Qt::Vertical : Qt::Horizontal);
    if (before != m_ui->toolCallSplitter->orientation())
        m_sharedByUser = false;
    const bool low = window()->height() < lowWindow;
    m_ui->toolDescription->setMaximumLines(low || height < lowPage ? 1 : 3);
    m_ui->toolsNotice->setCompact(low);
    m_ui->toolsMetadataNotice->setCompact(low);
    QMetaObject::invokeMethod(this, &ToolsPage::shareHeight, Qt::QueuedConnection);
}

} // namespace assayer
