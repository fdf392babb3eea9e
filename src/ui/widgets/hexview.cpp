#include "ui/widgets/hexview.h"

#include "platform/visibletext.h"
#include "ui/presentation/tones.h"
#include "ui/widgets/accessibletext.h"
#include "ui/widgets/fixedfont.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace assayer {

namespace {

constexpr int perRow = 16;
constexpr int gap = 2; ///< columns between the three parts

QChar shown(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x20 && value < 0x7f ? QLatin1Char(byte) : QChar(u'.');
}

} // namespace

class HexView::Private final : public VisibleRows {
public:
    explicit Private(HexView *view)
        : q(view)
    {
    }

    int cell() const { return std::max(1, q->fontMetrics().horizontalAdvance(QLatin1Char('0'))); }
    int height() const { return q->fontMetrics().lineSpacing() + 2; }
    int visibleCount() const { return std::max(1, q->viewport()->height() / height()); }
    int offsetDigits() const { return bytes.size() > 0xffff ? 8 : 4; }
    int hexColumn(int byte) const { return offsetDigits() + gap + byte * 3 + (byte >= perRow / 2 ? 1 : 0); }
    int textColumn(int byte) const { return hexColumn(perRow) + gap + byte; }
    int x(int column) const { return 4 + column * cell() - q->horizontalScrollBar()->value(); }
    std::pair<qsizetype, qsizetype> range() const { return std::minmax(anchor, cursor); }
    void updateBars();
    void moveTo(qsizetype offset, bool keepAnchor, bool byUser = true);
    qsizetype byteAt(const QPoint &point) const;
    void paintRow(QPainter &painter, qsizetype row, int y) const;

    qint64 firstVisibleRow() const override { return q->verticalScrollBar()->value(); }
    int visibleRowCount() const override { return static_cast<int>(std::min<qint64>(visibleCount(), q->rowCount() - firstVisibleRow())); }
    QString visibleRowText(qint64 row) const override { return q->rowText(row); }

    HexView *q;
    QByteArray bytes;
    QString placeholder;
    qsizetype anchor = 0; ///< range() is [first, last + 1) of what is selected
    qsizetype cursor = 0;
};

void HexView::Private::updateBars()
{
    q->verticalScrollBar()->setRange(0, static_cast<int>(std::max<qsizetype>(0, q->rowCount() - visibleCount())));
    q->verticalScrollBar()->setPageStep(visibleCount());
    const int width = 8 + textColumn(perRow) * cell();
    q->horizontalScrollBar()->setRange(0, std::max(0, width - q->viewport()->width()));
    q->horizontalScrollBar()->setPageStep(q->viewport()->width());
}

void HexView::Private::moveTo(qsizetype offset, bool keepAnchor, bool byUser)
{
    cursor = std::clamp<qsizetype>(offset, 0, bytes.size());
    if (!keepAnchor)
        anchor = cursor;
    const qsizetype row = cursor / perRow;
    QScrollBar *bar = q->verticalScrollBar();
    if (row < bar->value() || row >= bar->value() + visibleCount())
        bar->setValue(static_cast<int>(std::max<qsizetype>(0, row - visibleCount() / 3)));
    q->viewport()->update();
    if (byUser)
        Q_EMIT q->selectionChanged(range().first, range().second);
}

/// In the hex part or the text part; left and right of them the nearest byte.
qsizetype HexView::Private::byteAt(const QPoint &point) const
{
    const qsizetype row = q->verticalScrollBar()->value() + point.y() / height();
    const int column = (point.x() - x(0)) / cell();
    int byte = 0;
    if (column >= textColumn(0)) {
        byte = std::min(column - textColumn(0), perRow - 1);
    } else {
        while (byte + 1 < perRow && column >= hexColumn(byte + 1))
            ++byte;
    }
    return std::clamp<qsizetype>(row * perRow + byte, 0, bytes.size());
}

void HexView::Private::paintRow(QPainter &painter, qsizetype row, int y) const
{
    const int baseline = y + q->fontMetrics().ascent() + 1;
    const auto [begin, end] = range();
    painter.setPen(tones::color(Tone::Muted, q->palette()));
    painter.drawText(x(0), baseline, QStringLiteral("%1").arg(row * perRow, offsetDigits(), 16, QLatin1Char('0')));
    for (int i = 0; i < perRow && row * perRow + i < bytes.size(); ++i) {
        const qsizetype at = row * perRow + i;
        const bool chosen = at >= begin && at < end;
        if (chosen) {
            const QColor highlight = q->palette().color(QPalette::Highlight);
            const bool joined = i + 1 < perRow && at + 1 < end;
            painter.fillRect(x(hexColumn(i)), y, (joined ? hexColumn(i + 1) - hexColumn(i) : 2) * cell(), height(), highlight);
            painter.fillRect(x(textColumn(i)), y, cell(), height(), highlight);
        }
        painter.setPen(q->palette().color(chosen ? QPalette::HighlightedText : QPalette::Text));
        const auto value = static_cast<uint>(static_cast<unsigned char>(bytes[at]));
        painter.drawText(x(hexColumn(i)), baseline, QStringLiteral("%1").arg(value, 2, 16, QLatin1Char('0')));
        painter.drawText(x(textColumn(i)), baseline, QString(shown(bytes[at])));
    }
    if (q->hasFocus() && cursor / perRow == row) {
        painter.setPen(q->palette().color(QPalette::Text));
        painter.drawRect(x(hexColumn(static_cast<int>(cursor % perRow))) - 1, y, 2 * cell() + 1, height() - 1);
    }
}

