#include "ui/presentation/tones.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assayer {

namespace {

constexpr double wanted = 4.5; ///< WCAG 2 AA for text

struct ToneColors {
    QRgb light;
    QRgb dark;
    QRgb lightTint;
    QRgb darkTint;
};

constexpr std::array<ToneColors, 6> table { {
    { 0xff861a14, 0xffff7369, 0xfffbe9e7, 0xff4a2220 }, // error
    { 0xff9c5d00, 0xffedb226, 0xfffff3d6, 0xff453516 }, // warning
    { 0xff123f8c, 0xff7f9fe8, 0xffe6eefb, 0xff1f3152 }, // note
    { 0xff127a70, 0xff7cebdd, 0xffdff3ef, 0xff163d37 }, // ok
    { 0xff5b5f66, 0xffa9aeb6, 0xffecedef, 0xff33363b }, // busy, muted
    { 0xff6f3a93, 0xffd3a6ee, 0xfff2e8f8, 0xff3b2a48 }, // made by you
} };

const ToneColors &colorsOf(Tone tone)
{
    return table[static_cast<std::size_t>(tone) - 1];
}

double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

/// Moves `color` away from the lightness of `other` until both have the contrast, or white or black is reached.
QColor readable(QColor color, const QColor &other)
{
    const bool darker = luminance(other) > 0.18;
    for (int i = 0; i < 40 && tones::contrast(color, other) < wanted; ++i) {
        float hue = 0;
        float saturation = 0;
        float lightness = 0;
        color.getHslF(&hue, &saturation, &lightness);
        lightness = std::clamp(lightness + (darker ? -0.025f : 0.025f), 0.0f, 1.0f);
        color.setHslF(std::max(hue, 0.0f), saturation, lightness);
    }
    return color;
}

QPalette themed(QRgb window, QRgb base, QRgb alternate, QRgb text, QRgb button, QRgb highlight)
{
    QPalette palette { QColor(button), QColor(window) };
    const QColor ink(text);
    palette.setColor(QPalette::Base, QColor(base));
    palette.setColor(QPalette::AlternateBase, QColor(alternate));
    palette.setColor(QPalette::ToolTipBase, QColor(base));
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText })
        palette.setColor(role, ink);
    palette.setColor(QPalette::Highlight, QColor(highlight));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return tones::guarded(palette);
}

} // namespace

Tone toneOf(Severity severity)
{
    return severity == Severity::Error ? Tone::Error : severity == Severity::Warning ? Tone::Warning : Tone::Note;
}

namespace tones {

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightnessF() < 0.5f;
}

QColor color(Tone tone, const QPalette &palette)
{
    if (tone == Tone::Plain)
        return palette.color(QPalette::Text);
    const ToneColors &colors = colorsOf(tone);
    return readable(QColor(isDark(palette) ? colors.dark : colors.light), palette.color(QPalette::Base));
}

QColor tint(Tone tone, const QPalette &palette)
{
    if (tone == Tone::Plain)
        return palette.color(QPalette::Base);
    return QColor(isDark(palette) ? colorsOf(tone).darkTint : colorsOf(tone).lightTint);
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [low, high] = std::minmax({ luminance(a), luminance(b) });
    return (high + 0.05) / (low + 0.05);
}

QPalette guarded(QPalette palette)
{
    const QColor text = palette.color(QPalette::Active, QPalette::HighlightedText);
    const QColor highlight = readable(palette.color(QPalette::Active, QPalette::Highlight), text);
    const QColor muted = color(Tone::Muted, palette);
    const QColor link = color(Tone::Note, palette);
    for (const QPalette::ColorGroup group : { QPalette::Active, QPalette::Inactive }) {
        palette.setColor(group, QPalette::Highlight, highlight);
        palette.setColor(group, QPalette::HighlightedText, text);
        palette.setColor(group, QPalette::Link, link);
        palette.setColor(group, QPalette::LinkVisited, link);
        palette.setColor(group, QPalette::PlaceholderText, muted);
    }
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText })
        palette.setColor(QPalette::Disabled, role, muted);
    return palette;
}

QPalette lightPalette()
{
    return themed(0xffefefef, 0xffffffff, 0xfff7f7f8, 0xff1b1c1f, 0xffefefef, 0xff1d6a9e);
}

QPalette darkPalette()
{
    return themed(0xff2b2d30, 0xff1e1f22, 0xff242629, 0xffe6e7ea, 0xff2b2d30, 0xff1f6699);
}

} // namespace tones
} // namespace assayer
