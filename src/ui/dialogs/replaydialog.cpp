#include "ui/dialogs/replaydialog.h"

#include "base/clock.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "ui/desk.h"
#include "ui/pages/formlook.h"
#include "ui/presentation/calldifferencepresentation.h"
#include "ui/widgets/listview.h"
#include "ui/widgets/placeholder.h"
#include "ui/widgets/sidebyside.h"
#include "ui/workspace.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QThreadPool>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace assayer {
namespace {

QString text(const QByteArray &bytes)
{
    return fromWire({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
}

json::Node outcomeIn(const TraceAnalyzer &trace, std::optional<quint64> answerRow)
{
    if (!answerRow)
        return {};
    for (const Message &message : trace.messages(*answerRow)) {
        if (message.result || message.error)
            return { message.document, message.result ? message.result : message.error };
    }
    return {};
}

/// Exact text of the member "arguments"; empty where there is none.
QByteArray argumentsOf(const QByteArray &params)
{
    const Result<json::DocumentPtr> document = params.isEmpty() ? fail("", "") : parseJson(params);
    const json::Value *arguments = document && (*document)->root().isObject() ? (*document)->root().find("arguments") : nullptr;
    return arguments ? bytes((*document)->raw(*arguments)) : QByteArray();
}

} // namespace

ReplayDialog::ReplayDialog(Workspace &workspace, const Desk &recorded, std::shared_ptr<const TraceAnalyzer> analyzer, QWidget *parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_recordedId(recorded.source().id)
    , m_analyzer(analyzer.get(), [analyzer, log = std::shared_ptr<const TraceLog>(recorded.trace())](const TraceAnalyzer *) {})
    , m_target(new QComboBox)
    , m_start(new QPushButton(QStringLiteral("Replay")))
    , m_stop(new QPushButton(QStringLiteral("Stop")))
    , m_status(new QLabel)
    , m_view(new QTreeView)
    , m_model(new CallDifferenceModel(this))
    , m_sides(new SideBySide(QStringLiteral("replaySides")))
{
    setObjectName(QStringLiteral("replayDialog"));
    setWindowTitle(QStringLiteral("Replay %1").arg(visible(recorded.source().name)));
    build();
    fillTargets();
    connect(&workspace, &Workspace::changed, this, &ReplayDialog::fillTargets);
    connect(&workspace, &Workspace::removed, this, &ReplayDialog::fillTargets);
    readSteps();
    resize(fontMetrics().averageCharWidth() * 130, fontMetrics().lineSpacing() * 36);
}

ReplayDialog::~ReplayDialog()
{
    stop();
}

void ReplayDialog::build()
{
    m_target->setObjectName(QStringLiteral("replayTargetCombo"));
    m_target->setAccessibleName(QStringLiteral("Server to ask"));
    m_start->setObjectName(QStringLiteral("replayButton"));
    m_start->setAutoDefault(false);
    m_stop->setObjectName(QStringLiteral("replayStopButton"));
    m_stop->setAutoDefault(false);
    m_status->setObjectName(QStringLiteral("replayStatus"));
    m_status->setTextFormat(Qt::PlainText);
    auto *top = new QHBoxLayout;
    auto *label = new QLabel(QStringLiteral("&Against"));
    label->setBuddy(m_target);
    top->addWidget(label);
    top->addWidget(m_target, 1);
    top->addWidget(m_start);
    top->addWidget(m_stop);
    auto *dressed = new CallDifferencePresentation(this);
    dressed->setSourceModel(m_model);
    m_model->setChoosing(true);
    m_view->setObjectName(QStringLiteral("replayView"));
    m_view->setAccessibleName(QStringLiteral("Requests to send again"));
    m_view->setModel(dressed);
    dressList(m_view);
    formlook::columns(m_view, { "Send__", "resources/templates/list", "search_notes_and_more", "waiting, may change data", "Places", "tool error", "tool error", "Time before", "42 ms" }, { 1, 2 });
    auto *words = new Placeholder(m_view);
    words->setObjectName(QStringLiteral("replayPlaceholder"));
    words->setWords(QStringLiteral("This trace holds no requests that can be sent again."));
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("replaySplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(m_sides);
    formlook::proportions(splitter, 1, 1);
    auto *column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    column->addWidget(m_status);
    m_sides->setNames(QStringLiteral("Recorded"), QStringLiteral("Now"));
    m_sides->clear(QStringLiteral("Choose a request."));
    connect(m_start, &QPushButton::clicked, this, &ReplayDialog::start);
    connect(m_stop, &QPushButton::clicked, this, &ReplayDialog::stop);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) { showRow(index.row()); });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (index.row() >= 0 && index.row() < m_model->rowCount())
            Q_EMIT recordWanted(m_recordedId, m_model->at(index.row()).before);
    });
}

