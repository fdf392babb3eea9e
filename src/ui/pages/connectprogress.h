// What a connection that is being made waits for, since when, until when, and what the end of the wait will mean.
#pragma once

#include "inspection/inspectionclient.h"

#include <QObject>
#include <QTimer>

namespace Ui {
class ServerPage;
}

namespace assayer {

class Desk;

/// The wait of one step. Pure; tested without a window.
struct ConnectWait {
    QString what; ///< "probe"
    QString explain; ///< two sentences
    qint64 sinceWallNs = 0;
    int limitMs = 0; ///< 0: none runs
};
ConnectWait connectWait(const NegotiationReport &report, const SessionOptions &options, qint64 connectingWallNs);

/// Drives the widgets of connectPanel.
class ConnectProgress : public QObject {
    Q_OBJECT
public:
    ConnectProgress(Ui::ServerPage &ui, Desk &desk, QObject *parent);

    void start();
    void stop();

private:
    void tick();

    Ui::ServerPage &m_ui;
    Desk &m_desk;
    QTimer m_timer;
    qint64 m_startedWallNs = 0;
    qint64 m_toldSecond = -1;
};

} // namespace assayer
