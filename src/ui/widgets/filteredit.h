// A filter field: says what is wrong with its text by tone, shape and words, and suggests words.
#pragma once

#include <QLineEdit>

class QAction;
class QCompleter;
class QTimer;

namespace assayer {

class FilterEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FilterEdit(QWidget *parent = nullptr);

    /// Red tone, a shape in the field, words in tool tip and accessible description. `position`: first character that does not
    /// fit, -1 for the whole; the cursor is not moved.
    void setProblem(const QString &words, qsizetype position = -1);
    void clearProblem() { setProblem({}); }
    bool hasProblem() const { return !m_problem.isEmpty(); }
    qsizetype problemPosition() const { return m_position; }
    /// Where words for the one at the cursor come from; whoever fills it puts the chosen one in. Down, Return, Tab and Esc work in
    /// its list while it is open; Tab takes the first word where none is chosen.
    void setSuggestions(QCompleter *suggestions);

Q_SIGNALS:
    /// The text rests for a moment, or Enter was pressed, or it was cleared.
    void filterChanged(const QString &text);
    /// Esc in the empty field, Down, or Enter: the list wants the focus.
    void leaveRequested();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void tell();
    bool chooses(QKeyEvent *event);
    void applyTone();

    QString m_problem;
    qsizetype m_position = -1;
    QString m_told;
    QTimer *m_rest;
    QAction *m_mark = nullptr;
    QCompleter *m_suggestions = nullptr;
    bool m_toning = false;
};

} // namespace assayer
