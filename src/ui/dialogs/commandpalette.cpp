#include "ui/dialogs/commandpalette.h"

#include "models/commandmodel.h"
#include "ui/actions.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/commandpresentation.h"
#include "ui/widgets/listview.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

namespace assayer {
namespace {

CommandRow rowOf(const Actions &actions, const QAction &action)
{
    CommandRow row;
    row.id = action.objectName();
    row.text = QString(action.text()).remove(u'&');
    row.path = actions.menuOf(&action);
    row.keys = action.shortcut().toString(QKeySequence::NativeText);
    row.enabled = action.isEnabled();
    return row;
}

} // namespace

CommandPalette::CommandPalette(const Actions &actions, QWidget *parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_model(new CommandModel(this))
    , m_edit(new QLineEdit(this))
    , m_view(new QTreeView(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(QStringLiteral("Command palette"));
    m_edit->setObjectName(QStringLiteral("paletteEdit"));
    m_edit->setPlaceholderText(QStringLiteral("Type a command"));
    m_edit->setAccessibleName(QStringLiteral("Command"));
    m_edit->installEventFilter(this);
    m_view->setObjectName(QStringLiteral("paletteView"));
    m_view->setAccessibleName(QStringLiteral("Commands"));
    m_view->setHeaderHidden(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_edit);
    column->addWidget(m_view, 1);
    std::vector<CommandRow> rows;
    for (const QAction *action : actions.all()) {
        if (action->isEnabled())
            rows.push_back(rowOf(actions, *action));
    }
    m_model->setCommands(std::move(rows));
    auto *dressed = new CommandPresentation(this);
    dressed->setSourceModel(m_model);
    m_view->setModel(dressed);
    dressList(m_view);
    formlook::columns(m_view, { "Server: The same, although the form has problems", "Ctrl+Shift+Return" }, { 0 });
    m_view->setCurrentIndex(dressed->index(0, 0));
    connect(m_edit, &QLineEdit::textChanged, this, [this, dressed](const QString &text) {
        m_model->setQuery(text);
        m_view->setCurrentIndex(dressed->index(0, 0));
    });
    connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_view, &QTreeView::activated, this, &CommandPalette::run);
    resize(fontMetrics().averageCharWidth() * 70, fontMetrics().lineSpacing() * 22);
}

/// Up and Down move in the list while the letters go into the field.
bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            move(key == Qt::Key_Down ? 1 : -1);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::move(int step)
{
    const int rows = m_view->model()->rowCount();
    if (rows > 0)
        m_view->setCurrentIndex(m_view->model()->index((m_view->currentIndex().row() + step + rows) % rows, 0));
}

void CommandPalette::run()
{
    const QModelIndex index = m_view->currentIndex();
    if (!index.isValid())
        return;
    QAction *action = m_actions[index.data(CommandModel::IdRole).toString().toLatin1().constData()];
    close();
    QTimer::singleShot(0, action, &QAction::trigger);
}

} // namespace assayer