HexView::HexView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    installAccessibleRows();
    setFont(fixedFont());
    setFocusPolicy(Qt::StrongFocus);
    setProperty(visibleRowsProperty, QVariant::fromValue<VisibleRows *>(d.get()));
    viewport()->setBackgroundRole(QPalette::Base);
}

HexView::~HexView()
{
    setProperty(visibleRowsProperty, {}); // an accessible interface may live a little longer
}

void HexView::setBytes(const QByteArray &bytes)
{
    d->bytes = bytes;
    d->anchor = d->cursor = 0;
    d->updateBars();
    verticalScrollBar()->setValue(0);
    viewport()->update();
}

const QByteArray &HexView::bytes() const
{
    return d->bytes;
}

void HexView::select(qsizetype begin, qsizetype end)
{
    d->anchor = std::clamp<qsizetype>(end, 0, d->bytes.size());
    d->moveTo(begin, true, false);
}

std::pair<qsizetype, qsizetype> HexView::selection() const
{
    return d->range();
}

QString HexView::rowText(qsizetype row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const QByteArray part = d->bytes.mid(row * perRow, perRow);
    QString text;
    for (const char byte : part)
        text += shown(byte);
    return QStringLiteral("%1  %2  %3").arg(row * perRow, d->offsetDigits(), 16, QLatin1Char('0')).arg(QString::fromLatin1(part.toHex(' ')), text);
}

qsizetype HexView::rowCount() const
{
    return (d->bytes.size() + perRow - 1) / perRow;
}

void HexView::setPlaceholderText(const QString &text)
{
    d->placeholder = text;
    setAccessibleDescription(text);
    viewport()->update();
}

QSize HexView::sizeHint() const
{
    return { 8 + d->textColumn(perRow) * d->cell() + 2 * frameWidth(), d->height() * 8 };
}

void HexView::copy()
{
    const auto [begin, end] = d->range();
    const QByteArray part = begin == end ? d->bytes : d->bytes.mid(begin, end - begin);
    QGuiApplication::clipboard()->setText(QString::fromLatin1(part.toHex(' ')));
}

void HexView::copyText()
{
    const auto [begin, end] = d->range();
    const QByteArray part = begin == end ? d->bytes : d->bytes.mid(begin, end - begin);
    QGuiApplication::clipboard()->setText(fromWire({ part.constData(), static_cast<std::size_t>(part.size()) }));
}

void HexView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    if (d->bytes.isEmpty()) {
        painter.setPen(tones::color(Tone::Muted, palette()));
        painter.drawText(viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, d->placeholder);
        return;
    }
    int y = 0;
    for (qsizetype row = verticalScrollBar()->value(); row < rowCount() && y < viewport()->height(); ++row, y += d->height())
        d->paintRow(painter, row, y);
}

void HexView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    d->updateBars();
}

void HexView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && d)
        d->updateBars();
}

void HexView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll)) {
        d->anchor = 0;
        return d->moveTo(d->bytes.size(), true);
    }
    const bool keep = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool whole = event->modifiers().testFlag(Qt::ControlModifier);
    const qsizetype page = static_cast<qsizetype>(d->visibleCount()) * perRow;
    switch (event->key()) {
    case Qt::Key_Left:
        return d->moveTo(d->cursor - 1, keep);
    case Qt::Key_Right:
        return d->moveTo(d->cursor + 1, keep);
    case Qt::Key_Up:
        return d->moveTo(d->cursor - perRow, keep);
    case Qt::Key_Down:
        return d->moveTo(d->cursor + perRow, keep);
    case Qt::Key_PageUp:
        return d->moveTo(d->cursor - page, keep);
    case Qt::Key_PageDown:
        return d->moveTo(d->cursor + page, keep);
    case Qt::Key_Home:
        return d->moveTo(whole ? 0 : d->cursor / perRow * perRow, keep);
    case Qt::Key_End:
        return d->moveTo(whole ? d->bytes.size() : d->cursor / perRow * perRow + perRow - 1, keep);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void HexView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        d->moveTo(d->byteAt(event->position().toPoint()), event->modifiers().testFlag(Qt::ShiftModifier));
}

void HexView::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        d->moveTo(d->byteAt(event->position().toPoint()) + 1, true);
}

void HexView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy as hex"), this, &HexView::copy);
    menu->addAction(tr("Copy as text"), this, &HexView::copyText);
    menu->popup(event->globalPos());
}

} // namespace assayer
