// The report of an inspection: one JSON object, entries in the exact bytes they arrived in.
#pragma once

#include "inspection/inspection.h"
#include "json/write.h"

#include <QByteArray>

#include <array>

namespace assayer {

/// What a report is about: a copy that shares what is big, so that it may outlive the connection and cross threads.
struct ReportSubject {
    Target target;
    NegotiationReport negotiation;
    SessionFactsPtr facts; ///< null: never connected
    std::array<ListSnapshotPtr, 4> lists; ///< in the order of allListKinds; null: not advertised
    MetadataSummaryPtr metadata; ///< never null
    Findings findings;
    std::optional<Error> error;

    const ListSnapshot *list(ListKind kind) const { return lists[static_cast<std::size_t>(kind)].get(); }
};

ReportSubject reportSubject(const Inspection &inspection);

/// Of what the inspection holds now.
QByteArray inspectionReport(const Inspection &inspection);
QByteArray inspectionReport(const ReportSubject &subject);
/// The same members, written into an object that is open already.
void writeReport(json::Writer &out, const ReportSubject &subject);

/// Why the lists or the answers are not all good, for exit codes: worst first. Empty: all is well.
struct ReportFaults {
    std::optional<Error> connection; ///< the connection could not be made
    std::optional<Error> list; ///< a list failed: the first one
    bool malformed = false; ///< malformed entries, or refused metadata
};
ReportFaults reportFaults(const Inspection &inspection);

} // namespace assayer
