#include "cli/callverb.h"

#include "cli/arguments.h"
#include "cli/textreport.h"
#include "inspection/formfields.h"
#include "inspection/reportparts.h"
#include "platform/visibletext.h"

namespace assayer {

namespace {

InspectionOptions withoutLists(InspectionOptions options)
{
    options.listWhenReady = false;
    return options;
}

} // namespace

CallVerb::CallVerb(InspectionOptions options, Console console, CallSettings settings, QObject *parent)
    : ConnectedVerb(withoutLists(std::move(options)), console, parent)
    , m_settings(std::move(settings))
{
    connect(&inspection(), &Inspection::listFinished, this, [this] {
        if (!isDone())
            m_settings.form ? showForm() : call();
    });
    connect(&inspection(), &Inspection::actionProgressed, this, [this](quint64, const ProgressUpdate &update) { progressed(update); });
    connect(&inspection(), &Inspection::actionFinished, this, &CallVerb::finished);
    connect(&inspection(), &Inspection::taskChanged, this, &CallVerb::taskChanged);
}

void CallVerb::work()
{
    if (inspection().advertises(ListKind::Tools))
        inspection().refresh(ListKind::Tools);
    else
        m_settings.form ? showForm() : call();
}

/// Of duplicates the last one.
json::Node CallVerb::definition() const
{
    json::Node found;
    for (const ListEntry &entry : inspection().snapshot(ListKind::Tools)->items) {
        if (entry.text("name") == view(m_settings.tool))
            found = entry.node;
    }
    return found;
}

void CallVerb::refuse(const Error &error)
{
    console().error(error, context(ErrorContext::Acting, QStringLiteral("tools/call")));
    if (console().json)
        console().out(errorObject(error) + '\n');
    done(requestExitCode(error));
}

void CallVerb::call()
{
    const json::Node tool = definition();
    const auto arguments = argumentsJson(m_settings.args, m_settings.pairs, ArgumentTexts::Coerced, tool ? tool.value->find("inputSchema") : nullptr);
    if (!arguments)
        return refuse(arguments.error());
    const ListSnapshotPtr list = inspection().snapshot(ListKind::Tools);
    for (const ExcludedEntry &excluded : list->excluded) {
        if (excluded.label == view(m_settings.tool) && !tool)
            return refuse(Error("usage", "the tool \"" + excluded.label + "\" is excluded and cannot be called: " + excluded.reason));
    }
    if (list->error)
        console().error(*list->error, context(ErrorContext::Listing, QStringLiteral("tools/list")));
    beginAction();
    inspection().start(callAction(m_settings.tool, *arguments, m_settings.options));
}

void CallVerb::showForm()
{
    const json::Node tool = definition();
    if (!tool)
        return refuse(Error("usage", "the server lists no usable tool \"" + m_settings.tool.toStdString() + "\""));
    const json::Value *schema = tool.value->find("inputSchema");
    const auto arguments = argumentsJson(m_settings.args, m_settings.pairs, ArgumentTexts::Coerced, schema);
    if (!arguments)
        return refuse(arguments.error());
    const ToolForm form = makeForm({ tool.document, schema }, *arguments);
    if (console().json)
        console().out(formJson(m_settings.tool, form) + '\n');
    else
        console().out(formText(m_settings.tool, form).toUtf8());
    done(Fine);
}

void CallVerb::progressed(const ProgressUpdate &update)
{
    if (console().quiet)
        return;
    const QString total = update.total.isEmpty() ? QString() : QStringLiteral(" of ") + QString::fromUtf8(update.total);
    console().errLine(QStringLiteral("progress %1%2  %3").arg(QString::fromUtf8(update.progress), total, visible(update.message)).trimmed());
}

void CallVerb::taskChanged(const TaskInfo &task)
{
    if (console().quiet || std::exchange(m_taskStatus, task.status + task.statusMessage) == task.status + task.statusMessage)
        return;
    const QString message = visible(task.statusMessage);
    console().errLine(QStringLiteral("task %1%2").arg(visible(task.status), message.isEmpty() ? QString() : QStringLiteral(": ") + message));
}

void CallVerb::finished(const ActionResult &result)
{
    if (isDone())
        return;
    std::optional<Error> error = result.result.error;
    if (!error && !result.isError)
        error = report::outputError(result.output);
    print(result, error);
    if (error)
        console().error(*error, context(ErrorContext::Acting, QStringLiteral("tools/call")));
    done(answerExitCode(result, ownFindings()));
}

/// Each failure a line; of very many the first.
void CallVerb::printFailures(const OutputVerdict &output)
{
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < output.failures.size() && i < most; ++i)
        console().note(QStringLiteral("  %1").arg(QString::fromStdString(output.failures[i].message)));
    if (output.failures.size() > most)
        console().note(QStringLiteral("  and %1 more").arg(output.failures.size() - most));
}

void CallVerb::print(const ActionResult &result, const std::optional<Error> &error)
{
    if (!console().json) {
        console().out(text::result("tools/call", result.result.result).toUtf8());
        if (result.isError)
            console().note(QStringLiteral("The tool reported an error."));
        if (result.result.result)
            console().note(QString::fromStdString(report::outputSentence(result.output)));
        if (result.output.failures.size() > 1 || result.output.advisory)
            printFailures(result.output);
        tellFindings(result);
        return;
    }
    json::Writer out;
    out.beginObject().member("tool", view(m_settings.tool)).member("generation", static_cast<std::int64_t>(result.output.generation));
    out.key("result");
    report::writeNode(out, result.result.result);
    out.member("isError", result.isError).key("error");
    report::writeError(out, error);
    if (!result.result.taskId.isEmpty())
        out.member("taskId", view(result.result.taskId));
    report::writeOutput(out, result.output);
    out.key("findings");
    report::writeFindings(out, ownFindings());
    console().out(QByteArray::fromStdString(out.endObject().take()) + '\n');
}

} // namespace assayer
