#include "ui/widgets/delegates.h"

#include "models/negotiationstepmodel.h"
#include "platform/visibletext.h"
#include "ui/presentation/presentation.h"
#include "ui/widgets/badgerow.h"
#include "ui/widgets/escapepainter.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>

namespace assayer {

namespace {

bool roomyRows = false;
constexpr int margin = 4; ///< between icon, text and cell border
constexpr int widestHint = 60; ///< characters a size hint looks at

QFont fontOf(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    QFont font = option.font;
    if (index.data(FixedFontRole).toBool()) {
        const qreal points = font.pointSizeF();
        font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        if (points > 0)
            font.setPointSizeF(points);
    }
    font.setBold(index.data(EmphasisRole).toBool());
    return font;
}

bool isSelected(const QStyleOptionViewItem &option)
{
    return option.state.testFlag(QStyle::State_Selected);
}

QColor textColor(const QStyleOptionViewItem &option, Tone tone)
{
    return isSelected(option) ? option.palette.color(QPalette::HighlightedText) : tones::color(tone, option.palette);
}

Tone toneOfCell(const QModelIndex &index)
{
    const QVariant tone = index.data(ToneRole);
    return tone.isValid() ? static_cast<Tone>(tone.toInt()) : Tone::Plain;
}

int iconSide(const QStyleOptionViewItem &option)
{
    return QFontMetrics(option.font).height() * 9 / 10;
}

/// The exact text where the cell shows just that, so that escapes can be framed; else the words as they are.
EscapedLine lineOf(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QString shown = index.data(Qt::DisplayRole).toString();
    const QVariant exact = index.data(ExactTextRole);
    const bool asSent = exact.userType() == QMetaType::QString && visible(exact.toString()) == shown;
    EscapedLine line;
    line.exact = asSent ? exact.toString() : shown;
    line.isServerText = asSent;
    line.elide = index.data(ElideMiddleRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;
    line.alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    line.font = fontOf(option, index);
    line.color = textColor(option, toneOfCell(index));
    line.escapeColor = textColor(option, Tone::Muted);
    return line;
}

void paintDivider(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const int middle = option.rect.center().y();
    painter.save();
    painter.setPen(option.palette.color(QPalette::Mid));
    painter.drawLine(option.rect.left(), middle, option.rect.right(), middle);
    const QString words = index.data(Qt::DisplayRole).toString();
    if (!words.isEmpty()) {
        QRect rect = QFontMetrics(option.font).boundingRect(words);
        rect.moveLeft(option.rect.left() + 4 * margin);
        rect.moveTop(option.rect.center().y() - rect.height() / 2);
        painter.fillRect(rect.adjusted(-margin, 0, margin, 0), option.palette.color(QPalette::Base));
        painter.setPen(tones::color(Tone::Muted, option.palette));
        painter.setFont(option.font);
        painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, words);
    }
    painter.restore();
}

} // namespace

EscapedDelegate::EscapedDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
}

void EscapedDelegate::setRoomy(bool roomy)
{
    roomyRows = roomy;
}

int EscapedDelegate::rowHeight(const QFontMetrics &metrics)
{
    const int height = metrics.height() + (roomyRows ? 12 : 6);
    return height + height % 2;
}

QSize EscapedDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QFontMetrics metrics(option.font);
    const int height = rowHeight(metrics) + (m_twoLines ? metrics.height() : 0);
    const QString words = index.data(Qt::DisplayRole).toString().left(widestHint);
    const int icon = index.data(Qt::DecorationRole).isValid() ? iconSide(option) + margin : 0;
    return { QFontMetrics(fontOf(option, index)).horizontalAdvance(words) + icon + 3 * margin, height };
}

QRect EscapedDelegate::paintFrame(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem frame = option;
    initStyleOption(&frame, index);
    frame.text.clear();
    frame.icon = {};
    frame.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &frame, painter, option.widget);
    QRect rest = option.rect.adjusted(margin, 0, -margin, 0);
    const auto icon = index.data(Qt::DecorationRole).value<QIcon>();
    if (!icon.isNull()) {
        const int side = iconSide(option);
        const QRect at(rest.left(), rest.center().y() - side / 2, side, side);
        icon.paint(painter, at, Qt::AlignCenter, isSelected(option) ? QIcon::Selected : QIcon::Normal);
        rest.setLeft(at.right() + 1 + margin);
    }
    return rest;
}

