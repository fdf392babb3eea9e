// The status bar: what is connected, how fast, what runs, what was found, what is asked, what is recorded. Each part opens
// what it counts.
#pragma once

#include "inspection/action.h"

#include <QObject>
#include <QTimer>

class QLabel;
class QMenu;
class QStatusBar;
class QToolButton;

namespace assayer {

class Desk;

class ConnectionStatus : public QObject {
    Q_OBJECT
public:
    explicit ConnectionStatus(QStatusBar *bar);

    /// Null shows what holds without a server.
    void setDesk(Desk *desk);
    /// Words for some seconds.
    void say(const QString &words);
    /// Something was told to stop: said until it did.
    void sayCancelling();
    void setNarrow(bool narrow);

Q_SIGNALS:
    void eraClicked();
    void findingsClicked();
    void questionsClicked();
    void recordingClicked();

private:
    void refresh();
    void actionFinished(const ActionResult &result);
    QList<ActionInfo> underWay() const;
    void fillInFlight();
    QString stateSentence() const;
    QString recordingWords() const;
    QString recordingTip() const;

    QStatusBar *m_bar;
    Desk *m_desk = nullptr;
    QLabel *m_text;
    QToolButton *m_era;
    QToolButton *m_latency;
    QToolButton *m_inFlight;
    QToolButton *m_findings;
    QToolButton *m_asks;
    QToolButton *m_recording;
    QMenu *m_menu;
    QTimer m_timer;
    QTimer m_saying;
    bool m_narrow = false;
    bool m_cancelling = false;
};

} // namespace assayer
