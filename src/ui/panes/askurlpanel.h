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

/// Children: `askUrlIntro askUrlText askUrlFacts askUrlWarnings askUrlConsentCheck askUrlOpenButton askUrlAcceptButton
/// askUrlAgainButton askUrlCopyButton`.
class AskUrlPanel : public QFrame {
    Q_OBJECT
public:
    enum class Purpose {
        Answer, ///< a question: opening accepts it
        BeforeCall, ///< an error said that the page must be visited first: nothing is told, the call is made again
    };

    explicit AskUrlPanel(QWidget *parent = nullptr);

    /// Consent is asked anew for every address, and never remembered.
    void setAddress(const QString &address, const QString &serverHost, Purpose purpose = Purpose::Answer);
    bool canOpen() const; ///< ticked, and the first second is over

Q_SIGNALS:
    void openWanted(); ///< and accept
    void acceptWanted(); ///< without opening
    void againWanted(); ///< the call that was refused

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void fitText();

    QString m_address;
    UrlFacts m_facts;
    Purpose m_purpose = Purpose::Answer;
    QTimer m_patience;
    QLabel *m_intro;
    QPlainTextEdit *m_text;
    QLabel *m_lines;
    QLabel *m_warnings;
    QCheckBox *m_consent;
    QPushButton *m_open;
    QPushButton *m_accept;
    QPushButton *m_again;
};

} // namespace assayer
