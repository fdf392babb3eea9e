#include "ui/widgets/exacttextview.h"

#include "platform/visibletext.h"
#include "ui/presentation/toneicon.h"
#include "ui/widgets/accessibletext.h"
#include "ui/widgets/bytesearch.h"
#include "ui/widgets/fixedfont.h"
#include "ui/widgets/lineends.h"
#include "ui/widgets/textgrid.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace assayer {

namespace {

constexpr int behindRow = 6; ///< columns of a gap and the arrow between a row and its words

} // namespace

class ExactTextView::Private final : public VisibleRows {
public:
    explicit Private(ExactTextView *view)
        : q(view)
    {
    }

    std::string_view all() const { return { text.constData(), static_cast<std::size_t>(text.size()) }; }
    qint64 rows() const { return static_cast<qint64>(starts.size()); }
    std::string_view rowBytes(qint64 row) const;
    bool showsLineEnd(qint64 row) const;
    GridRow grid(qint64 row) const { return layOutRow(rowBytes(row)); }
    qint64 rowOf(quint32 offset) const;
    int marginWidth() const { return q->fontMetrics().height() + 4; }
    int cellWidth() const { return std::max(1, q->fontMetrics().horizontalAdvance(QLatin1Char('0'))); }
    int rowHeight() const { return q->fontMetrics().lineSpacing() + 2; }
    int visibleCount() const { return std::max(1, q->viewport()->height() / rowHeight()); }
    qint64 firstRow() const { return q->verticalScrollBar()->value(); }
    void relayout();
    void insertNotes(int columns);
    bool isNote(qint64 row) const { return notes.count(row) > 0; }
    qint64 pastNotes(qint64 row, int direction) const;
    void updateBars();
    void scrollTo(quint32 offset);
    quint32 offsetAt(const QPoint &point) const;
    void moveTo(quint32 offset, bool keepAnchor, bool byUser = true);
    std::pair<quint32, quint32> range() const { return std::minmax(anchor, cursor); }
    quint32 stepped(quint32 from, int direction) const;
    quint32 inRow(qint64 row, quint32 like) const;

    void paintRow(QPainter &painter, qint64 row, int y) const;
    void paintSelection(QPainter &painter, const GridRow &grid, qint64 row, int y) const;
    void paintMarks(QPainter &painter, const GridRow &grid, qint64 row, int y) const;
    void paintCells(QPainter &painter, const GridRow &grid, qint64 row, int y) const;
    std::vector<const TextMark *> marksOf(qint64 row) const;
    int x(int column) const { return marginWidth() + column * cellWidth() - q->horizontalScrollBar()->value(); }
    quint32 rowEnd(qint64 row) const;

    // VisibleRows
    qint64 firstVisibleRow() const override { return firstRow(); }
    int visibleRowCount() const override { return static_cast<int>(std::min<qint64>(visibleCount(), rows() - firstRow())); }
    QString visibleRowText(qint64 row) const override { return q->rowText(row); }

    struct NoteRow {
        QString words;
        int column = 0;
        Severity severity = Severity::Error;
    };

    ExactTextView *q;
    QByteArray text;
    std::vector<quint32> starts;
    std::vector<TextMark> marks;
    QString placeholder;
    quint32 anchor = 0;
    quint32 cursor = 0;
    std::map<qint64, NoteRow> notes; ///< by row: rows of words, without bytes of the text
    std::set<qint64> noted; ///< rows whose words stand below them
    int laidOutColumns = -1;
    int widest = 0; ///< columns of the widest row seen
};

namespace {

/// Words as rows of at most `columns` letters, cut at blanks where there are any.
QStringList wrapped(QString words, int columns)
{
    QStringList lines;
    while (words.size() > columns) {
        const qsizetype blank = words.lastIndexOf(u' ', columns);
        const qsizetype cut = blank > 0 ? blank : columns;
        lines += words.left(cut);
        words = words.mid(cut).trimmed();
    }
    return lines << words;
}

} // namespace

