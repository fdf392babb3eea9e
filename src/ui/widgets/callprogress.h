// A wait that can be stopped: what for, since when, until when, and what the server says of its progress.
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTimer;

namespace assayer {

/// Shows nothing before 150 ms. The bar is determinate where a total is known, counts against the limit where one runs, and
/// is busy else. Children: `<objectName>Bar`, `<objectName>Text`, `<objectName>CancelButton`.
class CallProgress : public QWidget {
    Q_OBJECT
public:
    explicit CallProgress(QWidget *parent = nullptr);

    /// `what`: "Running", "Reading", "Listing tools"; `limitMs` 0: no limit; `sinceMs`: it runs since then already.
    void start(const QString &what, qint64 limitMs = 0, qint64 sinceMs = 0);
    /// The server's progress; `total` absent where it told none; `message` of the server, untrusted.
    void setProgress(double progress, std::optional<double> total, const QString &message);
    /// Words of ours behind the elapsed time: "page 3, 1,240 so far".
    void setDetail(const QString &detail);
    void setCancelling();
    void stop();
    bool isRunning() const { return m_running; }
    qint64 elapsedMs() const;
    QString words() const;

Q_SIGNALS:
    void cancelRequested();

private:
    void tick();

    QString m_what;
    QString m_message;
    QString m_detail;
    qint64 m_limitMs = 0;
    bool m_running = false;
    bool m_cancelling = false;
    bool m_hasTotal = false;
    qint64 m_spokenMs = 0;
    qint64 m_sinceMs = 0; ///< before m_clock began
    QElapsedTimer m_clock;
    QTimer *m_timer;
    QProgressBar *m_bar;
    QLabel *m_text;
    QPushButton *m_cancel;
};

} // namespace assayer
