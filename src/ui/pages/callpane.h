// The Call tab of a tool: arguments as a form or as JSON, the call itself, its progress and its past.
#pragma once

#include "inspection/action.h"
#include "json/document.h"
#include "models/callhistorymodel.h"

#include <QHash>
#include <QObject>

namespace Ui {
class ToolsPage;
}

class QAction;
class QMenu;

namespace assayer {

class Desk;
class FormProblemModel;
class ResultPane;

/// Widgets belong to the page's form. Forms, results and past calls are kept per tool while the row lives.
class CallPane : public QObject {
    Q_OBJECT
public:
    CallPane(Ui::ToolsPage &ui, Desk &desk, QObject *parent);

    /// What can be called now. `again`: the same tool in a newer list; what was typed stays.
    struct Tool {
        QString name;
        json::Node entry;
        bool destructive = false;
        bool excluded = false;
        int taskSupport = 0; ///< int(TaskSupport)
    };
    void setTool(const Tool &tool, bool again);
    void clear();

    void call(bool anyway);
    /// Cancels the newest call of this tool. False where none runs.
    bool cancel();
    void toggleForm();
    /// Buttons follow the connection; `whyNot` is empty where calls can be sent.
    void setWhyNot(const QString &whyNot);
    ResultPane *result() const { return m_result; }

Q_SIGNALS:
    void said(const QString &words);
    void pastCountChanged(int calls);

private:
    struct Past {
        QByteArray arguments;
        bool hasArguments = false;
        std::vector<CallRow> calls;
        QHash<quint64, ActionResult> results;
        quint64 shownCall = 0;
        quint64 running = 0;
    };

    void wire();
    void makeOptionsMenu();
    void send();
    void keepArguments();
    void showArguments();
    void showProblems();
    void showPast();
    void openPast(int row);
    void showRunning();
    void started(const ActionInfo &action);
    void progressed(quint64 number, const ProgressUpdate &update);
    void finished(const ActionResult &result);
    CallOptions options() const;
    bool isJson() const;
    QByteArray argumentsNow() const;
    Past &past() { return m_past[m_tool.name]; }

    Ui::ToolsPage &m_ui;
    Desk &m_desk;
    ResultPane *m_result;
    FormProblemModel *m_problems;
    CallHistoryModel *m_history;
    QMenu *m_optionsMenu = nullptr;
    QAction *m_asTask = nullptr;
    QAction *m_progress = nullptr;
    Tool m_tool;
    QHash<QString, Past> m_past;
    QHash<quint64, QString> m_tools; ///< running calls -> tool
    QString m_whyNot;
    int m_timeoutMs = -1;
    bool m_filling = false;
};

} // namespace assayer
