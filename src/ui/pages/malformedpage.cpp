#include "ui/pages/malformedpage.h"

#include "ui_malformedpage.h"

#include "json/pointer.h"
#include "models/malformeditemmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/issuereport.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/faultadvice.h"
#include "ui/pages/formlook.h"
#include "ui/pages/issuecontext.h"
#include "ui/pages/liststate.h"
#include "ui/presentation/malformeditempresentation.h"
#include "ui/widgets/listview.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHeaderView>
#include <QUrl>

namespace assayer {
namespace {

constexpr int shortRule = 16; ///< letters

/// Offsets of a fault count in its document; the view shows the entry alone.
std::vector<TextMark> marksOf(const MalformedEntry &entry)
{
    std::vector<TextMark> marks;
    const std::uint32_t start = entry.node.value->begin();
    for (const Fault &fault : entry.faults) {
        const std::uint32_t begin = fault.begin >= start ? fault.begin - start : 0;
        const std::uint32_t end = fault.end >= start ? fault.end - start : begin;
        const QString words = fault.expected.empty()
            ? QString::fromStdString(fault.message)
            : QStringLiteral("expected %1, received %2")
                  .arg(QString::fromStdString(fault.expected), QString::fromStdString(fault.received));
        marks.push_back({ begin, end, fault.level == Fault::Refused ? Severity::Error : Severity::Warning, words });
    }
    return marks;
}

/// JSON Pointer into the record's message, as far as the fault's place can be told.
QString placeInRecord(const MalformedEntry &entry, const Fault *fault)
{
    const std::uint32_t offset = fault && fault->end > fault->begin ? fault->begin : entry.node.value->begin();
    return QString::fromStdString(entry.node.document->pointerAt(offset));
}

} // namespace

MalformedPage::MalformedPage(Desk &desk, QWidget *parent)
    : Page(PageId::Malformed, desk, parent)
    , m_ui(std::make_unique<Ui::MalformedPage>())
    , m_model(new MalformedItemModel(this))
    , m_dressed(new MalformedItemPresentation(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("malformedPage"));
    m_dressed->setSourceModel(m_model);
    m_ui->malformedView->setModel(m_dressed);
    dressList(m_ui->malformedView);
    formlook::columns(m_ui->malformedView, { "(X) > resourceTemplates", "Index", "a_longer_name", "inputSchema.type", "\"object\" or", "undefined", "resource-template.uri", "Record" }, { MalformedItemModel::Label, MalformedItemModel::Field, MalformedItemModel::Rule });
    m_ui->malformedView->setRootIsDecorated(true);
    m_ui->malformedView->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_ui->malformedView->header()->setSortIndicatorClearable(true);
    m_ui->malformedView->setSortingEnabled(true);
    m_ui->malformedView->setAccessibleName(QStringLiteral("Malformed entries"));
    copyExactOnCopyKey(m_ui->malformedView);
    m_ui->malformedFilter->setPlaceholderText(QStringLiteral("Filter entries"));
    m_ui->malformedFilter->setAccessibleName(QStringLiteral("Filter malformed entries"));
    formlook::heading(m_ui->malformedRawTitle);
    formlook::heading(m_ui->malformedHelpTitle);
    formlook::untrusted(m_ui->malformedHelp, QStringLiteral("Why, and how to mend it"));
    formlook::proportions(m_ui->malformedSplitter, 1, 1);
    formlook::proportions(m_ui->malformedDetailSplitter, 3, 2);
    m_ui->malformedListCombo->addItem(QStringLiteral("All lists"));
    for (const ListKind kind : allListKinds)
        m_ui->malformedListCombo->addItem(listNoun(kind), static_cast<int>(kind));
    m_ui->malformedListCombo->setAccessibleName(QStringLiteral("List"));
    m_ui->malformedRuleCombo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // the filter needs the room more
    m_ui->malformedRuleCombo->setMinimumContentsLength(shortRule);
    m_ui->malformedRuleCombo->setAccessibleName(QStringLiteral("Rule"));

    connect(m_ui->malformedFilter, &FilterEdit::filterChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        showState();
    });
    connect(m_ui->malformedFilter, &FilterEdit::leaveRequested, m_ui->malformedView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->malformedListCombo, &QComboBox::currentIndexChanged, this, [this](int index) {
        const QVariant kind = m_ui->malformedListCombo->itemData(index);
        m_model->setListFilter(kind.isValid() ? std::optional(static_cast<ListKind>(kind.toInt())) : std::nullopt);
        showState();
    });
    connect(m_ui->malformedRuleCombo, &QComboBox::activated, this, [this](int index) {
        m_model->setRuleFilter(index > 0 ? m_ui->malformedRuleCombo->itemText(index) : QString());
        showState();
    });
    connect(m_ui->malformedRefusedCheck, &QCheckBox::toggled, this, [this](bool on) {
        m_model->setShowRefused(on);
        showState();
    });
    connect(m_ui->malformedView->selectionModel(), &QItemSelectionModel::currentChanged, this, &MalformedPage::showCurrent);
    connect(m_ui->malformedView, &QTreeView::activated, this, [this] { m_ui->malformedRecordButton->click(); });
    connect(m_ui->malformedRecordButton, &QPushButton::clicked, this, [this] {
        if (const MalformedEntry *entry = m_model->entry(current()))
            Q_EMIT recordWanted(entry->frame, placeInRecord(*entry, currentFault()));
    });
    connect(m_ui->malformedSpecButton, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl(m_ui->malformedSpecButton->toolTip())); });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        if (const MalformedEntry *entry = m_model->entry(current()))
            m_kept = { entry->kind, entry->index };
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &MalformedPage::selectKept);
    connect(m_ui->malformedCopyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(report());
        Q_EMIT said(QStringLiteral("Copied the report as Markdown."));
    });
    connect(m_ui->malformedNextButton, &QPushButton::clicked, this, [this] { stepFault(false); });
    connect(&desk, &Desk::listChanged, this, &MalformedPage::takeSnapshots);
    connect(&desk, &Desk::stateChanged, this, &MalformedPage::showState);
    takeSnapshots();
}

