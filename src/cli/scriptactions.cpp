// Operations that are requests.
#include "cli/scriptoperations.h"
#include "cli/scriptverb.h"
#include "inspection/reportparts.h"

namespace assayer {

void ActionOperation::run(const ActionRequest &request)
{
    Inspection &inspection = script().inspection();
    connect(&inspection, &Inspection::actionWritten, this, [this](quint64 written) {
        if (written == m_number && m_number)
            tellBegun();
    });
    connect(&inspection, &Inspection::actionFinished, this, [this](const ActionResult &result) {
        if (result.number == m_number && m_number)
            take(result);
    });
    m_number = inspection.start(request);
}

CallOptions ActionOperation::callOptions() const
{
    CallOptions options;
    options.progress = flag("progress");
    options.asTask = flag("task");
    options.followTask = raw("followTask") != "false";
    options.answerInput = raw("answerInput") != "false";
    options.meta = raw("meta");
    options.capabilities = raw("capabilities");
    options.logLevel = text("logLevel");
    options.timeoutMs = static_cast<int>(std::clamp<qint64>(integer("timeoutMs", -1), -1, 86'400'000));
    return options;
}

void ActionOperation::take(const ActionResult &result)
{
    settle(result, result.result.error);
}

void ActionOperation::settle(const ActionResult &result, std::optional<Error> error)
{
    m_result = result;
    finish(std::move(error));
}

void ActionOperation::cancel()
{
    script().inspection().cancelAction(m_number);
}

void CallOperation::start()
{
    if (!requireConnection())
        return;
    const CallOptions options = callOptions();
    run(callAction(text("name"), raw("args"), options));
}

void CallOperation::take(const ActionResult &result)
{
    std::optional<Error> error = result.result.error;
    if (!error && !result.isError)
        error = report::outputError(result.output);
    settle(result, std::move(error));
}

void CallOperation::write(json::Writer &out) const
{
    const ActionResult &done = result();
    out.key("result");
    report::writeNode(out, done.result.result);
    out.member("isError", done.isError).key("progress").beginArray();
    for (const ProgressUpdate &update : done.result.progress)
        out.raw(view(update.progress));
    out.endArray();
    if (!done.result.taskId.isEmpty())
        out.member("taskId", view(done.result.taskId));
    out.member("generation", static_cast<std::int64_t>(done.output.generation));
    out.member("output", report::outputWord(done.output.state)).key("errors");
    report::writeFailures(out, done.output);
}

ActionRequest RequestOperation::request() const
{
    if (name() == "read")
        return readAction(text("uri"));
    if (name() == "prompt")
        return promptAction(text("name"), raw("args"));
    if (name() == "subscribe")
        return subscribeAction(text("uri"));
    if (name() == "unsubscribe")
        return unsubscribeAction(text("uri"));
    if (name() == "ping")
        return requestAction("ping", {});
    if (name() == "request")
        return requestAction(text("method"), raw("params"));
    json::Writer params;
    params.beginObject().rawMember("ref", view(raw("ref"))).rawMember("argument", view(raw("argument")));
    if (const QByteArray known = raw("context"); !known.isEmpty())
        params.rawMember("context", view(known));
    return requestAction("completion/complete", QByteArray::fromStdString(params.endObject().take()));
}

void RequestOperation::start()
{
    if (!requireConnection())
        return;
    ActionRequest made = request();
    made.options = callOptions();
    // A modern subscription is a stream that stands once the server accepted it.
    connect(&script().inspection(), &Inspection::actionAccepted, this, [this](quint64 accepted) {
        if (accepted == number())
            finish();
    });
    run(made);
}

void RequestOperation::write(json::Writer &out) const
{
    out.key("result");
    report::writeNode(out, result().result.result);
}

void ListenOperation::start()
{
    if (!requireConnection())
        return;
    connect(&script().inspection(), &Inspection::actionAccepted, this, [this](quint64 accepted, const QByteArray &granted) {
        if (accepted != number())
            return;
        m_granted = granted;
        tellBegun();
    });
    Inspection &inspection = script().inspection();
    const ActionRequest made = listenAction(raw("filter"));
    run(made);
    // Ready when the server accepted it, not when the request was written.
    disconnect(&inspection, &Inspection::actionWritten, this, nullptr);
}

void ListenOperation::write(json::Writer &out) const
{
    out.rawMember("granted", view(m_granted));
}

} // namespace assayer
