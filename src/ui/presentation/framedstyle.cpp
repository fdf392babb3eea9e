#include "ui/presentation/framedstyle.h"

#include "ui/presentation/tones.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

namespace assayer {

namespace {

constexpr double leastContrast = 3.0;
constexpr int tightTabSpace = 10; ///< Fusion's is 24
constexpr int onBar = 3;

void stroke(QPainter *painter, const QRect &rect, const QColor &color, bool round = true)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, round);
    painter->setPen(color);
    painter->setBrush(Qt::NoBrush);
    if (round)
        painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    else
        painter->drawRect(rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

/// That a button is switched on.
void strokeOn(QPainter *painter, const QRect &rect, const QPalette &palette)
{
    const QRect bar(rect.left() + 3, rect.bottom() - onBar, rect.width() - 6, onBar);
    painter->fillRect(bar, tones::color(Tone::Note, palette));
}

} // namespace

FramedStyle::FramedStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

QColor FramedStyle::frameColor(const QPalette &palette)
{
    const QColor window = palette.color(QPalette::Active, QPalette::Window);
    const QColor text = palette.color(QPalette::Active, QPalette::WindowText);
    for (int percent = 20; percent < 100; percent += 4) {
        const auto mixed = [&](int a, int b) { return a + (b - a) * percent / 100; };
        const QColor color(mixed(window.red(), text.red()), mixed(window.green(), text.green()), mixed(window.blue(), text.blue()));
        if (tones::contrast(color, window) >= leastContrast)
            return color;
    }
    return text;
}

int FramedStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    if (metric == PM_TabBarTabHSpace && widget && widget->property(tightTabs).toBool())
        return tightTabSpace;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QColor FramedStyle::focusColor(const QPalette &palette)
{
    return tones::color(Tone::Note, palette);
}

void FramedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (!option)
        return;
    if ((element == PE_PanelButtonTool || element == PE_PanelButtonCommand) && option->state.testFlag(State_On))
        strokeOn(painter, option->rect, option->palette);
    if (!tones::isDark(option->palette))
        return;
    const bool focused = option->state.testFlag(State_HasFocus);
    const QColor frame = focused ? focusColor(option->palette) : frameColor(option->palette);
    switch (element) {
    case PE_FrameLineEdit:
    case PE_PanelButtonCommand:
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        stroke(painter, option->rect, frame);
        break;
    case PE_IndicatorRadioButton: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(frame);
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(QRectF(option->rect).adjusted(1, 1, -1, -1));
        painter->restore();
        break;
    }
    case PE_PanelButtonTool:
        if (!option->state.testFlag(State_AutoRaise))
            stroke(painter, option->rect, frame);
        break;
    case PE_Frame:
        stroke(painter, option->rect, frame, false);
        break;
    case PE_FrameFocusRect: // Fusion's is a shade of the highlight, which a dark window swallows
        stroke(painter, option->rect, focusColor(option->palette));
        break;
    default:
        break;
    }
}

void FramedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (!option || !tones::isDark(option->palette))
        return;
    if (control == CC_ComboBox || control == CC_SpinBox)
        stroke(painter, option->rect, option->state.testFlag(State_HasFocus) ? focusColor(option->palette) : frameColor(option->palette));
}

} // namespace assayer
