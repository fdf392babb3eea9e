// Timeline and statistics of what the trace shows, made away from the window's thread while one of them is looked at.
#pragma once

#include "models/statisticsmodel.h"
#include "ui/widgets/timelineview.h"

#include <QObject>
#include <QTimer>

namespace Ui {
class TracePane;
}

namespace assayer {

class TraceModel;

/// Drives `timelineView` and `statisticsView`. Window's thread.
class TraceFigures : public QObject {
    Q_OBJECT
public:
    TraceFigures(Ui::TracePane &ui, TraceModel &model, QObject *parent);

    /// Records, filter or exchange changed: made anew soon, if looked at.
    void changed();
    /// The current record: its bar is chosen.
    void showRecord(quint64 seq);

Q_SIGNALS:
    void recordWanted(quint64 seq);
    /// A method of the statistics was activated.
    void methodWanted(const QString &method);

private:
    struct Figures {
        std::vector<StatisticsRow> methods;
        QList<TimelineView::Bar> bars;
        qint64 nowNs = 0;
    };
    bool isLookedAt() const;
    void make();
    void take(quint64 run, const Figures &figures);

    Ui::TracePane &m_ui;
    TraceModel &m_model;
    StatisticsModel *m_statistics;
    QTimer m_timer;
    quint64 m_run = 0;
    quint64 m_seq = 0;
    bool m_running = false;
    bool m_old = true; ///< what is shown is not of now
};

} // namespace assayer
