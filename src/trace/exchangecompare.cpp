#include "trace/exchangecompare.h"

#include "json/equality.h"
#include "json/write.h"
#include "trace/followexchange.h"

#include <algorithm>
#include <map>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 3> passedOver { "_meta", "requestState", "inputResponses" };

/// "/_meta" and what lies in it.
bool isPassedOver(const JsonDifference &difference)
{
    return std::any_of(passedOver.begin(), passedOver.end(), [&](std::string_view name) {
        const std::string_view pointer = view(difference.pointer);
        return pointer.starts_with('/') && pointer.substr(1).starts_with(name) && (pointer.size() == name.size() + 1 || pointer[name.size() + 1] == '/');
    });
}

bool isEmptyObject(const json::Node &node)
{
    return node && node.value->isObject() && node.value->members().empty();
}

/// Whether all members of an object are passed over, so that it says as much as none.
bool saysNothing(const json::Node &node)
{
    if (!node || isEmptyObject(node))
        return true;
    return node.value->isObject() && std::all_of(node.value->members().begin(), node.value->members().end(), [](const json::Member &member) {
        return std::find(passedOver.begin(), passedOver.end(), member.name()) != passedOver.end();
    });
}

/// Of a request: its own message among those of a batch.
const Message *messageWithId(const std::vector<Message> &messages, const QByteArray &id, bool answer)
{
    for (const Message &message : messages) {
        if (message.isAnswer() == answer && (id.isEmpty() || message.id.text == id.toStdString()))
            return &message;
    }
    return nullptr;
}

ComparedCall callOf(const TraceAnalyzer &trace, quint64 requestRow, const MessageFacts &request, std::optional<quint64> answerRow)
{
    ComparedCall call;
    call.requestRow = requestRow;
    call.answerRow = answerRow;
    call.method = request.method;
    call.target = request.tool ? *request.tool : request.uri.value_or(QByteArray());
    const std::vector<Message> asked = trace.messages(requestRow);
    if (const Message *message = messageWithId(asked, request.id, false); message && message->params)
        call.params = { message->document, message->params };
    if (!answerRow)
        return call;
    const std::vector<Message> said = trace.messages(*answerRow);
    if (const Message *message = messageWithId(said, {}, true)) {
        call.outcome = { message->document, message->result ? message->result : message->error };
        call.status = trace.status(*answerRow);
        call.durationNs = trace.log().monoNs(*answerRow) - trace.log().monoNs(requestRow);
    }
    return call;
}

/// What pairs calls: the method, and the params without what eras and rounds add.
std::string keyOf(const ComparedCall &call)
{
    std::string key = call.method.toStdString();
    if (!call.params)
        return key;
    std::map<std::string, std::string> members;
    for (const json::Member &member : call.params.value->members()) {
        if (std::find(passedOver.begin(), passedOver.end(), member.name()) == passedOver.end())
            members[std::string(member.name())] = std::to_string(json::hash(*call.params.document, member.value()));
    }
    if (call.method == "initialize") // says who asks, not what
        members.clear();
    for (const auto &[name, hash] : members)
        key += '\n' + name + '=' + hash;
    return key;
}

/// Requests of ours; rounds count as one call.
std::vector<ComparedCall> callsOf(const TraceAnalyzer &trace)
{
    std::vector<ComparedCall> calls;
    for (quint64 row = 0; row < trace.count(); ++row) {
        if (trace.kind(row) != MessageKind::Request || trace.log().direction(row) == Direction::In)
            continue;
        for (const MessageFacts &message : trace.facts(row).messages) {
            if (message.kind == MessageKind::Request)
                calls.push_back(callOf(trace, row, message, message.answerRow));
        }
    }
    return calls;
}

std::string statusWord(const ComparedCall &call)
{
    return call.status == AnswerStatus::None ? "no-answer" : std::string(answerStatusName(call.status));
}

QByteArray titleOf(const ComparedCall &call)
{
    return call.target.isEmpty() ? call.method : call.method + ' ' + call.target;
}

QByteArray millisecondsOf(const ComparedCall &call)
{
    return call.durationNs ? QByteArray::number(static_cast<double>(*call.durationNs) / 1e6, 'f', 1) + " ms" : QByteArrayLiteral("no answer");
}

void writeDifferences(json::Writer &writer, const std::vector<JsonDifference> &differences)
{
    writer.beginArray();
    for (const JsonDifference &one : differences) {
        writer.beginObject().member("path", view(one.pointer));
        if (one.before)
            writer.rawMember("before", one.before.raw());
        if (one.after)
            writer.rawMember("after", one.after.raw());
        writer.endObject();
    }
    writer.endArray();
}

void writeCall(json::Writer &writer, std::string_view name, const TraceAnalyzer &trace, const ComparedCall &call)
{
    writer.key(name).beginObject().member("record", std::int64_t(trace.log().seqOf(call.requestRow))).member("status", statusWord(call));
    if (call.durationNs)
        writer.member("duration", std::int64_t(*call.durationNs));
    writer.endObject();
}

