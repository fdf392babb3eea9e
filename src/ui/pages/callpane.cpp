#include "ui/pages/callpane.h"

#include "ui_toolspage.h"

#include "base/clock.h"
#include "inspection/secretfree.h"
#include "json/write.h"
#include "models/formproblemmodel.h"
#include "protocol/message.h"
#include "protocol/metadatasummary.h"
#include "ui/desk.h"
#include "ui/pages/calloptions.h"
#include "ui/pages/page.h"
#include "ui/pages/pastpane.h"
#include "ui/pages/resultpane.h"
#include "ui/preferences.h"
#include "ui/presentation/formproblempresentation.h"
#include "ui/widgets/argumentjudge.h"
#include "ui/widgets/delegates.h"

#include <QMenu>
#include <QWidgetAction>

#include <algorithm>

namespace assayer {
namespace {

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
    , m_calls(&desk.pastCalls())
    , m_jsonJudge(new ArgumentJudge(this))
    , m_options(new CallOptionsPanel)
{
    auto *problems = new FormProblemPresentation(this);
    problems->setSourceModel(m_problems);
    ui.argumentProblems->setModel(problems);
    ui.argumentProblems->setAccessibleName(QStringLiteral("Problems of the arguments"));
    ui.argumentProblems->setItemDelegate(new EscapedDelegate(this));
    m_past = new PastPane(ui, *m_calls, this);
    auto *menu = new QMenu(ui.callOptionsButton);
    auto *action = new QWidgetAction(menu);
    action->setDefaultWidget(m_options);
    menu->addAction(action);
    ui.callOptionsButton->setMenu(menu);
    ui.callOptionsButton->setToolTip(QStringLiteral("As a task, time limit, log level, _meta, capabilities"));
    wire();
}

void CallPane::wire()
{
    connect(m_ui.argumentForm, &ArgumentForm::changed, this, &CallPane::keepArguments);
    connect(m_ui.argumentForm, &ArgumentForm::problemsChanged, this, &CallPane::showProblems);
    connect(m_ui.argumentJson, &JsonEdit::jsonChanged, this, [this] {
        if (isJson())
            m_jsonJudge->judge(m_ui.argumentJson->json());
        keepArguments();
    });
    connect(m_ui.argumentJson, &JsonEdit::problemChanged, this, &CallPane::showProblems);
    connect(m_jsonJudge, &ArgumentJudge::judged, this, &CallPane::showProblems);
    connect(m_ui.argumentFormMode, &QRadioButton::toggled, this, &CallPane::showArguments);
    for (const auto signal : { &QListView::clicked, &QListView::activated })
        connect(m_ui.argumentProblems, signal, this, [this](const QModelIndex &index) { goToProblem(index.row()); });
    connect(m_ui.callButton, &QPushButton::clicked, this, [this] { call(false); });
    connect(m_ui.callConfirmBar, &NoticeBar::triggered, this, [this](const QString &id) {
        m_ui.callConfirmBar->clear();
        if (id == QLatin1String("call"))
            send();
    });
    connect(m_ui.callProgress, &CallProgress::cancelRequested, this, &CallPane::cancel);
    connect(m_options, &CallOptionsPanel::changed, this, &CallPane::showOptions);
    connect(m_past, &PastPane::useWanted, this, &CallPane::openPast);
    connect(m_past, &PastPane::countChanged, this, &CallPane::pastCountChanged);
    connect(m_past, &PastPane::said, this, &CallPane::said);
    connect(m_calls, &PastCalls::forgotten, this, [this] {
        if (!m_tool.name.isEmpty())
            setTool(Tool(m_tool), false);
    });
    connect(m_calls, &PastCalls::loaded, this, [this] {
        if (!m_tool.name.isEmpty())
            setTool(m_tool, true);
    });
    connect(m_result, &ResultPane::compareWanted, this, [this] {
        const quint64 newest = past().shownCall;
        if (const quint64 older = m_past->before(newest))
            m_past->compare(older, newest);
        else
            Q_EMIT said(QStringLiteral("There is no earlier call of this tool to compare with."));
    });
    m_waiting.setSingleShot(true);
    m_waiting.setInterval(20);
    connect(&m_waiting, &QTimer::timeout, this, [this] { call(false); });
    InspectionClient &client = m_desk.client();
    connect(&client, &InspectionClient::actionStarted, this, &CallPane::started);
    connect(&client, &InspectionClient::actionProgressed, this, &CallPane::progressed);
    connect(&client, &InspectionClient::actionFinished, this, &CallPane::finished);
    connect(&m_desk, &Desk::factsChanged, this, &CallPane::showOptions);
    showOptions();
}

void CallPane::showOptions()
{
    const SessionFactsPtr facts = m_desk.facts();
    m_options->setModern(!facts || eraOf(facts->revision) == Era::Modern);
    const int changes = m_options->changes();
    m_ui.callOptionsButton->setText(changes ? QStringLiteral("Options %1").arg(changes) : QStringLiteral("Options"));
}

/// To the field, or to the place in the text.
void CallPane::goToProblem(int row)
{
    if (row < 0 || row >= m_problems->rowCount())
        return;
    const QString pointer = m_problems->at(row).pointer;
    if (!isJson()) {
        m_ui.argumentForm->focusField(pointer);
        return;
    }
    m_ui.argumentJson->setFocus(Qt::OtherFocusReason);
    m_ui.argumentJson->selectPointer(pointer);
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
    const json::Node input = schema ? json::Node { tool.entry.document, schema } : json::Node();
    m_ui.argumentForm->setSchema(input);
    m_jsonJudge->setSchema(input);
    past().secretNames = secretMembers(input);
    if (past().hasArguments)
        m_ui.argumentForm->setArguments(past().arguments);
    if (isJson()) {
        m_ui.argumentJson->setJson(past().hasArguments ? past().arguments : m_ui.argumentForm->arguments());
        m_jsonJudge->judge(m_ui.argumentJson->json());
    }
    m_filling = false;
    if (!again)
        m_options->setTaskSupport(tool.taskSupport);
    showOptions();
    showProblems();
    m_past->setTool(tool.name);
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
    m_calls->keep();
    showProblems();
}

/// The form and the JSON text are two views of one value: the one that opens takes what the other held.
void CallPane::showArguments()
{
    m_filling = true;
    if (isJson()) {
        const QByteArray text = m_ui.argumentForm->arguments();
        m_ui.argumentJson->setJson(past().hasArguments ? past().arguments : text);
        m_jsonJudge->judge(m_ui.argumentJson->json());
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
    else
        problems = m_jsonJudge->problems();
    const int count = static_cast<int>(problems.size());
    m_problems->setRows(std::move(problems));
    m_ui.argumentProblems->setVisible(count > 0);
    const int row = EscapedDelegate::rowHeight(m_ui.argumentProblems->fontMetrics());
    m_ui.argumentProblems->setFixedHeight(qMin(count, problemRows) * row + 2 * m_ui.argumentProblems->frameWidth());
}

void CallPane::setWhyNot(const QString &whyNot)
{
    m_whyNot = m_tool.excluded ? QStringLiteral("This tool is excluded by a rule of the revision and cannot be called.") : whyNot;
    m_ui.callButton->setEnabled(m_whyNot.isEmpty() && !m_tool.name.isNull());
    m_ui.callButton->setToolTip(m_whyNot.isEmpty() ? QStringLiteral("Call this tool (Ctrl+Return)") : m_whyNot);
    m_ui.resultPlaceholder->setText(m_whyNot.isEmpty()
            ? QStringLiteral("No call yet. Ctrl+Return calls with these arguments.")
            : QStringLiteral("No call yet. ") + m_whyNot);
}

void CallPane::call(bool anyway)
{
    if (!m_ui.callButton->isEnabled()) {
        Q_EMIT said(m_whyNot);
        return;
    }
    if (isJson() && !json::Document::parse(m_ui.argumentJson->json().toStdString()) && !m_ui.argumentJson->isAbsent()) {
        Q_EMIT said(QStringLiteral("Not sent: the arguments are no JSON, so no message could hold them. Edit and resend in the trace sends any bytes."));
        return;
    }
    if (const QString wrong = m_options->problem(); !wrong.isEmpty() && !anyway) {
        Q_EMIT said(QStringLiteral("Not sent: %1. Ctrl+Shift+Return sends without it.").arg(wrong));
        return;
    }
    const bool judging = isJson() ? m_jsonJudge->isPending() : m_ui.argumentForm->isJudging();
    if (judging && !anyway) {
        m_waiting.start();
        return;
    }
    if (m_problems->rowCount() > 0 && !anyway) {
        Q_EMIT said(QStringLiteral("Not sent: the arguments have problems. Ctrl+Shift+Return sends them as they are."));
        m_ui.argumentForm->showMissing();
        goToProblem(0);
        return;
    }
    ask();
}

/// The hint is the server's and not verified; only what is stated destructive asks.
void CallPane::ask()
{
    if (!m_tool.destructive || !m_desk.preferences().isOn(Preferences::ConfirmDestructive))
        return send();
    m_ui.callConfirmBar->setNotice(Tone::Warning, QStringLiteral("The server says %1 is destructive. Call it?").arg(shown(m_tool.name)),
        { { QStringLiteral("call"), QStringLiteral("Call") }, { QStringLiteral("dont"), QStringLiteral("Don't") } }, false);
}

CallOptions CallPane::options() const
{
    return m_options->options();
}

void CallPane::send()
{
    QByteArray arguments = argumentsNow();
    if (arguments.trimmed().isEmpty())
        arguments = "{}";
    past().arguments = arguments;
    past().hasArguments = true;
    const QString tool = m_tool.name;
    const quint64 number = m_desk.client().call(tool.toUtf8(), bytes(json::compact(view(arguments))), options());
    m_tools.insert(number, tool);
    past().running.append(number);
    CallRow row;
    row.number = number;
    row.tool = tool;
    row.arguments = arguments;
    row.startedNs = wallNs();
    m_calls->add(tool, row);
    m_result->clear();
    m_ui.resultPlaceholder->setText(QStringLiteral("Running."));
    m_past->refresh();
    showRunning();
}

void CallPane::started(const ActionInfo &action)
{
    if (m_tools.value(action.number) == m_tool.name && !past().running.isEmpty() && past().running.last() == action.number)
        showRunning();
}

/// The bar is of the newest call of this tool; the others stand in the status bar, each with its own Cancel.
void CallPane::showRunning()
{
    if (m_tool.name.isNull() || past().running.isEmpty()) {
        m_ui.callProgress->stop();
        return;
    }
    const qsizetype others = past().running.size() - 1;
    const QString what = others > 0 ? QStringLiteral("Running, and %1 more").arg(others) : QStringLiteral("Running");
    for (const ActionInfo &action : m_desk.client().inFlight()) {
        if (action.number == past().running.last())
            m_ui.callProgress->start(what, action.timeoutMs, (wallNs() - action.startedWallNs) / 1'000'000);
    }
}

void CallPane::progressed(quint64 number, const ProgressUpdate &update)
{
    if (m_tools.value(number) != m_tool.name || past().running.isEmpty() || past().running.last() != number)
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
    ToolPast &calls = m_calls->of(tool);
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
    calls.running.removeAll(result.number);
    calls.shownCall = result.number;
    m_calls->keep();
    if (tool != m_tool.name)
        return;
    m_result->show(result);
    m_past->refresh();
    showRunning();
}

void CallPane::openPast(quint64 number, bool callAgain)
{
    const auto &calls = past().calls;
    const auto found = std::find_if(calls.begin(), calls.end(), [&](const CallRow &call) { return call.number == number; });
    if (found == calls.end())
        return;
    const CallRow row = *found;
    past().arguments = row.arguments.isEmpty() ? QByteArrayLiteral("{}") : row.arguments;
    past().hasArguments = true;
    past().shownCall = number;
    m_filling = true;
    m_ui.argumentForm->setArguments(past().arguments);
    m_ui.argumentJson->setJson(past().arguments);
    m_filling = false;
    showProblems();
    m_ui.toolTabs->setCurrentWidget(m_ui.toolCallTab);
    m_result->clear();
    if (const auto result = past().results.constFind(number); result != past().results.constEnd())
        m_result->show(*result);
    else
        m_ui.resultPlaceholder->setText(QStringLiteral("The answer was not kept: it was larger than 256 KiB, or none came."));
    if (callAgain)
        call(false);
}

/// It was sent before as it is, so problems of its arguments do not hold it back now.
bool CallPane::again(quint64 number)
{
    const auto &calls = past().calls;
    if (std::none_of(calls.begin(), calls.end(), [&](const CallRow &call) { return call.number == number; }))
        return false;
    openPast(number, false);
    call(true);
    return true;
}

bool CallPane::cancel()
{
    if (m_tool.name.isNull() || past().running.isEmpty())
        return false;
    m_ui.callProgress->setCancelling();
    m_desk.client().cancelAction(past().running.last());
    return true;
}

} // namespace assayer
