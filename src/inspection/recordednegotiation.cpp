#include "inspection/recordednegotiation.h"

#include "session/revisionchoice.h"
#include "trace/httphead.h"
#include "trace/messagejoiner.h"
#include "trace/tracelog.h"

#include <algorithm>
#include <cctype>

namespace assayer {
namespace {

constexpr std::size_t mostProbes = 4;
constexpr std::size_t mostTexts = 200;
constexpr std::size_t evidenceBytes = 64 * 1024;

std::string lower(std::string_view text)
{
    std::string made(text);
    for (char &c : made)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

void takeHead(ProbeOutcome &outcome, const QByteArray &bytes, quint64 seq)
{
    const TracedHead head = TracedHead::read(view(bytes));
    outcome.status = head.status;
    outcome.reason = std::string(head.reason);
    outcome.mediaType = lower(head.mediaType());
    outcome.challenge = std::string(head.value("WWW-Authenticate"));
    outcome.location = std::string(head.value("Location"));
    outcome.retryAfter = std::string(head.value("Retry-After"));
    outcome.stream = outcome.mediaType == "text/event-stream";
    outcome.answerFrame = seq;
}

/// The HTTP exchange of a probe.
void readHttp(const TraceAnalyzer &trace, RecordedProbe &probe)
{
    const TraceLog &log = trace.log();
    const quint64 exchange = log.exchange(probe.requestRow);
    ProbeOutcome &outcome = probe.outcome;
    std::optional<quint64> lastBody;
    for (quint64 row = probe.requestRow + 1; row < trace.count(); ++row) {
        if (log.exchange(row) != exchange || log.direction(row) != Direction::In || !log.hasBytes(row))
            continue;
        if (log.type(row) == FrameType::Head) {
            takeHead(outcome, log.bytes(row), log.seqOf(row));
        } else if (log.type(row) == FrameType::Event) {
            const QByteArray data = MessageJoiner::eventData(log.bytes(row));
            if (!data.isNull() && outcome.texts.size() < mostTexts)
                outcome.texts.push_back({ ProbeText::From::Event, data, {}, log.seqOf(row), true });
        } else if (log.type(row) == FrameType::Body) {
            lastBody = row;
        }
        outcome.elapsedMs = static_cast<double>(log.monoNs(row) - log.monoNs(probe.requestRow)) / 1e6;
        outcome.answerFrame = log.seqOf(row);
    }
    if (lastBody)
        outcome.texts.push_back({ ProbeText::From::Body, trace.body(*lastBody), {}, log.seqOf(*lastBody), true });
    outcome.end = outcome.status ? ProbeOutcome::End::Complete : ProbeOutcome::End::Silence;
}

/// Lines of stdout until one decides; the trace does not say of which process they are.
void readLines(const TraceAnalyzer &trace, RecordedProbe &probe)
{
    const TraceLog &log = trace.log();
    ProbeOutcome &outcome = probe.outcome;
    outcome.stdio = true;
    outcome.end = ProbeOutcome::End::Silence;
    for (quint64 row = probe.requestRow + 1; row < trace.count(); ++row) {
        if (log.type(row) == FrameType::Process) {
            outcome.end = ProbeOutcome::End::Ended;
            return;
        }
        if (log.channel(row) == Channel::Stdin && trace.method(row) == "initialize")
            return;
        const QByteArray text = log.channel(row) == Channel::Stdout ? trace.messageText(row) : QByteArray();
        if (text.isEmpty() || outcome.texts.size() >= mostTexts)
            continue;
        ProbeText line { ProbeText::From::Line, text, {}, log.seqOf(row), log.bytes(row).endsWith('\n') };
        const bool over = decides(line, outcome.ids);
        if (!over)
            continue;
        outcome.texts.push_back(std::move(line));
        outcome.answerFrame = log.seqOf(row);
        outcome.elapsedMs = static_cast<double>(log.monoNs(row) - log.monoNs(probe.requestRow)) / 1e6;
        outcome.end = ProbeOutcome::End::Complete;
        return;
    }
}

std::string offeredIn(const TraceAnalyzer &trace, quint64 row)
{
    for (const Message &message : trace.messages(row)) {
        const json::Value *meta = message.params ? message.params->find("_meta") : nullptr;
        if (const auto version = meta ? meta->stringAt("io.modelcontextprotocol/protocolVersion") : std::nullopt)
            return std::string(*version);
    }
    return std::string(revisionName(Revision::R2026_07_28));
}

NegotiationStep stepOf(const TraceAnalyzer &trace, const RecordedProbe &probe, const ProbeReading &reading, const ProbeVerdict &verdict, bool corrective)
{
    NegotiationStep step;
    step.step = corrective ? "corrective-probe" : "probe";
    step.outcome = stepOutcome(reading);
    if (probe.outcome.status)
        step.httpStatus = probe.outcome.status;
    if (!reading.code.empty())
        step.rpcCode = reading.code;
    step.verdict = verdict.kind == ProbeVerdict::Kind::Error ? "error" : verdictWords(verdict);
    step.rule = verdict.row->id;
    step.sentence = verdict.row->sentence;
    step.elapsedMs = probe.outcome.elapsedMs;
    step.startedWallNs = trace.log().wallNs(probe.requestRow);
    step.offered = probe.offered;
    step.requestFrame = probe.outcome.requestFrame;
    step.answerFrame = reading.frame ? reading.frame : probe.outcome.answerFrame;
    step.evidence = probe.outcome.evidence(evidenceBytes);
    return step;
}

} // namespace

std::vector<RecordedProbe> recordedProbes(const TraceAnalyzer &trace)
{
    const TraceLog &log = trace.log();
    std::vector<RecordedProbe> probes;
    for (quint64 row = 0; row < trace.count() && probes.size() < mostProbes; ++row) {
        if (trace.kind(row) != MessageKind::Request || log.direction(row) != Direction::Out)
            continue;
        if (trace.method(row) != "server/discover")
            break; // the connection goes on: what comes later is no probe
        RecordedProbe probe;
        probe.requestRow = row;
        probe.offered = offeredIn(trace, row);
        probe.outcome.ids = { trace.id(row).toStdString() };
        probe.outcome.requestFrame = log.seqOf(row);
        log.channel(row) == Channel::Http ? readHttp(trace, probe) : readLines(trace, probe);
        probes.push_back(std::move(probe));
    }
    return probes;
}

std::optional<NegotiationReport> judgeRecordedNegotiation(const TraceAnalyzer &trace, ProbePolicy policy)
{
    const std::vector<RecordedProbe> probes = recordedProbes(trace);
    if (probes.empty())
        return std::nullopt;
    SessionOptions options;
    options.policy = policy;
    options.placement = ProbePlacement::InPlace;
    NegotiationReport report;
    report.mode = "auto";
    report.policy = policyName(policy);
    std::vector<JudgedProbe> judged;
    ProbeVerdict verdict;
    for (const RecordedProbe &probe : probes) {
        ProbeContext context { probe.offered, RevisionChoice::of(options), &options, !judged.empty(), false };
        const ProbeReading reading = readProbe(probe.outcome, context);
        verdict = judgeProbe(reading, probe.outcome, context, policy);
        report.steps.push_back(stepOf(trace, probe, reading, verdict, !judged.empty()));
        report.because = describeReading(reading, probe.outcome);
        report.findings.insert(report.findings.end(), reading.findings.begin(), reading.findings.end());
        judged.push_back({ probe.outcome, context });
        if (verdict.kind != ProbeVerdict::Kind::Corrective)
            break;
    }
    report.deciding = static_cast<int>(report.steps.size()) - 1;
    report.otherPolicies = otherVerdicts(judged, policy, verdict);
    report.error = verdict.error;
    const bool legacy = verdict.kind == ProbeVerdict::Kind::Legacy;
    if (legacy || verdict.kind == ProbeVerdict::Kind::Modern) {
        report.era = legacy ? Era::Legacy : Era::Modern;
        report.strength = legacy && verdict.weak ? "weak" : "strong";
    }
    return report;
}

std::string eraVerdict(const NegotiationReport &report)
{
    if (report.error)
        return "error: " + report.error->kind + (report.error->cause.empty() ? std::string() : ' ' + report.error->cause);
    if (report.era)
        return std::string(eraName(*report.era)) + (report.strength ? " (" + *report.strength + ')' : std::string());
    return report.steps.empty() ? std::string("none") : report.steps.back().verdict;
}

} // namespace assayer
