// Why a connection failed: which side did what, the fact, and the next thing to do; after a failed fallback both reasons.
#pragma once

#include <QObject>

namespace Ui {
class ServerPage;
}

namespace assayer {

class Desk;
struct Error;
struct ErrorText;
struct NegotiationReport;

/// Drives the widgets of failurePanel.
class FailurePanel : public QObject {
    Q_OBJECT
public:
    FailurePanel(Ui::ServerPage &ui, Desk &desk, QObject *parent);
    void show(const Error &error);
    /// Markdown; empty while nothing is shown.
    QString report() const;

Q_SIGNALS:
    void stderrWanted();
    void profileWanted();
    void recordWanted(quint64 frame);
    void said(const QString &words);

private:
    void showReasons(const NegotiationReport &report);
    void showButtons(const ErrorText &text);
    void connectAs(int mode);

    Ui::ServerPage &m_ui;
    Desk &m_desk;
    quint64 m_frame = 0;
};

} // namespace assayer
