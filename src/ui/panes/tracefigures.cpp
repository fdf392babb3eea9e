#include "ui/panes/tracefigures.h"

#include "ui_tracepane.h"

#include "models/tracemodel.h"
#include "platform/visibletext.h"
#include "trace/timeline.h"
#include "trace/tracestatistics.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/statisticspresentation.h"
#include "ui/widgets/listview.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace assayer {
namespace {

constexpr int delayMs = 300;
constexpr std::size_t mostBars = 5'000;
constexpr quint64 mostRows = 200'000; ///< of the log that are looked at for the timeline, the newest

std::vector<StatisticsRow> rowsOf(const std::vector<MethodStatistics> &methods)
{
    std::vector<StatisticsRow> rows;
    for (const MethodStatistics &method : methods) {
        StatisticsRow row;
        row.method = fromWire(view(method.method));
        row.requests = method.count;
        row.answers = method.answered;
        row.errors = method.errors;
        row.bytes = method.bytes;
        row.medianNs = method.p50Ns.value_or(-1);
        row.p95Ns = method.p95Ns.value_or(-1);
        row.maxNs = method.maxNs.value_or(-1);
        rows.push_back(row);
    }
    return rows;
}

QString kindWord(TimelineSpan::Kind kind)
{
    switch (kind) {
    case TimelineSpan::Call:
        return {};
    case TimelineSpan::Round:
        return QStringLiteral("round: ");
    case TimelineSpan::Sending:
        return QStringLiteral("send");
    case TimelineSpan::Waiting:
        return QStringLiteral("wait for the head");
    case TimelineSpan::Receiving:
        return QStringLiteral("receive");
    case TimelineSpan::Question:
        return QStringLiteral("the server asks: ");
    case TimelineSpan::Input:
        return QStringLiteral("waits for input");
    case TimelineSpan::Progress:
        return QStringLiteral("progress");
    case TimelineSpan::Stderr:
        return QStringLiteral("stderr");
    }
    return {};
}

Tone toneOfSpan(const TimelineSpan &span)
{
    if (span.open)
        return Tone::Muted;
    if (span.kind != TimelineSpan::Call && span.kind != TimelineSpan::Round)
        return span.kind == TimelineSpan::Question || span.kind == TimelineSpan::Input ? Tone::ByYou : Tone::Note;
    return span.status == AnswerStatus::ToolError || span.status == AnswerStatus::RpcError ? Tone::Error : Tone::Ok;
}

/// Bars of one exchange are indented by what they are inside of; of a whole trace a lane is no depth.
TimelineView::Bar barOf(const TraceAnalyzer &trace, const TimelineSpan &span, bool indent)
{
    const TraceLog &log = trace.log();
    TimelineView::Bar bar;
    bar.seq = log.seqOf(span.beginRow);
    bar.endSeq = span.open ? 0 : log.seqOf(span.endRow);
    bar.beginNs = span.beginNs;
    bar.endNs = span.open ? -1 : span.endNs;
    bar.depth = indent ? span.depth : 0;
    bar.tone = toneOfSpan(span);
    const bool ours = span.kind != TimelineSpan::Call || log.direction(span.beginRow) != Direction::In;
    bar.label = (ours ? kindWord(span.kind) : QStringLiteral("the server asks: ")) + visible(fromWire(view(span.label)));
    if (span.status == AnswerStatus::ToolError)
        bar.label += QStringLiteral(" (tool error)");
    else if (span.status == AnswerStatus::RpcError)
        bar.label += QStringLiteral(" (RPC error)");
    return bar;
}

/// Of a filtered table those whose request or answer is shown, the newest ones.
std::vector<TimelineSpan> spansOf(const TraceAnalyzer &trace, const std::vector<quint32> *shown)
{
    const quint64 count = trace.count();
    std::vector<TimelineSpan> spans = traceTimeline(trace, count > mostRows ? count - mostRows : 0, count);
    if (shown) {
        const auto isShown = [shown](quint64 row) { return std::binary_search(shown->begin(), shown->end(), static_cast<quint32>(row)); };
        std::erase_if(spans, [&](const TimelineSpan &span) { return !isShown(span.beginRow) && (span.open || !isShown(span.endRow)); });
    }
    if (spans.size() > mostBars)
        spans.erase(spans.begin(), spans.end() - static_cast<std::ptrdiff_t>(mostBars));
    return spans;
}

} // namespace