void ReplayDialog::readSteps()
{
    const QPointer<ReplayDialog> self(this);
    QThreadPool::globalInstance()->start([self, analyzer = m_analyzer] {
        std::vector<Step> steps;
        for (ReplayStep &step : replaySteps(*analyzer)) {
            Step made;
            made.before = outcomeIn(*analyzer, step.answerRow);
            made.step = std::move(step);
            steps.push_back(std::move(made));
        }
        QMetaObject::invokeMethod(qApp, [self, steps = std::move(steps)] {
            if (self)
                self->takeSteps(steps);
        });
    });
}

void ReplayDialog::takeSteps(std::vector<Step> steps)
{
    m_steps = std::move(steps);
    std::vector<CallDifferenceRow> rows;
    for (const Step &step : m_steps) {
        CallDifferenceRow row;
        row.method = text(step.step.method);
        row.target = text(step.step.target);
        row.state = CallDifferenceRow::Waiting;
        row.before = m_analyzer->log().seqOf(step.step.requestRow);
        row.beforeStatus = step.step.answerRow ? m_analyzer->status(*step.step.answerRow) : AnswerStatus::None;
        row.beforeNs = step.step.answerRow ? m_analyzer->durationNs(*step.step.answerRow).value_or(-1) : -1;
        row.mayHarm = step.step.mayHarm;
        row.chosen = !row.mayHarm;
        rows.push_back(row);
    }
    m_model->setRows(std::move(rows));
    m_view->setCurrentIndex(m_view->model()->index(0, CallDifferenceModel::Method));
    showState();
}

/// Servers that are connected now.
void ReplayDialog::fillTargets()
{
    const QVariant chosen = m_target->currentData();
    QStringList ids;
    for (const Desk *desk : m_workspace.desks()) {
        if (!desk->isTrace() && desk->client().state() == InspectionClient::State::Ready)
            ids.append(desk->source().id);
    }
    QStringList now;
    for (int i = 0; i < m_target->count(); ++i)
        now.append(m_target->itemData(i).toString());
    if (ids != now) {
        m_target->clear();
        for (const QString &id : ids)
            m_target->addItem(visible(m_workspace.find(id)->source().name), id);
        m_target->setCurrentIndex(std::max(0, m_target->findData(chosen)));
    }
    showState();
}

void ReplayDialog::showState()
{
    const bool running = m_desk != nullptr;
    m_start->setEnabled(!running && m_target->count() > 0 && !m_steps.empty());
    m_stop->setEnabled(running);
    m_target->setEnabled(!running);
    int counts[CallDifferenceRow::Left + 1] = {};
    for (const CallDifferenceRow &row : m_model->rows())
        ++counts[row.state];
    if (m_target->count() == 0)
        m_status->setText(QStringLiteral("Connect to a server first; nothing is sent before."));
    else if (counts[CallDifferenceRow::Same] + counts[CallDifferenceRow::Differs] + counts[CallDifferenceRow::Failed] == 0 && !running)
        m_status->setText(QStringLiteral("%1 requests. What may change data is not ticked.").arg(m_steps.size()));
    else
        m_status->setText(QStringLiteral("%1 same, %2 differ, %3 without answer, %4 left out%5")
                              .arg(counts[CallDifferenceRow::Same])
                              .arg(counts[CallDifferenceRow::Differs])
                              .arg(counts[CallDifferenceRow::Failed])
                              .arg(counts[CallDifferenceRow::Left])
                              .arg(running ? QStringLiteral("; running...") : QStringLiteral(".")));
}

