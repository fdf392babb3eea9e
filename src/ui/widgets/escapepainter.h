// Paints one line of text with its escapes framed, elided where it is too long.
#pragma once

#include <QColor>
#include <QFont>
#include <QRect>
#include <QString>

class QPainter;

namespace assayer {

struct EscapedLine {
    QString exact; ///< text of the server, or words of ours
    bool isServerText = true; ///< false: words of ours, no escapes are looked for
    Qt::TextElideMode elide = Qt::ElideRight;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    QFont font;
    QColor color;
    QColor escapeColor; ///< of escapes and their frames
};

/// Left to right as an isolate of its own; lays out at most 512 characters. Returns the width used.
int paintLine(QPainter &painter, const QRect &rect, const EscapedLine &line);

} // namespace assayer
