#include "ui/widgets/badgerow.h"

#include "ui/presentation/badgewords.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace assayer {

namespace {

int gap(const QFontMetrics &metrics)
{
    return metrics.height() / 3;
}

QSize badgeSize(const QFontMetrics &metrics, const QString &words)
{
    return { metrics.horizontalAdvance(words) + metrics.height() / 2 * 2, metrics.height() + 2 };
}

void paintBadge(QPainter &painter, const QRect &rect, const QString &words, Tone tone, const QPalette &palette, bool selected)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = selected ? palette.color(QPalette::HighlightedText) : tones::color(tone == Tone::Plain ? Tone::Muted : tone, palette);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(selected ? QBrush(Qt::NoBrush) : QBrush(tones::tint(tone == Tone::Plain ? Tone::Muted : tone, palette)));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), rect.height() / 4.0, rect.height() / 4.0);
    painter.setPen(palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter.drawText(rect, Qt::AlignCenter, words);
    painter.restore();
}

/// Words in order, the rest as "+2".
QList<std::pair<QString, Tone>> shownWords(const Badges &badges, int most)
{
    QList<std::pair<QString, Tone>> out;
    for (const Badge &badge : badges.mid(0, most))
        out.append({ badgeText(badge), badgeTone(badge) });
    if (badges.size() > most)
        out.append({ QStringLiteral("+%1").arg(badges.size() - most), Tone::Muted });
    return out;
}

} // namespace

int badgesWidth(const QFontMetrics &metrics, const Badges &badges, int most)
{
    int width = 0;
    for (const auto &[words, tone] : shownWords(badges, most))
        width += badgeSize(metrics, words).width() + gap(metrics);
    return width;
}

int paintBadges(QPainter &painter, const QRect &rect, const Badges &badges, const QPalette &palette, bool selected, int most)
{
    const QFontMetrics metrics = painter.fontMetrics();
    int x = rect.left();
    for (const auto &[words, tone] : shownWords(badges, most)) {
        const QSize size = badgeSize(metrics, words);
        paintBadge(painter, QRect(QPoint(x, rect.center().y() - size.height() / 2 + 1), size), words, tone, palette, selected);
        x += size.width() + gap(metrics);
    }
    return x;
}

BadgeRow::BadgeRow(QWidget *parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void BadgeRow::setBadges(const Badges &badges)
{
    if (m_badges == badges)
        return;
    m_badges = badges;
    setAccessibleName(badgeSentence(badges));
    setVisible(!badges.isEmpty());
    updateGeometry();
    update();
}

/// From left to right, further lines below where the width ends.
QList<QRect> BadgeRow::rects(int width) const
{
    QList<QRect> out;
    QPoint at(0, 0);
    for (const Badge &badge : m_badges) {
        const QSize size = badgeSize(fontMetrics(), badgeText(badge));
        if (at.x() > 0 && at.x() + size.width() > width)
            at = QPoint(0, at.y() + size.height() + gap(fontMetrics()) / 2);
        out += QRect(at, size);
        at.rx() += size.width() + gap(fontMetrics());
    }
    return out;
}

QSize BadgeRow::sizeHint() const
{
    return { badgesWidth(fontMetrics(), m_badges, static_cast<int>(m_badges.size())), fontMetrics().height() + 2 };
}

QSize BadgeRow::minimumSizeHint() const
{
    int widest = 0;
    for (const QRect &rect : rects(0))
        widest = std::max(widest, rect.width());
    return { std::min(widest, fontMetrics().averageCharWidth() * 24), fontMetrics().height() + 2 };
}

int BadgeRow::heightForWidth(int width) const
{
    const QList<QRect> all = rects(width);
    return all.isEmpty() ? 0 : all.last().bottom() + 1;
}

void BadgeRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QList<QRect> all = rects(width());
    for (qsizetype i = 0; i < all.size(); ++i)
        paintBadge(painter, all[i], badgeText(m_badges[i]), badgeTone(m_badges[i]), palette(), false);
}

int BadgeRow::badgeAt(const QPoint &point) const
{
    const QList<QRect> all = rects(width());
    const auto found = std::find_if(all.begin(), all.end(), [&](const QRect &rect) { return rect.contains(point); });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

void BadgeRow::mouseReleaseEvent(QMouseEvent *event)
{
    if (const int badge = badgeAt(event->position().toPoint()); badge >= 0)
        Q_EMIT clicked(badge);
    QWidget::mouseReleaseEvent(event);
}

bool BadgeRow::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int badge = badgeAt(help->pos());
        QToolTip::showText(help->globalPos(), badge >= 0 ? badgeToolTip(m_badges[badge]) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace assayer
