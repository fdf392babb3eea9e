#include "ui/widgets/escapepainter.h"

#include "platform/visibletext.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace assayer {

namespace {

/// What is left of the escapes after the text was elided: those that stand whole in the beginning or in the end.
VisibleText elided(VisibleText text, const QFontMetrics &metrics, Qt::TextElideMode mode, int width)
{
    const QString shorter = metrics.elidedText(text.text, mode, width);
    if (shorter == text.text)
        return text;
    const qsizetype most = std::min(shorter.size(), text.text.size());
    qsizetype prefix = 0;
    while (prefix < most && shorter[prefix] == text.text[prefix])
        ++prefix;
    const qsizetype suffix = std::max<qsizetype>(0, shorter.size() - prefix - 1);
    const qsizetype suffixBegin = text.text.size() - suffix;
    const qsizetype shift = shorter.size() - text.text.size();
    std::vector<VisibleText::Escape> kept;
    for (const VisibleText::Escape &escape : text.escapes) {
        if (escape.begin + escape.length <= prefix)
            kept.push_back(escape);
        else if (escape.begin >= suffixBegin)
            kept.push_back({ escape.begin + shift, escape.length });
    }
    return { shorter, std::move(kept), true };
}

void paintFrames(QPainter &painter, const QTextLine &line, const QPointF &at, const VisibleText &text, const QColor &color)
{
    painter.setPen(QPen(color, 0));
    for (const VisibleText::Escape &escape : text.escapes) {
        const qreal left = line.cursorToX(static_cast<int>(escape.begin));
        const qreal right = line.cursorToX(static_cast<int>(escape.begin + escape.length));
        painter.drawRect(QRectF(at.x() + left, at.y() + 1, right - left - 1, line.height() - 2));
    }
}

} // namespace

int paintLine(QPainter &painter, const QRect &rect, const EscapedLine &line)
{
    VisibleText text = line.isServerText ? visibleText(line.exact, Lines::One, cellLimit) : VisibleText { line.exact, {}, false };
    const QFontMetrics metrics(line.font, painter.device());
    if (line.elide != Qt::ElideNone)
        text = elided(std::move(text), metrics, line.elide, rect.width());
    QTextLayout layout(text.text, line.font, painter.device());
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    QList<QTextLayout::FormatRange> formats;
    for (const VisibleText::Escape &escape : text.escapes) {
        QTextCharFormat format;
        format.setForeground(line.escapeColor);
        formats.append({ static_cast<int>(escape.begin), static_cast<int>(escape.length), format });
    }
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine laid = layout.createLine();
    layout.endLayout();
    if (!laid.isValid())
        return 0;
    const qreal width = laid.naturalTextWidth();
    const qreal left = line.alignment.testFlag(Qt::AlignRight) ? std::max<qreal>(0, rect.width() - width)
        : line.alignment.testFlag(Qt::AlignHCenter)            ? std::max<qreal>(0, (rect.width() - width) / 2)
                                                               : 0;
    const QPointF at(rect.left() + left, rect.top() + (rect.height() - laid.height()) / 2);
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(line.color);
    laid.draw(&painter, at);
    paintFrames(painter, laid, at, text, line.escapeColor);
    painter.restore();
    return static_cast<int>(std::ceil(width));
}

} // namespace assayer
