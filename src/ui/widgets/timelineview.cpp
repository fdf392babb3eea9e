#include "ui/widgets/timelineview.h"

#include "platform/formattext.h"
#include "ui/widgets/accessibletext.h"
#include "ui/widgets/fixedfont.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace assayer {
namespace {

constexpr int pad = 4;
constexpr int indent = 12; ///< of a question inside a call
constexpr double mostZoom = 100'000;

/// 1, 2 or 5 times a power of ten, so that about six ticks stand side by side.
qint64 tickStep(double spanNs)
{
    const double rough = std::max(1.0, spanNs / 6);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : { 1.0, 2.0, 5.0 }) {
        if (factor * power >= rough)
            return static_cast<qint64>(factor * power);
    }
    return static_cast<qint64>(10 * power);
}

} // namespace

class TimelineView::Private final : public VisibleRows {
public:
    explicit Private(TimelineView *view)
        : q(view)
    {
    }

    int height() const { return q->fontMetrics().height() + 6; }
    int labelWidth() const { return std::clamp(q->viewport()->width() * 2 / 5, 80, q->fontMetrics().averageCharWidth() * 34); }
    int visibleCount() const { return std::max(1, q->viewport()->height() / height() - 1); }
    double span() const { return static_cast<double>(std::max<qint64>(1, last - first)) / zoom; }
    double from() const { return static_cast<double>(first) + static_cast<double>(last - first - qint64(span())) * q->horizontalScrollBar()->value() / 1000.0; }
    int x(qint64 ns) const
    {
        const int room = q->viewport()->width() - labelWidth() - 2 * pad;
        const double at = (static_cast<double>(ns) - from()) / span() * room;
        return labelWidth() + pad + static_cast<int>(std::clamp(at, -2.0, room + 2.0));
    }
    qint64 endOf(const Bar &bar) const { return bar.endNs < 0 ? last : bar.endNs; }
    void updateBars();
    void choose(int bar);
    void zoomBy(double factor);
    void paintRuler(QPainter &painter) const;
    void paintBar(QPainter &painter, int bar, int y) const;

    qint64 firstVisibleRow() const override { return q->verticalScrollBar()->value(); }
    int visibleRowCount() const override { return static_cast<int>(std::min<qint64>(visibleCount(), bars.size() - firstVisibleRow())); }
    QString visibleRowText(qint64 row) const override { return q->barText(row); }

    TimelineView *q;
    QList<Bar> bars;
    qint64 first = 0;
    qint64 last = 1;
    int current = -1;
    double zoom = 1;
    QString placeholder;
};

void TimelineView::Private::updateBars()
{
    q->verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(bars.size()) - visibleCount()));
    q->verticalScrollBar()->setPageStep(visibleCount());
    q->horizontalScrollBar()->setRange(0, zoom > 1 ? 1000 : 0);
    q->horizontalScrollBar()->setPageStep(std::max(1, static_cast<int>(1000 / zoom)));
    q->horizontalScrollBar()->setSingleStep(std::max(1, static_cast<int>(200 / zoom)));
    q->viewport()->update();
}

void TimelineView::Private::choose(int bar)
{
    current = bar;
    QScrollBar *scroll = q->verticalScrollBar();
    if (bar >= 0 && (bar < scroll->value() || bar >= scroll->value() + visibleCount()))
        scroll->setValue(std::max(0, bar - visibleCount() / 2));
    q->viewport()->update();
}

/// Around the chosen bar, so that it stays in sight.
void TimelineView::Private::zoomBy(double factor)
{
    const double middle = current >= 0 ? static_cast<double>(bars[current].beginNs) : from() + span() / 2;
    zoom = std::clamp(zoom * factor, 1.0, mostZoom);
    updateBars();
    const double hidden = static_cast<double>(last - first) - span();
    const double wanted = middle - span() / 4 - static_cast<double>(first);
    q->horizontalScrollBar()->setValue(hidden > 0 ? static_cast<int>(std::clamp(wanted / hidden, 0.0, 1.0) * 1000) : 0);
    q->viewport()->update();
}

void TimelineView::Private::paintRuler(QPainter &painter) const
{
    const qint64 step = tickStep(span());
    painter.setPen(tones::color(Tone::Muted, q->palette()));
    painter.drawText(QRect(pad, 0, labelWidth() - pad, height()), Qt::AlignLeft | Qt::AlignVCenter, TimelineView::tr("Request"));
    qint64 at = (static_cast<qint64>(from()) - first + step - 1) / step * step;
    int free = 0;
    for (; static_cast<double>(first + at) <= from() + span(); at += step) {
        const int left = x(first + at);
        painter.setPen(q->palette().color(QPalette::Mid)); // lines may be faint, words may not
        painter.drawLine(left, height() - 4, left, q->viewport()->height());
        painter.setPen(tones::color(Tone::Muted, q->palette()));
        const QString words = relativeTime(at);
        const int width = painter.fontMetrics().horizontalAdvance(words);
        if (left >= free && left + width < q->viewport()->width()) {
            painter.drawText(left + 2, painter.fontMetrics().ascent() + 2, words);
            free = left + width + 12;
        }
    }
}

