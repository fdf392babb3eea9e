#include "inspection/connectionfindings.h"

#include "json/pointer.h"
#include "json/write.h"
#include "protocol/judge.h"

namespace assayer {

namespace {

bool isListAnswer(const ReceivedMessage &received)
{
    return received.message.kind == Message::Response && listKindFromMethod(view(received.requestMethod)).has_value();
}

/// Pointer of the entry in its message.
std::string placeOf(const json::Node &node)
{
    return node.document->pointerAt(node.value->begin());
}

void addFaults(Findings &out, const Faults &faults, const json::Node &node, quint64 frame)
{
    if (faults.empty())
        return;
    const std::string place = placeOf(node);
    for (const Fault &fault : faults)
        out.push_back(toFinding(fault, frame, place));
}

Finding excludedFinding(const ExcludedEntry &entry)
{
    Finding finding;
    finding.rule = "tool.header";
    finding.severity = Severity::Warning;
    finding.message = "The tool " + json::quoted(entry.label) + " is excluded: " + entry.reason;
    finding.where = "frame:" + std::to_string(entry.frame) + placeOf(entry.node);
    finding.spec = "2026-07-28 basic/transports/streamable-http#x-mcp-header";
    return finding;
}

} // namespace

Findings messageFindings(const ReceivedMessage &received, Revision revision)
{
    if (isListAnswer(received))
        return {};
    Findings out;
    for (const Fault &fault : judgeMessage(received.message, view(received.requestMethod), revision))
        out.push_back(toFinding(fault, received.frame));
    return out;
}

Findings snapshotFindings(const ListSnapshot &snapshot)
{
    Findings out;
    for (const ListEntry &entry : snapshot.items)
        addFaults(out, entry.warnings, entry.node, entry.frame);
    for (const MalformedEntry &entry : snapshot.malformed)
        addFaults(out, entry.faults, entry.node, entry.frame);
    for (const ExcludedEntry &entry : snapshot.excluded)
        out.push_back(excludedFinding(entry));
    return out;
}

Findings outputFindings(const QByteArray &tool, const OutputVerdict &verdict, quint64 frame)
{
    Findings out;
    const std::string place = frame ? "frame:" + std::to_string(frame) + "/result" : std::string();
    const Severity severity = verdict.advisory ? Severity::Note : Severity::Error;
    const auto add = [&](const char *rule, std::string message, const std::string &where, Severity level) {
        Finding finding;
        finding.rule = rule;
        finding.severity = level;
        finding.message = std::move(message);
        finding.where = where;
        finding.spec = "server/tools#structured-content";
        out.push_back(std::move(finding));
    };
    const std::string name = json::quoted(view(tool));
    if (verdict.state == OutputVerdict::Missing)
        add("result.structured.missing", "The tool " + name + " has an output schema but sent no structuredContent", place, severity);
    if (verdict.undeclared)
        add("result.structured.undeclared", "The tool " + name + " sent structuredContent, but declares no output schema: nothing says what it means",
            place.empty() ? place : place + "/structuredContent", Severity::Note);
    if (verdict.state == OutputVerdict::Unchecked)
        add("result.structured.unchecked", "The output of " + name + " was not checked: " + verdict.reason, place, Severity::Note);
    for (const OutputVerdict::Failure &failure : verdict.failures) {
        add("result.structured", "The output of " + name + " breaks its schema: " + failure.message,
            place.empty() ? place : place + "/structuredContent" + failure.instancePath, severity);
    }
    return out;
}

} // namespace assayer
