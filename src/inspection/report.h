// The report of an inspection: one JSON object, entries in the exact bytes they arrived in.
#pragma once

#include "inspection/inspection.h"

#include <QByteArray>

namespace assayer {

/// Of what the inspection holds now.
QByteArray inspectionReport(const Inspection &inspection);

/// Why the lists or the answers are not all good, for exit codes: worst first. Empty: all is well.
struct ReportFaults {
    std::optional<Error> connection; ///< the connection could not be made
    std::optional<Error> list; ///< a list failed: the first one
    bool malformed = false; ///< malformed entries, or refused metadata
};
ReportFaults reportFaults(const Inspection &inspection);

} // namespace assayer