MalformedPage::~MalformedPage() = default;

void MalformedPage::takeSnapshots()
{
    for (const ListKind kind : allListKinds)
        m_model->setSnapshot(kind, desk().snapshot(kind));
    fillRules();
    showState();
    selectKept();
}

/// Filters, sorting and new snapshots reset the rows: the entry that was looked at stays the current one where it is still shown.
void MalformedPage::selectKept()
{
    const QModelIndex again = m_kept ? m_model->indexOf(m_kept->first, m_kept->second) : QModelIndex();
    m_ui->malformedView->setCurrentIndex(m_dressed->mapFromSource(again.isValid() ? again : m_model->index(0, 0)));
    m_ui->malformedView->expandAll();
    showCurrent();
}

void MalformedPage::fillRules()
{
    const QString chosen = m_ui->malformedRuleCombo->currentIndex() > 0 ? m_ui->malformedRuleCombo->currentText() : QString();
    m_ui->malformedRuleCombo->clear();
    m_ui->malformedRuleCombo->addItem(QStringLiteral("All rules"));
    m_ui->malformedRuleCombo->addItems(m_model->rules());
    m_ui->malformedRuleCombo->setCurrentIndex(qMax(0, m_ui->malformedRuleCombo->findText(chosen)));
}

void MalformedPage::showState()
{
    const bool over = desk().endedWallNs() != 0;
    m_model->setMuted(over);
    std::size_t entries = 0;
    bool listed = false;
    int lists = 0;
    for (const ListKind kind : allListKinds) {
        const ListSnapshotPtr snapshot = desk().snapshot(kind);
        entries += snapshot->items.size() + snapshot->malformed.size() + snapshot->excluded.size();
        lists += snapshot->everListed ? 1 : 0;
        listed = listed || snapshot->everListed || snapshot->error;
    }
    const int total = m_model->totalEntries();
    m_ui->malformedListStack->setCurrentIndex(m_model->entryCount() > 0 ? 0 : 1);
    m_ui->malformedFooter->setText(total ? QStringLiteral("%1 of %2 entries, %3 faults").arg(m_model->entryCount()).arg(total).arg(m_model->faultCount())
                                         : QString());
    if (total > 0)
        m_ui->malformedPlaceholder->setText(QStringLiteral("None of %1 malformed entries matches the filter.").arg(total));
    else if (listed)
        m_ui->malformedPlaceholder->setText(QStringLiteral("No malformed entries in %1 entries of %2 lists.").arg(count(static_cast<qint64>(entries))).arg(lists));
    else
        m_ui->malformedPlaceholder->setText(desk().client().state() == InspectionClient::State::Ready ? QStringLiteral("Waiting for lists...")
                                                                                                      : QStringLiteral("No lists yet. Entries that break the revision appear here after Connect."));
    if (over && total > 0)
        m_ui->malformedNotice->setNotice(Tone::Muted, QStringLiteral("Of the last connection, until %1.").arg(clockTime(desk().endedWallNs())));
    else
        m_ui->malformedNotice->clear();
    m_ui->malformedDetailSplitter->setVisible(m_model->entryCount() > 0);
}

