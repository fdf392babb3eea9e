// Kept answers beside a question: take one, keep this one, let one answer by itself.
#pragma once

#include "inspection/savedanswers.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace assayer {

/// Children: `askSavedCombo askSaveButton askRuleCheck`. Holds the user's file of kept answers.
class AskKeptBar : public QWidget {
    Q_OBJECT
public:
    explicit AskKeptBar(QWidget *parent = nullptr);

    /// Offers what fits that question of that server; nothing where no question waits.
    void setQuestion(const QString &server, const std::optional<ServerRequest> &request);
    /// Keeps an answer to the shown question and chooses it. Fails with the words of why not.
    Result<void> keep(const QByteArray &resultJson);
    /// Those of the server that answer by themselves now.
    QList<SavedAnswer> automatic(const QString &server) const { return m_saved.automatic(server); }
    /// Reads the file again: others changed it.
    void reload();

Q_SIGNALS:
    void chosen(const QByteArray &resultJson); ///< fill the question's fields with it
    void keepWanted();
    void ruleChanged(); ///< automatic() is another
    void failed(const QString &words);

private:
    void offer();
    void take(int index);
    void setRule(bool on);

    SavedAnswers m_saved;
    QString m_server;
    std::optional<ServerRequest> m_request;
    QComboBox *m_combo;
    QPushButton *m_keep;
    QCheckBox *m_rule;
};

} // namespace assayer
