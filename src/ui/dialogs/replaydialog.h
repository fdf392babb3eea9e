// A recorded session asked again of a server: which answers differ.
#pragma once

#include "inspection/action.h"
#include "models/calldifferencemodel.h"
#include "trace/replay.h"

#include <QDialog>
#include <QPointer>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace assayer {

class Desk;
class SideBySide;
class Workspace;

/// Non-modal. Requests go out one after the other, each when the one before was answered; what may change data is not ticked at
/// first. Answers are shown here only: lists and state of the connection stay as they are.
class ReplayDialog : public QDialog {
    Q_OBJECT
public:
    ReplayDialog(Workspace &workspace, const Desk &recorded, std::shared_ptr<const TraceAnalyzer> analyzer, QWidget *parent);
    ~ReplayDialog() override;

Q_SIGNALS:
    void recordWanted(const QString &deskId, quint64 seq);

private:
    struct Step {
        ReplayStep step;
        ReplayOutcome outcome;
        json::Node before;
        json::Node after;
        bool answered = false;
    };
    void build();
    void readSteps();
    void takeSteps(std::vector<Step> steps);
    void fillTargets();
    void start();
    void stop();
    void next();
    void send(std::size_t at);
    void take(const ActionResult &result);
    void showRow(int row);
    void showState();
    void setState(std::size_t at, CallDifferenceRow::State state);

    Workspace &m_workspace;
    QString m_recordedId;
    std::shared_ptr<const TraceAnalyzer> m_analyzer; ///< keeps its log
    QComboBox *m_target;
    QPushButton *m_start;
    QPushButton *m_stop;
    QLabel *m_status;
    QTreeView *m_view;
    CallDifferenceModel *m_model;
    SideBySide *m_sides;
    std::vector<Step> m_steps;
    QPointer<Desk> m_desk; ///< replayed against, while it runs
    std::size_t m_at = 0;
    quint64 m_action = 0; ///< 0: none runs
    qint64 m_sentNs = 0;
};

} // namespace assayer
