#include "ui/presentation/shapepaths.h"

#include <QHash>
#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <functional>
#include <initializer_list>

namespace assayer {

namespace {

constexpr qreal board = 16;
constexpr qreal pen = 1.5;

QPainterPath lines(std::initializer_list<QPointF> points, bool closed = false)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    if (closed)
        path.closeSubpath();
    return path;
}

QPainterPath line(qreal x1, qreal y1, qreal x2, qreal y2)
{
    return lines({ { x1, y1 }, { x2, y2 } });
}

QPainterPath circle(qreal x, qreal y, qreal radius)
{
    QPainterPath path;
    path.addEllipse(QPointF(x, y), radius, radius);
    return path;
}

QPainterPath box(qreal x, qreal y, qreal width, qreal height, qreal radius = 1)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(x, y, width, height), radius, radius);
    return path;
}

QPainterPath arc(qreal x, qreal y, qreal radius, qreal from, qreal sweep)
{
    QPainterPath path;
    const QRectF rect(x - radius, y - radius, 2 * radius, 2 * radius);
    path.arcMoveTo(rect, from);
    path.arcTo(rect, from, sweep);
    return path;
}

QPainterPath cross(qreal x, qreal y, qreal half)
{
    return line(x - half, y - half, x + half, y + half) + line(x - half, y + half, x + half, y - half);
}

QPainterPath page()
{
    return lines({ { 3, 1.5 }, { 9.5, 1.5 }, { 13, 5 }, { 13, 14.5 }, { 3, 14.5 } }, true) + lines({ { 9.5, 1.5 }, { 9.5, 5 }, { 13, 5 } });
}

Drawing filled(QPainterPath fill, QPainterPath cut = {})
{
    return { std::move(fill), {}, std::move(cut) };
}

Drawing stroked(QPainterPath stroke)
{
    return { {}, std::move(stroke), {} };
}

Drawing severityDrawing(Shape shape)
{
    switch (shape) {
    case Shape::Octagon:
        return filled(lines({ { 5, 1 }, { 11, 1 }, { 15, 5 }, { 15, 11 }, { 11, 15 }, { 5, 15 }, { 1, 11 }, { 1, 5 } }, true), cross(8, 8, 3));
    case Shape::Triangle:
        return filled(lines({ { 8, 1 }, { 15.5, 15 }, { 0.5, 15 } }, true), line(8, 6, 8, 10) + line(8, 12.4, 8, 12.7));
    case Shape::CircleI:
        return filled(circle(8, 8, 7), line(8, 7.2, 8, 11.8) + line(8, 4.2, 8, 4.5));
    case Shape::Tick:
        return filled(box(1, 1, 14, 14, 2), lines({ { 4, 8.2 }, { 7, 11.2 }, { 12, 5 } }));
    case Shape::Failed:
        return filled(circle(8, 8, 7), cross(8, 8, 2.8));
    default:
        return {};
    }
}

Drawing stateDrawing(Shape shape)
{
    switch (shape) {
    case Shape::Dots:
        return filled(circle(3, 8, 1.7) + circle(8, 8, 1.7) + circle(13, 8, 1.7));
    case Shape::Ring:
    case Shape::Disconnected:
        return stroked(circle(8, 8, 5.5));
    case Shape::Connected:
        return filled(circle(8, 8, 5.5));
    case Shape::Pencil:
        return stroked(lines({ { 2, 14 }, { 3, 10.5 }, { 11, 2.5 }, { 13.5, 5 }, { 5.5, 13 }, { 2, 14 } }));
    case Shape::ArrowOut:
        return stroked(line(1.5, 8, 14, 8) + lines({ { 9.5, 3.5 }, { 14, 8 }, { 9.5, 12.5 } }));
    case Shape::ArrowIn:
        return stroked(line(2, 8, 14.5, 8) + lines({ { 6.5, 3.5 }, { 2, 8 }, { 6.5, 12.5 } }));
    case Shape::NoArrow:
        return filled(lines({ { 8, 3 }, { 13, 8 }, { 8, 13 }, { 3, 8 } }, true));
    default:
        return {};
    }
}

Drawing thingDrawing(Shape shape)
{
    switch (shape) {
    case Shape::Http: {
        QPainterPath meridian;
        meridian.addEllipse(QPointF(8, 8), 2.8, 6.5);
        return stroked(circle(8, 8, 6.5) + meridian + line(1.5, 8, 14.5, 8));
    }
    case Shape::Terminal:
        return stroked(box(1, 2.5, 14, 11) + lines({ { 3.5, 5.5 }, { 6, 8 }, { 3.5, 10.5 } }) + line(8, 10.5, 12, 10.5));
    case Shape::TraceFile:
        return stroked(line(6, 2, 4.5, 14) + line(11.5, 2, 10, 14) + line(2, 5.5, 14.5, 5.5) + line(1.5, 10.5, 14, 10.5));
    case Shape::Lock:
        return { box(3, 7, 10, 7.5), arc(8, 7, 3.3, 0, 180), {} };
    case Shape::Mark:
        return filled(lines({ { 4, 1.5 }, { 12, 1.5 }, { 12, 14.5 }, { 8, 11 }, { 4, 14.5 } }, true));
    default:
        return {};
    }
}

using Maker = Drawing (*)();

