#include "ui/pages/taskspage.h"

#include "base/clock.h"
#include "models/taskmodel.h"
#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "protocol/message.h"
#include "ui/desk.h"
#include "ui/pages/errorwords.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/taskpresentation.h"
#include "ui/widgets/filteredit.h"
#include "ui/widgets/jsontreeview.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/placeholder.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>

#include <algorithm>

namespace assayer {
namespace {

constexpr int tickMs = 1000;
constexpr qint64 oldNs = 60'000'000'000; ///< a state that is older is said to be
constexpr int narrowWidth = 760;

TaskRow rowOf(const TaskInfo &task)
{
    TaskRow row;
    row.id = QString::fromUtf8(task.id);
    row.tool = QString::fromUtf8(task.tool);
    row.status = fromWire(task.status);
    row.message = fromWire(task.statusMessage);
    row.createdNs = task.firstWallNs;
    row.askedNs = task.heardWallNs;
    row.ttlMs = task.ttlMs.value_or(-1);
    row.node = task.node;
    row.frame = task.frame;
    return row;
}

} // namespace

bool TasksPage::isOffered(const Desk &desk)
{
    if (!desk.client().tasks().isEmpty())
        return true;
    const json::Value *capabilities = desk.facts() ? desk.facts()->capabilities.value : nullptr;
    return capabilities && (capabilities->find("tasks") || capabilities->find("extensions", "io.modelcontextprotocol/tasks"));
}

TasksPage::TasksPage(Desk &desk, QWidget *parent)
    : Page(PageId::Tasks, desk, parent)
    , m_model(new TaskModel(this))
    , m_dressed(new TaskPresentation(this))
{
    setObjectName(QStringLiteral("tasksPage"));
    makeWidgets();
    m_dressed->setSourceModel(m_model);
    m_view->setModel(m_dressed);
    dressList(m_view);
    keepCurrentRow(m_view);
    copyExactOnCopyKey(m_view);
    formlook::columns(m_view, { "7c91a...d0f2", "import_notes", "input_required", "three of five steps", "13:02:07" }, { TaskModel::Task, TaskModel::Tool, TaskModel::Message });
    m_tick.setInterval(tickMs);
    wire();
    fill();
}

TasksPage::~TasksPage() = default;

void TasksPage::makeWidgets()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 0);
    column->setSpacing(4);
    m_notice = new NoticeBar(this);
    m_notice->setObjectName(QStringLiteral("tasksNotice"));
    column->addWidget(m_notice);
    m_splitter = new QSplitter(this);
    m_splitter->setObjectName(QStringLiteral("tasksSplitter"));
    m_splitter->setChildrenCollapsible(false);
    column->addWidget(m_splitter, 1);

    auto *left = new QWidget(m_splitter);
    auto *list = new QVBoxLayout(left);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(4);
    m_filter = new FilterEdit(left);
    m_filter->setObjectName(QStringLiteral("tasksFilter"));
    m_filter->setPlaceholderText(QStringLiteral("Filter tasks"));
    m_filter->setAccessibleName(QStringLiteral("Filter tasks"));
    m_view = new QTreeView(left);
    m_view->setObjectName(QStringLiteral("tasksView"));
    m_view->setAccessibleName(QStringLiteral("Tasks"));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_words = new Placeholder(m_view);
    m_words->setObjectName(QStringLiteral("tasksPlaceholder"));
    m_footer = new QLabel(left);
    m_footer->setObjectName(QStringLiteral("tasksFooter"));
    m_footer->setTextFormat(Qt::PlainText);
    for (QWidget *widget : { static_cast<QWidget *>(m_filter), static_cast<QWidget *>(m_view), static_cast<QWidget *>(m_footer) })
        list->addWidget(widget);

    auto *right = new QWidget(m_splitter);
    auto *detail = new QVBoxLayout(right);
    detail->setContentsMargins(0, 0, 0, 0);
    detail->setSpacing(4);
    m_state = new QLabel(right);
    m_state->setObjectName(QStringLiteral("taskState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    detail->addWidget(m_state);
    m_detail = new JsonTreeView(right);
    m_detail->setObjectName(QStringLiteral("taskDetail"));
    m_detail->setAccessibleName(QStringLiteral("State of the task"));
    (new Placeholder(m_detail))->setWords(QStringLiteral("Select a task to see its state as the server told it."));
    detail->addWidget(m_detail, 1);
    auto *row = new QHBoxLayout;
    const auto button = [&](const char *text, const char *name, const char *tip) {
        auto *made = new QPushButton(QLatin1String(text), right);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(QLatin1String(tip));
        made->setAutoDefault(false);
        row->addWidget(made);
        return made;
    };
    m_ask = button("As&k now", "taskAskButton", "tasks/get (Ctrl+Return)");
    m_result = button("Res&ult", "taskResultButton", "tasks/result: waits until the task is done");
    m_cancel = button("&Cancel task", "taskCancelButton", "tasks/cancel");
    m_list = button("&List", "tasksListButton", "tasks/list (F5)");
    m_record = button("&Record", "taskRecordButton", "The record that brought this state");
    row->addStretch(1);
    detail->addLayout(row);
    formlook::proportions(m_splitter, 1, 1);
}

void TasksPage::wire()
{
    connect(m_filter, &FilterEdit::filterChanged, m_model, &TaskModel::setFilter);
    connect(m_filter, &FilterEdit::leaveRequested, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_model, &TaskModel::filtered, this, &TasksPage::showState);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TasksPage::showCurrent);
    connect(m_view, &QTreeView::activated, this, [this] { act(false); });
    connect(&m_tick, &QTimer::timeout, this, &TasksPage::showState);
    connect(m_ask, &QPushButton::clicked, this, [this] { act(false); });
    connect(m_list, &QPushButton::clicked, this, &TasksPage::refresh);
    connect(m_result, &QPushButton::clicked, this, [this] {
        if (const TaskInfo *task = current())
            m_asking.insert(desk().client().taskResult(task->id), task->id);
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (const TaskInfo *task = current())
            m_asking.insert(desk().client().cancelTask(task->id), task->id);
    });
    connect(m_record, &QPushButton::clicked, this, [this] {
        if (const TaskInfo *task = current())
            Q_EMIT recordWanted(task->frame, {});
    });
    InspectionClient &client = desk().client();
    connect(&client, &InspectionClient::taskChanged, this, &TasksPage::fill);
    connect(&client, &InspectionClient::actionFinished, this, &TasksPage::finished);
    connect(&desk(), &Desk::stateChanged, this, &TasksPage::fill);
}

