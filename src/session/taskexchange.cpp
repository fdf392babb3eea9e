#include "session/taskexchange.h"

#include "json/write.h"
#include "session/declaration.h"
#include "session/httpfailure.h"
#include "session/serverquestions.h"
#include "session/taskbook.h"

#include <algorithm>

namespace assayer {

namespace {

constexpr qint64 usualPollMs = 1000;
constexpr qint64 fastestPollMs = 20;
constexpr qint64 slowestPollMs = 60'000;

/// The handle that a call was answered with instead of a result: nested in the legacy era, flat in the modern one.
const json::Value *handleIn(const json::Node &result, Era era)
{
    if (!result || !result.value->isObject())
        return nullptr;
    if (era == Era::Modern)
        return result.value->stringAt("resultType") == "task" ? result.value : nullptr;
    const json::Value *task = result.value->find("task");
    return task && task->isObject() ? task : nullptr;
}

} // namespace

TaskExchange::TaskExchange(SessionCore &core, QByteArray tool, RequestExchange *call, RequestOptions options)
    : AskedExchange(&core)
    , m_core(core)
    , m_tool(std::move(tool))
    , m_options(std::move(options))
    , m_call(call)
{
    m_pollTimer.setSingleShot(true);
    m_limit.setSingleShot(true);
    connect(&m_pollTimer, &QTimer::timeout, this, &TaskExchange::poll);
    connect(&m_limit, &QTimer::timeout, this, [this] { fail(Error("timeout", "The task is done, but its result did not come")); });
    connect(call, &Exchange::written, this, &Exchange::written);
    connect(call, &Exchange::progressed, this, &Exchange::progressed);
    connect(call, &Exchange::finished, this, &TaskExchange::takeCreated);
    connect(&core.session(), &Session::closed, this, [this] { fail(Error("connection-closed", "The connection was closed before the task was done")); });
}

TaskExchange::~TaskExchange()
{
    m_core.tasks().unfollow(m_taskId);
    m_core.forgetProgress(m_progressToken);
}

QByteArray TaskExchange::idJson() const
{
    return m_call ? m_call->idJson() : m_progressToken;
}

QByteArray TaskExchange::declaredCapabilities() const
{
    return m_options.capabilities.isEmpty() ? m_core.options().clientCapabilities : m_options.capabilities;
}

void TaskExchange::start()
{
    m_startedNs = monotonicNs();
    m_call->start();
}

void TaskExchange::takeCreated(const ExchangeResult &result)
{
    m_result = result;
    const json::Value *handle = result.error ? nullptr : handleIn(result.result, m_core.era());
    if (!handle || m_done)
        return finishWith(result.result, result.error);
    const auto id = handle->stringAt("taskId");
    if (!id)
        return finishWith(result.result, Error("invalid-result", "The task that the server made has no taskId"));
    m_taskId = bytes(*id);
    const json::Node task { result.result.document, handle };
    m_core.tasks().take(task, result.answerFrame, m_tool);
    if (!m_options.followTask)
        return finishWith(result.result, std::nullopt);
    m_core.tasks().follow(m_taskId, this);
    if (m_options.progress && m_call) {
        // The token lives as long as the task (2025-11-25 basic/utilities/progress).
        m_progressToken = m_call->idJson();
        m_core.expectProgress(m_progressToken, this);
    }
    if (const int most = m_core.options().maxTotalTimeoutMs; most > 0) {
        QTimer::singleShot(most, this, [this, most] {
            tellCancelled();
            Error error("timeout", "The task was not done within " + std::to_string(most) + " ms");
            error.data.timeoutMs = most;
            fail(std::move(error));
        });
    }
    takeState(task, result.answerFrame);
}

RequestExchange *TaskExchange::ask(const char *method, const std::string &moreMembers, int timeoutMs, Answer answer)
{
    RequestOptions options;
    options.timeoutMs = timeoutMs;
    options.capabilities = m_options.capabilities;
    options.meta = m_options.meta;
    const std::string params = "{\"taskId\":" + json::quoted(view(m_taskId)) + moreMembers + '}';
    auto *exchange = new RequestExchange(m_core, method, bytes(params), options);
    connect(exchange, &Exchange::finished, this, answer);
    exchange->start();
    return exchange;
}

void TaskExchange::pollLater(const json::Value &task)
{
    qint64 pause = usualPollMs;
    for (const char *name : { "pollInterval", "pollIntervalMs" }) {
        const json::Value *interval = task.find(name);
        if (interval && interval->integer())
            pause = *interval->integer();
    }
    m_pollTimer.start(static_cast<int>(std::clamp(pause, fastestPollMs, slowestPollMs)));
}

void TaskExchange::poll()
{
    if (!m_done && !m_polling)
        m_polling = ask("tasks/get", {}, m_options.timeoutMs, &TaskExchange::takePolled);
}

void TaskExchange::takePolled(const ExchangeResult &result)
{
    m_polling.clear();
    if (m_done)
        return;
    if (result.error)
        return finishWith({}, result.error);
    if (!result.result || result.result.value->stringAt("taskId") != view(m_taskId))
        return finishWith(result.result, Error("invalid-result", "tasks/get was answered without the task that was asked for"));
    takeState(result.result, result.answerFrame);
}

void TaskExchange::takeState(const json::Node &task, quint64 frame)
{
    const bool wasOver = m_status == "completed" || m_status == "failed" || m_status == "cancelled";
    if (m_done || wasOver)
        return;
    m_status = task.value->stringAt("status").value_or("");
    m_statusMessage = task.value->stringAt("statusMessage").value_or("");
    if (m_status == "cancelled")
        return finishWith({}, Error("cancelled", "The server cancelled the task" + (m_statusMessage.empty() ? "" : ": " + m_statusMessage), "task"));
    const bool over = m_status == "completed" || m_status == "failed";
    if (over && m_core.era() == Era::Legacy)
        return fetchResult(false);
    if (over)
        return takeModernEnd(task, m_status);
    if (m_status == "input_required" && m_core.era() == Era::Legacy)
        fetchResult(true); // gives the server a stream to ask on
    else if (m_status == "input_required")
        askInput(task, frame);
    pollLater(*task.value);
}

void TaskExchange::fetchResult(bool waits)
{
    if (!m_fetching)
        m_fetching = ask("tasks/result", {}, waits ? 0 : m_options.timeoutMs, &TaskExchange::takeFetched);
    else if (!waits)
        m_limit.start(m_options.timeoutMs > 0 ? m_options.timeoutMs : m_core.options().requestTimeoutMs);
}

void TaskExchange::takeFetched(const ExchangeResult &result)
{
    m_fetching.clear();
    if (m_done)
        return;
    m_result.document = result.document;
    m_result.answerFrame = result.answerFrame;
    m_result.bytes = result.bytes;
    if (!result.error || m_status != "failed")
        return finishWith(result.result, result.error);
    Error error = failedError(result.error->data.text.value_or(result.error->message));
    error.data.code = result.error->data.code;
    error.data.data = result.error->data.data;
    finishWith({}, std::move(error));
}

Error TaskExchange::failedError(std::string detail) const
{
    const std::string words = !m_statusMessage.empty() ? m_statusMessage + (detail.empty() || detail == m_statusMessage ? "" : " (" + detail + ')') : detail;
    Error error("rpc-error", "The task failed" + (words.empty() ? "" : ": " + words), "task-failed");
    error.data.text = m_statusMessage.empty() ? detail : m_statusMessage;
    return error;
}

/// The modern state carries its end; a handle or a notification may leave it out, and then one poll brings it.
void TaskExchange::takeModernEnd(const json::Node &task, const std::string &status)
{
    m_result.document = task.document;
    const json::Value *result = task.value->find("result");
    const json::Value *error = task.value->find("error");
    if (status == "completed" && result)
        return finishWith({ task.document, result }, std::nullopt);
    if (status == "failed" && error) {
        Error told = rpcError(*task.document, *error);
        told.cause = "task-failed";
        return finishWith({}, std::move(told));
    }
    if (task.value->find("resultType") && task.value->stringAt("resultType") != "task")
        return finishWith({}, status == "failed" ? failedError({}) : Error("invalid-result", "The completed task has no result"));
    m_status.clear();
    poll();
}

void TaskExchange::askInput(const json::Node &task, quint64 frame)
{
    const json::Value *requests = task.value->find("inputRequests");
    json::Writer fresh;
    fresh.beginObject();
    bool any = false;
    for (const json::Member &member : requests ? requests->members() : std::span<const json::Member>()) {
        if (!m_asked.insert(std::string(member.name())).second)
            continue;
        fresh.rawMember(member.name(), task.document->raw(member.value()));
        any = true;
    }
    const auto parsed = any ? json::Document::parse(fresh.endObject().take()) : assayer::fail(Error());
    if (!parsed)
        return;
    if (++m_result.rounds > m_core.options().maxRounds) {
        tellCancelled();
        return fail(Error("rounds-exceeded", "The task asked for input more than " + std::to_string(m_core.options().maxRounds) + " times"));
    }
    m_core.questions().askRound(*this, { *parsed, &(*parsed)->root() }, m_result.rounds, frame);
}

void TaskExchange::takeInput(const std::map<QByteArray, ServerAnswer> &answers)
{
    if (m_done)
        return;
    json::Writer responses;
    responses.beginObject();
    for (const auto &[key, answer] : answers) {
        if (answer.abandon || answer.result.isEmpty()) {
            tellCancelled();
            return fail(Error("cancelled", "The task was given up: a question of the server was not answered", "input"));
        }
        responses.rawMember(view(key), view(answer.result));
    }
    ask("tasks/update", ",\"inputResponses\":" + responses.endObject().take(), m_options.timeoutMs, &TaskExchange::takeUpdated);
}

void TaskExchange::takeUpdated(const ExchangeResult &result)
{
    if (m_done)
        return;
    if (result.error)
        finishWith({}, result.error);
    else
        poll();
}

void TaskExchange::takeProgress(const ProgressUpdate &update)
{
    if (m_done)
        return;
    m_result.progress.push_back(update);
    Q_EMIT progressed(update);
}

void TaskExchange::tellCancelled()
{
    if (m_taskId.isEmpty() || !m_core.isReady())
        return;
    // Nobody waits for the answer: what it says of the task goes into the book.
    RequestOptions options;
    options.capabilities = m_options.capabilities;
    auto *exchange = new RequestExchange(m_core, "tasks/cancel", bytes("{\"taskId\":" + json::quoted(view(m_taskId)) + '}'), options);
    exchange->start();
}

void TaskExchange::cancel(const QString &reason)
{
    if (m_done)
        return;
    if (m_taskId.isEmpty()) {
        if (m_call)
            m_call->cancel(reason);
        return;
    }
    tellCancelled();
    fail(Error("cancelled", "Cancelled by you"));
}

void TaskExchange::fail(Error error)
{
    finishWith({}, std::move(error));
}

void TaskExchange::finishWith(json::Node result, std::optional<Error> error)
{
    if (m_done)
        return;
    m_done = true;
    m_pollTimer.stop();
    m_limit.stop();
    m_core.questions().drop(*this);
    m_core.tasks().unfollow(m_taskId);
    m_core.forgetProgress(m_progressToken);
    for (const QPointer<RequestExchange> &inner : { m_call, m_polling, m_fetching }) {
        if (inner)
            inner->fail(Error("cancelled", "The task is over"));
    }
    m_result.result = std::move(result);
    m_result.error = std::move(error);
    if (!m_taskId.isEmpty())
        m_result.elapsedNs = monotonicNs() - m_startedNs;
    m_result.taskId = m_taskId;
    Q_EMIT finished(m_result);
    deleteLater();
}

} // namespace assayer