/// Words of marks that have no room behind their row get rows of their own below it.
void ExactTextView::Private::insertNotes(int columns)
{
    notes.clear();
    noted.clear();
    if (columns <= 0 || starts.empty())
        return;
    std::set<qint64> marked;
    for (const TextMark &mark : marks)
        marked.insert(rowOf(std::max(mark.begin, mark.end > 0 ? mark.end - 1 : 0)));
    qint64 inserted = 0;
    for (const qint64 row : marked) {
        const qint64 now = row + inserted;
        const QString words = q->markWords(now);
        const GridRow laid = grid(now);
        if (words.isEmpty() || laid.columns + behindRow + words.size() <= columns)
            continue;
        const std::vector<const TextMark *> own = marksOf(now);
        const quint32 begin = starts[static_cast<std::size_t>(now)];
        const int under = laid.columnOf(own.front()->begin > begin ? own.front()->begin - begin : 0);
        const bool fits = own.size() == 1 && under + 2 + words.size() <= columns;
        const Severity worst = (*std::max_element(own.begin(), own.end(), [](const TextMark *a, const TextMark *b) { return a->severity < b->severity; }))->severity;
        const quint32 end = rowEnd(now);
        noted.insert(now);
        for (const QString &line : fits ? QStringList(QStringLiteral("^ ") + words) : wrapped(QStringLiteral("<== ") + words, columns)) {
            const qint64 place = row + ++inserted;
            starts.insert(starts.begin() + static_cast<std::ptrdiff_t>(place), end);
            notes.emplace(place, NoteRow { line, fits ? under : std::max(0, columns - static_cast<int>(line.size())), worst });
        }
    }
}

std::string_view ExactTextView::Private::rowBytes(qint64 row) const
{
    const quint32 begin = starts[static_cast<std::size_t>(row)];
    std::string_view bytes = all().substr(begin, rowEnd(row) - begin);
    if (bytes.ends_with('\n'))
        bytes.remove_suffix(1);
    return bytes;
}

quint32 ExactTextView::Private::rowEnd(qint64 row) const
{
    return row + 1 < rows() ? starts[static_cast<std::size_t>(row) + 1] : static_cast<quint32>(text.size());
}

/// Whether the row's last byte is a line feed, and to be seen.
bool ExactTextView::Private::showsLineEnd(qint64 row) const
{
    const quint32 end = rowEnd(row);
    return q->property(lineEndsProperty).toBool() && end > starts[static_cast<std::size_t>(row)] && text[static_cast<qsizetype>(end) - 1] == '\n';
}

qint64 ExactTextView::Private::rowOf(quint32 offset) const
{
    const auto found = std::upper_bound(starts.begin(), starts.end(), offset);
    qint64 row = std::max<qint64>(0, found - starts.begin() - 1);
    while (row > 0 && isNote(row)) // below the last row: the text's end belongs to the row above
        --row;
    return row;
}

/// The next row of text from `row` on.
qint64 ExactTextView::Private::pastNotes(qint64 row, int direction) const
{
    while (isNote(row) && row + direction >= 0 && row + direction < rows())
        row += direction;
    return row;
}

/// Small texts wrap at the width; long ones only at line ends and every 4,096 bytes, which needs one pass over the bytes.
void ExactTextView::Private::relayout()
{
    const int columns = text.size() <= WrapBytes ? std::max(20, (q->viewport()->width() - marginWidth()) / cellWidth() - 1) : 0;
    if (columns == laidOutColumns && !starts.empty())
        return;
    const quint32 top = starts.empty() ? 0 : starts[static_cast<std::size_t>(std::min(firstRow(), rows() - 1))];
    laidOutColumns = columns;
    starts = rowStarts(all(), columns);
    insertNotes(columns);
    widest = 0;
    updateBars();
    q->verticalScrollBar()->setValue(static_cast<int>(rowOf(top)));
    q->viewport()->update();
}

void ExactTextView::Private::updateBars()
{
    const qint64 hidden = std::max<qint64>(0, rows() - visibleCount());
    q->verticalScrollBar()->setRange(0, static_cast<int>(hidden));
    q->verticalScrollBar()->setPageStep(visibleCount());
    const int width = marginWidth() + widest * cellWidth();
    q->horizontalScrollBar()->setRange(0, std::max(0, width - q->viewport()->width()));
    q->horizontalScrollBar()->setPageStep(q->viewport()->width());
    q->horizontalScrollBar()->setSingleStep(cellWidth() * 4);
}