void TimelineView::Private::paintBar(QPainter &painter, int number, int y) const
{
    const Bar &bar = bars[number];
    const bool chosen = number == current;
    const QPalette palette = q->palette();
    if (chosen)
        painter.fillRect(0, y, q->viewport()->width(), height(), palette.color(q->hasFocus() ? QPalette::Active : QPalette::Inactive, QPalette::Highlight));
    const int left = pad + bar.depth * indent;
    const QRect label(left, y, std::max(0, labelWidth() - left), height());
    painter.setPen(palette.color(chosen ? QPalette::HighlightedText : QPalette::Text));
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(bar.label, Qt::ElideRight, label.width()));
    const int begin = x(bar.beginNs);
    const int end = std::max(begin + 3, x(endOf(bar)));
    const QRect body(begin, y + 3, end - begin, height() - 6);
    painter.fillRect(body, tones::tint(bar.tone, palette));
    painter.setPen(QPen(tones::color(bar.tone, palette), 1, bar.endNs < 0 ? Qt::DashLine : Qt::SolidLine));
    painter.drawRect(body.adjusted(0, 0, -1, -1));
    const QString words = bar.endNs < 0 ? TimelineView::tr("no answer") : duration(bar.endNs - bar.beginNs);
    const int width = painter.fontMetrics().horizontalAdvance(words);
    const bool inside = width + 6 <= body.width();
    const bool behind = end + 4 + width <= q->viewport()->width();
    painter.setPen(palette.color(chosen && !inside ? QPalette::HighlightedText : QPalette::Text));
    if (inside)
        painter.drawText(body.adjusted(3, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
    else if (behind)
        painter.drawText(QRect(end + 4, y, width + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, words);
    else
        painter.drawText(QRect(begin - width - 5, y, width + 2, height()), Qt::AlignRight | Qt::AlignVCenter, words);
}

TimelineView::TimelineView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    installAccessibleRows();
    setFont(fixedFont());
    setFocusPolicy(Qt::StrongFocus);
    setProperty(visibleRowsProperty, QVariant::fromValue<VisibleRows *>(d.get()));
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Timeline of requests"));
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

TimelineView::~TimelineView()
{
    setProperty(visibleRowsProperty, {}); // an accessible interface may live a little longer
}

void TimelineView::setBars(QList<Bar> bars, qint64 nowNs)
{
    const quint64 kept = d->current >= 0 ? d->bars[d->current].seq : 0;
    d->bars = std::move(bars);
    d->current = -1;
    d->first = d->bars.isEmpty() ? 0 : d->bars.first().beginNs;
    d->last = d->first + 1;
    bool open = false;
    for (const Bar &bar : std::as_const(d->bars)) {
        d->last = std::max({ d->last, bar.endNs, bar.beginNs });
        open = open || bar.endNs < 0;
    }
    if (open)
        d->last = std::max(d->last, nowNs);
    d->updateBars();
    if (kept)
        showSeq(kept);
}

const QList<TimelineView::Bar> &TimelineView::bars() const
{
    return d->bars;
}

void TimelineView::showSeq(quint64 seq)
{
    const auto found = std::find_if(d->bars.cbegin(), d->bars.cend(), [seq](const Bar &bar) { return bar.seq == seq || bar.endSeq == seq; });
    d->choose(found == d->bars.cend() ? -1 : static_cast<int>(found - d->bars.cbegin()));
}

int TimelineView::currentBar() const
{
    return d->current;
}

void TimelineView::setPlaceholderText(const QString &text)
{
    d->placeholder = text;
    setAccessibleDescription(text);
    viewport()->update();
}

QString TimelineView::barText(qint64 number) const
{
    if (number < 0 || number >= d->bars.size())
        return {};
    const Bar &bar = d->bars[number];
    return bar.endNs < 0 ? tr("%1, no answer").arg(bar.label) : tr("%1, %2").arg(bar.label, duration(bar.endNs - bar.beginNs));
}

QSize TimelineView::sizeHint() const
{
    return { d->labelWidth() * 3, d->height() * 8 };
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    if (d->bars.isEmpty()) {
        painter.setPen(tones::color(Tone::Muted, palette()));
        painter.drawText(viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, d->placeholder);
        return;
    }
    d->paintRuler(painter);
    int y = d->height();
    for (int bar = verticalScrollBar()->value(); bar < d->bars.size() && y < viewport()->height(); ++bar, y += d->height())
        d->paintBar(painter, bar, y);
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    d->updateBars();
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(d->bars.size()) - 1;
    const auto go = [this, last](int bar) { d->choose(std::clamp(bar, 0, std::max(0, last))); };
    if (last < 0)
        return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
        return go(d->current - 1);
    case Qt::Key_Down:
        return go(d->current + 1);
    case Qt::Key_PageUp:
        return go(d->current - d->visibleCount());
    case Qt::Key_PageDown:
        return go(d->current + d->visibleCount());
    case Qt::Key_Home:
        return go(0);
    case Qt::Key_End:
        return go(last);
    case Qt::Key_Plus:
        return d->zoomBy(2);
    case Qt::Key_Minus:
        return d->zoomBy(0.5);
    case Qt::Key_0:
        return d->zoomBy(1 / mostZoom);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (d->current >= 0 && event->modifiers() == Qt::NoModifier) {
            Q_EMIT activated(d->bars[d->current].seq);
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

/// The label and the left half of a bar lead to the request, the right half to the answer.
void TimelineView::mousePressEvent(QMouseEvent *event)
{
    const int row = static_cast<int>(event->position().y()) / d->height() - 1;
    const int bar = verticalScrollBar()->value() + row;
    if (event->button() != Qt::LeftButton || row < 0 || bar >= d->bars.size())
        return;
    d->choose(bar);
    const Bar &chosen = d->bars[bar];
    const int middle = (d->x(chosen.beginNs) + d->x(d->endOf(chosen))) / 2;
    Q_EMIT activated(chosen.endSeq && event->position().x() > middle ? chosen.endSeq : chosen.seq);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    mousePressEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    d->zoomBy(event->angleDelta().y() > 0 ? 1.5 : 1 / 1.5);
    event->accept();
}

} // namespace assayer
