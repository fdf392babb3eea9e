// Pieces of the JSON report that several commands print.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "json/write.h"
#include "protocol/listsnapshot.h"
#include "protocol/metadatasummary.h"
#include "protocol/negotiationreport.h"
#include "session/session.h"

#include <optional>

namespace assayer::report {

/// null or {"kind","cause","message","data"}.
void writeError(json::Writer &out, const std::optional<Error> &error);
/// LIST of the contract; null pointer: null.
void writeList(json::Writer &out, const ListSnapshot *snapshot);
void writeNegotiation(json::Writer &out, const NegotiationReport &report);
/// {"generation","refused"}; `stale` too where asked for.
void writeMetadata(json::Writer &out, const MetadataSummary &metadata, bool withStale);
void writeFindings(json::Writer &out, const Findings &findings);
/// "none", "valid", "invalid", "missing", "unchecked".
const char *outputWord(OutputVerdict::State state);
/// [{"instancePath","schemaPath","keyword","message"}]
void writeFailures(json::Writer &out, const OutputVerdict &verdict);
/// The members "output", "reason" (null or why nothing was checked) and "errors".
void writeOutput(json::Writer &out, const OutputVerdict &verdict);
/// The verdict in one line for people: "Output valid, generation 3".
std::string outputSentence(const OutputVerdict &verdict);
/// Exact text of a node, null where there is none. Text that is no JSON stands as a JSON string.
void writeNode(json::Writer &out, const json::Node &node);
/// The error a verdict is: "output-mismatch" for invalid and missing outputs of calls that did not fail.
std::optional<Error> outputError(const OutputVerdict &verdict);

} // namespace assayer::report
