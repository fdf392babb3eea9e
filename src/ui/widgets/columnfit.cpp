#include "ui/widgets/columnfit.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>

#include <algorithm>
#include <numeric>

namespace assayer {
namespace {

constexpr int margin = 16;
constexpr int leastLetters = 9; ///< an elastic column keeps so much,
constexpr int leastPart = 60; ///< and of what it usually needs so many percent

int sum(const QList<int> &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

} // namespace

ColumnFit::ColumnFit(QAbstractItemView *view, QHeaderView *header, Columns columns)
    : QObject(view)
    , m_view(view)
    , m_header(header)
    , m_columns(std::move(columns))
{
    header->setStretchLastSection(false);
    header->setProperty(fitsRoomProperty, true);
    view->viewport()->installEventFilter(this);
    connect(header, &QHeaderView::sectionResized, this, &ColumnFit::sized);
    connect(header, &QHeaderView::sectionCountChanged, this, &ColumnFit::fit);
    fit();
}

void ColumnFit::fitAgain()
{
    m_header->setStretchLastSection(false);
    m_header->setProperty(fitsRoomProperty, true);
    fit();
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::FontChange)
        fit();
    return QObject::eventFilter(watched, event);
}

/// A width of 0 before or now is a column hidden or shown, not one that someone sized.
void ColumnFit::sized(int column, int before, int now)
{
    if (m_fitting || !m_header->property(fitsRoomProperty).toBool())
        return;
    if (before == 0 || now == 0) {
        if (!m_columns.givesWay.contains(column))
            fit();
        return;
    }
    m_header->setProperty(fitsRoomProperty, false);
    m_fitting = true;
    for (const int gone : m_columns.givesWay)
        m_header->setSectionHidden(gone, false);
    m_fitting = false;
    m_header->setStretchLastSection(true);
}

/// The columns in sight, the ones that give way included.
QList<ColumnFit::Share> ColumnFit::shares() const
{
    const QFontMetrics metrics(m_view->font());
    const QAbstractItemModel *model = m_view->model();
    QList<Share> shares;
    for (int column = 0; column < std::min<int>(m_header->count(), static_cast<int>(m_columns.samples.size())); ++column) {
        if (m_header->isSectionHidden(column) && !m_columns.givesWay.contains(column))
            continue;
        const QString title = model ? model->headerData(column, Qt::Horizontal).toString() : QString();
        const int heading = metrics.horizontalAdvance(title) + margin;
        Share share;
        share.column = column;
        share.isElastic = m_columns.elastic.contains(column);
        share.natural = std::max(metrics.horizontalAdvance(m_columns.samples[column]) + margin, heading);
        const int least = std::max({ heading, leastLetters * metrics.averageCharWidth() + margin, share.natural * leastPart / 100 });
        share.least = share.isElastic ? std::min(share.natural, least) : share.natural;
        shares.append(share);
    }
    return shares;
}

void ColumnFit::fit()
{
    const int room = m_view->viewport()->width();
    if (m_fitting || !m_header->property(fitsRoomProperty).toBool() || m_header->count() == 0 || room <= 0)
        return;
    QList<Share> all = shares();
    const auto least = [&all] { return std::accumulate(all.begin(), all.end(), 0, [](int width, const Share &share) { return width + share.least; }); };
    for (const int gone : m_columns.givesWay) {
        if (least() > room)
            all.removeIf([gone](const Share &share) { return share.column == gone; });
    }
    if (all.isEmpty())
        return;
    m_fitting = true;
    for (const int column : m_columns.givesWay)
        m_header->setSectionHidden(column, std::none_of(all.begin(), all.end(), [column](const Share &share) { return share.column == column; }));
    emptyHidden();
    show(all, room);
    m_fitting = false;
}

/// A section that was hidden while the last one was stretched still counts in the header's length: a scroll bar over nothing.
void ColumnFit::emptyHidden()
{
    int seen = 0;
    for (int column = 0; column < m_header->count(); ++column)
        seen += m_header->sectionSize(column);
    for (int column = 0; m_header->length() != seen && column < m_header->count(); ++column) {
        if (!m_header->isSectionHidden(column))
            continue;
        m_header->setSectionHidden(column, false);
        m_header->resizeSection(column, 0);
        m_header->setSectionHidden(column, true);
    }
}

void ColumnFit::show(const QList<Share> &shares, int room)
{
    QList<int> widths;
    QList<int> capacity;
    for (const Share &share : shares) {
        widths.append(share.natural);
        capacity.append(share.isElastic ? share.natural : 0);
    }
    int left = room - sum(widths);
    if (left < 0) {
        for (qsizetype i = 0; i < shares.size(); ++i)
            capacity[i] = shares[i].natural - shares[i].least;
        left = std::max(left, -sum(capacity));
    } else if (sum(capacity) == 0) {
        capacity.last() = 1;
    }
    int total = sum(capacity);
    for (qsizetype i = 0; i < shares.size(); ++i) {
        const int part = total > 0 ? static_cast<int>(static_cast<qint64>(left) * capacity[i] / total) : 0;
        widths[i] += part;
        left -= part;
        total -= capacity[i];
        m_header->resizeSection(shares[i].column, widths[i]);
    }
}

} // namespace assayer