void EscapedDelegate::paintText(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString second = m_twoLines ? index.data(SecondLineRole).toString() : QString();
    const EscapedLine line = lineOf(option, index);
    if (second.isEmpty()) {
        paintLine(*painter, rect, line);
        return;
    }
    const int half = rect.height() / 2;
    paintLine(*painter, QRect(rect.left(), rect.top(), rect.width(), half + 1), line);
    EscapedLine below;
    below.exact = second;
    below.isServerText = false;
    below.font = option.font;
    below.color = textColor(option, Tone::Muted);
    below.escapeColor = below.color;
    paintLine(*painter, QRect(rect.left(), rect.top() + half, rect.width(), half), below);
}

void EscapedDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.data(DividerRole).toBool())
        return paintDivider(*painter, option, index);
    paintText(painter, paintFrame(painter, option, index), option, index);
}

void BadgeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.data(DividerRole).toBool())
        return EscapedDelegate::paint(painter, option, index);
    QRect rest = paintFrame(painter, option, index);
    const auto badges = index.data(BadgesRole).value<Badges>();
    const int width = badgesWidth(option.fontMetrics, badges);
    if (width > 0 && width < rest.width()) {
        QRect at = rest;
        at.setLeft(rest.right() - width);
        paintBadges(*painter, at, badges, option.palette, isSelected(option));
        rest.setRight(at.left() - margin);
    }
    paintText(painter, rest, option, index);
}

void SeverityDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QRect rest = paintFrame(painter, option, index);
    const QVariant severity = index.data(SeverityRole);
    if (severity.isValid() && !index.data(Qt::DecorationRole).isValid()) {
        const int side = iconSide(option);
        const QRect at(rest.left(), rest.center().y() - side / 2, side, side);
        severityIcon(static_cast<Severity>(severity.toInt())).paint(painter, at, Qt::AlignCenter, isSelected(option) ? QIcon::Selected : QIcon::Normal);
        rest.setLeft(at.right() + 1 + margin);
    }
    paintText(painter, rest, option, index);
}

void JsonValueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem marked = option;
    const QVariant severity = index.data(SeverityRole);
    if (severity.isValid() && !isSelected(option))
        marked.backgroundBrush = tones::tint(toneOf(static_cast<Severity>(severity.toInt())), option.palette);
    if (marked.backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option.rect, marked.backgroundBrush);
    EscapedDelegate::paint(painter, marked, index);
}

namespace {

void paintArrow(QPainter &painter, int y, int from, int to, int head)
{
    const int back = to > from ? -head : head;
    painter.drawLine(from, y, to, y);
    painter.drawLine(to, y, to + back, y - head / 2);
    painter.drawLine(to, y, to + back, y + head / 2);
}

} // namespace

void SequenceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    using M = NegotiationStepModel;
    const QRect rect = paintFrame(painter, option, index);
    const QFontMetrics metrics(option.font);
    const int head = metrics.height() / 3;
    const int left = rect.left() + head;
    const int right = rect.right() - head;
    const int y = rect.center().y();
    const auto arrow = static_cast<NegotiationRow::Arrow>(index.data(M::ArrowRole).toInt());
    painter->save();
    painter->setPen(QPen(textColor(option, Tone::Muted), 0));
    painter->drawLine(left, rect.top(), left, rect.bottom() + 1);
    painter->drawLine(right, rect.top(), right, rect.bottom() + 1);
    const bool open = arrow == NegotiationRow::Waiting || arrow == NegotiationRow::NoAnswer;
    painter->setPen(QPen(textColor(option, open ? Tone::Muted : Tone::Plain), 1, open ? Qt::DashLine : Qt::SolidLine));
    if (arrow == NegotiationRow::Request)
        paintArrow(*painter, y, left, right - 1, head);
    else if (arrow != NegotiationRow::Local)
        paintArrow(*painter, y, right, left + 1, head);
    const QString words = metrics.elidedText(visible(index.data(M::ArrowTextRole).toString()), Qt::ElideRight, right - left - 6 * head);
    if (!words.isEmpty()) {
        const int width = metrics.horizontalAdvance(words) + 2 * margin;
        const QRect box((left + right - width) / 2, rect.top() + 1, width, rect.height() - 2);
        painter->fillRect(box, option.palette.color(isSelected(option) ? QPalette::Highlight : QPalette::Base));
        painter->setPen(textColor(option, Tone::Plain));
        painter->setFont(option.font);
        painter->drawText(box, Qt::AlignCenter, words);
    }
    painter->restore();
}

} // namespace assayer
