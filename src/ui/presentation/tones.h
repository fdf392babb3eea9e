// The only colours of the program, and the rule that keeps them readable on any palette.
#pragma once

#include "base/finding.h"

#include <QColor>
#include <QPalette>

namespace assayer {

enum class Tone { Plain, Error, Warning, Note, Ok, Muted, ByYou };

Tone toneOf(Severity severity);

namespace tones {

/// Whether the lightness of Base is below one half.
bool isDark(const QPalette &palette);
/// Text and icon colour of a tone on Base; Plain is Text. Darkened or lightened until it has 4.5:1 on this palette's Base.
QColor color(Tone tone, const QPalette &palette);
/// Background behind Text.
QColor tint(Tone tone, const QPalette &palette);
/// WCAG 2 contrast, 1 to 21.
double contrast(const QColor &a, const QColor &b);
/// Highlight darkened until HighlightedText has 4.5:1 on it, and the tones' Link and PlaceholderText.
QPalette guarded(QPalette palette);
/// Palettes of ours for the themes Light and Dark on Fusion.
QPalette lightPalette();
QPalette darkPalette();

} // namespace tones
} // namespace assayer