void TasksPage::fill()
{
    m_tasks = desk().client().tasks();
    std::vector<TaskRow> rows;
    for (const TaskInfo &task : m_tasks)
        rows.insert(rows.begin(), rowOf(task));
    const bool any = !rows.empty();
    m_model->setRows(std::move(rows));
    if (any && !m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_dressed->index(0, 0));
    any && isReady() ? m_tick.start() : m_tick.stop();
    showCurrent();
}

const TaskInfo *TasksPage::current() const
{
    const QString id = m_view->currentIndex().siblingAtColumn(0).data(TaskModel::IdRole).toString();
    const auto found = std::find_if(m_tasks.begin(), m_tasks.end(), [&](const TaskInfo &task) { return QString::fromUtf8(task.id) == id; });
    return m_view->currentIndex().isValid() && found != m_tasks.end() ? &*found : nullptr;
}

bool TasksPage::isReady() const
{
    return desk().client().state() == InspectionClient::State::Ready;
}

bool TasksPage::isListed() const
{
    const SessionFactsPtr facts = desk().facts();
    return facts && eraOf(facts->revision) == Era::Legacy && facts->capabilities.value && facts->capabilities.value->find("tasks", "list");
}

void TasksPage::showCurrent()
{
    const TaskInfo *task = current();
    m_detail->setRoot(task ? task->node : json::Node());
    showState();
}

