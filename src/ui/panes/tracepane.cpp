#include "ui/panes/tracepane.h"

#include "ui_tracepane.h"

#include "models/tracefollower.h"
#include "models/tracemodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/panes/recorddetail.h"
#include "ui/presentation/tracepresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QResizeEvent>
#include <QScrollBar>

namespace assayer {
namespace {

constexpr int findingsDelayMs = 150;
constexpr int narrowWidth = 1120; ///< ux 2.15

/// The filter's name of a column; empty for columns it has none for.
QString fieldOf(int column, const QModelIndex &index)
{
    switch (column) {
    case TraceModel::Seq:
        return QStringLiteral("seq");
    case TraceModel::Dir:
        return QStringLiteral("direction");
    case TraceModel::ChannelColumn:
        return QStringLiteral("channel");
    case TraceModel::Method:
        return QStringLiteral("method");
    case TraceModel::Id:
        return QStringLiteral("id");
    case TraceModel::Target:
        return index.siblingAtColumn(TraceModel::Method).data(TraceModel::MethodRole).toString().startsWith(QLatin1String("resources/"))
            ? QStringLiteral("uri")
            : QStringLiteral("tool");
    case TraceModel::Status:
        return index.data(TraceModel::HttpStatusRole).isValid() ? QStringLiteral("http.status") : QStringLiteral("status");
    case TraceModel::Size:
        return QStringLiteral("size");
    case TraceModel::FindingsColumn:
        return QStringLiteral("rule");
    default:
        return {};
    }
}

QString valueOf(const QString &field, const QModelIndex &index)
{
    if (field == QLatin1String("direction"))
        return index.data(TraceModel::DirectionRole).toInt() == int(Direction::Out) ? QStringLiteral("out") : QStringLiteral("in");
    if (field == QLatin1String("channel")) {
        const std::string_view name = channelName(static_cast<Channel>(index.data(TraceModel::ChannelRole).toInt()));
        return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    if (field == QLatin1String("status")) {
        const std::string_view name = answerStatusName(static_cast<AnswerStatus>(index.data(TraceModel::StatusRole).toInt()));
        return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    if (field == QLatin1String("method"))
        return index.data(TraceModel::MethodRole).toString();
    if (field == QLatin1String("http.status"))
        return index.data(TraceModel::HttpStatusRole).toString();
    if (field == QLatin1String("size"))
        return index.data(TraceModel::SizeRole).toString();
    if (field == QLatin1String("rule"))
        return index.data(TraceModel::RuleRole).toString();
    const QVariant exact = index.data(ExactTextRole);
    return exact.isValid() ? exact.toString() : index.data(Qt::DisplayRole).toString();
}

bool isNumberField(const QString &field)
{
    return field == QLatin1String("seq") || field == QLatin1String("size") || field == QLatin1String("http.status");
}

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
    dressTable(m_ui->traceView);
    copyExactOnCopyKey(m_ui->traceView);
    m_ui->traceView->setAccessibleName(QStringLiteral("Records of the trace"));
    m_ui->traceFilter->setPlaceholderText(QStringLiteral("method == tools/call and duration > 20ms"));
    m_ui->traceFilter->setAccessibleName(QStringLiteral("Trace filter"));
    m_ui->traceFilter->setCompletions(Filter::fields() + QStringList { QStringLiteral("and"), QStringLiteral("or"),
        QStringLiteral("not"), QStringLiteral("contains"), QStringLiteral("matches"), QStringLiteral("in") });
    m_ui->traceFilterError->hide();
    auto *words = new Placeholder(m_ui->recordTree);
    words->setObjectName(QStringLiteral("recordTreePlaceholder"));
    words->setWords(QStringLiteral("Select a record to see its message."));
    m_ui->recordTreeFind->setPlaceholderText(QStringLiteral("Find in this record"));
    m_ui->recordTreeFind->setAccessibleName(QStringLiteral("Find in this record"));
    m_ui->traceFollowButton->setChecked(true);
    m_ui->traceSplitter->setSizes({ 810, 260, 210 });
    m_ui->traceSplitter->setStretchFactor(0, 3);
    m_ui->traceSplitter->setStretchFactor(1, 1);
    m_ui->traceSplitter->setStretchFactor(2, 1);
    m_detail = new RecordDetail(*m_ui, this);
    m_findingsTimer.setSingleShot(true);
    m_findingsTimer.setInterval(findingsDelayMs);
    wire();
    follow();
    takeFindings();
    showState();
}

TracePane::~TracePane() = default;

void TracePane::wire()
{
    connect(m_ui->traceFilter, &FilterEdit::filterChanged, this, &TracePane::applyFilter);
    connect(m_ui->traceFilter, &FilterEdit::leaveRequested, m_ui->traceView, qOverload<>(&QWidget::setFocus));
    connect(m_ui->traceView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TracePane::showCurrent);
    connect(m_ui->traceView, &QTableView::activated, m_ui->recordTree, [this] { m_ui->traceDetailTabs->currentWidget()->setFocus(); });
    connect(m_ui->traceFollowButton, &QToolButton::toggled, this, [this](bool on) {
        if (on)
            m_ui->traceView->scrollToBottom();
        Q_EMIT followingChanged(on);
    });
    connect(m_ui->traceClearButton, &QToolButton::clicked, this, &TracePane::clearView);
    connect(m_ui->traceExportButton, &QToolButton::clicked, this, &TracePane::exportWanted);
    connect(m_model, &TraceModel::filtered, this, &TracePane::showState);
    connect(m_model, &TraceModel::appended, this, [this] {
        if (isFollowing())
            m_ui->traceView->scrollToBottom();
        showState();
    });
    connect(m_detail, &RecordDetail::filterRequested, this, [this](const QString &pointer, const QByteArray &exact, bool negated) {
        addFilter(QStringLiteral("json.\"%1\" == %2").arg(pointer, QString::fromUtf8(exact)), negated);
    });
    connect(m_ui->traceNotice, &NoticeBar::triggered, this, [this](const QString &id) {
        if (id == QLatin1String("cleared"))
            showCleared();
        else
            clearFilter();
    });
    connect(&m_findingsTimer, &QTimer::timeout, this, &TracePane::takeFindings);
    connect(&m_desk, &Desk::findingsChanged, this, [this] { m_findingsTimer.start(); });
    connect(&m_desk, &Desk::stateChanged, this, [this] {
        if (m_follower->log() != m_desk.trace())
            follow();
        showState();
    });
}

/// A reconnect may bring a log of its own.
void TracePane::follow()
{
    delete m_follower;
    m_follower = new TraceFollower(m_desk.trace(), this);
    m_model->setTrace(m_desk.trace(), m_follower->analyzer());
    connect(m_follower, &TraceFollower::advanced, this, [this] {
        m_model->advance();
        fitColumns();
        showState();
        if (isFollowing())
            m_ui->traceView->scrollToBottom();
        if (m_wantedSeq)
            showRecord(m_wantedSeq, m_wantedPointer);
    });
    connect(m_desk.trace().get(), &TraceLog::appended, m_model, &TraceModel::advance);
    m_model->advance();
}

std::shared_ptr<const TraceAnalyzer> TracePane::analyzer() const
{
    return m_follower->analyzer();
}

void TracePane::applyFilter(const QString &text)
{
    const std::string utf8 = text.toStdString();
    m_ui->traceFilterError->hide();
    m_ui->traceFilter->clearProblem();
    if (Filter::isBlank(utf8)) {
        m_model->setFilter(nullptr);
        showState();
        return;
    }
    Result<Filter> filter = Filter::parse(utf8);
    if (!filter) {
        const qint64 position = filter.error().data.position.value_or(-1);
        const QString words = QStringLiteral("Filter: %1 at column %2.").arg(QString::fromStdString(filter.error().message)).arg(position + 1);
        m_ui->traceFilter->setProblem(words, position);
        m_ui->traceFilterError->setText(words);
        m_ui->traceFilterError->show();
        return;
    }
    m_model->setFilter(std::make_shared<const Filter>(std::move(*filter)));
    showState();
}

void TracePane::setFilterText(const QString &text)
{
    m_ui->traceFilter->setText(text);
    applyFilter(text);
}

void TracePane::addFilter(const QString &comparison, bool negated)
{
    const QString part = negated ? QStringLiteral("not ") + comparison : comparison;
    const QString before = m_ui->traceFilter->text().trimmed();
    if (before.isEmpty())
        setFilterText(part);
    else
        setFilterText((before.contains(QLatin1String(" or ")) ? u'(' + before + u')' : before) + QStringLiteral(" and ") + part);
}

void TracePane::filterForThis(bool negated)
{
    if (m_ui->recordTree->hasFocus()) {
        const QModelIndex index = m_ui->recordTree->tree()->indexOf(m_ui->recordTree->currentPointer());
        const QByteArray exact = index.data(JsonTreeModel::RawRole).toByteArray();
        addFilter(QStringLiteral("json.\"%1\" == %2").arg(m_ui->recordTree->currentPointer(), QString::fromUtf8(exact)), negated);
        return;
    }
    const QModelIndex index = m_dressed->mapToSource(m_ui->traceView->currentIndex());
    const QString field = fieldOf(index.column(), index);
    const QString value = field.isEmpty() ? QString() : valueOf(field, index);
    if (value.isEmpty())
        Q_EMIT said(QStringLiteral("This cell has no filter of its own."));
    else
        addFilter(Filter::comparison(field, value, isNumberField(field)), negated);
}

void TracePane::showState()
{
    const auto all = static_cast<qint64>(m_model->total());
    const auto rows = static_cast<qint64>(m_model->rowCount());
    m_ui->traceCount->setText(rows == all ? QStringLiteral("%1 records").arg(count(all)) : QStringLiteral("%1 of %2").arg(count(rows), count(all)));
    m_ui->traceListStack->setCurrentIndex(rows == 0 ? 1 : 0);
    const bool filtering = !m_ui->traceFilter->text().trimmed().isEmpty();
    m_ui->tracePlaceholder->setText(all == 0 ? QStringLiteral("No records yet. Every byte from Connect on appears here.")
            : filtering                      ? QStringLiteral("None of %1 records matches the filter.").arg(count(all))
                                             : QStringLiteral("All %1 records are cleared from this view; nothing was deleted.").arg(count(all)));
    const quint64 cleared = m_model->clearedCount();
    const std::vector<TraceDamage> &damage = m_desk.trace()->damage();
    if (!damage.empty() && cleared == 0)
        m_ui->traceNotice->setNotice(Tone::Warning, QStringLiteral("%1 of the file cannot be read (line %2: %3); everything else is shown.")
                                                        .arg(damage.size() == 1 ? QStringLiteral("One place") : QStringLiteral("%1 places").arg(damage.size()))
                                                        .arg(damage.front().line)
                                                        .arg(visible(view(damage.front().reason))));
    else if (cleared > 0)
        m_ui->traceNotice->setNotice(Tone::Muted, QStringLiteral("%1 records before now are hidden, nothing was deleted.").arg(count(static_cast<qint64>(cleared))),
            { { QStringLiteral("cleared"), QStringLiteral("Show them") } });
    else
        m_ui->traceNotice->clear();
    QString title = QStringLiteral("Trace");
    const QString path = m_desk.client().recordingPath();
    if (m_desk.isTrace())
        title += QStringLiteral(" - %1 - %2 records").arg(visible(m_desk.source().name), count(all));
    else if (m_desk.isPrivate())
        title += QStringLiteral(" - private, in memory only");
    else
        title += path.isEmpty() ? QStringLiteral(" - in memory only") : QStringLiteral(" - recording to disk");
    Q_EMIT titleChanged(title);
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

void TracePane::showCurrent()
{
    const QModelIndex index = m_ui->traceView->currentIndex();
    if (!index.isValid() || m_moving) {
        if (!index.isValid())
            m_detail->clear();
        return;
    }
    if (index.row() < m_model->rowCount() - 1 && isFollowing())
        setFollowing(false);
    m_detail->show(m_follower->analyzer(), m_model->logRow(index.row()));
}

void TracePane::showRecord(quint64 seq, const QString &pointer)
{
    m_wantedSeq = 0;
    m_model->advance();
    if (!m_desk.trace()->rowOf(seq)) {
        Q_EMIT said(QStringLiteral("Record %1 is not in this trace.").arg(seq));
        return;
    }
    if (!m_model->rowOfSeq(seq)) {
        m_ui->traceFilter->clear();
        m_ui->traceFilter->clearProblem();
        m_model->setFilter(nullptr);
        m_model->showCleared();
        Q_EMIT said(QStringLiteral("The filter hid record %1 and was cleared.").arg(seq));
    }
    const std::optional<int> row = m_model->rowOfSeq(seq);
    if (!row) {
        m_wantedSeq = seq;
        m_wantedPointer = pointer;
        return;
    }
    setFollowing(false);
    const QModelIndex index = m_dressed->index(*row, TraceModel::Seq);
    m_ui->traceView->setCurrentIndex(index);
    m_ui->traceView->scrollTo(index, QAbstractItemView::PositionAtCenter);
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
    const int last = m_model->rowCount() - 1;
    m_ui->traceView->setCurrentIndex(m_dressed->index(last, 0));
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
    m_model->clearBefore();
    m_detail->clear();
    showState();
}

void TracePane::showCleared()
{
    m_model->showCleared();
    showState();
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
    if (m_ui->traceFilter->text().isEmpty())
        return false;
    setFilterText({});
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
    const bool narrow = event->size().width() < narrowWidth;
    if (narrow != m_narrow || !m_fitted) {
        m_narrow = narrow;
        m_ui->traceView->setColumnHidden(TraceModel::FindingsColumn, narrow);
        m_ui->traceView->setColumnHidden(TraceModel::Size, narrow);
        m_ui->traceView->setColumnHidden(TraceModel::Marked, true);
        m_ui->traceView->setColumnHidden(TraceModel::Delta, event->size().height() < 420);
    }
    fitColumns();
}

/// Widths from what the columns usually hold, once.
void TracePane::fitColumns()
{
    if (m_fitted)
        return;
    m_fitted = true;
    static const std::pair<int, const char *> samples[] = { { TraceModel::Seq, "1,000,000" }, { TraceModel::Marked, "M" },
        { TraceModel::Time, "13:02:07.412" }, { TraceModel::Delta, "+1.608 s" }, { TraceModel::Dir, "->  " },
        { TraceModel::ChannelColumn, "stdout__" }, { TraceModel::Method, "resources/templates/list" }, { TraceModel::Id, "1000" },
        { TraceModel::Target, "search_notes__" }, { TraceModel::Status, "tool-error" }, { TraceModel::Duration, "2 min 05 s" },
        { TraceModel::Size, "12.2 KiB" }, { TraceModel::FindingsColumn, "(X) 12" } };
    const QFontMetrics metrics(m_ui->traceView->font());
    for (const auto &[column, sample] : samples)
        m_ui->traceView->setColumnWidth(column, metrics.horizontalAdvance(QLatin1String(sample)) + 14);
}

} // namespace assayer
