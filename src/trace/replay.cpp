#include "trace/replay.h"

#include "json/write.h"
#include "trace/followexchange.h"
#include "trace/tracediff.h"

#include <algorithm>
#include <array>
#include <set>

namespace assayer {
namespace {

/// Belong to a connection, not to what was asked of the server.
bool isOfConnection(const QByteArray &method)
{
    constexpr std::array<std::string_view, 9> methods { "initialize", "server/discover", "ping", "subscriptions/listen", "resources/subscribe",
        "resources/unsubscribe", "tasks/get", "tasks/result", "tasks/cancel" };
    return std::find(methods.begin(), methods.end(), view(method)) != methods.end();
}

bool isFurtherRound(const Message &request)
{
    return request.params && (request.params->find("inputResponses") || request.params->find("requestState"));
}

/// The params without `_meta`.
QByteArray plainParams(const Message &request)
{
    if (!request.params || !request.params->isObject())
        return request.params ? bytes(request.document->raw(*request.params)) : QByteArray();
    json::Writer writer;
    writer.beginObject();
    for (const json::Member &member : request.params->members()) {
        if (member.name() != "_meta")
            writer.rawMember(member.name(), request.document->raw(member.value()));
    }
    writer.endObject();
    return QByteArray::fromStdString(writer.take());
}

/// Tools that the recorded catalogue states to be read-only.
std::set<QByteArray> harmlessTools(const TraceAnalyzer &trace)
{
    std::set<QByteArray> names;
    const auto catalogue = catalogueOf(trace);
    for (const json::Node &tool : catalogue[static_cast<std::size_t>(ListKind::Tools)]) {
        const json::Value *hint = tool.value->find("annotations", "readOnlyHint");
        if (hint && hint->isTrue())
            names.insert(bytes(tool.value->stringAt("name").value_or(std::string_view())));
    }
    return names;
}

} // namespace

std::vector<ReplayStep> replaySteps(const TraceAnalyzer &trace)
{
    std::vector<ReplayStep> steps;
    const std::set<QByteArray> harmless = harmlessTools(trace);
    for (quint64 row = 0; row < trace.count(); ++row) {
        const bool ours = trace.kind(row) == MessageKind::Request && trace.log().direction(row) != Direction::In;
        if (!ours || trace.isBatch(row) || isOfConnection(trace.method(row)))
            continue;
        const std::vector<Message> messages = trace.messages(row);
        if (messages.empty() || isFurtherRound(messages.front()))
            continue;
        const Message &request = messages.front();
        if (listKindFromMethod(request.method) && request.params && request.params->find("cursor"))
            continue;
        const std::vector<FollowedRound> rounds = roundsOf(trace, row);
        if (rounds.front().requestRow != row)
            continue; // sent again after a failure: the first attempt stands for all
        ReplayStep step;
        step.requestRow = row;
        step.answerRow = rounds.back().answerRow;
        step.method = trace.method(row);
        step.target = trace.tool(row).isEmpty() ? trace.uri(row) : trace.tool(row);
        step.paramsJson = plainParams(request);
        step.mayHarm = step.method == "tools/call" && !harmless.contains(step.target);
        steps.push_back(std::move(step));
    }
    return steps;
}

ReplayOutcome compareReplay(const TraceAnalyzer &trace, const ReplayStep &step, const json::Node &result, const json::Node &error)
{
    ReplayOutcome outcome;
    json::Node recorded;
    if (step.answerRow) {
        for (const Message &message : trace.messages(*step.answerRow)) {
            if (message.isAnswer())
                recorded = { message.document, message.result ? message.result : message.error };
        }
        outcome.before = trace.status(*step.answerRow);
        outcome.beforeNs = trace.log().monoNs(*step.answerRow) - trace.log().monoNs(step.requestRow);
    }
    if (error) {
        outcome.after = AnswerStatus::RpcError;
    } else if (result) {
        const json::Value *isError = result.value->find("isError");
        outcome.after = isError && isError->isTrue() ? AnswerStatus::ToolError : AnswerStatus::Ok;
    }
    outcome.differences = outcomeDifferences(recorded, error ? error : result);
    return outcome;
}

} // namespace assayer
