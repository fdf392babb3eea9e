// Delegates paint and never edit; each has a constant row height. They paint only what the row's accessible sentence says.
#pragma once

#include <QStyledItemDelegate>

namespace assayer {

/// Base of all: row height from font and density, text of the server with framed escapes, tone, elision, second line.
class EscapedDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit EscapedDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Font height + 6 px (compact) or + 12 (roomy); for all delegates of the program.
    static void setRoomy(bool roomy);
    static int rowHeight(const QFontMetrics &metrics);
    /// Rows of two lines (PresentationRole::SecondLineRole).
    void setTwoLines(bool twoLines) { m_twoLines = twoLines; }

protected:
    /// Background, focus and icon; returns the rectangle left for text.
    QRect paintFrame(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintText(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const;

private:
    bool m_twoLines = false;
};

/// Text, then the row's badges at the right.
class BadgeDelegate : public EscapedDelegate {
    Q_OBJECT
public:
    using EscapedDelegate::EscapedDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// Severity shape with its word or count.
class SeverityDelegate : public EscapedDelegate {
    Q_OBJECT
public:
    using EscapedDelegate::EscapedDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// A JSON value: fixed font, tone by kind, marks.
class JsonValueDelegate : public EscapedDelegate {
    Q_OBJECT
public:
    using EscapedDelegate::EscapedDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// Life lines of both sides and the arrow of a negotiation step, in one column.
class SequenceDelegate : public EscapedDelegate {
    Q_OBJECT
public:
    using EscapedDelegate::EscapedDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace assayer
