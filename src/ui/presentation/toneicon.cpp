#include "ui/presentation/toneicon.h"

#include "ui/presentation/shapepaths.h"

#include <QApplication>
#include <QCoreApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

namespace assayer {

namespace {

/// Paints a drawing in palette colours, so that a change of theme or a selected row needs no other icon.
class ToneIconEngine final : public QIconEngine {
public:
    ToneIconEngine(Drawing drawing, Tone tone)
        : m_drawing(std::move(drawing))
        , m_tone(tone)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QApplication::palette();
        QColor color = tones::color(m_tone, palette);
        if (mode == QIcon::Selected)
            color = palette.color(QPalette::HighlightedText);
        else if (mode == QIcon::Disabled)
            color = tones::color(Tone::Muted, palette);
        const QColor paper = mode == QIcon::Selected ? palette.color(QPalette::Highlight) : palette.color(QPalette::Base);
        paintDrawing(*painter, rect, m_drawing, color, paper);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new ToneIconEngine(m_drawing, m_tone); }

private:
    Drawing m_drawing;
    Tone m_tone;
};

} // namespace

QIcon toneIcon(Shape shape, Tone tone)
{
    if (shape == Shape::None)
        return {};
    return QIcon(new ToneIconEngine(drawingOf(shape), tone));
}

QIcon toneIcon(const QString &freedesktopName)
{
    const Drawing drawing = drawingOf(freedesktopName);
    return drawing.isEmpty() ? QIcon() : QIcon(new ToneIconEngine(drawing, Tone::Plain));
}

QIcon actionIcon(const QString &freedesktopName)
{
    return QIcon::fromTheme(freedesktopName, toneIcon(freedesktopName));
}

Shape shapeOf(Severity severity)
{
    return severity == Severity::Error ? Shape::Octagon : severity == Severity::Warning ? Shape::Triangle : Shape::CircleI;
}

QIcon severityIcon(Severity severity)
{
    return toneIcon(shapeOf(severity), toneOf(severity));
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return QCoreApplication::translate("assayer::Severity", "error");
    case Severity::Warning:
        return QCoreApplication::translate("assayer::Severity", "warning");
    case Severity::Note:
        break;
    }
    return QCoreApplication::translate("assayer::Severity", "note");
}

} // namespace assayer
