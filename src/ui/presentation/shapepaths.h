// The drawings of all icons, on a board of 16 by 16 units.
#pragma once

#include "ui/presentation/toneicon.h"

#include <QPainterPath>

class QPainter;

namespace assayer {

/// Filled parts, lines over them, and lines in the colour of the paper.
struct Drawing {
    QPainterPath fill;
    QPainterPath stroke;
    QPainterPath cut; ///< drawn in the paper's colour over the fill

    bool isEmpty() const { return fill.isEmpty() && stroke.isEmpty(); }
};

Drawing drawingOf(Shape shape);
/// Empty for a name that is not ours.
Drawing drawingOf(const QString &freedesktopName);
void paintDrawing(QPainter &painter, const QRect &rect, const Drawing &drawing, const QColor &color, const QColor &paper);

} // namespace assayer
