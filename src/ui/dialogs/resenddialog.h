// A recorded request edited as raw text and sent again, malformed or not.
#pragma once

#include "inspection/action.h"
#include "trace/tracefacts.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace assayer {

class Desk;
class ExactTextView;
class JsonEdit;
class NoticeBar;

/// Non-modal; stays open for the next try. What is sent is marked in the trace as made by the user, and its answer is shown here:
/// lists, findings and state of the connection do not change.
class ResendDialog : public QDialog {
    Q_OBJECT
public:
    ResendDialog(Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 logRow, QWidget *parent);

Q_SIGNALS:
    void recordWanted(quint64 seq);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void fill(const TraceAnalyzer &analyzer, quint64 logRow);
    void check();
    void send();
    void take(const ActionResult &result);
    QList<std::pair<QByteArray, QByteArray>> headers() const;
    bool asksFirst() const;

    Desk &m_desk;
    bool m_http = false;
    QByteArrayList m_hidden; ///< values that stand as a mask in the headers, in order
    QPlainTextEdit *m_headers;
    JsonEdit *m_body;
    NoticeBar *m_warn;
    QPushButton *m_send;
    QPushButton *m_record;
    QLabel *m_status;
    ExactTextView *m_answer;
    quint64 m_action = 0;
    quint64 m_answerFrame = 0;
    bool m_confirmed = false;
};

} // namespace assayer
