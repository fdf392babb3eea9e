// Badges in a row: a frame in the tone, tint inside, words in Text.
#pragma once

#include "models/roles.h"

#include <QWidget>

class QPainter;

namespace assayer {

/// Paints badges from `rect`'s left edge; returns the x behind the last. At most `most` of them, then "+2". Selected: in HighlightedText.
int paintBadges(QPainter &painter, const QRect &rect, const Badges &badges, const QPalette &palette, bool selected, int most = 4);
int badgesWidth(const QFontMetrics &metrics, const Badges &badges, int most = 4);

/// Wraps to further lines where it is narrow. Tool tip and accessible name tell every badge.
class BadgeRow : public QWidget {
    Q_OBJECT
public:
    explicit BadgeRow(QWidget *parent = nullptr);

    void setBadges(const Badges &badges);
    const Badges &badges() const { return m_badges; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void clicked(int badge); ///< position in badges()

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    QList<QRect> rects(int width) const;
    int badgeAt(const QPoint &point) const;

    Badges m_badges;
};

} // namespace assayer
