// Icons painted from paths in palette colours, at any size: meaning by shape, and fallbacks for freedesktop names.
#pragma once

#include "models/roles.h"
#include "ui/presentation/tones.h"

#include <QIcon>

namespace assayer {

/// Shapes that carry meaning; always ours, never the theme's.
enum class Shape {
    None,
    Octagon, ///< error
    Triangle, ///< warning
    CircleI, ///< note
    Tick, ///< ok
    Dots, ///< waiting
    Ring, ///< stale
    Pencil, ///< made by you
    ArrowOut,
    ArrowIn,
    NoArrow, ///< decision: not on the wire
    Disconnected,
    Connected,
    Failed,
    Http,
    Terminal,
    TraceFile,
    Lock,
    Mark,
};

/// An icon of that shape in that tone; on a selected row it is HighlightedText, disabled it is muted.
QIcon toneIcon(Shape shape, Tone tone);
/// Fallback for a freedesktop name: "document-open", "view-refresh", ... An unknown name gives a null icon.
QIcon toneIcon(const QString &freedesktopName);
/// QIcon::fromTheme() with that fallback: what actions use.
QIcon actionIcon(const QString &freedesktopName);
Shape shapeOf(Severity severity);
QIcon severityIcon(Severity severity);
/// "error", "warning", "note", translated: the word that goes with the shape.
QString severityWord(Severity severity);

} // namespace assayer