void ExactTextView::Private::scrollTo(quint32 offset)
{
    if (starts.empty())
        return;
    const qint64 row = rowOf(offset);
    if (row < firstRow() || row >= firstRow() + visibleCount())
        q->verticalScrollBar()->setValue(static_cast<int>(std::max<qint64>(0, row - visibleCount() / 3)));
    const GridRow laid = grid(row);
    widest = std::max(widest, laid.columns);
    updateBars();
    const int column = laid.columnOf(offset - starts[static_cast<std::size_t>(row)]);
    const int left = column * cellWidth();
    const int room = q->viewport()->width() - marginWidth() - 2 * cellWidth();
    QScrollBar *bar = q->horizontalScrollBar();
    if (left < bar->value() || left > bar->value() + room)
        bar->setValue(std::max(0, left - room / 3));
}

quint32 ExactTextView::Private::offsetAt(const QPoint &point) const
{
    if (starts.empty())
        return 0;
    const qint64 row = std::clamp<qint64>(firstRow() + point.y() / rowHeight(), 0, rows() - 1);
    const GridRow laid = grid(row);
    const int column = std::max(0, (point.x() - x(0)) / cellWidth());
    const int cell = laid.cellAt(column);
    const auto begin = starts[static_cast<std::size_t>(row)];
    return cell < 0 ? begin + static_cast<quint32>(rowBytes(row).size()) : begin + laid.cells[static_cast<std::size_t>(cell)].byte;
}

void ExactTextView::Private::moveTo(quint32 offset, bool keepAnchor, bool byUser)
{
    cursor = std::min(offset, static_cast<quint32>(text.size()));
    if (!keepAnchor)
        anchor = cursor;
    scrollTo(cursor);
    q->viewport()->update();
    if (byUser)
        Q_EMIT q->selectionChanged(range().first, range().second);
}

quint32 ExactTextView::Private::stepped(quint32 from, int direction) const
{
    if (direction > 0)
        return from < static_cast<quint32>(text.size()) ? from + extentAt(all(), from).bytes : from;
    if (from == 0)
        return 0;
    quint32 at = from - 1;
    for (int back = 0; back < 3 && at > 0 && (static_cast<unsigned char>(text[static_cast<qsizetype>(at)]) & 0xc0) == 0x80; ++back)
        --at;
    return at + extentAt(all(), at).bytes == from ? at : from - 1;
}

/// The place in `row` under the column that `like` has in its own.
quint32 ExactTextView::Private::inRow(qint64 row, quint32 like) const
{
    const qint64 own = rowOf(like);
    const int column = grid(own).columnOf(like - starts[static_cast<std::size_t>(own)]);
    const GridRow laid = grid(row);
    const int cell = laid.cellAt(column);
    const quint32 begin = starts[static_cast<std::size_t>(row)];
    return cell < 0 ? begin + static_cast<quint32>(rowBytes(row).size()) : begin + laid.cells[static_cast<std::size_t>(cell)].byte;
}

std::vector<const TextMark *> ExactTextView::Private::marksOf(qint64 row) const
{
    const quint32 begin = starts[static_cast<std::size_t>(row)];
    const quint32 end = rowEnd(row);
    std::vector<const TextMark *> found;
    if (isNote(row))
        return found;
    for (const TextMark &mark : marks) {
        const bool touches = mark.begin < end && mark.end > begin;
        const bool point = mark.begin == mark.end && rowOf(mark.begin) == row;
        if (touches || point)
            found.push_back(&mark);
    }
    return found;
}

void ExactTextView::Private::paintSelection(QPainter &painter, const GridRow &laid, qint64 row, int y) const
{
    const auto [begin, end] = range();
    const quint32 own = starts[static_cast<std::size_t>(row)];
    if (begin == end || end <= own || begin >= rowEnd(row))
        return;
    const int from = laid.columnOf(begin > own ? begin - own : 0);
    const bool beyond = end >= rowEnd(row);
    const int to = beyond ? laid.columns + (showsLineEnd(row) ? 2 : row + 1 < rows() ? 1 : 0) : laid.columnOf(end - own);
    painter.fillRect(x(from), y, (to - from) * cellWidth(), rowHeight(), q->palette().color(QPalette::Highlight));
}

namespace {

void paintWave(QPainter &painter, int left, int right, int y)
{
    QPolygonF wave;
    for (int x = left; x <= right; x += 2)
        wave << QPointF(x, y + ((x - left) / 2 % 2 ? 0 : 2));
    painter.drawPolyline(wave);
}

} // namespace

