// The trace of one desk: a virtual table, a filter, and the current record as tree, text and bytes.
#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QAbstractProxyModel;

namespace Ui {
class TracePane;
}

namespace assayer {

class Desk;
class Filter;
class RecordActs;
class RecordDetail;
class TraceAnalyzer;
class TraceColumns;
class TraceFigures;
class TraceFilterBar;
class TraceFollower;
class TraceModel;
class TraceNotes;

/// Lives in the window's thread; analysing and filtering run in the thread pool.
class TracePane : public QWidget {
    Q_OBJECT
public:
    explicit TracePane(Desk &desk, QWidget *parent = nullptr);
    ~TracePane() override;

    Desk &desk() const { return m_desk; }
    TraceModel *model() const { return m_model; }
    std::shared_ptr<const TraceAnalyzer> analyzer() const;
    /// Mark, comment, follow the exchange.
    RecordActs &acts() const { return *m_acts; }
    /// Columns, times, colours.
    TraceColumns &columns() const { return *m_columns; }
    /// Marks and comments that are not in the file yet.
    TraceNotes &notes() const { return *m_notes; }
    /// Selects that record and the place in its message; says so where there is no such record.
    void showRecord(quint64 seq, const QString &pointer = {});
    void focusFilter();
    void takeFocus();
    /// Leaves a followed exchange, else clears the filter. False where there was nothing to leave.
    bool clearFilter();
    void setFilter(const QString &text);
    /// What the current cell or tree node says, as a comparison; `negated` adds "not".
    void filterForThis(bool negated);
    void goToRecord();
    void goToEnd();
    void setFollowing(bool on);
    bool isFollowing() const;
    void clearView();
    void showCleared();
    void findInRecord();
    void copyPointer();
    quint64 currentSeq() const;
    /// Rows of the log, ascending: what is selected in the table.
    std::vector<quint64> selectedLogRows() const;

Q_SIGNALS:
    void exportWanted();
    void said(const QString &words);
    void titleChanged(const QString &title);
    void followingChanged(bool on);
    void currentChanged();
    /// Context menu of the table, at a place of the screen.
    void menuWanted(const QPoint &position);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void dress();
    void wire();
    void wireParts();
    void follow();
    void applyFilter(const std::shared_ptr<const Filter> &filter);
    void select(int row, bool centre);
    void keepRecord(quint64 seq);
    void showState();
    void showNotice();
    void showCurrent();
    void takeFindings();
    void arrange();

    Desk &m_desk;
    std::unique_ptr<Ui::TracePane> m_ui;
    TraceModel *m_model;
    QAbstractProxyModel *m_dressed;
    TraceFollower *m_follower = nullptr;
    RecordDetail *m_detail = nullptr;
    TraceFilterBar *m_filter = nullptr;
    TraceColumns *m_columns = nullptr;
    RecordActs *m_acts = nullptr;
    TraceFigures *m_figures = nullptr;
    TraceNotes *m_notes = nullptr;
    QTimer m_findingsTimer;
    quint64 m_wantedSeq = 0; ///< not in the table yet
    QString m_wantedPointer;
    quint64 m_keptSeq = 0; ///< to be found again when the filter is in force
    bool m_noticeClosed = false;
    QString m_recordingFault; ///< the file cannot take more
};

} // namespace assayer
