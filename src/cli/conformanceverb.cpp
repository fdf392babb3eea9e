#include "cli/conformanceverb.h"

#include "cli/textreport.h"
#include "protocol/message.h"

#include <QTimer>

namespace assayer {

namespace {

/// The suite waits for ever for a client that does not end by itself.
constexpr int limitMs = 9000;

InspectionOptions prepared(InspectionOptions options, const ConformanceSettings &settings)
{
    options.listWhenReady = true;
    // There a GET of the session's own would be mistaken for the resumption of the call's stream; elsewhere questions come on it.
    options.session.suppressNotificationStream = settings.scenario == "sse-retry";
    if (!settings.protocolVersion.isEmpty() && !isModernName(view(settings.protocolVersion)))
        options.session.mode = EraMode::Legacy;
    options.answers.elicitation = AnswerMode::Defaults;
    options.answers.sampling = AnswerMode::Fixed;
    options.answers.samplingTools = false;
    options.answers.samplingResult = R"({"role":"assistant","content":{"type":"text","text":"ok"},"model":"conformance"})";
    options.answers.declareRoots = true;
    options.answers.rootsListChanged = false;
    return options;
}

CallOptions quiet()
{
    CallOptions options;
    options.progress = false;
    return options;
}

} // namespace

ConformanceSettings ConformanceSettings::fromEnvironment()
{
    return { qgetenv("MCP_CONFORMANCE_SCENARIO"), qgetenv("MCP_CONFORMANCE_CONTEXT"), qgetenv("MCP_CONFORMANCE_PROTOCOL_VERSION") };
}

ConformanceVerb::ConformanceVerb(InspectionOptions options, Console console, ConformanceSettings settings, QObject *parent)
    : ConnectedVerb(prepared(std::move(options), settings), console, parent)
    , m_settings(std::move(settings))
{
    connect(&inspection(), &Inspection::listFinished, this, &ConformanceVerb::listed);
    connect(&inspection(), &Inspection::actionFinished, this, &ConformanceVerb::finished);
}

void ConformanceVerb::start()
{
    QTimer::singleShot(limitMs, this, [this] {
        if (isDone())
            return;
        this->console().errLine(QStringLiteral("The scenario did not end within %1 ms.").arg(limitMs));
        tellFindings();
        done(TimedOut);
    });
    ConnectedVerb::start();
}

void ConformanceVerb::work()
{
    for (const ListKind kind : allListKinds) {
        if (inspection().advertises(kind))
            return;
    }
    // Servers that advertise nothing are asked for their tools all the same: the suite looks for that request.
    inspection().refresh(ListKind::Tools);
}

void ConformanceVerb::listed()
{
    if (isDone() || m_planned || inspection().isListing())
        return;
    m_planned = true;
    plan();
    step();
}

bool ConformanceVerb::lists(std::string_view tool) const
{
    for (const ListEntry &entry : inspection().snapshot(ListKind::Tools)->items) {
        if (entry.text("name") == tool)
            return true;
    }
    return false;
}

void ConformanceVerb::plan()
{
    const QByteArray &scenario = m_settings.scenario;
    if (scenario == "http-custom-headers")
        planContextCalls();
    else if (scenario == "json-schema-2020-12-preservation")
        planPreservation();
    else if (scenario == "sep-2322-client-request-state")
        planEveryTool();
    else
        planCalls();
}

void ConformanceVerb::planCalls()
{
    const auto call = [this](const char *tool, const char *arguments) { m_steps.push_back(callAction(tool, arguments, quiet())); };
    const QByteArray &scenario = m_settings.scenario;
    if (scenario == "tools_call") {
        call("add_numbers", R"({"a":5,"b":3})");
    } else if (scenario == "elicitation-sep1034-client-defaults") {
        call("test_client_elicitation_defaults", "{}");
    } else if (scenario == "sse-retry") {
        call("test_reconnection", "{}");
    } else if (scenario == "http-invalid-tool-headers") {
        call("valid_tool", R"({"region":"us-west1"})");
    } else if (scenario == "http-standard-headers") {
        call("test_headers", "{}");
        m_steps.push_back(readAction("file:///path/to/file%20name.txt", quiet()));
        m_steps.push_back(promptAction("test_prompt", {}, quiet()));
    } else if (lists("test-tool")) {
        call("test-tool", "{}");
    }
}

/// {"toolCalls":[{"name","arguments"}]}, made exactly as given.
void ConformanceVerb::planContextCalls()
{
    const Result<json::DocumentPtr> context = parseJson(m_settings.contextJson);
    const json::Value *calls = context ? (*context)->root().find("toolCalls") : nullptr;
    for (const json::Value &call : calls ? calls->items() : std::span<const json::Value>()) {
        const json::Value *arguments = call.find("arguments");
        const QByteArray exact = arguments ? bytes((*context)->raw(*arguments)) : QByteArray();
        m_steps.push_back(callAction(bytes(call.stringAt("name").value_or("")), exact, quiet()));
    }
}

/// The schema goes back verbatim.
void ConformanceVerb::planPreservation()
{
    for (const ListEntry &entry : inspection().snapshot(ListKind::Tools)->items) {
        const json::Value *schema = entry.text("name") == "json_schema_2020_12_tool" ? entry.node.value->find("inputSchema") : nullptr;
        if (schema)
            m_steps.push_back(callAction("json_schema_echo", "{\"schema\":" + bytes(entry.node.document->raw(*schema)) + '}', quiet()));
    }
}

void ConformanceVerb::planEveryTool()
{
    for (const ListEntry &entry : inspection().snapshot(ListKind::Tools)->items)
        m_steps.push_back(callAction(bytes(entry.text("name")), "{}", quiet()));
}

void ConformanceVerb::step()
{
    if (m_steps.empty()) {
        tellFindings();
        int code = Fine;
        for (const ListKind kind : allListKinds) {
            if (const auto &error = inspection().snapshot(kind)->error; error && inspection().advertises(kind) && error->kind != "rpc-error")
                code = worseExitCode(code, requestExitCode(*error));
        }
        return done(code);
    }
    const ActionRequest next = m_steps.front();
    m_steps.pop_front();
    inspection().start(next);
}

void ConformanceVerb::finished(const ActionResult &result)
{
    if (isDone())
        return;
    if (result.result.error) {
        console().error(*result.result.error, context(ErrorContext::Acting, QString::fromUtf8(result.method)));
        note(requestExitCode(*result.result.error));
    }
    step();
}

void ConformanceVerb::tellFindings()
{
    if (!console().quiet)
        console().err(text::findings(inspection().findings()).toUtf8());
}

} // namespace assayer