void ExactTextView::Private::paintMarks(QPainter &painter, const GridRow &laid, qint64 row, int y) const
{
    const quint32 own = starts[static_cast<std::size_t>(row)];
    const QFontMetrics metrics = q->fontMetrics();
    QString words;
    const TextMark *worst = nullptr;
    for (const TextMark *mark : marksOf(row)) {
        const int from = laid.columnOf(mark->begin > own ? mark->begin - own : 0);
        const int to = std::max(from + 1, mark->end >= rowEnd(row) ? laid.columns : laid.columnOf(mark->end - own));
        painter.fillRect(x(from), y, (to - from) * cellWidth(), rowHeight(), tones::tint(toneOf(mark->severity), q->palette()));
        painter.setPen(QPen(tones::color(toneOf(mark->severity), q->palette()), 1.2));
        paintWave(painter, x(from), x(to), y + metrics.ascent() + 3);
        if (!worst || mark->severity > worst->severity)
            worst = mark;
    }
    if (!worst)
        return;
    const int side = metrics.height() - 2;
    severityIcon(worst->severity).paint(&painter, 2, y + 1, side, side);
    words = q->markWords(row);
    if (words.isEmpty() || noted.count(row))
        return;
    painter.setPen(tones::color(toneOf(worst->severity), q->palette()));
    painter.drawText(x(laid.columns + 2), y + metrics.ascent() + 1, QStringLiteral("<== ") + words);
}

/// Plain runs in one piece, everything else cell by cell, so that the grid holds and nothing is reordered.
void ExactTextView::Private::paintCells(QPainter &painter, const GridRow &laid, qint64 row, int y) const
{
    const quint32 begin = range().first;
    const quint32 end = range().second;
    const quint32 own = starts[static_cast<std::size_t>(row)];
    const int baseline = y + q->fontMetrics().ascent() + 1;
    const auto isSelected = [&](const GridCell &cell) { return own + cell.byte >= begin && own + cell.byte < end; };
    const auto isSimple = [&](const GridCell &cell) { return cell.textLength == 1 && cell.columns == 1 && laid.text[cell.textBegin].unicode() < 0x7f; };
    const QColor plain = q->palette().color(QPalette::Text);
    const QColor chosen = q->palette().color(QPalette::HighlightedText);
    const QColor muted = tones::color(Tone::Muted, q->palette());
    const int right = q->viewport()->width();
    for (std::size_t i = 0; i < laid.cells.size();) {
        const GridCell &cell = laid.cells[i];
        if (x(cell.column) > right)
            break;
        std::size_t next = i + 1;
        while (isSimple(cell) && next < laid.cells.size() && isSimple(laid.cells[next]) && isSelected(laid.cells[next]) == isSelected(cell))
            ++next;
        const GridCell &last = laid.cells[next - 1];
        if (x(last.column + last.columns) >= 0) {
            painter.setPen(isSelected(cell) ? chosen : cell.escape ? muted : plain);
            const QString piece = laid.text.mid(cell.textBegin, last.textBegin + last.textLength - cell.textBegin);
            painter.drawText(x(cell.column), baseline, cell.escape || isSimple(cell) ? piece : isolated(piece));
            if (cell.escape)
                painter.drawRect(x(cell.column), y + 1, cell.columns * cellWidth() - 1, rowHeight() - 3);
        }
        i = next;
    }
    if (!showsLineEnd(row))
        return;
    painter.setPen(isSelected({ rowEnd(row) - 1 - own }) ? chosen : muted);
    painter.drawText(x(laid.columns), baseline, QStringLiteral("\\n"));
    painter.drawRect(x(laid.columns), y + 1, 2 * cellWidth() - 1, rowHeight() - 3);
}

void ExactTextView::Private::paintRow(QPainter &painter, qint64 row, int y) const
{
    if (const auto note = notes.find(row); note != notes.end()) {
        painter.setPen(tones::color(toneOf(note->second.severity), q->palette()));
        painter.drawText(x(note->second.column), y + q->fontMetrics().ascent() + 1, note->second.words);
        return;
    }
    const GridRow laid = grid(row);
    paintMarks(painter, laid, row, y);
    paintSelection(painter, laid, row, y);
    paintCells(painter, laid, row, y);
    if (q->hasFocus() && rowOf(cursor) == row) {
        const int column = laid.columnOf(cursor - starts[static_cast<std::size_t>(row)]);
        painter.fillRect(x(column), y, 1, rowHeight(), q->palette().color(QPalette::Text));
    }
}