QString TasksPage::ageWords(const TaskInfo &task) const
{
    const qint64 old = wallNs() - task.heardWallNs;
    QString words = QStringLiteral("%1, heard %2 ago").arg(shown(task.status), age(std::max<qint64>(0, old)));
    if (!task.statusMessage.empty())
        words += QStringLiteral(": ") + shown(task.statusMessage);
    if (task.pollIntervalMs && !task.isDone())
        words += QStringLiteral(". The server asks to be polled every %1").arg(duration(*task.pollIntervalMs * 1'000'000));
    if (task.ttlMs)
        words += QStringLiteral(". Kept for %1").arg(duration(*task.ttlMs * 1'000'000));
    if (!task.isDone() && !isReady())
        words += QStringLiteral(". The server may still run it; reconnect to ask");
    else if (!task.isDone() && old > oldNs)
        words += QStringLiteral(". This status is old");
    return words + u'.';
}

void TasksPage::showState()
{
    const TaskInfo *task = current();
    const bool ready = isReady();
    m_state->setText(task ? ageWords(*task) : QString());
    m_ask->setEnabled(task && ready);
    m_result->setEnabled(task && ready && desk().facts() && eraOf(desk().facts()->revision) == Era::Legacy);
    m_cancel->setEnabled(task && ready && !task->isDone());
    m_record->setEnabled(task && task->frame);
    m_list->setEnabled(ready && isListed());
    const auto running = std::count_if(m_tasks.begin(), m_tasks.end(), [](const TaskInfo &one) { return !one.isDone(); });
    m_footer->setText(m_tasks.isEmpty() ? QString() : QStringLiteral("%1 %2, %3 running").arg(m_tasks.size()).arg(m_tasks.size() == 1 ? QStringLiteral("task") : QStringLiteral("tasks")).arg(running));
    if (m_tasks.isEmpty())
        m_words->setWords(ready ? QStringLiteral("No tasks on this connection. A tool called as a task (Options beside Call) appears here.") : QStringLiteral("No tasks. Not connected."));
    else
        m_words->setWords(m_model->rowCount() == 0 ? QStringLiteral("No task matches \"%1\".").arg(shown(m_filter->text())) : QString());
}

void TasksPage::finished(const ActionResult &result)
{
    const QByteArray id = m_asking.take(result.number);
    if (id.isEmpty())
        return;
    if (result.result.error) {
        const ErrorText text = actionErrorText(desk(), *result.result.error, result.method, result.name, result.result.elapsedNs);
        m_notice->setNotice(Tone::Error, QStringLiteral("%1 failed: %2. %3").arg(QString::fromUtf8(result.method), text.title, text.seen));
        return;
    }
    m_notice->clear();
    if (result.method == "tasks/result")
        m_detail->setRoot(result.result.result);
    Q_EMIT said(QStringLiteral("%1 answered in %2").arg(QString::fromUtf8(result.method), duration(result.result.elapsedNs)));
}

void TasksPage::takeFocus()
{
    m_view->setFocus(Qt::OtherFocusReason);
}

void TasksPage::find()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TasksPage::refresh()
{
    if (!isReady())
        return;
    if (isListed())
        return desk().client().refreshTasks();
    for (const TaskInfo &task : m_tasks) {
        if (!task.isDone())
            m_asking.insert(desk().client().getTask(task.id), task.id);
    }
}

void TasksPage::act(bool)
{
    if (const TaskInfo *task = current(); task && isReady())
        m_asking.insert(desk().client().getTask(task->id), task->id);
}

bool TasksPage::cancel()
{
    if (m_asking.isEmpty())
        return false;
    for (auto running = m_asking.cbegin(); running != m_asking.cend(); ++running)
        desk().client().cancelAction(running.key());
    return true;
}

bool TasksPage::clearFilter()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    m_model->setFilter({});
    m_view->setFocus(Qt::OtherFocusReason);
    return true;
}

QString TasksPage::report() const
{
    const TaskInfo *task = current();
    return task ? QStringLiteral("### Task of %1\n\n%2\n\n```json\n%3\n```\n").arg(shown(QString::fromUtf8(task->tool)), ageWords(*task), fromWire(task->node.raw())) : QString();
}

QString TasksPage::help() const
{
    return QStringLiteral("Tasks: calls that the server goes on with by itself. Ask now fetches the state, Result the tool's result, "
                          "Cancel task tells the server to stop. A task lives on the server: ending the connection does not end it.");
}

void TasksPage::fit(int width, int)
{
    formlook::orient(m_splitter, width < narrowWidth ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assayer
