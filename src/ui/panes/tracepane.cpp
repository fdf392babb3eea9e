#include "ui/panes/tracepane.h"

#include "ui_tracepane.h"

#include "models/tracefollower.h"
#include "models/tracemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/panes/recordacts.h"
#include "ui/panes/recorddetail.h"
#include "ui/panes/tracecolumns.h"
#include "ui/panes/tracefigures.h"
#include "ui/panes/tracefilterbar.h"
#include "ui/panes/tracenotes.h"
#include "ui/panes/tracetitle.h"
#include "ui/presentation/tracepresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QInputDialog>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace assayer {
namespace {

constexpr int findingsDelayMs = 150;
constexpr int narrowWidth = 1120; ///< ux 2.15
constexpr int narrowTallWidth = 900; ///< where the panes stand below the table
constexpr int tallHeight = 420; ///< from here on the panes stand below the table
constexpr int settleMs = 60; ///< until the docks have their sizes
constexpr int lowHeight = 300; ///< framing and timing give way

} // namespace

TracePane::TracePane(Desk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_ui(std::make_unique<Ui::TracePane>())
    , m_model(new TraceModel(this))
    , m_dressed(new TracePresentation(this))
{
    m_ui->setupUi(this);
    setObjectName(QStringLiteral("tracePane"));
    m_dressed->setSourceModel(m_model);
    m_ui->traceView->setModel(m_dressed);
    dress();
    m_detail = new RecordDetail(*m_ui, this);
    m_filter = new TraceFilterBar(*m_ui, desk.preferences(), this);
    m_columns = new TraceColumns(*m_ui, *m_model, desk.preferences(), this);
    m_acts = new RecordActs(*m_ui, *m_model, this);
    m_figures = new TraceFigures(*m_ui, *m_model, this);
    m_notes = new TraceNotes(desk, *m_model, this);
    wire();
    wireParts();
    follow();
    takeFindings();
    showState();
}

TracePane::~TracePane() = default;

void TracePane::dress()
{
    dressTable(m_ui->traceView);
    m_ui->traceView->setAccessibleName(QStringLiteral("Records of the trace"));
    m_ui->traceView->setContextMenuPolicy(Qt::CustomContextMenu);
    auto *words = new Placeholder(m_ui->recordTree);
    words->setObjectName(QStringLiteral("recordTreePlaceholder"));
    words->setWords(QStringLiteral("Select a record to see its message."));
    m_ui->recordTreeFind->setPlaceholderText(QStringLiteral("Find in this record"));
    m_ui->recordTreeFind->setAccessibleName(QStringLiteral("Find in this record"));
    m_ui->traceFollowButton->setChecked(true);
    m_ui->traceFollowButton->setToolTip(QStringLiteral("Stay at the newest record"));
    m_ui->traceClearButton->setToolTip(QStringLiteral("Hide the records before now; nothing is deleted"));
    m_ui->traceSplitter->setSizes({ 790, 490 });
    m_ui->traceSplitter->setStretchFactor(0, 3);
    m_ui->traceSplitter->setStretchFactor(1, 2);
    m_ui->recordSplitter->setSizes({ 260, 220 });
    m_findingsTimer.setSingleShot(true);
    m_findingsTimer.setInterval(findingsDelayMs);
}

void TracePane::wire()
{
    connect(m_ui->traceView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TracePane::showCurrent);
    connect(m_ui->traceView, &QTableView::activated, m_ui->recordTree, [this] { m_ui->traceDetailTabs->currentWidget()->setFocus(); });
    connect(m_ui->traceView, &QWidget::customContextMenuRequested, this, [this](const QPoint &point) {
        Q_EMIT menuWanted(m_ui->traceView->viewport()->mapToGlobal(point));
    });
    connect(m_ui->traceFollowButton, &QToolButton::toggled, this, [this](bool on) {
        if (on)
            m_ui->traceView->scrollToBottom();
        Q_EMIT followingChanged(on);
    });
    connect(m_ui->traceClearButton, &QToolButton::clicked, this, &TracePane::clearView);
    connect(m_ui->traceExportButton, &QToolButton::clicked, this, &TracePane::exportWanted);
    connect(m_model, &TraceModel::filtered, this, [this] {
        showState();
        m_figures->changed();
        if (const quint64 seq = std::exchange(m_keptSeq, 0))
            keepRecord(seq);
    });
    connect(m_model, &TraceModel::appended, this, [this] {
        if (isFollowing())
            m_ui->traceView->scrollToBottom();
        showState();
        if (m_wantedSeq)
            showRecord(m_wantedSeq, m_wantedPointer);
    });
    connect(m_ui->traceNotice, &NoticeBar::closed, this, [this] { m_noticeClosed = true; });
    connect(m_ui->traceNotice, &NoticeBar::triggered, this, &TracePane::showCleared);
    connect(&m_findingsTimer, &QTimer::timeout, this, &TracePane::takeFindings);
    connect(&m_desk, &Desk::findingsChanged, this, [this] { m_findingsTimer.start(); });
    connect(&m_desk, &Desk::stateChanged, this, [this] {
        if (m_follower->log() != m_desk.trace())
            follow();
        showState();
    });
}

void TracePane::wireParts()
{
    connect(m_detail, &RecordDetail::filterRequested, m_filter, &TraceFilterBar::add);
    connect(m_filter, &TraceFilterBar::chosen, this, &TracePane::applyFilter);
    connect(m_filter, &TraceFilterBar::said, this, &TracePane::said);
    connect(m_filter, &TraceFilterBar::removed, m_acts, &RecordActs::offerUndo);
    connect(m_columns, &TraceColumns::said, this, &TracePane::said);
    connect(m_acts, &RecordActs::said, this, &TracePane::said);
    connect(m_acts, &RecordActs::recordWanted, this, &TracePane::keepRecord);
    connect(m_acts, &RecordActs::exchangeChanged, this, [this] {
        showState();
        m_figures->changed();
    });
    connect(m_notes, &TraceNotes::said, this, &TracePane::said);
    connect(m_notes, &TraceNotes::unsavedChanged, this, &TracePane::showState);
    connect(m_acts, &RecordActs::noted, this, [this](quint64 seq) {
        m_notes->leave(seq);
        arrange();
        Q_EMIT currentChanged();
    });
    connect(m_figures, &TraceFigures::recordWanted, this, [this](quint64 seq) { showRecord(seq); });
    connect(m_figures, &TraceFigures::methodWanted, this, [this](const QString &method) {
        m_filter->setText(Filter::comparison(QStringLiteral("method"), method));
    });
}

/// A reconnect may bring a log of its own.
void TracePane::follow()
{
    delete m_follower;
    m_follower = new TraceFollower(m_desk.trace(), this);
    m_model->setTrace(m_desk.trace(), m_follower->analyzer());
    m_notes->reset();
    connect(m_follower, &TraceFollower::advanced, this, [this] {
        m_model->advance();
        m_notes->advance();
        showState();
        m_figures->changed();
        if (isFollowing())
            m_ui->traceView->scrollToBottom();
        if (m_wantedSeq)
            showRecord(m_wantedSeq, m_wantedPointer);
    });
    connect(m_desk.trace().get(), &TraceLog::appended, m_model, &TraceModel::advance);
    connect(m_desk.trace().get(), &TraceLog::fileFailed, this, [this](const QString &reason) {
        m_recordingFault = reason;
        showState();
    });
    m_model->advance();
}

std::shared_ptr<const TraceAnalyzer> TracePane::analyzer() const
{
    return m_follower->analyzer();
}

void TracePane::applyFilter(const std::shared_ptr<const Filter> &filter)
{
    m_keptSeq = currentSeq();
    m_acts->leaveExchange();
    m_model->setFilter(filter);
    showState();
}

void TracePane::setFilter(const QString &text)
{
    m_filter->setText(text);
}

void TracePane::filterForThis(bool negated)
{
    const bool inTree = m_ui->recordTree->hasFocus();
    const QString comparison = inTree ? TraceFilterBar::comparisonOf(*m_ui->recordTree, m_detail->isBatch())
                                      : TraceFilterBar::comparisonOf(m_dressed->mapToSource(m_ui->traceView->currentIndex()));
    if (comparison.isEmpty())
        Q_EMIT said(QStringLiteral("Select a record first."));
    else
        m_filter->add(comparison, negated);
}

void TracePane::showState()
{
    const auto all = static_cast<qint64>(m_model->total());
    const auto rows = static_cast<qint64>(m_model->rowCount());
    m_ui->traceCount->setText(rows == all ? QStringLiteral("%1 records").arg(count(all)) : QStringLiteral("%1 of %2").arg(count(rows), count(all)));
    m_ui->traceListStack->setCurrentIndex(rows == 0 ? 1 : 0);
    m_ui->tracePlaceholder->setText(all == 0 ? QStringLiteral("No records yet. Every byte from Connect on appears here.")
            : !m_filter->isBlank()           ? QStringLiteral("None of %1 records matches the filter.").arg(count(all))
                                             : QStringLiteral("All %1 records are cleared from this view; nothing was deleted.").arg(count(all)));
    showNotice();
    Q_EMIT titleChanged(traceTitle(m_desk) + (m_notes->isUnsaved() ? QStringLiteral(" - marks not saved (Ctrl+S)") : QString()));
}

void TracePane::showNotice()
{
    const quint64 cleared = m_model->clearedCount();
    const QString damage = damageSentence(m_desk.trace()->damage());
    if (!m_recordingFault.isEmpty())
        m_ui->traceNotice->setNotice(Tone::Error, QStringLiteral("The recording's file cannot take more: %1. Everything is kept in memory, and writing is tried again.").arg(visible(m_recordingFault)), {}, false);
    else if (cleared > 0)
        m_ui->traceNotice->setNotice(Tone::Muted, QStringLiteral("%1 records before now are hidden, nothing was deleted.").arg(count(static_cast<qint64>(cleared))),
            { { QStringLiteral("cleared"), QStringLiteral("Show them") } }, false);
    else if (!damage.isEmpty() && !m_noticeClosed)
        m_ui->traceNotice->setNotice(Tone::Warning, damage);
    else
        m_ui->traceNotice->clear();
}

void TracePane::takeFindings()
{
    m_model->setFindings(std::make_shared<const FindingIndex>(m_desk.findings()));
}

quint64 TracePane::currentSeq() const
{
    const QModelIndex index = m_ui->traceView->currentIndex();
    return index.isValid() ? m_model->seqOf(index.row()) : 0;
}

std::vector<quint64> TracePane::selectedLogRows() const
{
    std::vector<quint64> rows;
    for (const QModelIndex &index : m_ui->traceView->selectionModel()->selectedRows())
        rows.push_back(m_model->logRow(index.row()));
    std::sort(rows.begin(), rows.end());
    return rows;
}

void TracePane::showCurrent()
{
    const QModelIndex index = m_ui->traceView->currentIndex();
    if (!index.isValid()) {
        m_detail->clear();
        Q_EMIT currentChanged();
        return;
    }
    if (index.row() < m_model->rowCount() - 1 && isFollowing())
        setFollowing(false);
    m_detail->show(m_follower->analyzer(), m_model->logRow(index.row()));
    m_figures->showRecord(m_model->seqOf(index.row()));
    Q_EMIT currentChanged();
}

void TracePane::select(int row, bool centre)
{
    const int column = std::max(0, m_ui->traceView->currentIndex().column());
    const QModelIndex index = m_dressed->index(row, column);
    m_ui->traceView->setCurrentIndex(index);
    m_ui->traceView->scrollTo(m_dressed->index(row, TraceModel::Seq), centre ? QAbstractItemView::PositionAtCenter : QAbstractItemView::EnsureVisible);
}

/// The record, or the next one shown after it; later where a filter is still being evaluated.
void TracePane::keepRecord(quint64 seq)
{
    const int row = m_model->nearestRow(seq);
    if (row >= 0)
        select(row, false);
    else
        m_keptSeq = m_filter->isBlank() ? 0 : seq;
}

void TracePane::showRecord(quint64 seq, const QString &pointer)
{
    m_wantedSeq = 0;
    m_model->advance();
    const std::optional<quint64> logRow = m_desk.trace()->rowOf(seq);
    if (!logRow) {
        Q_EMIT said(QStringLiteral("Record %1 is not in this trace.").arg(seq));
        return;
    }
    if (*logRow >= m_model->total()) { // a long file is still being taken in
        m_wantedSeq = seq;
        m_wantedPointer = pointer;
        return;
    }
    if (!m_model->rowOfSeq(seq)) {
        const bool filtered = !m_filter->isBlank();
        m_acts->leaveExchange();
        m_filter->forget();
        m_model->setFilter(nullptr);
        m_model->showCleared();
        if (filtered)
            Q_EMIT said(QStringLiteral("The filter hid record %1 and was cleared.").arg(seq));
    }
    const std::optional<int> row = m_model->rowOfSeq(seq);
    if (!row) {
        m_wantedSeq = seq;
        m_wantedPointer = pointer;
        return;
    }
    setFollowing(false);
    select(*row, true);
    if (!pointer.isEmpty())
        m_detail->showPointer(pointer);
}

void TracePane::goToRecord()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("goToRecordDialog"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, INT_MAX);
    dialog->setWindowTitle(QStringLiteral("Go to record"));
    dialog->setLabelText(QStringLiteral("Number of the record:"));
    dialog->setModal(false);
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int seq) { showRecord(static_cast<quint64>(seq)); });
    dialog->show();
}