ExactTextView::ExactTextView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , d(std::make_unique<Private>(this))
{
    installAccessibleRows();
    setFont(fixedFont());
    setFocusPolicy(Qt::StrongFocus);
    setProperty(visibleRowsProperty, QVariant::fromValue<VisibleRows *>(d.get()));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
}

ExactTextView::~ExactTextView()
{
    setProperty(visibleRowsProperty, {}); // an accessible interface may live a little longer
}

void ExactTextView::setText(const QByteArray &utf8)
{
    d->text = utf8;
    d->marks.clear();
    d->anchor = d->cursor = 0;
    d->starts.clear();
    d->laidOutColumns = -1;
    d->relayout();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
    viewport()->update();
}

QByteArray ExactTextView::text() const
{
    return d->text;
}

void ExactTextView::setMarks(std::vector<TextMark> marks)
{
    std::stable_sort(marks.begin(), marks.end(), [](const TextMark &a, const TextMark &b) { return a.begin < b.begin; });
    d->marks = std::move(marks);
    d->laidOutColumns = -1;
    d->relayout();
    viewport()->update();
}

const std::vector<TextMark> &ExactTextView::marks() const
{
    return d->marks;
}

void ExactTextView::showRange(quint32 begin, quint32 end)
{
    const auto size = static_cast<quint32>(d->text.size());
    d->anchor = std::min(end, size);
    d->moveTo(std::min(begin, size), true, false);
}

bool ExactTextView::nextMark()
{
    if (d->marks.empty())
        return false;
    const auto next = std::find_if(d->marks.begin(), d->marks.end(), [this](const TextMark &mark) { return mark.begin > d->cursor; });
    const TextMark &mark = next == d->marks.end() ? d->marks.front() : *next;
    showRange(mark.begin, mark.end);
    return true;
}

bool ExactTextView::find(const QString &text, bool backward)
{
    const QByteArray needle = toWire(text);
    const auto [begin, end] = d->range();
    const auto found = backward ? findBytesBackward(d->all(), needle, begin) : findBytes(d->all(), needle, begin == end ? begin : begin + 1);
    if (!found)
        return false;
    showRange(static_cast<quint32>(*found), static_cast<quint32>(*found + static_cast<std::size_t>(needle.size())));
    Q_EMIT selectionChanged(d->range().first, d->range().second);
    return true;
}

QByteArray ExactTextView::selectedBytes() const
{
    const auto [begin, end] = d->range();
    return d->text.mid(static_cast<qsizetype>(begin), static_cast<qsizetype>(end - begin));
}

std::pair<quint32, quint32> ExactTextView::selection() const
{
    return d->range();
}

void ExactTextView::setPlaceholderText(const QString &text)
{
    d->placeholder = text;
    setAccessibleDescription(text);
    viewport()->update();
}

qint64 ExactTextView::rowCount() const
{
    return d->rows();
}

QString ExactTextView::rowText(qint64 row) const
{
    if (row < 0 || row >= d->rows())
        return {};
    if (const auto note = d->notes.find(row); note != d->notes.end())
        return note->second.words;
    return d->grid(row).text + (d->showsLineEnd(row) ? QStringLiteral("\\n") : QString());
}

QString ExactTextView::markWords(qint64 row) const
{
    if (row < 0 || row >= d->rows())
        return {};
    QStringList words;
    for (const TextMark *mark : d->marksOf(row)) {
        const bool endsHere = mark->end <= d->rowEnd(row);
        if (endsHere && !mark->words.isEmpty())
            words += visible(mark->words);
    }
    return words.join(QStringLiteral("; "));
}

qint64 ExactTextView::rowOf(quint32 offset) const
{
    return d->rowOf(offset);
}

qint64 ExactTextView::firstVisibleRow() const
{
    return d->firstRow();
}

QSize ExactTextView::sizeHint() const
{
    return { d->cellWidth() * 60, d->rowHeight() * 8 };
}

void ExactTextView::copy()
{
    const QByteArray chosen = selectedBytes();
    const QByteArray &bytes = chosen.isEmpty() ? d->text : chosen;
    QGuiApplication::clipboard()->setText(fromWire({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }));
}

