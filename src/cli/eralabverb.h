// `inspect --era-lab`: the same server opened as legacy, by negotiation and as modern, and what differs.
#pragma once

#include "cli/console.h"
#include "cli/verb.h"
#include "inspection/eralab.h"

#include <memory>

namespace assayer {

class EraLabVerb final : public Verb {
    Q_OBJECT
public:
    EraLabVerb(const InspectionOptions &options, Console console, QObject *parent = nullptr);

    ~EraLabVerb() override;

    void start() override;
    void interrupt() override;

private:
    void tell();
    void done();
    void printText() const;
    int verdict() const;

    Console m_console;
    std::unique_ptr<EraLab> m_lab;
    std::array<EraLab::Phase, eraRuns> m_told {};
};

} // namespace assayer
