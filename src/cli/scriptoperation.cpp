#include "cli/scriptoperation.h"

#include "cli/scriptoperations.h"
#include "cli/scriptverb.h"

#include <QTimer>

#include <functional>
#include <map>

namespace assayer {

namespace {

struct Recipe {
    std::function<ScriptOperation *(ScriptVerb &, const json::Node &)> make;
    std::vector<const char *> needed; ///< members that must be there
};

template<class Operation>
Recipe recipe(std::vector<const char *> needed = {})
{
    return { [](ScriptVerb &script, const json::Node &line) -> ScriptOperation * { return new Operation(script, line); }, std::move(needed) };
}

const std::map<std::string, Recipe, std::less<>> &recipes()
{
    static const std::map<std::string, Recipe, std::less<>> all {
        { "connect", recipe<ConnectOperation>() },
        { "close", recipe<CloseOperation>() },
        { "wait", recipe<WaitOperation>({ "ms" }) },
        { "cancel", recipe<CancelOperation>({ "id" }) },
        { "list", recipe<ListOperation>({ "kind" }) },
        { "show", recipe<ShowOperation>({ "kind" }) },
        { "call", recipe<CallOperation>({ "name" }) },
        { "tool", recipe<ToolOperation>({ "name" }) },
        { "read", recipe<RequestOperation>({ "uri" }) },
        { "prompt", recipe<RequestOperation>({ "name" }) },
        { "complete", recipe<RequestOperation>({ "ref", "argument" }) },
        { "ping", recipe<RequestOperation>() },
        { "subscribe", recipe<RequestOperation>({ "uri" }) },
        { "unsubscribe", recipe<RequestOperation>({ "uri" }) },
        { "request", recipe<RequestOperation>({ "method" }) },
        { "listen", recipe<ListenOperation>() },
        { "await", recipe<AwaitOperation>({ "notification" }) },
        { "answer", recipe<AnswerOperation>({ "method", "result" }) },
    };
    return all;
}

} // namespace

ScriptOperation::ScriptOperation(ScriptVerb &script, json::Node line)
    : QObject(&script)
    , m_script(script)
    , m_line(std::move(line))
    , m_name(m_line.value->stringAt("op").value_or(""))
{
}

ScriptOperation *ScriptOperation::make(ScriptVerb &script, const json::Node &line, std::string &problem)
{
    const auto name = line.value->stringAt("op");
    const auto found = name ? recipes().find(*name) : recipes().end();
    if (found == recipes().end()) {
        problem = "this line is no operation";
        return nullptr;
    }
    for (const char *member : found->second.needed) {
        if (!line.value->find(member)) {
            problem = "the operation \"" + std::string(*name) + "\" needs \"" + member + '"';
            return nullptr;
        }
    }
    return found->second.make(script, line);
}

void ScriptOperation::cancel()
{
}

void ScriptOperation::write(json::Writer &) const
{
}

void ScriptOperation::tellBegun()
{
    if (!std::exchange(m_begun, true))
        Q_EMIT begun();
}

void ScriptOperation::finish(std::optional<Error> error)
{
    if (m_finished)
        return;
    m_error = std::move(error);
    tellBegun();
    m_finished = true;
    Q_EMIT finished();
}

bool ScriptOperation::requireConnection()
{
    if (m_script.isConnected())
        return true;
    finish(ScriptVerb::noConnection());
    return false;
}

QByteArray ScriptOperation::text(const char *member) const
{
    const auto found = m_line.value->stringAt(member);
    return found ? QByteArray(found->data(), static_cast<qsizetype>(found->size())) : QByteArray();
}

QByteArray ScriptOperation::raw(const char *member) const
{
    const json::Value *value = m_line.value->find(member);
    if (!value || value->isNull())
        return {};
    const std::string_view exact = m_line.document->raw(*value);
    return QByteArray(exact.data(), static_cast<qsizetype>(exact.size()));
}

bool ScriptOperation::flag(const char *member) const
{
    const json::Value *value = m_line.value->find(member);
    return value && value->isTrue();
}

qint64 ScriptOperation::integer(const char *member, qint64 standard) const
{
    const json::Value *value = m_line.value->find(member);
    return value && value->integer() ? *value->integer() : standard;
}

} // namespace assayer
