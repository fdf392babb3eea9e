// One field of a form: an editor that knows absent from null from empty, and keeps exact text until it is edited.
#pragma once

#include "inspection/fieldspec.h"

#include <QByteArray>
#include <QStringList>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace assayer {

/// Ctrl+Shift+Del makes a field absent, Ctrl+Shift+Backspace null. Problems are found by the form and only shown here.
class FormField : public QWidget {
    Q_OBJECT
public:
    static FormField *create(const FieldSpec &spec, QWidget *parent);

    const FieldSpec &spec() const { return m_spec; }
    /// Exact JSON text; empty: absent.
    QByteArray json() const;
    /// json(), or what its place holds when it must hold something.
    QByteArray jsonInPlace() const;
    /// Null value: absent. Keeps the exact text until the field is edited.
    void setValue(const json::Node &value);
    void unset(); ///< by the user
    void setNull(); ///< by the user
    /// Fills a field whose place cannot be empty: a new row, a chosen alternative.
    void start();
    bool isAbsent() const { return json().isEmpty(); }
    virtual void setSuggestions(const QStringList &) { }
    /// The innermost field on that way, this one at least. `path`: decoded tokens, of which the first `at` are used up.
    virtual FormField *nearest(const QStringList &path, qsizetype at)
    {
        Q_UNUSED(path)
        Q_UNUSED(at)
        return this;
    }
    virtual QWidget *editor() const = 0;
    /// Words beside the editor; empty: none.
    void showProblem(const QString &words);
    /// A label above the editor instead of at its left.
    virtual bool isWide() const { return false; }
    /// What it holds is no value of its kind and would be sent as a text; words for the user, empty if all is well.
    virtual QString unreadable() const { return {}; }
    /// unreadable() of this field and of those inside.
    virtual void collectUnreadable(std::vector<std::pair<FormField *, QString>> &out);

Q_SIGNALS:
    void edited();
    void suggestionsRequested(const QString &pointer, const QString &text);

protected:
    enum State { Absent, Null, Value };

    FormField(const FieldSpec &spec, QWidget *parent);
    /// Places the editor and the buttons; called by the concrete constructor.
    void place(QWidget *editor);
    /// The user changed the editor: it holds a value now.
    void touched();
    /// Keys of every field, for editors that would eat them.
    void watch(QWidget *editor);
    QString partName(const char *part) const; ///< "argument/limit" + part

    virtual QByteArray editorJson() const = 0;
    virtual void showValue(const json::Node &value) = 0;
    virtual void showState(State state) = 0; ///< Absent or Null: the editor is empty
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    State state() const { return m_state; }
    bool isLoading() const { return m_loading; }

private:
    void become(State state);
    void showButtons();
    bool takeKey(int key, Qt::KeyboardModifiers modifiers, bool pressed);

    FieldSpec m_spec;
    State m_state = Absent;
    QByteArray m_exact; ///< as set, until edited
    bool m_loading = false;
    QVBoxLayout *m_column = nullptr;
    QToolButton *m_unset = nullptr; ///< null where the place cannot be empty
    QToolButton *m_null = nullptr; ///< where null is among the types
    QLabel *m_problem = nullptr; ///< made when first needed
};

} // namespace assayer