TraceFigures::TraceFigures(Ui::TracePane &ui, TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_model(model)
    , m_statistics(new StatisticsModel(this))
{
    auto *dressed = new StatisticsPresentation(this);
    dressed->setSourceModel(m_statistics);
    ui.statisticsView->setModel(dressed);
    dressList(ui.statisticsView);
    keepCurrentRow(ui.statisticsView);
    ui.statisticsView->setColumnHidden(StatisticsModel::Min, true);
    formlook::columns(ui.statisticsView, { "resources/templates/list", "Requests", "Answers", "Errors", "12.2 KiB", "0.4 ms__", "0.4 ms__", "0.4 ms__", "0.4 ms" }, { 0 });
    ui.statisticsView->setAccessibleName(QStringLiteral("Statistics per method"));
    ui.timelineView->setPlaceholderText(QStringLiteral("No requests among the records shown."));
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMs);
    connect(&m_timer, &QTimer::timeout, this, &TraceFigures::make);
    connect(ui.traceDetailTabs, &QTabWidget::currentChanged, this, [this] {
        if (m_old && isLookedAt())
            make();
    });
    connect(ui.timelineView, &TimelineView::activated, this, &TraceFigures::recordWanted);
    connect(ui.statisticsView, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (index.isValid() && index.row() < m_statistics->rowCount())
            Q_EMIT methodWanted(m_statistics->at(index.row()).method);
    });
}

bool TraceFigures::isLookedAt() const
{
    const QWidget *tab = m_ui.traceDetailTabs->currentWidget();
    return m_ui.traceDetailTabs->isVisible() && (tab == m_ui.timelineTab || tab == m_ui.statisticsTab);
}

void TraceFigures::changed()
{
    m_old = true;
    if (isLookedAt() && !m_timer.isActive())
        m_timer.start();
}

void TraceFigures::showRecord(quint64 seq)
{
    m_seq = seq;
    m_ui.timelineView->showSeq(seq);
}

void TraceFigures::make()
{
    if (m_running || !m_model.analyzer())
        return;
    m_old = false;
    m_running = true;
    const quint64 run = ++m_run;
    const bool some = m_model.isOnly() || static_cast<quint64>(m_model.rowCount()) != m_model.total();
    std::vector<quint32> shown;
    if (some) {
        for (const quint64 row : m_model.shownLogRows())
            shown.push_back(static_cast<quint32>(row));
    }
    const QPointer<TraceFigures> self(this);
    QThreadPool::globalInstance()->start([self, run, some, only = m_model.isOnly(), shown = std::move(shown), log = m_model.log(), analyzer = m_model.analyzer()] {
        Figures figures;
        figures.methods = rowsOf(traceStatistics(*analyzer, some ? &shown : nullptr));
        const std::vector<TimelineSpan> spans = only && !shown.empty() ? exchangeTimeline(*analyzer, followExchange(*analyzer, shown.front()))
                                                                       : spansOf(*analyzer, some ? &shown : nullptr);
        for (const TimelineSpan &span : spans)
            figures.bars.append(barOf(*analyzer, span, only));
        figures.nowNs = log->count() > 0 ? log->monoNs(log->count() - 1) : 0;
        QMetaObject::invokeMethod(qApp, [self, run, figures = std::move(figures)] {
            if (self)
                self->take(run, figures);
        });
    });
}

void TraceFigures::take(quint64 run, const Figures &figures)
{
    m_running = false;
    if (run == m_run) {
        m_statistics->setRows(figures.methods);
        m_ui.timelineView->setBars(figures.bars, figures.nowNs);
        m_ui.timelineView->showSeq(m_seq);
    }
    if (m_old)
        changed();
}

} // namespace assayer
