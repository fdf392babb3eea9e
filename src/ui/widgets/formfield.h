// One field of a form: an editor that knows absent from null from empty, and keeps exact text until it is edited.
#pragma once

#include "models/formproblemmodel.h"
#include "ui/widgets/fieldspec.h"

#include <QByteArray>
#include <QStringList>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace assayer {

class FormField : public QWidget {
    Q_OBJECT
public:
    /// `document`: the whole schema.
    static FormField *create(const json::Node &document, const FieldSpec &spec, QWidget *parent);

    const FieldSpec &spec() const { return m_spec; }
    /// Exact JSON text; empty: absent.
    QByteArray json() const;
    /// Null value: absent. Keeps the exact text until the field is edited.
    void setValue(const json::Node &value);
    void unset(); ///< by the user
    void setNull(); ///< by the user
    bool isAbsent() const { return json().isEmpty(); }
    /// Problems of this field and of those inside it.
    virtual void collect(std::vector<FormProblem> &problems) const;
    virtual void setSuggestions(const QStringList &) { }
    /// Field of that pointer, this or one inside; null for none.
    virtual FormField *find(const QString &pointer);
    virtual QWidget *editor() const = 0;
    /// Shows or hides the words of a problem beside the editor.
    void showProblem();

Q_SIGNALS:
    void edited();
    void suggestionsRequested(const QString &pointer, const QString &text);

protected:
    enum State { Absent, Null, Value };

    FormField(const FieldSpec &spec, QWidget *parent);
    /// Places the editor and the unset button; called by the concrete constructor.
    void place(QWidget *editor, bool wide = false);
    /// The user changed the editor: it holds a value now.
    void touched();

    virtual QByteArray editorJson() const = 0;
    virtual void showValue(const json::Node &value) = 0;
    virtual void showState(State state) = 0; ///< Absent or Null: the editor is empty
    void keyPressEvent(QKeyEvent *event) override;
    State state() const { return m_state; }
    bool isLoading() const { return m_loading; }

private:
    void become(State state);

    FieldSpec m_spec;
    State m_state = Absent;
    QByteArray m_exact; ///< as set, until edited
    bool m_loading = false;
    QToolButton *m_button = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace assayer