void TracePane::goToEnd()
{
    select(m_model->rowCount() - 1, false);
    setFollowing(true);
}

void TracePane::setFollowing(bool on)
{
    m_ui->traceFollowButton->setChecked(on);
}

bool TracePane::isFollowing() const
{
    return m_ui->traceFollowButton->isChecked();
}

void TracePane::clearView()
{
    m_acts->leaveExchange();
    m_model->clearBefore();
    m_detail->clear();
    showState();
    m_figures->changed();
}

void TracePane::showCleared()
{
    m_model->showCleared();
    showState();
    m_figures->changed();
}

void TracePane::focusFilter()
{
    m_ui->traceFilter->setFocus(Qt::ShortcutFocusReason);
    m_ui->traceFilter->selectAll();
}

void TracePane::takeFocus()
{
    m_ui->traceView->setFocus(Qt::OtherFocusReason);
}

bool TracePane::clearFilter()
{
    if (m_ui->traceCommentBar->isVisible()) {
        m_ui->traceCommentCancelButton->click();
        return true;
    }
    if (m_acts->leaveExchange())
        return true;
    if (m_ui->traceFilter->text().isEmpty())
        return false;
    m_filter->setText({});
    takeFocus();
    return true;
}

void TracePane::findInRecord()
{
    m_ui->traceDetailTabs->setCurrentIndex(0);
    m_ui->recordTreeFind->setFocus(Qt::ShortcutFocusReason);
}

