// What a screen reader hears of a view that paints rows by itself: the rows that are on the screen, as text.
#pragma once

#include <QMetaType>
#include <QString>

namespace assayer {

/// Implemented by the view's private part; reached by a property of the widget.
class VisibleRows {
public:
    virtual ~VisibleRows() = default;
    virtual qint64 firstVisibleRow() const = 0;
    virtual int visibleRowCount() const = 0;
    virtual QString visibleRowText(qint64 row) const = 0;
};

inline constexpr const char *visibleRowsProperty = "_assayer_visibleRows";

/// Makes QAccessibleTextInterface available for all widgets with that property. Idempotent.
void installAccessibleRows();

} // namespace assayer

Q_DECLARE_METATYPE(assayer::VisibleRows *)
