// "Judge again": a revision and a policy to judge a trace by, and what came of it.
#pragma once

#include "base/finding.h"
#include "protocol/revision.h"

#include <QFrame>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace assayer {

class Desk;

/// Judging runs in the thread pool. Hidden until judge() or open().
class JudgeBar : public QFrame {
    Q_OBJECT
public:
    JudgeBar(Desk &desk, QWidget *parent);

    /// Shows the bar; nothing is judged before the button.
    void open();

Q_SIGNALS:
    /// A second judgement is there.
    void judged(const assayer::Findings &findings);
    /// Back to the first judgement.
    void left();

private:
    void judge();
    void take(quint64 run, const Findings &findings, const QString &words);
    void leave();

    Desk &m_desk;
    QComboBox *m_revision;
    QComboBox *m_policy;
    QPushButton *m_judge;
    QLabel *m_words;
    quint64 m_run = 0;
};

} // namespace assayer
