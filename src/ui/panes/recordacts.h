// What one does with a record of the trace: mark, comment, count times from it, follow its exchange.
#pragma once

#include "trace/tracefacts.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Ui {
class TracePane;
}

namespace assayer {

class TraceModel;

/// Drives `traceFollowBar`, `traceCommentBar` and `traceUndoBar`. Window's thread.
class RecordActs : public QObject {
    Q_OBJECT
public:
    RecordActs(Ui::TracePane &ui, TraceModel &model, QObject *parent);

    void toggleMark();
    void nextMark();
    void editComment();
    /// Shows the records of the current record's exchange alone, as soon as they are known.
    void followExchange();
    /// Back to all records; false where no exchange was followed.
    bool leaveExchange();
    /// Says it and offers to bring it back, for ten seconds.
    void offerUndo(const QString &words, const std::function<void()> &undo);

Q_SIGNALS:
    /// Marks or comments changed by the user.
    void noted(quint64 seq);
    void said(const QString &words);
    /// The table was reset: this record shall be the current one again.
    void recordWanted(quint64 seq);
    void exchangeChanged();

private:
    quint64 current() const;
    QList<quint64> selected() const;
    void takeExchange(quint64 run, quint64 seq, std::vector<quint64> rows, const QString &words);
    void saveComment();

    Ui::TracePane &m_ui;
    TraceModel &m_model;
    quint64 m_commented = 0;
    quint64 m_run = 0;
    std::function<void()> m_undo;
    QTimer m_undoEnds;
};

} // namespace assayer
