// A page that a server wants to be visited: the whole address, its host, and warnings in words. Nothing is fetched here.
#pragma once

#include "inspection/urlfacts.h"

#include <QFrame>
#include <QTimer>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace assayer {

/// Children: `askUrlText askUrlFacts askUrlWarnings askUrlConsentCheck askUrlOpenButton askUrlAcceptButton askUrlCopyButton`.
class AskUrlPanel : public QFrame {
    Q_OBJECT
public:
    explicit AskUrlPanel(QWidget *parent = nullptr);

    /// Consent is asked anew for every address, and never remembered.
    void setAddress(const QString &address, const QString &serverHost);
    bool canOpen() const; ///< ticked, and the first second is over

Q_SIGNALS:
    void openWanted(); ///< and accept
    void acceptWanted(); ///< without opening

private:
    void refresh();

    QString m_address;
    UrlFacts m_facts;
    QTimer m_patience;
    QPlainTextEdit *m_text;
    QLabel *m_lines;
    QLabel *m_warnings;
    QCheckBox *m_consent;
    QPushButton *m_open;
    QPushButton *m_accept;
};

} // namespace assayer
