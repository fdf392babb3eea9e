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
class RecordDetail;
class TraceAnalyzer;
class TraceFollower;
class TraceModel;

/// Lives in the window's thread; analysing and filtering run in the thread pool.
class TracePane : public QWidget {
    Q_OBJECT
public:
    explicit TracePane(Desk &desk, QWidget *parent = nullptr);
    ~TracePane() override;

    Desk &desk() const { return m_desk; }
    TraceModel *model() const { return m_model; }
    std::shared_ptr<const TraceAnalyzer> analyzer() const;
    /// Selects that record and the place in its message; says so where there is no such record.
    void showRecord(quint64 seq, const QString &pointer = {});
    void focusFilter();
    void takeFocus();
    bool clearFilter();
    /// Column and exact value of the current cell as a comparison; `negated` adds "not".
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

Q_SIGNALS:
    void exportWanted();
    void said(const QString &words);
    void titleChanged(const QString &title);
    void followingChanged(bool on);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void wire();
    void follow();
    void applyFilter(const QString &text);
    void setFilterText(const QString &text);
    void addFilter(const QString &comparison, bool negated);
    void showState();
    void showCurrent();
    void takeFindings();
    void fitColumns();

    Desk &m_desk;
    std::unique_ptr<Ui::TracePane> m_ui;
    TraceModel *m_model;
    QAbstractProxyModel *m_dressed;
    TraceFollower *m_follower = nullptr;
    RecordDetail *m_detail = nullptr;
    QTimer m_findingsTimer;
    quint64 m_wantedSeq = 0; ///< not in the table yet
    QString m_wantedPointer;
    bool m_narrow = false;
    bool m_fitted = false;
    bool m_moving = false;
};

} // namespace assayer
