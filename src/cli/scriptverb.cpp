#include "cli/scriptverb.h"

#include "cli/exitcodes.h"
#include "cli/tracenotice.h"
#include "inspection/reportparts.h"

#include <QTimer>

namespace assayer {

namespace {

constexpr int endMs = 6000;

/// Nothing is sent that no operation asks for.
InspectionOptions passive(InspectionOptions options)
{
    options.listWhenReady = false;
    options.refreshOnListChanged = false;
    options.listenWhenReady = false;
    return options;
}

bool isOver(Inspection::State state)
{
    return state == Inspection::State::Closed || state == Inspection::State::Failed || state == Inspection::State::Idle;
}

} // namespace

ScriptVerb::ScriptVerb(InspectionOptions options, Console console, QObject *parent)
    : Verb(parent)
    , m_console(console)
    , m_inspection(passive(std::move(options)), std::make_shared<TraceLog>())
{
    connect(&m_input, &ScriptInput::line, this, &ScriptVerb::takeLine);
    connect(&m_input, &ScriptInput::atEnd, this, [this] {
        m_atEnd = true;
        next();
    });
    tellTraceFailures(*m_inspection.trace(), m_console, this);
    connect(&m_inspection, &Inspection::notified, this, [this](const Notification &notification) {
        m_notifications.push_back(notification);
        Q_EMIT notificationQueued();
    });
    connect(&m_inspection, &Inspection::serverRequested, this, [this](const ServerRequest &request) { m_questions.append(request); });
    connect(&m_inspection, &Inspection::serverRequestCancelled, this, [this](quint64 number) {
        m_questions.removeIf([number](const ServerRequest &request) { return request.number == number; });
    });
    connect(&m_inspection, &Inspection::stateChanged, this, [this](Inspection::State state) {
        if (state == Inspection::State::Connecting) {
            m_notifications.clear();
            m_questions.clear();
        }
    });
    connect(&m_inspection, &Inspection::findingsCleared, this, [this] { m_toldFindings = 0; });
    if (m_console.verbose)
        connect(&m_inspection, &Inspection::stderrReceived, this, [this](const QByteArray &bytes) { m_console.err(bytes); });
}

ScriptVerb::~ScriptVerb() = default;

Error ScriptVerb::noConnection()
{
    return { "connection-closed", "There is no connection" };
}

void ScriptVerb::start()
{
    const QString path = m_inspection.options().recordPath;
    if (!path.isEmpty()) {
        if (const Result<void> recording = m_inspection.startRecording(path); !recording) {
            m_console.error(recording.error());
            Q_EMIT finished(UsageError);
            return;
        }
    }
    m_input.start();
}

void ScriptVerb::interrupt()
{
    m_input.stop();
    m_lines.clear();
    end();
}

std::optional<Notification> ScriptVerb::takeNotification(const QByteArray &method)
{
    const auto found = std::find_if(m_notifications.begin(), m_notifications.end(), [&](const Notification &notification) { return notification.message.method == view(method); });
    if (found == m_notifications.end())
        return std::nullopt;
    const Notification taken = *found;
    m_notifications.erase(found);
    return taken;
}

void ScriptVerb::setAnswer(const QByteArray &method, const QByteArray &resultJson)
{
    m_inspection.answers().setResult(method, resultJson);
    const QList<ServerRequest> waiting = m_questions;
    for (const ServerRequest &request : waiting) {
        if (request.method != method)
            continue;
        m_questions.removeIf([&](const ServerRequest &question) { return question.number == request.number; });
        ServerAnswer answer;
        answer.result = resultJson;
        m_inspection.answer(request.number, answer);
    }
}

void ScriptVerb::takeLine(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    m_lines.push_back(line);
    next();
}

void ScriptVerb::next()
{
    while (!m_current && !m_ending && m_finishing.isEmpty() && !m_lines.empty()) {
        const QByteArray line = m_lines.front();
        m_lines.pop_front();
        const Result<json::DocumentPtr> parsed = parseJson(line);
        if (!parsed)
            return refuse(line, "this line is no JSON: " + parsed.error().message);
        run(*parsed);
    }
    if (m_atEnd && m_lines.empty() && !m_current && m_finishing.isEmpty())
        end();
}

void ScriptVerb::refuse(const QByteArray &, const std::string &message)
{
    m_badLine = true;
    json::Writer out;
    out.beginObject().key("op").null().member("ok", false).key("error");
    report::writeError(out, Error("usage", message));
    m_console.out(QByteArray::fromStdString(out.endObject().take()) + '\n');
    m_console.errLine(QString::fromStdString(message));
    interrupt();
}

void ScriptVerb::run(const json::DocumentPtr &line)
{
    const json::Value &root = line->root();
    if (root.stringAt("op") == "finish")
        return runFinish(line);
    std::string problem;
    ScriptOperation *operation = ScriptOperation::make(*this, { line, &root }, problem);
    if (!operation)
        return refuse({}, problem);
    const json::Value *begin = root.find("begin");
    const QByteArray id = begin ? bytes(line->raw(*begin)) : QByteArray();
    if (!id.isEmpty() && m_begun.contains(id)) {
        operation->deleteLater();
        return refuse({}, "the id " + id.toStdString() + " is taken");
    }
    m_current = operation;
    m_currentId = id;
    if (!id.isEmpty())
        m_begun.insert(id, operation);
    connect(operation, &ScriptOperation::begun, this, [this, operation] { begun(operation); });
    connect(operation, &ScriptOperation::finished, this, [this, operation] { operationDone(operation); });
    operation->start();
}

void ScriptVerb::runFinish(const json::DocumentPtr &line)
{
    const json::Value *id = line->root().find("id");
    const QByteArray given = id ? bytes(line->raw(*id)) : QByteArrayLiteral("null");
    // Ids are compared by value: a string however it was escaped, a number as written.
    QByteArray found;
    for (auto it = m_begun.constBegin(); id && it != m_begun.constEnd(); ++it) {
        const Result<json::DocumentPtr> known = parseJson(it.key());
        const bool same = known && (*known)->root().kind() == id->kind() && (id->isString() ? (*known)->root().string() == id->string() : id->isNumber() && (*known)->root().number() == id->number());
        if (same)
            found = it.key();
    }
    if (found.isEmpty()) {
        json::Writer out;
        out.beginObject().member("op", "finish").rawMember("id", view(given)).member("ok", false).key("error");
        report::writeError(out, Error("usage", "no begun operation has that id"));
        m_console.out(QByteArray::fromStdString(out.endObject().take()) + '\n');
        return;
    }
    ScriptOperation *operation = m_begun.value(found);
    if (!operation->isFinished()) {
        m_finishing = found;
        return;
    }
    m_begun.remove(found);
    print(*operation, found);
    operation->deleteLater();
}

void ScriptVerb::begun(ScriptOperation *operation)
{
    if (operation != m_current || m_currentId.isEmpty())
        return;
    printBegun(*operation, m_currentId);
    m_current = nullptr;
    QTimer::singleShot(0, this, &ScriptVerb::next);
}

void ScriptVerb::operationDone(ScriptOperation *operation)
{
    const QByteArray id = m_begun.key(operation);
    if (id.isEmpty()) {
        print(*operation, {});
        m_current = nullptr;
        operation->deleteLater();
        QTimer::singleShot(0, this, &ScriptVerb::next);
        return;
    }
    if (id != m_finishing)
        return;
    m_finishing.clear();
    m_begun.remove(id);
    print(*operation, id);
    operation->deleteLater();
    QTimer::singleShot(0, this, &ScriptVerb::next);
}

void ScriptVerb::printBegun(const ScriptOperation &operation, const QByteArray &id)
{
    json::Writer out;
    out.beginObject().member("op", operation.name()).rawMember("begun", view(id)).endObject();
    m_console.out(QByteArray::fromStdString(out.take()) + '\n');
}

void ScriptVerb::print(const ScriptOperation &operation, const QByteArray &id)
{
    json::Writer out;
    out.beginObject().member("op", operation.name());
    if (!id.isEmpty())
        out.rawMember("id", view(id));
    out.member("ok", !operation.error().has_value());
    operation.write(out);
    out.key("error");
    report::writeError(out, operation.error());
    const Findings &all = m_inspection.findings();
    m_toldFindings = std::min(m_toldFindings, all.size());
    if (m_toldFindings < all.size()) {
        out.key("findings");
        report::writeFindings(out, Findings(all.begin() + static_cast<std::ptrdiff_t>(m_toldFindings), all.end()));
        m_toldFindings = all.size();
    }
    m_console.out(QByteArray::fromStdString(out.endObject().take()) + '\n');
}

void ScriptVerb::finish(int code)
{
    endTrace(*m_inspection.trace());
    Q_EMIT finished(code);
}

void ScriptVerb::end()
{
    if (std::exchange(m_ending, true))
        return;
    const int code = m_badLine ? UsageError : Fine;
    if (isOver(m_inspection.state())) {
        QTimer::singleShot(0, this, [this, code] { finish(code); });
        return;
    }
    connect(&m_inspection, &Inspection::stateChanged, this, [this, code](Inspection::State state) {
        if (isOver(state))
            finish(code);
    });
    QTimer::singleShot(endMs, this, [this, code] { finish(code); });
    m_inspection.disconnectFromServer();
}

} // namespace assayer
