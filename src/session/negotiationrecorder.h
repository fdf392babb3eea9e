// Keeps the report of a negotiation while it runs, and writes its verdicts beside the frames they judge.
#pragma once

#include "protocol/negotiationreport.h"
#include "session/handshake.h"
#include "session/probeclassifier.h"
#include "wire/frame.h"

namespace assayer {

class NegotiationRecorder {
public:
    NegotiationRecorder(const SessionOptions &options, FrameSink &sink);

    const NegotiationReport &report() const { return m_report; }

    void enter(const char *state);
    /// A step begins; its outcome is empty until it ends.
    void beginStep(const char *step, const std::string &offered);
    void setRequestFrame(quint64 frame);
    void addStderr(const QByteArray &bytes);
    void endProbe(const ProbeOutcome &outcome, const ProbeReading &reading, const ProbeVerdict &verdict);
    void endHandshake(const HandshakeAnswer &answer);
    /// A step that ends without an answer of its own: "cancelled", "closed", "timeout".
    void endStep(const char *outcome, const std::string &evidence = {});
    void setBecause(const std::string &sentence) { m_report.because = sentence; }
    void setStrength(const char *strength) { m_report.strength = strength; }
    void setOthers(std::vector<PolicyVerdict> others) { m_report.otherPolicies = std::move(others); }
    void add(const Finding &finding) { m_report.findings.push_back(finding); }
    void succeed(Era era, const std::string &protocolVersion);
    void fail(const Error &error);

private:
    NegotiationStep *openStep();
    void decide(const NegotiationStep &step, const char *strength);

    FrameSink &m_sink;
    NegotiationReport m_report;
    bool m_open = false;
};

} // namespace assayer
