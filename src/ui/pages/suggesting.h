// Completion while typing: asks the server after a rest, and gives the answer to the newest question to the form.
#pragma once

#include "inspection/action.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

namespace assayer {

class ArgumentForm;
class Desk;

/// The other arguments that have a value, as an object of strings; empty where there are none (server/utilities/completion).
QByteArray contextArguments(const QByteArray &argumentsJson, const QString &typed);

/// {"type":"ref/prompt","name":...} or {"type":"ref/resource","uri":...} as JSON.
QByteArray completionReference(const char *type, const char *member, const QString &key);

/// Of one form. Nothing is asked of a server that does not state `completions`, nor while there is none.
class Suggesting : public QObject {
    Q_OBJECT
public:
    /// `form` outlives it. `reference` gives what is being filled in at the time of asking.
    Suggesting(Desk &desk, ArgumentForm &form, std::function<QByteArray()> reference, QObject *parent);

    /// The form stands for something else: what was typed and asked before is no longer of interest.
    void forget();

private:
    void ask();
    void take(const ActionResult &result);

    Desk &m_desk;
    ArgumentForm &m_form;
    std::function<QByteArray()> m_reference;
    QTimer m_rest;
    QString m_pointer;
    QString m_text;
    quint64 m_asked = 0; ///< the newest question that waits; 0 for none
    QString m_askedPointer; ///< the field it is about: the user may be in another by now
};

} // namespace assayer