void TracePane::copyPointer()
{
    m_ui->recordTree->copyPointer();
    Q_EMIT said(QStringLiteral("Copied the JSON Pointer."));
}

void TracePane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void TracePane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    arrange();
}

/// Side by side while docked; table above, panes below where there is height; bytes as a tab where there is no width.
void TracePane::arrange()
{
    const bool tall = height() >= tallHeight;
    const bool narrow = width() < (tall ? narrowTallWidth : narrowWidth);
    const Qt::Orientation wanted = tall ? Qt::Vertical : Qt::Horizontal;
    if (m_ui->traceSplitter->orientation() != wanted) {
        m_ui->traceSplitter->setOrientation(wanted);
        const int room = tall ? height() : width();
        m_ui->traceSplitter->setSizes({ room * 3 / 5, room * 2 / 5 });
        // When the new sizes are in force the current record and its bytes shall be in sight.
        QTimer::singleShot(settleMs, this, [this] {
            if (m_ui->traceView->currentIndex().isValid())
                m_ui->traceView->scrollTo(m_ui->traceView->currentIndex(), QAbstractItemView::PositionAtCenter);
            const auto [begin, end] = m_ui->recordBytes->selection();
            m_ui->recordBytes->select(begin, end);
        });
    }
    const bool inTabs = m_ui->traceDetailTabs->indexOf(m_ui->recordBytesPane) >= 0;
    if (narrow && !inTabs)
        m_ui->traceDetailTabs->insertTab(2, m_ui->recordBytesPane, QStringLiteral("Bytes"));
    else if (!narrow && inTabs)
        m_ui->recordSplitter->addWidget(m_ui->recordBytesPane);
    if (!narrow) // as a tab it is the tabs' to show
        m_ui->recordBytesPane->show();
    m_ui->recordFraming->setVisible(height() >= lowHeight);
    m_ui->recordTiming->setVisible(height() >= lowHeight && !m_ui->recordTiming->phases().isEmpty());
    m_columns->fit(narrow, !tall);
}

} // namespace assayer