void writeHead(json::Writer &writer, const ComparedCall &call)
{
    writer.beginObject().member("method", view(call.method));
    if (!call.target.isEmpty())
        writer.member("target", view(call.target));
}

} // namespace

std::optional<ComparedCall> comparedCall(const TraceAnalyzer &trace, quint64 row)
{
    const FollowedExchange followed = followExchange(trace, row);
    if (followed.rounds.empty())
        return std::nullopt;
    const quint64 first = followed.rounds.front().requestRow;
    const RecordFacts facts = trace.facts(first);
    if (facts.messages.empty())
        return std::nullopt;
    return callOf(trace, first, facts.messages.front(), followed.rounds.back().answerRow);
}

std::vector<JsonDifference> outcomeDifferences(const json::Node &before, const json::Node &after)
{
    if (saysNothing(before) && saysNothing(after) && bool(before) == bool(after))
        return {};
    std::vector<JsonDifference> differences = jsonDifferences(before, after);
    std::erase_if(differences, isPassedOver);
    return differences;
}

ExchangeComparison compareCalls(ComparedCall before, ComparedCall after)
{
    ExchangeComparison comparison;
    if (!saysNothing(before.params) || !saysNothing(after.params)) {
        comparison.params = jsonDifferences(before.params, after.params);
        std::erase_if(comparison.params, isPassedOver);
    }
    comparison.outcome = outcomeDifferences(before.outcome, after.outcome);
    comparison.before = std::move(before);
    comparison.after = std::move(after);
    return comparison;
}

TraceComparison compareTraces(const TraceAnalyzer &before, const TraceAnalyzer &after)
{
    TraceComparison comparison;
    std::map<std::string, std::vector<ComparedCall>> theirs; // newest first, to be taken from the end
    std::vector<ComparedCall> others = callsOf(after);
    for (auto call = others.rbegin(); call != others.rend(); ++call)
        theirs[keyOf(*call)].push_back(std::move(*call));
    for (ComparedCall &call : callsOf(before)) {
        const auto waiting = theirs.find(keyOf(call));
        if (waiting == theirs.end() || waiting->second.empty()) {
            comparison.onlyBefore.push_back(std::move(call));
            continue;
        }
        comparison.pairs.push_back(compareCalls(std::move(call), std::move(waiting->second.back())));
        waiting->second.pop_back();
    }
    for (auto &[key, left] : theirs)
        std::move(left.rbegin(), left.rend(), std::back_inserter(comparison.onlyAfter));
    std::sort(comparison.onlyAfter.begin(), comparison.onlyAfter.end(), [](const ComparedCall &a, const ComparedCall &b) { return a.requestRow < b.requestRow; });
    return comparison;
}

bool TraceComparison::isSame() const
{
    return onlyBefore.empty() && onlyAfter.empty() && std::all_of(pairs.begin(), pairs.end(), [](const ExchangeComparison &pair) { return pair.isSame(); });
}

QByteArray TraceComparison::text() const
{
    QByteArray out;
    for (const ExchangeComparison &pair : pairs) {
        out += (pair.isSame() ? "= " : "~ ") + titleOf(pair.before) + ": " + millisecondsOf(pair.before) + " -> " + millisecondsOf(pair.after) + '\n';
        if (!pair.sameStatus())
            out += "    " + QByteArray::fromStdString(statusWord(pair.before) + " -> " + statusWord(pair.after)) + '\n';
        for (const QByteArray &line : differenceText(pair.outcome).split('\n'))
            out += line.isEmpty() ? QByteArray() : "    " + line + '\n';
    }
    for (const ComparedCall &call : onlyBefore)
        out += "- " + titleOf(call) + '\n';
    for (const ComparedCall &call : onlyAfter)
        out += "+ " + titleOf(call) + '\n';
    return out;
}

QByteArray TraceComparison::json(const TraceAnalyzer &before, const TraceAnalyzer &after) const
{
    json::Writer writer;
    writer.beginArray();
    for (const ExchangeComparison &pair : pairs) {
        writeHead(writer, pair.before);
        writer.member("same", pair.isSame());
        writeCall(writer, "before", before, pair.before);
        writeCall(writer, "after", after, pair.after);
        writer.key("outcome");
        writeDifferences(writer, pair.outcome);
        writer.endObject();
    }
    const auto alone = [&](const std::vector<ComparedCall> &calls, std::string_view side, const TraceAnalyzer &trace) {
        for (const ComparedCall &call : calls) {
            writeHead(writer, call);
            writer.member("same", false);
            writeCall(writer, side, trace, call);
            writer.endObject();
        }
    };
    alone(onlyBefore, "before", before);
    alone(onlyAfter, "after", after);
    writer.endArray();
    return QByteArray::fromStdString(writer.take());
}

} // namespace assayer
