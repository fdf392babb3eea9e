#include "ui/pages/callpane.h"

#include "ui_toolspage.h"

#include "json/write.h"
#include "models/formproblemmodel.h"
#include "protocol/message.h"
#include "protocol/metadatasummary.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/pages/page.h"
#include "ui/pages/resultpane.h"
#include "ui/preferences.h"
#include "ui/presentation/callhistorypresentation.h"
#include "ui/presentation/formproblempresentation.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/listview.h"

#include <QActionGroup>
#include <QMenu>

namespace assayer {
namespace {

constexpr std::size_t maxPast = 50;
constexpr int problemRows = 2;

CallRow::Outcome outcomeOf(const ActionResult &result)
{
    if (result.result.error)
        return result.result.error->kind == "cancelled" ? CallRow::Cancelled : CallRow::Failed;
    return result.isError ? CallRow::ToolError : CallRow::Ok;
}

CallRow::Output outputOf(const OutputVerdict &verdict)
{
    switch (verdict.state) {
    case OutputVerdict::Valid:
        return CallRow::Valid;
    case OutputVerdict::Invalid:
    case OutputVerdict::Missing:
        return CallRow::Invalid;
    case OutputVerdict::Unchecked:
        return CallRow::Unchecked;
    case OutputVerdict::None:
        break;
    }
    return verdict.reason.empty() ? CallRow::NoSchema : CallRow::Unchecked;
}

} // namespace

CallPane::CallPane(Ui::ToolsPage &ui, Desk &desk, QObject *parent)
    : QObject(parent)
    , m_ui(ui)
    , m_desk(desk)
    , m_result(new ResultPane(ui, desk, this))
    , m_problems(new FormProblemModel(this))
    , m_history(new CallHistoryModel(this))
{
    auto *problems = new FormProblemPresentation(this);
    problems->setSourceModel(m_problems);
    ui.argumentProblems->setModel(problems);
    ui.argumentProblems->setAccessibleName(QStringLiteral("Problems of the arguments"));
    auto *history = new CallHistoryPresentation(this);
    history->setSourceModel(m_history);
    ui.pastCallsView->setModel(history);
    ui.pastCallsView->setAccessibleName(QStringLiteral("Past calls of this tool"));
    dressList(ui.pastCallsView);
    formlook::columns(ui.pastCallsView, { "13:02:07.412", "tool error", "invalid", "{\"query\":\"budget\",\"limit\":20}", "2 min 05 s", "12.2 KiB" });
    makeOptionsMenu();
    wire();
}

void CallPane::wire()
{
    connect(m_ui.argumentForm, &ArgumentForm::changed, this, &CallPane::keepArguments);
    connect(m_ui.argumentForm, &ArgumentForm::problemsChanged, this, &CallPane::showProblems);
    connect(m_ui.argumentJson, &JsonEdit::jsonChanged, this, &CallPane::keepArguments);
    connect(m_ui.argumentJson, &JsonEdit::problemChanged, this, &CallPane::showProblems);
    connect(m_ui.argumentFormMode, &QRadioButton::toggled, this, &CallPane::showArguments);
    connect(m_ui.argumentProblems, &QListView::clicked, this, [this](const QModelIndex &index) {
        m_ui.argumentForm->focusField(index.data(FormProblemModel::PointerRole).toString());
    });
    connect(m_ui.callButton, &QPushButton::clicked, this, [this] { call(false); });
    connect(m_ui.callConfirmBar, &NoticeBar::triggered, this, [this](const QString &id) {
        m_ui.callConfirmBar->clear();
        if (id == QLatin1String("call"))
            send();
    });
    connect(m_ui.callProgress, &CallProgress::cancelRequested, this, &CallPane::cancel);
    connect(m_ui.pastCallsView, &QTreeView::activated, this, [this](const QModelIndex &index) { openPast(index.row()); });
    InspectionClient &client = m_desk.client();
    connect(&client, &InspectionClient::actionStarted, this, &CallPane::started);
    connect(&client, &InspectionClient::actionProgressed, this, &CallPane::progressed);
    connect(&client, &InspectionClient::actionFinished, this, &CallPane::finished);
}

void CallPane::makeOptionsMenu()
{
    m_optionsMenu = new QMenu(m_ui.callOptionsButton);
    m_progress = m_optionsMenu->addAction(QStringLiteral("Ask for &progress"));
    m_progress->setCheckable(true);
    m_progress->setChecked(true);
    m_asTask = m_optionsMenu->addAction(QStringLiteral("Call as a &task"));
    m_asTask->setCheckable(true);
    m_optionsMenu->addSection(QStringLiteral("Time limit"));
    auto *limits = new QActionGroup(this);
    const std::pair<QString, int> choices[] = { { QStringLiteral("Of the &profile"), -1 }, { QStringLiteral("&10 s"), 10'000 },
        { QStringLiteral("&1 min"), 60'000 }, { QStringLiteral("1&0 min"), 600'000 } };
    for (const auto &[text, limit] : choices) {
        QAction *action = m_optionsMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(limit == m_timeoutMs);
        limits->addAction(action);
        connect(action, &QAction::triggered, this, [this, ms = limit] { m_timeoutMs = ms; });
    }
    m_ui.callOptionsButton->setMenu(m_optionsMenu);
}

bool CallPane::isJson() const
{
    return m_ui.argumentJsonMode->isChecked();
}

QByteArray CallPane::argumentsNow() const
{
    return isJson() ? m_ui.argumentJson->json() : m_ui.argumentForm->arguments();
}

void CallPane::setTool(const Tool &tool, bool again)
{
    if (!again)
        m_ui.callConfirmBar->clear();
    m_tool = tool;
    m_filling = true;
    const json::Value *schema = tool.entry.value ? tool.entry.value->find("inputSchema") : nullptr;
    m_ui.argumentForm->setSchema(schema ? json::Node { tool.entry.document, schema } : json::Node());
    if (past().hasArguments)
        m_ui.argumentForm->setArguments(past().arguments);
    if (isJson())
        m_ui.argumentJson->setJson(past().hasArguments ? past().arguments : m_ui.argumentForm->arguments());
    m_filling = false;
    m_asTask->setEnabled(tool.taskSupport == static_cast<int>(TaskSupport::Optional));
    m_asTask->setChecked(tool.taskSupport == static_cast<int>(TaskSupport::Required));
    showProblems();
    showPast();
    showRunning();
    if (again)
        return;
    m_result->clear();
    if (const auto shownResult = past().results.constFind(past().shownCall); shownResult != past().results.constEnd())
        m_result->show(*shownResult);
}

void CallPane::clear()
{
    m_tool = {};
    m_filling = true;
    m_ui.argumentForm->clear();
    m_ui.argumentJson->setJson({});
    m_filling = false;
    m_result->clear();
}

void CallPane::keepArguments()
{
    if (m_filling || m_tool.name.isEmpty())
        return;
    past().arguments = argumentsNow();
    past().hasArguments = true;
    showProblems();
}

/// The form and the JSON text are two views of one value: the one that opens takes what the other held.
void CallPane::showArguments()
{
    m_filling = true;
    if (isJson()) {
        const QByteArray text = m_ui.argumentForm->arguments();
        m_ui.argumentJson->setJson(past().hasArguments ? past().arguments : text);
    } else if (!m_ui.argumentJson->problem()) {
        m_ui.argumentForm->setArguments(m_ui.argumentJson->json());
    }
    m_ui.argumentStack->setCurrentIndex(isJson() ? 1 : 0);
    m_filling = false;
    showProblems();
}

void CallPane::toggleForm()
{
    (isJson() ? m_ui.argumentFormMode : m_ui.argumentJsonMode)->setChecked(true);
    (isJson() ? static_cast<QWidget *>(m_ui.argumentJson) : m_ui.argumentForm)->setFocus(Qt::OtherFocusReason);
}

void CallPane::showProblems()
{
    std::vector<FormProblem> problems;
    if (!isJson())
        problems = m_ui.argumentForm->problems();
    else if (m_ui.argumentJson->problem())
        problems.push_back({ {}, QStringLiteral("JSON"), m_ui.argumentJson->problem()->words });
    const int count = static_cast<int>(problems.size());
    m_problems->setRows(std::move(problems));
    m_ui.argumentProblems->setVisible(count > 0);
    const int row = EscapedDelegate::rowHeight(m_ui.argumentProblems->fontMetrics());
    m_ui.argumentProblems->setMaximumHeight(qMin(count, problemRows) * row + 2 * m_ui.argumentProblems->frameWidth());
}

void CallPane::setWhyNot(const QString &whyNot)
{
    m_whyNot = m_tool.excluded ? QStringLiteral("This tool is excluded by a rule of the revision and cannot be called.") : whyNot;
    m_ui.callButton->setEnabled(m_whyNot.isEmpty() && !m_tool.name.isNull());
    m_ui.callButton->setToolTip(m_whyNot.isEmpty() ? QStringLiteral("Call this tool (Ctrl+Return)") : m_whyNot);
    m_ui.resultPlaceholder->setText(m_whyNot.isEmpty()
            ? QStringLiteral("No call yet. Ctrl+Return calls with the arguments at the left.")
            : QStringLiteral("No call yet. ") + m_whyNot);
}

void CallPane::call(bool anyway)
{
    if (!m_ui.callButton->isEnabled()) {
        Q_EMIT said(m_whyNot);
        return;
    }
    if (m_problems->rowCount() > 0 && !anyway) {
        Q_EMIT said(QStringLiteral("Not sent: the arguments have problems. Ctrl+Shift+Return sends them as they are."));
        if (!isJson())
            m_ui.argumentForm->focusField(m_problems->at(0).pointer);
        return;
    }
    if (m_tool.destructive && m_desk.preferences().isOn(Preferences::ConfirmDestructive)) {
        m_ui.callConfirmBar->setNotice(Tone::Warning,
            QStringLiteral("The server says %1 is destructive. Call it?").arg(shown(m_tool.name)),
            { { QStringLiteral("call"), QStringLiteral("Call") }, { QStringLiteral("dont"), QStringLiteral("Don't") } }, false);
        return;
    }
    send();
}

CallOptions CallPane::options() const
{
    CallOptions options;
    options.timeoutMs = m_timeoutMs;
    options.progress = m_progress->isChecked();
    options.asTask = m_asTask->isChecked();
    return options;
}

void CallPane::send()
{
    const QByteArray arguments = argumentsNow();
    past().arguments = arguments;
    past().hasArguments = true;
    const QString tool = m_tool.name;
    const quint64 number = m_desk.client().call(tool.toUtf8(), arguments, options());
    m_tools.insert(number, tool);
    past().running = number;
    CallRow row;
    row.number = number;
    row.tool = tool;
    row.arguments = arguments;
    row.startedNs = wallNs();
    past().calls.insert(past().calls.begin(), row);
    if (past().calls.size() > maxPast)
        past().calls.pop_back();
    m_result->clear();
    m_ui.resultPlaceholder->setText(QStringLiteral("Running."));
    showPast();
    showRunning();
}

void CallPane::started(const ActionInfo &action)
{
    if (m_tools.value(action.number) == m_tool.name && past().running == action.number)
        m_ui.callProgress->start(QStringLiteral("Running"), action.timeoutMs);
}

void CallPane::showRunning()
{
    const quint64 running = past().running;
    if (!running) {
        m_ui.callProgress->stop();
        return;
    }
    for (const ActionInfo &action : m_desk.client().inFlight()) {
        if (action.number == running && !m_ui.callProgress->isRunning())
            m_ui.callProgress->start(QStringLiteral("Running"), action.timeoutMs);
    }
}

void CallPane::progressed(quint64 number, const ProgressUpdate &update)
{
    if (m_tools.value(number) != m_tool.name || past().running != number)
        return;
    const std::optional<double> total = update.total.isEmpty() ? std::nullopt : std::optional(update.total.toDouble());
    m_ui.callProgress->setProgress(update.progress.toDouble(), total, update.message);
}

void CallPane::finished(const ActionResult &result)
{
    const auto found = m_tools.constFind(result.number);
    if (found == m_tools.constEnd())
        return;
    const QString tool = *found;
    m_tools.erase(found);
    Past &calls = m_past[tool];
    for (CallRow &row : calls.calls) {
        if (row.number != result.number)
            continue;
        row.outcome = outcomeOf(result);
        row.output = outputOf(result.output);
        row.problem = result.result.error ? QString::fromStdString(result.result.error->message) : QString();
        row.elapsedNs = result.result.elapsedNs;
        row.bytes = result.result.bytes;
        row.generation = result.output.generation;
        row.requestFrame = result.result.requestFrame;
        row.answerFrame = result.result.answerFrame;
    }
    calls.results.insert(result.number, result);
    if (calls.running == result.number)
        calls.running = 0;
    calls.shownCall = result.number;
    if (tool != m_tool.name)
        return;
    m_result->show(result);
    showPast();
    if (!calls.running)
        m_ui.callProgress->stop();
}

void CallPane::showPast()
{
    m_history->setRows(past().calls);
    const int count = static_cast<int>(past().calls.size());
    m_ui.pastCallsView->setVisible(count > 0);
    m_ui.pastCallsPlaceholder->setVisible(count == 0);
    m_ui.pastCallsPlaceholder->setText(QStringLiteral("No calls of this tool yet. Enter on a past call brings its arguments and result back."));
    Q_EMIT pastCountChanged(count);
}

void CallPane::openPast(int row)
{
    if (row < 0 || row >= m_history->rowCount())
        return;
    const CallRow call = m_history->at(row);
    past().arguments = call.arguments;
    past().hasArguments = true;
    past().shownCall = call.number;
    m_filling = true;
    m_ui.argumentForm->setArguments(call.arguments);
    m_ui.argumentJson->setJson(call.arguments);
    m_filling = false;
    showProblems();
    m_ui.toolTabs->setCurrentWidget(m_ui.toolCallTab);
    if (const auto result = past().results.constFind(call.number); result != past().results.constEnd())
        m_result->show(*result);
}

bool CallPane::cancel()
{
    const quint64 running = m_tool.name.isNull() ? 0 : past().running;
    if (!running)
        return false;
    m_ui.callProgress->setCancelling();
    m_desk.client().cancelAction(running);
    return true;
}

} // namespace assayer
