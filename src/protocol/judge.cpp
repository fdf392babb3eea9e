#include "protocol/judge.h"

#include "protocol/headerannotation.h"
#include "protocol/rules/flaws.h"
#include "protocol/rules/judge.h"
#include "protocol/rules/tables.h"

namespace assayer {
namespace {

constexpr const char *headerSpec = "2026-07-28 basic/transports/streamable-http#custom-headers-from-tool-parameters";

Fault headerWarning(const json::Value &schema, std::string message)
{
    Fault fault;
    fault.level = Fault::Warning;
    fault.rule = "tool.x-mcp-header";
    fault.path = { std::string("inputSchema") };
    fault.message = std::move(message);
    fault.spec = headerSpec;
    fault.begin = schema.begin();
    fault.end = schema.end();
    return fault;
}

void judgeHeaders(EntryVerdict &verdict, const json::Document &document, const json::Value &tool)
{
    const json::Value *schema = tool.find("inputSchema");
    if (!schema || !schema->isObject())
        return;
    HeaderMap map = scanHeaderAnnotations(document, *schema);
    if (map.fault)
        verdict.faults.push_back(headerWarning(*schema, "clients leave this tool out over HTTP: " + *map.fault));
    for (const std::string &place : map.hiddenAnnotations)
        verdict.faults.push_back(headerWarning(*schema, place + ": an x-mcp-header here is not mirrored by any client"));
    verdict.headerFault = std::move(map.fault);
}

} // namespace

bool EntryVerdict::isRefused() const
{
    return !faults.empty() && faults.front().level == Fault::Refused;
}

EntryVerdict judgeEntry(ListKind kind, Revision revision, const json::Document &document, const json::Value &entry)
{
    rules::Judge judge(document, revision);
    judge.object(rules::entryShape(kind), entry);
    EntryVerdict verdict;
    verdict.faults = judge.takeFaults();
    verdict.dropped = judge.takeDropped();
    if (kind == ListKind::Tools && eraOf(revision) == Era::Modern)
        judgeHeaders(verdict, document, entry);
    if (!document.flaws().empty())
        rules::appendFlaws(verdict.faults, document, entry);
    return verdict;
}

Finding toFinding(const Fault &fault, std::uint64_t frame, std::string_view prefix)
{
    Finding finding;
    finding.rule = fault.rule;
    finding.severity = fault.level == Fault::Refused ? Severity::Error : fault.level == Fault::Warning ? Severity::Warning : Severity::Note;
    finding.message = fault.reason();
    finding.where = "frame:" + std::to_string(frame);
    finding.where.append(prefix).append(json::toPointer(fault.path));
    finding.spec = fault.spec;
    finding.expected = fault.expected;
    finding.received = fault.received;
    return finding;
}

} // namespace assayer
