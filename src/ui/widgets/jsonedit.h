// A JSON text being typed: checked while typing, kept byte for byte.
#pragma once

#include <QByteArray>
#include <QPlainTextEdit>

#include <optional>

class QTimer;

namespace assayer {

class JsonEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    struct Problem {
        QString words; ///< "line 2, column 7: ..."
        int position = 0; ///< in the text, UTF-16
        int line = 1;
        int column = 1;
    };

    explicit JsonEdit(QWidget *parent = nullptr);

    void setJson(const QByteArray &json);
    /// Exactly what stands there.
    QByteArray json() const;
    /// Empty text counts as absent and is no problem where it is allowed (default).
    void setEmptyAllowed(bool allowed);
    const std::optional<Problem> &problem() const { return m_problem; }
    /// Selects the value at that JSON Pointer, or the innermost that is there; nothing where the text is no JSON.
    void selectPointer(const QString &pointer);
    bool isAbsent() const; ///< nothing but white space
    QSize sizeHint() const override;

Q_SIGNALS:
    void jsonChanged(); ///< by the user or setJson(), after the check
    void problemChanged(const QString &words); ///< empty: none

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void check();
    void mark();
    void newLine();

    std::optional<Problem> m_problem;
    bool m_emptyAllowed = true;
    QTimer *m_rest;
};

} // namespace assayer
