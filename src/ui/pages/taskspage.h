// Tasks of the connection: calls that the server goes on with by itself, as they were last heard of.
#pragma once

#include "inspection/inspectionclient.h"
#include "ui/pages/page.h"

#include <QTimer>

class QAbstractProxyModel;
class QLabel;
class QPushButton;
class QSplitter;
class QTreeView;

namespace assayer {

class FilterEdit;
class JsonTreeView;
class NoticeBar;
class Placeholder;
class TaskModel;

/// Children: `tasksFilter tasksView tasksNotice tasksFooter tasksSplitter taskDetail taskState taskAskButton taskResultButton
/// taskCancelButton taskRecordButton tasksListButton`.
class TasksPage : public Page {
    Q_OBJECT
public:
    explicit TasksPage(Desk &desk, QWidget *parent = nullptr);
    ~TasksPage() override;

    /// Whether either side has tasks: only then the page has a tab.
    static bool isOffered(const Desk &desk);

    void takeFocus() override;
    void find() override;
    void refresh() override; ///< the list of 2025-11-25, else every task that is not done
    void act(bool anyway) override; ///< asks for the current one
    bool cancel() override;
    bool clearFilter() override;
    QString report() const override;
    QString help() const override;

protected:
    void fit(int width, int height) override;

private:
    void makeWidgets();
    void wire();
    void fill();
    void showCurrent();
    void showState();
    void finished(const ActionResult &result);
    QString ageWords(const TaskInfo &task) const;
    const TaskInfo *current() const;
    bool isReady() const;
    bool isListed() const; ///< the server knows tasks/list

    TaskModel *m_model;
    QAbstractProxyModel *m_dressed;
    QList<TaskInfo> m_tasks;
    QHash<quint64, QByteArray> m_asking; ///< actions of ours -> task
    QTimer m_tick;
    QSplitter *m_splitter = nullptr;
    FilterEdit *m_filter = nullptr;
    QTreeView *m_view = nullptr;
    Placeholder *m_words = nullptr;
    NoticeBar *m_notice = nullptr;
    QLabel *m_footer = nullptr;
    QLabel *m_state = nullptr;
    JsonTreeView *m_detail = nullptr;
    QPushButton *m_ask = nullptr;
    QPushButton *m_result = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_record = nullptr;
    QPushButton *m_list = nullptr;
};

} // namespace assayer
