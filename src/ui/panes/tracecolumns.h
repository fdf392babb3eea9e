// Columns of the trace table: which, in which order, how wide; how times are shown; which records stand on a colour.
#pragma once

#include "ui/widgets/columnfit.h"

#include <QObject>
#include <QPointer>

class QDialog;
class QMenu;

namespace Ui {
class TracePane;
}

namespace assayer {

class Preferences;
class TraceModel;

/// Drives `traceColumnsButton` and the table's header. Choices are kept in the preferences' file and hold for every trace.
class TraceColumns : public QObject {
    Q_OBJECT
public:
    TraceColumns(Ui::TracePane &ui, TraceModel &model, Preferences &preferences, QObject *parent);

    /// Room got scarce or is there again: what the user chose, less what gives way (ux 2.15).
    void fit(bool narrow, bool low);
    /// Ctrl+T: times count from that record; on the reference itself back to the time of day.
    void setReference(quint64 seq);
    void showColours();
    /// The menu of columns, also the header's context menu.
    QMenu *menu() const { return m_menu; }

Q_SIGNALS:
    void said(const QString &words);

private:
    void fillMenu();
    static ColumnFit::Columns usualColumns();
    void setShown(int column, bool shown);
    void setTimeFormat(int format);
    void takeColours();
    void applyHidden();

    Ui::TracePane &m_ui;
    TraceModel &m_model;
    Preferences &m_preferences;
    QMenu *m_menu;
    ColumnFit *m_fit = nullptr;
    QPointer<QDialog> m_colours;
    bool m_narrow = false;
    bool m_low = true;
};

} // namespace assayer
