// Preferences: what is kept of the server that is shown, and forgetting it.
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace assayer {

class Desk;
class NoticeBar;

/// Children: `prefServerKept prefForgetServer prefForgetBar prefForgetStatus`.
class PrivacyPage : public QWidget {
    Q_OBJECT
public:
    explicit PrivacyPage(QWidget *parent = nullptr);

    void setDesk(Desk *desk); ///< null: no server is shown
    /// Counts again: calls and answers come and go while the dialog is open.
    void refresh();

Q_SIGNALS:
    void forgotten();

private:
    void ask();
    void forget();
    QString keptWords(qsizetype answers) const;

    QPointer<Desk> m_desk;
    QLabel *m_kept;
    QPushButton *m_button;
    NoticeBar *m_bar;
    QLabel *m_status;
};

} // namespace assayer
