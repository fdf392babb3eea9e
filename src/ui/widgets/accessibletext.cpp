#include "ui/widgets/accessibletext.h"

#include <QAccessibleWidget>
#include <QAbstractScrollArea>
#include <QStringList>

#include <algorithm>

namespace assayer {

namespace {

class AccessibleRows final : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit AccessibleRows(QWidget *widget)
        : QAccessibleWidget(widget, QAccessible::EditableText)
    {
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface *>(this) : QAccessibleWidget::interface_cast(type);
    }

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        return state;
    }

    void selection(int, int *start, int *end) const override { *start = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override { }
    using QAccessibleWidget::text;
    QString text(int start, int end) const override { return all().mid(start, std::max(0, end - start)); }
    int characterCount() const override { return static_cast<int>(all().size()); }
    QRect characterRect(int) const override { return rect(); }
    int offsetAtPoint(const QPoint &) const override { return 0; }
    void scrollToSubstring(int, int) override { }
    QString attributes(int, int *start, int *end) const override
    {
        *start = 0;
        *end = characterCount();
        return {};
    }

private:
    const VisibleRows *rows() const { return widget()->property(visibleRowsProperty).value<VisibleRows *>(); }

    QString all() const
    {
        const VisibleRows *shown = rows();
        QStringList lines;
        for (int i = 0; shown && i < shown->visibleRowCount(); ++i)
            lines += shown->visibleRowText(shown->firstVisibleRow() + i);
        return lines.join(u'\n');
    }
};

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *area = qobject_cast<QAbstractScrollArea *>(object);
    return area && area->property(visibleRowsProperty).isValid() ? new AccessibleRows(area) : nullptr;
}

} // namespace

void installAccessibleRows()
{
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace assayer
