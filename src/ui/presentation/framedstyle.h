// Fusion whose frames can be seen: in a dark palette its own are darker than the window, far below 3:1.
#pragma once

#include <QProxyStyle>

namespace assayer {

/// Fields, lists, check boxes and buttons get a frame of 3:1 at least against the window, where the palette is dark.
class FramedStyle final : public QProxyStyle {
    Q_OBJECT
public:
    FramedStyle();

    /// The colour of such a frame: the window's, towards the text, until it has 3:1.
    static QColor frameColor(const QPalette &palette);

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
};

} // namespace assayer