const QHash<QString, Maker> &actionDrawings()
{
    static const QHash<QString, Maker> drawings {
        { QStringLiteral("document-new"), [] { return stroked(page() + line(8, 7, 8, 12) + line(5.5, 9.5, 10.5, 9.5)); } },
        { QStringLiteral("document-open"), [] { return stroked(lines({ { 1.5, 13.5 }, { 1.5, 3 }, { 6, 3 }, { 7.5, 5 }, { 13, 5 }, { 13, 7 } }) + lines({ { 1.5, 13.5 }, { 4, 7 }, { 15, 7 }, { 12.5, 13.5 } }, true)); } },
        { QStringLiteral("document-save"), [] { return stroked(lines({ { 2, 2 }, { 11, 2 }, { 14, 5 }, { 14, 14 }, { 2, 14 } }, true) + box(5, 2, 5, 4, 0) + box(4.5, 9, 7, 5, 0)); } },
        { QStringLiteral("document-properties"), [] { return stroked(page() + line(5.5, 8, 10.5, 8) + line(5.5, 11, 10.5, 11)); } },
        { QStringLiteral("edit-copy"), [] { return stroked(box(2, 2, 8.5, 9.5) + lines({ { 13.5, 5 }, { 13.5, 14.5 }, { 5.5, 14.5 } })); } },
        { QStringLiteral("edit-find"), [] { return stroked(circle(6.5, 6.5, 4.5) + line(10, 10, 14.5, 14.5)); } },
        { QStringLiteral("edit-clear"), [] { return stroked(lines({ { 5.5, 3.5 }, { 14.5, 3.5 }, { 14.5, 12.5 }, { 5.5, 12.5 }, { 1.5, 8 } }, true) + cross(9.7, 8, 2.2)); } },
        { QStringLiteral("view-refresh"), [] { return stroked(arc(8, 8, 5.5, 60, 290) + lines({ { 10.5, 0.8 }, { 10.8, 3.4 }, { 8, 4.4 } })); } },
        { QStringLiteral("process-stop"), [] { return filled(box(2.5, 2.5, 11, 11)); } },
        { QStringLiteral("media-playback-start"), [] { return filled(lines({ { 4, 2 }, { 14, 8 }, { 4, 14 } }, true)); } },
        { QStringLiteral("list-add"), [] { return stroked(line(8, 2.5, 8, 13.5) + line(2.5, 8, 13.5, 8)); } },
        { QStringLiteral("list-remove"), [] { return stroked(line(2.5, 8, 13.5, 8)); } },
        { QStringLiteral("go-previous"), [] { return stroked(lines({ { 10.5, 2.5 }, { 5, 8 }, { 10.5, 13.5 } })); } },
        { QStringLiteral("go-next"), [] { return stroked(lines({ { 5.5, 2.5 }, { 11, 8 }, { 5.5, 13.5 } })); } },
        { QStringLiteral("go-up"), [] { return stroked(lines({ { 2.5, 10.5 }, { 8, 5 }, { 13.5, 10.5 } })); } },
        { QStringLiteral("go-down"), [] { return stroked(lines({ { 2.5, 5.5 }, { 8, 11 }, { 13.5, 5.5 } })); } },
        { QStringLiteral("go-jump"), [] { return stroked(lines({ { 2.5, 13.5 }, { 2.5, 6 }, { 13.5, 6 } }) + lines({ { 9.5, 2 }, { 13.5, 6 }, { 9.5, 10 } })); } },
        { QStringLiteral("window-close"), [] { return stroked(cross(8, 8, 4.5)); } },
        { QStringLiteral("system-run"), [] { return stroked(circle(8, 8, 2.4) + circle(8, 8, 5) + line(8, 0.8, 8, 3) + line(8, 13, 8, 15.2) + line(0.8, 8, 3, 8) + line(13, 8, 15.2, 8)); } },
        { QStringLiteral("utilities-terminal"), [] { return thingDrawing(Shape::Terminal); } },
        { QStringLiteral("preferences-system"), [] { return stroked(line(2, 4, 14, 4) + line(2, 8, 14, 8) + line(2, 12, 14, 12) + circle(5, 4, 1.5) + circle(11, 8, 1.5) + circle(7, 12, 1.5)); } },
        { QStringLiteral("help-contents"), [] { return stroked(circle(8, 8, 6.5) + arc(8, 6.2, 2.1, 180, -210) + line(8.2, 8.2, 8.1, 9.6) + line(8.1, 11.6, 8.1, 11.9)); } },
        { QStringLiteral("dialog-password"), [] { return stroked(circle(5, 8, 3) + line(8, 8, 14.5, 8) + line(14, 8, 14, 11) + line(11.5, 8, 11.5, 10)); } },
    };
    return drawings;
}

} // namespace

Drawing drawingOf(Shape shape)
{
    for (const auto &family : { severityDrawing, stateDrawing, thingDrawing }) {
        if (Drawing drawing = family(shape); !drawing.isEmpty())
            return drawing;
    }
    return {};
}

Drawing drawingOf(const QString &freedesktopName)
{
    const Maker make = actionDrawings().value(freedesktopName, nullptr);
    return make ? make() : Drawing();
}

void paintDrawing(QPainter &painter, const QRect &rect, const Drawing &drawing, const QColor &color, const QColor &paper)
{
    const qreal side = std::min(rect.width(), rect.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
    painter.scale(side / board, side / board);
    painter.fillPath(drawing.fill, color);
    QPen ink(color, pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.strokePath(drawing.stroke, ink);
    ink.setColor(paper);
    ink.setWidthF(pen + 0.3);
    painter.strokePath(drawing.cut, ink);
    painter.restore();
}

} // namespace assayer
