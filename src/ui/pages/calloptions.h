// How a call is sent: as a task, how long at most, with which log level, metadata and capabilities.
#pragma once

#include "inspection/action.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace assayer {

class JsonEdit;

/// Children: `callProgressCheck`, `callTaskCheck`, `callFollowCheck`, `callTraceContextCheck`, `callAnswerCheck`, `callTimeoutSpin`, `callLogLevelCombo`, `callMeta`,
/// `callCapabilities`, `callOptionsProblem`.
class CallOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit CallOptionsPanel(QWidget *parent = nullptr);

    CallOptions options() const;
    /// Of the tool: int(TaskSupport). What it must do is ticked, what it cannot do can be tried all the same.
    void setTaskSupport(int support);
    /// What an era has no member for is told and switched off.
    void setModern(bool modern);
    /// Number of choices that are not the usual ones.
    int changes() const;
    /// A text that is no JSON object; empty: all is well.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    void told();

    QCheckBox *m_progress;
    QCheckBox *m_task;
    QCheckBox *m_follow;
    QCheckBox *m_context;
    QCheckBox *m_answer;
    QSpinBox *m_timeout;
    QComboBox *m_level;
    JsonEdit *m_meta;
    JsonEdit *m_capabilities;
    QLabel *m_problem;
    int m_support = 0;
};

} // namespace assayer
