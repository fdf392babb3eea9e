#include "inspection/reportparts.h"

#include "json/pointer.h"

namespace assayer::report {

namespace {

void text(json::Writer &out, const char *name, const std::optional<std::string> &value)
{
    if (value)
        out.member(name, *value);
}

void raw(json::Writer &out, const char *name, const std::optional<std::string> &json)
{
    if (json)
        out.rawMember(name, *json);
}

void writeTexts(json::Writer &out, const char *name, const std::vector<std::string> &texts)
{
    if (texts.empty())
        return;
    out.key(name).beginArray();
    for (const std::string &item : texts)
        out.string(item);
    out.endArray();
}

void writeData(json::Writer &out, const ErrorData &data)
{
    out.key("data").beginObject();
    if (data.status)
        out.member("status", *data.status);
    if (!data.statusText.empty())
        out.member("statusText", data.statusText);
    text(out, "text", data.text);
    text(out, "body", data.body);
    writeTexts(out, "supported", data.supported);
    text(out, "requested", data.requested);
    if (data.timeoutMs)
        out.member("timeout", *data.timeoutMs);
    raw(out, "code", data.code);
    raw(out, "data", data.data);
    text(out, "location", data.location);
    text(out, "retryAfter", data.retryAfter);
    text(out, "scope", data.scope);
    text(out, "resourceMetadata", data.resourceMetadata);
    if (data.position)
        out.member("position", *data.position);
    text(out, "path", data.path);
    writeTexts(out, "chain", data.chain);
    out.endObject();
}

void writePath(json::Writer &out, const json::Path &path)
{
    out.beginArray();
    for (const json::Step &step : path) {
        if (const auto *name = std::get_if<std::string>(&step))
            out.string(*name);
        else
            out.integer(static_cast<std::int64_t>(std::get<std::size_t>(step)));
    }
    out.endArray();
}

void writeMalformed(json::Writer &out, const MalformedEntry &entry)
{
    out.beginObject().member("method", listMethod(entry.kind)).member("index", static_cast<std::int64_t>(entry.index));
    text(out, "label", entry.label);
    out.member("reason", entry.reason()).key("path");
    writePath(out, entry.faults.empty() ? json::Path() : entry.faults.front().path);
    out.key("raw");
    writeNode(out, entry.node);
    out.endObject();
}

void writeListError(json::Writer &out, const std::optional<Error> &error)
{
    if (!error) {
        out.null();
        return;
    }
    out.beginObject().member("kind", error->kind).member("message", error->message);
    text(out, "path", error->data.path);
    if (!error->cause.empty())
        out.member("cause", error->cause);
    writeData(out, error->data);
    out.endObject();
}

void writeNumber(json::Writer &out, const char *name, std::int64_t number)
{
    out.member(name, number);
}

void writeStep(json::Writer &out, const NegotiationStep &step)
{
    out.beginObject().member("step", step.step).member("outcome", step.outcome);
    if (step.httpStatus)
        out.member("httpStatus", *step.httpStatus);
    raw(out, "rpcCode", step.rpcCode);
    if (!step.verdict.empty())
        out.member("verdict", step.verdict);
    if (!step.rule.empty())
        out.member("rule", step.rule);
    if (!step.sentence.empty())
        out.member("sentence", step.sentence);
    if (!step.offered.empty())
        out.member("offered", step.offered);
    if (!step.evidence.empty())
        out.member("evidence", step.evidence);
    if (step.requestFrame)
        writeNumber(out, "requestFrame", static_cast<std::int64_t>(step.requestFrame));
    if (step.answerFrame)
        writeNumber(out, "answerFrame", static_cast<std::int64_t>(step.answerFrame));
    if (!step.stderrText.empty())
        out.member("stderr", step.stderrText);
    out.key("elapsedMs").real(step.elapsedMs).endObject();
}

void writeOptional(json::Writer &out, const char *name, const std::optional<std::string> &value)
{
    out.key(name);
    if (value)
        out.string(*value);
    else
        out.null();
}

} // namespace

void writeError(json::Writer &out, const std::optional<Error> &error)
{
    if (!error) {
        out.null();
        return;
    }
    out.beginObject().member("kind", error->kind);
    if (!error->cause.empty())
        out.member("cause", error->cause);
    out.member("message", error->message);
    writeData(out, error->data);
    out.endObject();
}

void writeNode(json::Writer &out, const json::Node &node)
{
    out.raw(node.raw());
}

void writeList(json::Writer &out, const ListSnapshot *snapshot)
{
    if (!snapshot) {
        out.null();
        return;
    }
    out.beginObject().key("items").beginArray();
    for (const ListEntry &entry : snapshot->items)
        writeNode(out, entry.node);
    out.endArray().key("malformed").beginArray();
    for (const MalformedEntry &entry : snapshot->malformed)
        writeMalformed(out, entry);
    out.endArray().key("excluded").beginArray();
    for (const ExcludedEntry &entry : snapshot->excluded) {
        out.beginObject().member("index", static_cast<std::int64_t>(entry.index)).member("label", entry.label).member("reason", entry.reason).key("raw");
        writeNode(out, entry.node);
        out.endObject();
    }
    out.endArray().member("pages", snapshot->pages);
    writeOptional(out, "summary", snapshot->summary);
    out.key("error");
    writeListError(out, snapshot->error);
    out.key("refused").beginArray();
    for (const json::Node &node : snapshot->refused)
        writeNode(out, node);
    out.endArray().endObject();
}

void writeNegotiation(json::Writer &out, const NegotiationReport &report)
{
    out.beginObject().member("mode", report.mode).member("policy", report.policy);
    writeOptional(out, "strength", report.strength);
    out.member("because", report.because).key("steps").beginArray();
    for (const NegotiationStep &step : report.steps)
        writeStep(out, step);
    out.endArray().key("otherPolicies").beginObject();
    for (const PolicyVerdict &policy : report.otherPolicies)
        out.member(policy.policy, policy.verdict);
    out.endObject();
    if (report.deciding >= 0)
        out.member("deciding", report.deciding);
    out.key("states").beginArray();
    for (const std::string &state : report.states)
        out.string(state);
    out.endArray().endObject();
}

void writeMetadata(json::Writer &out, const MetadataSummary &metadata, bool withStale)
{
    out.beginObject().member("generation", static_cast<std::int64_t>(metadata.generation()));
    if (withStale)
        out.member("stale", metadata.stale);
    out.key("refused");
    if (metadata.refused)
        out.beginObject().member("tool", metadata.refused->tool).member("path", metadata.refused->path).member("message", metadata.refused->message).endObject();
    else
        out.null();
    out.endObject();
}

void writeFindings(json::Writer &out, const Findings &findings)
{
    out.beginArray();
    for (const Finding &finding : findings) {
        out.beginObject().member("rule", finding.rule).member("severity", severityName(finding.severity)).member("message", finding.message);
        out.member("where", finding.where).member("spec", finding.spec).endObject();
    }
    out.endArray();
}

const char *outputWord(OutputVerdict::State state)
{
    switch (state) {
    case OutputVerdict::Valid:
        return "valid";
    case OutputVerdict::Invalid:
        return "invalid";
    case OutputVerdict::Missing:
        return "missing";
    case OutputVerdict::Unchecked:
        return "unchecked";
    case OutputVerdict::None:
        break;
    }
    return "none";
}

void writeOutput(json::Writer &out, const OutputVerdict &verdict)
{
    out.member("output", outputWord(verdict.state)).key("reason");
    if (verdict.reason.empty())
        out.null();
    else
        out.string(verdict.reason);
    out.key("errors");
    writeFailures(out, verdict);
}

void writeFailures(json::Writer &out, const OutputVerdict &verdict)
{
    out.beginArray();
    for (const OutputVerdict::Failure &failure : verdict.failures) {
        out.beginObject().member("instancePath", failure.instancePath).member("schemaPath", failure.schemaPath);
        out.member("keyword", failure.keyword).member("message", failure.message).endObject();
    }
    out.endArray();
}

std::string outputSentence(const OutputVerdict &verdict)
{
    const std::string output = verdict.advisory ? "Advice only, the result is an error: output " : "Output ";
    const std::string under = ", generation " + std::to_string(verdict.generation);
    const std::size_t failures = verdict.failures.size();
    switch (verdict.state) {
    case OutputVerdict::Valid:
        return output + "valid" + under;
    case OutputVerdict::Invalid:
        return output + "breaks its schema: " + std::to_string(failures) + (failures == 1 ? " failure" : " failures") + under;
    case OutputVerdict::Missing:
        return "Output missing: the tool has an output schema, but the result has no structuredContent" + under;
    case OutputVerdict::Unchecked:
        return "Output not checked: " + verdict.reason + under;
    case OutputVerdict::None:
        break;
    }
    if (!verdict.reason.empty())
        return "Output not checked: " + verdict.reason;
    if (verdict.schema)
        return "Output not checked: an error result need not carry any";
    return verdict.undeclared ? "Output not checked: the tool sent structured content, but declares no output schema" : "Output not checked: the tool has no output schema";
}

std::optional<Error> outputError(const OutputVerdict &verdict)
{
    if (verdict.advisory)
        return std::nullopt;
    if (verdict.state == OutputVerdict::Missing)
        return Error("output-mismatch", "the tool has an output schema, but its result has no structuredContent", "missing");
    if (verdict.state != OutputVerdict::Invalid)
        return std::nullopt;
    std::string message = "the output breaks its schema";
    if (!verdict.failures.empty()) {
        const OutputVerdict::Failure &first = verdict.failures.front();
        // The engine's sentences begin with the place already, but for the root.
        message = first.instancePath.empty() || first.message.compare(0, first.instancePath.size(), first.instancePath) == 0 ? first.message : first.instancePath + ": " + first.message;
        if (verdict.failures.size() > 1)
            message += " (1 of " + std::to_string(verdict.failures.size()) + " failures)";
    }
    return Error("output-mismatch", message, "invalid");
}

} // namespace assayer::report