void ExactTextView::copyAsShown()
{
    const QByteArray chosen = selectedBytes();
    const QByteArray &bytes = chosen.isEmpty() ? d->text : chosen;
    QGuiApplication::clipboard()->setText(visible({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }, Lines::Many, 0));
}

void ExactTextView::selectAll()
{
    d->anchor = 0;
    d->cursor = static_cast<quint32>(d->text.size());
    viewport()->update();
    Q_EMIT selectionChanged(0, d->cursor);
}

void ExactTextView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    // Whole cells: an advance of 7.2 px would drift a column away every thirty characters.
    QFont grid = font();
    grid.setLetterSpacing(QFont::AbsoluteSpacing, d->cellWidth() - QFontMetricsF(font()).horizontalAdvance(QLatin1Char('0')));
    painter.setFont(grid);
    if (d->starts.empty()) {
        painter.setPen(tones::color(Tone::Muted, palette()));
        painter.drawText(viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, d->placeholder);
        return;
    }
    const int widest = d->widest;
    int y = 0;
    for (qint64 row = d->firstRow(); row < d->rows() && y < viewport()->height(); ++row, y += d->rowHeight()) {
        d->paintRow(painter, row, y);
        const int words = d->noted.count(row) ? 0 : static_cast<int>(markWords(row).size());
        d->widest = std::max(d->widest, d->grid(row).columns + (words > 0 ? words + 8 : 0));
    }
    if (d->widest != widest)
        QMetaObject::invokeMethod(this, [this] { d->updateBars(); }, Qt::QueuedConnection);
}

void ExactTextView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    d->relayout();
    d->updateBars();
}

void ExactTextView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && d) {
        d->laidOutColumns = -1;
        d->starts.clear();
        d->relayout();
    }
}

void ExactTextView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (d->starts.empty())
        return QAbstractScrollArea::keyPressEvent(event);
    const bool keep = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool whole = event->modifiers().testFlag(Qt::ControlModifier);
    const qint64 row = d->rowOf(d->cursor);
    const auto toRow = [&](qint64 wanted) { d->moveTo(d->inRow(std::clamp<qint64>(wanted, 0, d->rows() - 1), d->cursor), keep); };
    switch (event->key()) {
    case Qt::Key_Left:
        return d->moveTo(d->stepped(d->cursor, -1), keep);
    case Qt::Key_Right:
        return d->moveTo(d->stepped(d->cursor, 1), keep);
    case Qt::Key_Up:
        return toRow(d->pastNotes(row - 1, -1));
    case Qt::Key_Down:
        return toRow(d->pastNotes(row + 1, 1));
    case Qt::Key_PageUp:
        return toRow(row - d->visibleCount());
    case Qt::Key_PageDown:
        return toRow(row + d->visibleCount());
    case Qt::Key_Home:
        return d->moveTo(whole ? 0 : d->starts[static_cast<std::size_t>(row)], keep);
    case Qt::Key_End:
        return d->moveTo(whole ? static_cast<quint32>(d->text.size()) : d->starts[static_cast<std::size_t>(row)] + static_cast<quint32>(d->rowBytes(row).size()), keep);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void ExactTextView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        d->moveTo(d->offsetAt(event->position().toPoint()), event->modifiers().testFlag(Qt::ShiftModifier));
}

void ExactTextView::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        d->moveTo(d->offsetAt(event->position().toPoint()), true);
}

/// The word under the mouse: letters, digits and what names are made of.
void ExactTextView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto isWord = [this](quint32 at) {
        const char c = d->text[static_cast<qsizetype>(at)];
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || (c & 0x80);
    };
    const quint32 at = d->offsetAt(event->position().toPoint());
    quint32 begin = at;
    quint32 end = at;
    while (begin > 0 && isWord(begin - 1))
        --begin;
    while (end < static_cast<quint32>(d->text.size()) && isWord(end))
        ++end;
    d->anchor = begin;
    d->moveTo(end, true);
}

void ExactTextView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &ExactTextView::copy);
    menu->addAction(tr("Copy as shown"), this, &ExactTextView::copyAsShown);
    menu->addAction(tr("Select all"), this, &ExactTextView::selectAll);
    menu->popup(event->globalPos());
}

} // namespace assayer
