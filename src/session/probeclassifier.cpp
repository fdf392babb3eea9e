#include "session/probeclassifier.h"

#include "session/httpfacts.h"
#include "session/probeerrors.h"

#include <cctype>

namespace assayer {

namespace {

bool holds(const ProbeRow &row, const ProbeReading &reading)
{
    return (row.carriers & reading.carrier) && (row.forms & reading.form) && (row.replies & reading.reply);
}

const ProbeRow &rowFor(const ProbeReading &reading, ProbePolicy policy, bool corrective)
{
    const auto table = probeTable(policy, corrective);
    for (const ProbeRow &row : table) {
        if (holds(row, reading))
            return row;
    }
    return table.back();
}

/// Waiting ends as silence does: over HTTP in an error, on stdio in a legacy verdict.
Conclusion afterWaiting(Conclusion conclusion, const ProbeReading &reading)
{
    if (conclusion != Conclusion::Wait)
        return conclusion;
    return reading.carrier == Line ? Conclusion::LegacyWeak : Conclusion::TimedOut;
}

bool isLegacy(Conclusion conclusion)
{
    return conclusion == Conclusion::Legacy || conclusion == Conclusion::LegacyWeak || conclusion == Conclusion::Unshared
        || conclusion == Conclusion::SharedLegacy;
}

/// A process that is gone cannot be sent initialize.
Conclusion inPlaceConclusion(Conclusion conclusion, const ProbeReading &reading, const ProbeContext &context)
{
    if (!isLegacy(conclusion) || !context.inPlace())
        return conclusion;
    // A line without its end is told by the end of the process.
    if (reading.carrier == StdioEnded || reading.form == CutLine)
        return Conclusion::Closed;
    return reading.carrier == StdioTooLarge ? Conclusion::TooLong : conclusion;
}

ProbeVerdict::Kind kindOf(Conclusion conclusion)
{
    if (conclusion == Conclusion::Modern)
        return ProbeVerdict::Kind::Modern;
    if (conclusion == Conclusion::Corrective)
        return ProbeVerdict::Kind::Corrective;
    return isLegacy(conclusion) ? ProbeVerdict::Kind::Legacy : ProbeVerdict::Kind::Error;
}

bool isWeak(Conclusion conclusion, const ProbeReading &reading)
{
    return conclusion == Conclusion::LegacyWeak || conclusion == Conclusion::Unshared || (conclusion == Conclusion::SharedLegacy && reading.legacy.empty());
}

void refuseFallback(ProbeVerdict &verdict, const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context)
{
    verdict.kind = ProbeVerdict::Kind::Error;
    verdict.error = noFallbackError(reading, outcome, context);
}

} // namespace

ProbeVerdict judgeProbe(const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context, ProbePolicy policy)
{
    ProbeVerdict verdict;
    const bool separate = context.correctiveUsed && policy == ProbePolicy::Assayer;
    verdict.row = &rowFor(reading, policy, separate);
    verdict.waits = verdict.row->conclusion == Conclusion::Wait;
    verdict.conclusion = inPlaceConclusion(afterWaiting(verdict.row->conclusion, reading), reading, context);
    if (verdict.conclusion == Conclusion::Corrective && context.correctiveUsed)
        verdict.conclusion = Conclusion::UnsupportedVersion;
    verdict.kind = kindOf(verdict.conclusion);
    switch (verdict.kind) {
    case ProbeVerdict::Kind::Modern:
    case ProbeVerdict::Kind::Corrective:
        verdict.version = reading.modern;
        break;
    case ProbeVerdict::Kind::Legacy:
        verdict.version = reading.legacy;
        verdict.weak = isWeak(verdict.conclusion, reading);
        if (!context.revisions.fallback)
            refuseFallback(verdict, reading, outcome, context);
        break;
    case ProbeVerdict::Kind::Error:
        verdict.error = probeError(verdict.conclusion, reading, outcome, context);
        break;
    }
    return verdict;
}

std::string stepOutcome(const ProbeReading &reading)
{
    if (reading.carrier & (Unauthorized | ScopeMissing | Forbidden | ProxyWall))
        return "auth";
    if (reading.carrier & (BrokenStream | BrokenFault | BrokenServerFault | BrokenOther | SpawnFailure | HttpTooLarge | StdioTooLarge))
        return "network";
    if (reading.carrier & (HttpSilence | StdioSilence))
        return "timeout";
    if (reading.carrier == StdioEnded)
        return "closed";
    if (reading.carrier & (ServerFault | Redirected | ClientFault))
        return "http-error";
    if ((reading.carrier & (Accepted | StreamOver)) || reading.form == NoText)
        return reading.reply & anyError ? "invalid-reply" : "no-reply";
    if (!(reading.form & readableForm) || reading.form == WithoutId || reading.carrier == OtherBody)
        return "invalid-reply";
    return reading.reply & anyError ? "rpc-error" : "result";
}

std::string verdictWords(const ProbeVerdict &verdict)
{
    switch (verdict.kind) {
    case ProbeVerdict::Kind::Modern:
        return "modern";
    case ProbeVerdict::Kind::Corrective:
        return "corrective";
    case ProbeVerdict::Kind::Legacy:
        return "legacy";
    case ProbeVerdict::Kind::Error:
        break;
    }
    std::string words = "error: " + verdict.error->kind;
    return verdict.error->cause.empty() ? words : words + ' ' + verdict.error->cause;
}

namespace {

/// What a policy says about the whole run; after its own corrective it sees the next answer.
ProbeVerdict lastVerdict(const std::vector<JudgedProbe> &probes, ProbePolicy policy)
{
    ProbeVerdict verdict;
    bool corrected = false;
    for (const JudgedProbe &probe : probes) {
        ProbeContext context = probe.context;
        context.correctiveUsed = corrected;
        verdict = judgeProbe(readProbe(probe.outcome, context), probe.outcome, context, policy);
        if (verdict.kind != ProbeVerdict::Kind::Corrective)
            break;
        corrected = true;
    }
    return verdict;
}

const char *clientName(ProbePolicy policy)
{
    return policy == ProbePolicy::Assayer ? "Assayer" : policy == ProbePolicy::Sdk240 ? "the published TypeScript client" : "the TypeScript client with pull request 2571";
}

std::string policySentence(ProbePolicy policy, const ProbeVerdict &verdict, bool differs)
{
    std::string words = clientName(policy);
    if (!differs)
        return words + " concludes the same: " + verdict.row->sentence;
    words += verdict.kind == ProbeVerdict::Kind::Error ? " would have failed here: "
        : verdict.kind == ProbeVerdict::Kind::Legacy ? " would have gone on with initialize here: "
        : verdict.kind == ProbeVerdict::Kind::Modern ? " would have connected as modern here: "
                                                     : " would have probed once more here: ";
    return words + verdict.row->sentence;
}

} // namespace

std::vector<PolicyVerdict> otherVerdicts(const std::vector<JudgedProbe> &probes, ProbePolicy own, const ProbeVerdict &ours)
{
    std::vector<PolicyVerdict> verdicts;
    for (const ProbePolicy policy : { ProbePolicy::Assayer, ProbePolicy::Sdk2571, ProbePolicy::Sdk240 }) {
        if (policy == own || probes.empty())
            continue;
        const ProbeVerdict verdict = lastVerdict(probes, policy);
        PolicyVerdict told;
        told.policy = policyName(policy);
        told.verdict = verdictWords(verdict);
        told.differs = told.verdict != verdictWords(ours);
        told.sentence = policySentence(policy, verdict, told.differs);
        if (!told.sentence.empty())
            told.sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(told.sentence[0])));
        verdicts.push_back(std::move(told));
    }
    return verdicts;
}

} // namespace assayer
