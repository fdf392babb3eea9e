// Every act of the window as a QAction, made from one table: menus, keys and the list of keys come from here.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

class QMenuBar;
class QWidget;

namespace assayer {

/// Where a key works. Keys may repeat across Trace and Questions, never within one scope nor against Window and Page.
enum class ActionScope { Window, Page, Trace, Questions };

/// One row of the table. Texts are ours and English; `keys` are portable sequences separated by blanks.
struct ActionSpec {
    const char *name; ///< object name, "actionConnect"; null for a separator
    const char *menu; ///< "File", "Edit", "View", "Server", "Go", "Trace", "Help"
    const char *text; ///< with its mnemonic
    const char *keys;
    ActionScope scope = ActionScope::Window;
    QKeySequence::StandardKey standard = QKeySequence::UnknownKey;
    const char *icon = nullptr; ///< freedesktop name
    const char *tip = nullptr;
    bool checkable = false;
};

/// The table itself, in menu order.
const QList<ActionSpec> &actionTable();
/// "everywhere in the window", "page or panel", "trace", "questions".
QString actionScopeName(ActionScope scope);

/// Owns the actions. Thread: the window's.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QObject *parent = nullptr);

    /// The action of that name; a wrong name is a programming error.
    QAction *operator[](const char *name) const;
    ActionScope scope(const QAction *action) const;
    /// All of one scope, in table order.
    QList<QAction *> ofScope(ActionScope scope) const;
    QList<QAction *> all() const;
    QString menuOf(const QAction *action) const;

    /// Builds File ... Help.
    void fillMenuBar(QMenuBar *bar) const;
    /// Adds the actions of a scope to a widget, so that their keys work inside it.
    void attach(ActionScope scope, QWidget *widget) const;

private:
    QAction *create(const ActionSpec &spec);

    QList<QAction *> m_actions;
    QHash<QString, QAction *> m_byName;
    QHash<const QAction *, const ActionSpec *> m_specs;
};

} // namespace assayer
