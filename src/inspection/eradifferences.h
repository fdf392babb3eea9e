// What differs between connections to one server that were opened as different eras.
#pragma once

#include "inspection/action.h"
#include "inspection/report.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace assayer {

/// The ways one server is opened, in the order they run.
enum class EraRunKind { Legacy, Auto, Modern };
inline constexpr std::array allEraRuns { EraRunKind::Legacy, EraRunKind::Auto, EraRunKind::Modern };
inline constexpr std::size_t eraRuns = allEraRuns.size();

/// "legacy", "auto", "modern".
const char *eraRunName(EraRunKind kind);

/// What one of them brought. Shares what is big; any thread may read.
struct EraRun {
    ReportSubject subject;
    std::optional<ActionResult> call; ///< of the tool that was to be called, where one was
    bool finished = false; ///< it came to its end, good or bad
    qint64 readyNs = 0; ///< from connect to ready; 0: never

    bool connected() const { return subject.facts != nullptr; }
};
using EraRuns = std::array<EraRun, eraRuns>;

/// One place in which the runs are compared.
struct EraDifference {
    struct Cell {
        std::string text;
        bool json = false; ///< exact JSON text; else words of ours that may quote the server
    };
    std::string where; ///< "tools/add/execution": list, name, then the members that lead to the value; untrusted
    std::array<std::optional<Cell>, eraRuns> cells; ///< none: absent there, or that run was not connected
    bool differs = false; ///< between the runs that were connected
};

/// Identity, capabilities, lists, output metadata, findings and the call. Only connected runs are compared; where fewer than two
/// are, nothing differs. Places are in the order of the report, entries in the order in which the runs first name them. Rows that
/// are equal everywhere stand for whole entries and members of the opening only.
std::vector<EraDifference> eraDifferences(const EraRuns &runs);

} // namespace assayer
