// The verb `conformance`: plays the client under test of the official suite, as its environment variables ask.
#pragma once

#include "cli/connectedverb.h"

#include <deque>

namespace assayer {

struct ConformanceSettings {
    QByteArray scenario;
    QByteArray contextJson;
    QByteArray protocolVersion;

    static ConformanceSettings fromEnvironment();
};

class ConformanceVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    ConformanceVerb(InspectionOptions options, Console console, ConformanceSettings settings, QObject *parent = nullptr);

    void start() override;

protected:
    void work() override;

private:
    void listed();
    void plan();
    void planCalls();
    void planContextCalls();
    void planPreservation();
    void planEveryTool();
    bool lists(std::string_view tool) const;
    void step();
    void finished(const ActionResult &result);
    void tellFindings();

    ConformanceSettings m_settings;
    std::deque<ActionRequest> m_steps;
    bool m_planned = false;
};

} // namespace assayer
