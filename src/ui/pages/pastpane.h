// Past calls of a tool: brought back, called again, named, compared, removed with a way back.
#pragma once

#include "ui/pastcalls.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Ui {
class ToolsPage;
}

class QPushButton;
class QStandardItemModel;
class QTreeView;

namespace assayer {

class CallHistoryModel;
class NoticeBar;

/// Widgets are added to the page's tab: `pastUseButton pastAgainButton pastNameButton pastCompareButton pastRemoveButton`,
/// `pastNotice`, `pastCompareView`, `pastCompareTitle`.
class PastPane : public QObject {
    Q_OBJECT
public:
    PastPane(Ui::ToolsPage &ui, PastCalls &calls, QObject *parent);

    void setTool(const QString &tool);
    void refresh();
    /// Two results side by side, by number; what is absent is told.
    void compare(quint64 older, quint64 newer);
    /// The newest call but one, for comparing with what is shown; 0 for none.
    quint64 before(quint64 number) const;

Q_SIGNALS:
    void useWanted(quint64 number, bool callAgain);
    void countChanged(int calls);
    void said(const QString &words);

private:
    void makeWidgets();
    void nameCurrent();
    void removeCurrent();
    void undo();
    void selectionMoved();
    void compareSelected();
    QList<quint64> selected() const; ///< in the order of the view: newest first
    const CallRow *find(quint64 number) const;
    json::Node resultOf(quint64 number) const;

    Ui::ToolsPage &m_ui;
    PastCalls &m_calls;
    QString m_tool;
    CallHistoryModel *m_history;
    NoticeBar *m_notice = nullptr;
    QPushButton *m_use = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_name = nullptr;
    QPushButton *m_compare = nullptr;
    QPushButton *m_remove = nullptr;
    QWidget *m_compareBox = nullptr;
    QTreeView *m_compareView = nullptr;
    QStandardItemModel *m_differences = nullptr;
    QTimer m_undoTime;
    struct Removed {
        QString tool;
        std::size_t at;
        CallRow row;
        std::optional<ActionResult> result;
    };
    std::optional<Removed> m_removed;
};

} // namespace assayer