void ReplayDialog::start()
{
    m_desk = m_workspace.find(m_target->currentData().toString());
    if (!m_desk)
        return;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        m_steps[i].answered = false;
        m_steps[i].after = {};
        setState(i, m_model->rows()[i].chosen ? CallDifferenceRow::Waiting : CallDifferenceRow::Left);
    }
    connect(&m_desk->client(), &InspectionClient::actionFinished, this, &ReplayDialog::take);
    m_at = 0;
    next();
}

void ReplayDialog::stop()
{
    if (!m_desk)
        return;
    m_desk->client().disconnect(this);
    if (m_action)
        m_desk->client().cancelAction(m_action);
    m_action = 0;
    m_desk = nullptr;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const auto state = m_model->rows()[i].state;
        if (state == CallDifferenceRow::Waiting || state == CallDifferenceRow::Running)
            setState(i, CallDifferenceRow::Left);
    }
    showState();
}

void ReplayDialog::next()
{
    while (m_at < m_steps.size() && m_model->rows()[m_at].state != CallDifferenceRow::Waiting)
        ++m_at;
    if (m_at == m_steps.size() || !m_desk) {
        stop();
        showRow(m_view->currentIndex().row());
        return;
    }
    send(m_at);
    showState();
}

void ReplayDialog::send(std::size_t at)
{
    const ReplayStep &step = m_steps[at].step;
    CallOptions options;
    options.raw = true; // a question of our own: lists and state stay as they are
    options.progress = false;
    setState(at, CallDifferenceRow::Running);
    m_sentNs = monotonicNs();
    if (step.method == "tools/call")
        m_action = m_desk->client().call(step.target, argumentsOf(step.paramsJson), options);
    else
        m_action = m_desk->client().request(step.method, step.paramsJson, options);
}

void ReplayDialog::take(const ActionResult &result)
{
    if (result.number != m_action || m_at >= m_steps.size())
        return;
    m_action = 0;
    Step &step = m_steps[m_at];
    const bool rpcError = result.result.error && result.result.error->kind == "rpc-error" && result.result.document;
    const json::Value *error = rpcError ? result.result.document->root().find("error") : nullptr;
    CallDifferenceRow row = m_model->rows()[m_at];
    row.afterNs = result.result.elapsedNs > 0 ? result.result.elapsedNs : monotonicNs() - m_sentNs;
    if (result.result.error && !error) {
        row.state = CallDifferenceRow::Failed;
        row.words = QString::fromStdString(result.result.error->message);
    } else {
        const json::Node failure = error ? json::Node { result.result.document, error } : json::Node();
        step.after = error ? failure : result.result.result;
        step.outcome = compareReplay(*m_analyzer, step.step, error ? json::Node() : result.result.result, failure);
        step.answered = true;
        row.state = step.outcome.isSame() ? CallDifferenceRow::Same : CallDifferenceRow::Differs;
        row.afterStatus = step.outcome.after;
        row.differences = static_cast<int>(step.outcome.differences.size());
    }
    m_model->update(static_cast<qsizetype>(m_at), row);
    if (m_view->currentIndex().row() == static_cast<int>(m_at))
        showRow(static_cast<int>(m_at));
    ++m_at;
    next();
}

void ReplayDialog::setState(std::size_t at, CallDifferenceRow::State state)
{
    CallDifferenceRow row = m_model->rows()[at];
    row.state = state;
    if (state == CallDifferenceRow::Waiting || state == CallDifferenceRow::Left) {
        row.afterStatus = AnswerStatus::None;
        row.afterNs = -1;
        row.differences = 0;
        row.words.clear();
    }
    m_model->update(static_cast<qsizetype>(at), row);
}

void ReplayDialog::showRow(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_steps.size())
        return;
    const Step &step = m_steps[static_cast<std::size_t>(row)];
    if (step.answered || step.before)
        m_sides->show(step.before, step.after, step.answered ? step.outcome.differences : std::vector<JsonDifference>());
    else
        m_sides->clear(QStringLiteral("The trace holds no answer to this request."));
}

} // namespace assayer