QModelIndex MalformedPage::current() const
{
    return m_dressed->mapToSource(m_ui->malformedView->currentIndex());
}

const Fault *MalformedPage::currentFault() const
{
    const MalformedEntry *entry = m_model->entry(current());
    if (!entry || entry->faults.empty())
        return nullptr;
    const QModelIndex index = current();
    const auto row = index.parent().isValid() ? static_cast<std::size_t>(index.row()) + 1 : 0;
    return row < entry->faults.size() ? &entry->faults[row] : &entry->faults.front();
}

void MalformedPage::showCurrent()
{
    const MalformedEntry *entry = m_model->entry(current());
    for (QPushButton *button : { m_ui->malformedRecordButton, m_ui->malformedSpecButton, m_ui->malformedCopyButton, m_ui->malformedNextButton })
        button->setEnabled(entry != nullptr);
    if (!entry) {
        m_ui->malformedRaw->clear();
        m_ui->malformedHelp->setPlaceholder(QStringLiteral("Select an entry."));
        return;
    }
    const QByteArray raw = bytes(entry->node.raw());
    m_ui->malformedRawTitle->setText(QStringLiteral("Entry exactly as it arrived   %1").arg(byteSize(raw.size())));
    m_ui->malformedRaw->setText(raw);
    m_ui->malformedRaw->setMarks(marksOf(*entry));
    const Fault *fault = currentFault();
    const QString address = fault ? QString::fromStdString(specUrl(fault->spec)) : QString();
    m_ui->malformedSpecButton->setEnabled(!address.isEmpty());
    m_ui->malformedSpecButton->setToolTip(address);
    m_ui->malformedRecordButton->setText(QStringLiteral("Record %1").arg(entry->frame));
    if (!fault) {
        m_ui->malformedHelp->setServerText(QStringLiteral("An entry of a page that was refused as a whole. It is shown, never callable."));
        return;
    }
    m_ui->malformedHelp->setServerText(faultAdvice(*entry, *fault));
    const std::uint32_t start = entry->node.value->begin();
    if (fault->begin >= start)
        m_ui->malformedRaw->showRange(fault->begin - start, fault->end - start);
}

void MalformedPage::showList(ListKind kind)
{
    m_ui->malformedFilter->clear();
    m_model->setFilter({});
    m_ui->malformedListCombo->setCurrentIndex(1 + static_cast<int>(kind));
    m_ui->malformedView->setCurrentIndex(m_dressed->index(0, 0));
}

bool MalformedPage::stepFault(bool backward)
{
    const QModelIndex from = m_ui->malformedView->currentIndex();
    QModelIndex next = backward ? m_ui->malformedView->indexAbove(from) : m_ui->malformedView->indexBelow(from);
    if (!next.isValid() && m_model->entryCount() > 0)
        next = m_dressed->index(backward ? m_model->entryCount() - 1 : 0, 0);
    m_ui->malformedView->setCurrentIndex(next);
    return next.isValid();
}

void MalformedPage::takeFocus()
{
    m_ui->malformedView->setFocus(Qt::OtherFocusReason);
}

void MalformedPage::find()
{
    m_ui->malformedFilter->setFocus(Qt::ShortcutFocusReason);
    m_ui->malformedFilter->selectAll();
}

void MalformedPage::refresh()
{
    desk().client().refreshAll();
}

bool MalformedPage::clearFilter()
{
    if (m_ui->malformedFilter->text().isEmpty())
        return false;
    m_ui->malformedFilter->clear();
    m_model->setFilter({});
    showState();
    takeFocus();
    return true;
}

QString MalformedPage::report() const
{
    const MalformedEntry *entry = m_model->entry(current());
    return entry ? QString::fromStdString(issueReport(*entry, issueContext(desk()))) : QString();
}

QString MalformedPage::help() const
{
    return QStringLiteral("Entries that the server sent and that break the revision. The list stays usable without them; here they are "
                          "whole, with the offending place marked. Ctrl+F3 walks the faults, Ctrl+Shift+B copies a report in "
                          "Markdown, Enter opens the record.");
}

void MalformedPage::fit(int width, int)
{
    formlook::orient(m_ui->malformedDetailSplitter, width < 760 ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
