// The verb `bench call`: many calls of one tool on one session, one after the other and side by side.
#pragma once

#include "cli/benchfigures.h"
#include "cli/connectedverb.h"

#include <QHash>

namespace assayer {

struct BenchCallSettings {
    QByteArray tool;
    QByteArray arguments; ///< JSON object text, or empty
    int repeat = 2000;
    int warmUp = 300;
    std::vector<int> inFlight { 1, 16, 64 };
};

class BenchCallVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    BenchCallVerb(InspectionOptions options, Console console, BenchCallSettings settings, QObject *parent = nullptr);

protected:
    void work() override;

private:
    struct Run {
        int inFlight = 1;
        int calls = 0; ///< to make
        int started = 0;
        int finished = 0;
        int failed = 0;
        qint64 beginNs = 0;
        qint64 endNs = 0;
        BenchFigures figures;
    };
    void nextRun();
    void startRun(int inFlight, int calls);
    void call();
    void finished(const ActionResult &result);
    void print();

    BenchCallSettings m_settings;
    std::vector<Run> m_runs; ///< the warm-up first
    QHash<quint64, qint64> m_begun;
};

} // namespace assayer
