// Fusion whose frames can be seen: in a dark palette its own are darker than the window, far below 3:1.
#pragma once

#include <QProxyStyle>

namespace assayer {

/// Fields, lists, check boxes and buttons get a frame of 3:1 at least against the window, where the palette is dark. A button that
/// is switched on carries a bar at its lower edge in every palette: Fusion's shade alone has 1.2:1.
class FramedStyle final : public QProxyStyle {
    Q_OBJECT
public:
    /// Property of a QTabBar, bool: its tabs stand closer.
    static constexpr char tightTabs[] = "assayerTightTabs";

    FramedStyle();

    /// The colour of such a frame: the window's, towards the text, until it has 3:1.
    static QColor frameColor(const QPalette &palette);

    /// The colour of what has the focus, in a dark palette.
    static QColor focusColor(const QPalette &palette);

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
};

} // namespace assayer
