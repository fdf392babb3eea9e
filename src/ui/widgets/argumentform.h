// A form made from a JSON Schema: absent, null and empty are three things, numbers keep their digits, the rest is JSON in place.
#pragma once

#include "json/document.h"
#include "models/formproblemmodel.h"

#include <QByteArray>
#include <QScrollArea>

#include <memory>
#include <vector>

namespace assayer {

/// Fields have the object name `argument` + their JSON Pointer ("argument/limit"), their parts that + "/unset", "/null",
/// "/problem", "/add", "/remove", "/variant", "/lines". What the form cannot draw is a JSON field. Nothing is lost.
class ArgumentForm : public QScrollArea {
    Q_OBJECT
public:
    /// A field that is not from a schema: prompt arguments and template variables.
    struct TextField {
        QString name; ///< untrusted
        QString title; ///< untrusted, may be empty
        QString description; ///< untrusted
        bool required = false;
        bool many = false; ///< a list of texts, or names with texts, makes sense too (RFC 6570 "{var*}")
    };

    explicit ArgumentForm(QWidget *parent = nullptr);
    ~ArgumentForm() override;

    /// A schema of an object, or of alternatives of them; anything else gives one JSON field. The defaults are filled in.
    void setSchema(const json::Node &schema);
    void setTextFields(const QList<TextField> &fields);
    /// Nothing to fill in.
    void clear();
    /// Fills the fields from exact JSON text (an object); values keep their text until they are edited.
    void setArguments(const QByteArray &json);
    /// Exact JSON text of the object; "{}" where everything is absent.
    QByteArray arguments() const;
    /// By our own schema engine, for the newest text that could be judged.
    const std::vector<FormProblem> &problems() const;
    /// A large value is being judged in another thread: problems() follow.
    bool isJudging() const;
    /// Missing members are said beside their fields from now on: the user wanted to send.
    void showMissing();
    bool hasFields() const;
    /// Focus to the field of that JSON Pointer.
    void focusField(const QString &pointer);
    /// Words suggested for a text field.
    void setSuggestions(const QString &pointer, const QStringList &words);

Q_SIGNALS:
    void changed(); ///< by the user or setArguments()
    void problemsChanged();
    /// The user typed in a text field of that pointer: suggestions may be asked for.
    void suggestionsRequested(const QString &pointer, const QString &text);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace assayer
