#include "ui/presentation/framedstyle.h"

#include "ui/presentation/tones.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace assayer {

namespace {

constexpr double leastContrast = 3.0;

void stroke(QPainter *painter, const QRect &rect, const QPalette &palette, bool round = true)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, round);
    painter->setPen(FramedStyle::frameColor(palette));
    painter->setBrush(Qt::NoBrush);
    if (round)
        painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    else
        painter->drawRect(rect.adjusted(0, 0, -1, -1));
    painter->restore();
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

void FramedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (!option || !tones::isDark(option->palette))
        return;
    const bool focused = option->state.testFlag(State_HasFocus);
    switch (element) {
    case PE_FrameLineEdit:
        if (!focused)
            stroke(painter, option->rect, option->palette);
        break;
    case PE_PanelButtonCommand:
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        stroke(painter, option->rect, option->palette);
        break;
    case PE_IndicatorRadioButton: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(frameColor(option->palette));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(QRectF(option->rect).adjusted(1, 1, -1, -1));
        painter->restore();
        break;
    }
    case PE_PanelButtonTool:
        if (!option->state.testFlag(State_AutoRaise))
            stroke(painter, option->rect, option->palette);
        break;
    case PE_Frame:
        if (!focused)
            stroke(painter, option->rect, option->palette, false);
        break;
    default:
        break;
    }
}

void FramedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (!option || !tones::isDark(option->palette) || option->state.testFlag(State_HasFocus))
        return;
    if (control == CC_ComboBox || control == CC_SpinBox)
        stroke(painter, option->rect, option->palette);
}

} // namespace assayer
