// The Call tab of a tool: arguments as a form or as JSON, the call itself, its progress and its past.
#pragma once

#include "inspection/action.h"
#include "json/document.h"
#include "ui/pastcalls.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace Ui {
class ToolsPage;
}

namespace assayer {

class ArgumentJudge;
class CallOptionsPanel;
class Desk;
class FormProblemModel;
class PastPane;
class ResultPane;

/// Widgets belong to the page's form. Forms, results and past calls are kept per tool, on disk too (ui/pastcalls).
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
    /// Makes a call of this tool once more, with the arguments it had. False where it is not remembered.
    bool again(quint64 number);
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
    void wire();
    void send();
    void keepArguments();
    void showArguments();
    void showProblems();
    void openPast(quint64 number, bool callAgain);
    void showOptions();
    void goToProblem(int row);
    void ask();
    void showRunning();
    void started(const ActionInfo &action);
    void progressed(quint64 number, const ProgressUpdate &update);
    void finished(const ActionResult &result);
    CallOptions options() const;
    bool isJson() const;
    QByteArray argumentsNow() const;
    ToolPast &past() { return m_calls->of(m_tool.name); }

    Ui::ToolsPage &m_ui;
    Desk &m_desk;
    ResultPane *m_result;
    FormProblemModel *m_problems;
    PastCalls *m_calls;
    PastPane *m_past = nullptr;
    ArgumentJudge *m_jsonJudge;
    CallOptionsPanel *m_options;
    Tool m_tool;
    QHash<quint64, QString> m_tools; ///< running calls -> tool
    QString m_whyNot;
    QTimer m_waiting; ///< for the verdict on what is to be sent
    bool m_filling = false;
};

} // namespace assayer
