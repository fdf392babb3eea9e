#include "session/negotiationrecorder.h"

#include "json/write.h"
#include "protocol/message.h"

namespace assayer {

namespace {

constexpr std::size_t shownBytes = 64 * 1024;

const char *modeName(EraMode mode)
{
    switch (mode) {
    case EraMode::Legacy:
        return "legacy";
    case EraMode::Modern:
        return "modern";
    case EraMode::Pin:
        return "pin";
    case EraMode::Auto:
        break;
    }
    return "auto";
}

std::vector<quint64> framesOf(const NegotiationStep &step)
{
    std::vector<quint64> frames;
    for (const std::uint64_t frame : { step.requestFrame, step.answerFrame }) {
        if (frame)
            frames.push_back(frame);
    }
    return frames;
}

} // namespace

NegotiationRecorder::NegotiationRecorder(const SessionOptions &options, FrameSink &sink)
    : m_sink(sink)
{
    m_report.mode = modeName(options.mode);
    m_report.policy = policyName(options.policy);
}

void NegotiationRecorder::enter(const char *state)
{
    m_report.states.emplace_back(state);
}

void NegotiationRecorder::beginStep(const char *step, const std::string &offered)
{
    NegotiationStep begun;
    begun.step = step;
    begun.offered = offered;
    begun.startedWallNs = wallNs();
    m_report.steps.push_back(std::move(begun));
    m_open = true;
}

NegotiationStep *NegotiationRecorder::openStep()
{
    return m_open ? &m_report.steps.back() : nullptr;
}

void NegotiationRecorder::setRequestFrame(quint64 frame)
{
    if (NegotiationStep *step = openStep(); step && !step->requestFrame)
        step->requestFrame = frame;
}

void NegotiationRecorder::addStderr(const QByteArray &bytes)
{
    for (auto step = m_report.steps.rbegin(); step != m_report.steps.rend(); ++step) {
        if (step->step != "probe" && step->step != "corrective-probe")
            continue;
        step->stderrText.append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        if (step->stderrText.size() > shownBytes)
            step->stderrText.erase(0, step->stderrText.size() - shownBytes);
        return;
    }
}

void NegotiationRecorder::endProbe(const ProbeOutcome &outcome, const ProbeReading &reading, const ProbeVerdict &verdict)
{
    NegotiationStep *step = openStep();
    if (!step)
        return;
    m_open = false;
    step->outcome = stepOutcome(reading);
    if (outcome.status)
        step->httpStatus = outcome.status;
    if (!reading.code.empty())
        step->rpcCode = reading.code;
    step->verdict = verdict.kind == ProbeVerdict::Kind::Error ? "error" : verdictWords(verdict);
    step->rule = verdict.row->id;
    step->sentence = verdict.row->sentence;
    step->elapsedMs = outcome.elapsedMs;
    step->requestFrame = outcome.requestFrame ? outcome.requestFrame : step->requestFrame;
    step->answerFrame = reading.frame;
    step->evidence = outcome.evidence(shownBytes);
    if (step->evidence.empty() && outcome.transportError)
        step->evidence = outcome.transportError->message;
    m_report.deciding = static_cast<int>(m_report.steps.size()) - 1;
    const bool legacy = verdict.kind == ProbeVerdict::Kind::Legacy;
    decide(*step, legacy ? (verdict.weak ? "weak" : "strong") : verdict.kind == ProbeVerdict::Kind::Modern ? "strong" : nullptr);
}

void NegotiationRecorder::decide(const NegotiationStep &step, const char *strength)
{
    json::Writer writer;
    writer.beginObject().member("step", step.step).member("verdict", step.verdict).member("rule", step.rule).member("sentence", step.sentence);
    if (strength)
        writer.member("strength", strength);
    writer.member("policy", m_report.policy).member("offered", step.offered).endObject();
    m_sink.decide({ "verdict", framesOf(step), bytes(writer.text()) });
}

void NegotiationRecorder::endHandshake(const HandshakeAnswer &answer)
{
    NegotiationStep *step = openStep();
    if (!step)
        return;
    m_open = false;
    step->outcome = answer.outcome;
    step->httpStatus = answer.httpStatus;
    if (!answer.rpcCode.empty())
        step->rpcCode = answer.rpcCode;
    step->elapsedMs = answer.elapsedMs;
    step->requestFrame = answer.requestFrame;
    step->answerFrame = answer.answerFrame;
    step->evidence = answer.evidence;
    if (answer.error) {
        step->verdict = "error";
        step->sentence = answer.error->message;
        if (step->evidence.empty())
            step->evidence = answer.error->message;
    }
}

void NegotiationRecorder::endStep(const char *outcome, const std::string &evidence)
{
    NegotiationStep *step = openStep();
    if (!step)
        return;
    m_open = false;
    step->outcome = outcome;
    step->evidence = evidence;
    step->verdict = step->outcome == "result" ? "" : "error";
    step->elapsedMs = double(wallNs() - step->startedWallNs) / 1e6;
}

void NegotiationRecorder::succeed(Era era, const std::string &protocolVersion)
{
    m_report.era = era;
    m_report.protocolVersion = protocolVersion;
    json::Writer writer;
    writer.beginObject().member("verdict", "ready").member("era", eraName(era)).member("protocolVersion", protocolVersion);
    if (m_report.strength)
        writer.member("strength", *m_report.strength);
    writer.member("because", m_report.because).member("policy", m_report.policy).endObject();
    const std::vector<quint64> frames = m_report.steps.empty() ? std::vector<quint64>() : framesOf(m_report.steps.back());
    m_sink.decide({ "verdict", frames, bytes(writer.text()) });
}

void NegotiationRecorder::fail(const Error &error)
{
    m_report.error = error;
    if (!m_report.steps.empty())
        m_report.deciding = static_cast<int>(m_report.steps.size()) - 1;
    json::Writer writer;
    writer.beginObject().member("verdict", "failed").member("kind", error.kind).member("cause", error.cause).member("message", error.message);
    writer.member("policy", m_report.policy).endObject();
    const std::vector<quint64> frames = m_report.steps.empty() ? std::vector<quint64>() : framesOf(m_report.steps.back());
    m_sink.decide({ "verdict", frames, bytes(writer.text()) });
}

} // namespace assayer
