#include "ui/actions.h"

#include "ui/presentation/toneicon.h"

#include <QMenu>
#include <QMenuBar>

namespace assayer {
namespace {

/// The platform's bindings, and the written ones where the platform has none of them.
QList<QKeySequence> shortcutsOf(const ActionSpec &spec)
{
    QList<QKeySequence> keys;
    if (spec.standard != QKeySequence::UnknownKey)
        keys = QKeySequence::keyBindings(spec.standard);
    const QStringList written = QString::fromLatin1(spec.keys).split(u' ', Qt::SkipEmptyParts);
    if (!keys.isEmpty() && written.isEmpty())
        return keys;
    QList<QKeySequence> result;
    for (const QString &text : written)
        result.append(QKeySequence(text, QKeySequence::PortableText));
    for (const QKeySequence &key : keys) {
        if (!result.contains(key) && written.isEmpty())
            result.append(key);
    }
    return result;
}

Qt::ShortcutContext contextOf(ActionScope scope)
{
    const bool inside = scope == ActionScope::Trace || scope == ActionScope::Questions;
    return inside ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut;
}

} // namespace

QString actionScopeName(ActionScope scope)
{
    switch (scope) {
    case ActionScope::Page:
        return QStringLiteral("page or panel");
    case ActionScope::Trace:
        return QStringLiteral("trace");
    case ActionScope::Questions:
        return QStringLiteral("questions");
    case ActionScope::Window:
        break;
    }
    return QStringLiteral("window");
}

Actions::Actions(QObject *parent)
    : QObject(parent)
{
    for (const ActionSpec &spec : actionTable()) {
        if (spec.name)
            m_actions.append(create(spec));
    }
}

QAction *Actions::create(const ActionSpec &spec)
{
    auto *action = new QAction(QString::fromLatin1(spec.text), this);
    action->setObjectName(QString::fromLatin1(spec.name));
    action->setShortcuts(shortcutsOf(spec));
    action->setShortcutContext(contextOf(spec.scope));
    action->setCheckable(spec.checkable);
    if (spec.icon)
        action->setIcon(actionIcon(QString::fromLatin1(spec.icon)));
    if (spec.tip)
        action->setStatusTip(QString::fromLatin1(spec.tip));
    m_byName.insert(action->objectName(), action);
    m_specs.insert(action, &spec);
    return action;
}

QAction *Actions::operator[](const char *name) const
{
    QAction *action = m_byName.value(QString::fromLatin1(name));
    Q_ASSERT_X(action, "Actions", name);
    return action;
}

ActionScope Actions::scope(const QAction *action) const
{
    const ActionSpec *spec = m_specs.value(action);
    return spec ? spec->scope : ActionScope::Window;
}

QList<QAction *> Actions::ofScope(ActionScope scope) const
{
    QList<QAction *> result;
    for (QAction *action : m_actions) {
        if (m_specs.value(action)->scope == scope)
            result.append(action);
    }
    return result;
}

QList<QAction *> Actions::all() const
{
    return m_actions;
}

QString Actions::menuOf(const QAction *action) const
{
    const ActionSpec *spec = m_specs.value(action);
    return spec ? QString::fromLatin1(spec->menu) : QString();
}

void Actions::fillMenuBar(QMenuBar *bar) const
{
    QHash<QString, QMenu *> menus;
    for (const ActionSpec &spec : actionTable()) {
        const QString title = QString::fromLatin1(spec.menu);
        QMenu *&menu = menus[title];
        if (!menu) {
            menu = bar->addMenu(u'&' + title);
            menu->setObjectName(QStringLiteral("menu") + title);
        }
        if (spec.name)
            menu->addAction(m_byName.value(QString::fromLatin1(spec.name)));
        else
            menu->addSeparator();
    }
}

void Actions::attach(ActionScope scope, QWidget *widget) const
{
    widget->addActions(ofScope(scope));
}

} // namespace assayer
