// Keep good entries, report bad ones: one page of a list result, judged entry by entry. Pure.
#pragma once

#include "base/error.h"
#include "protocol/listsnapshot.h"
#include "protocol/revision.h"

namespace assayer {

/// One page. Either `error` is set and no entry of the page counts, or the entries are judged.
struct SalvagedPage {
    std::vector<ListEntry> items;
    std::vector<MalformedEntry> malformed; ///< with error: every entry of the refused page, marked refusedPage, with its faults if any
    std::vector<ExcludedEntry> excluded;
    std::optional<std::string> nextCursor; ///< decoded text
    std::string nextCursorJson; ///< exact JSON text, empty where absent
    std::optional<std::int64_t> ttlMs;
    std::size_t entries = 0; ///< raw entries of this page
    std::vector<json::Node> raw; ///< all raw entries as they stand
    std::optional<Error> error; ///< kind invalid-result, invalid-message or unsupported-result-type; data.path = JSON Pointer into the result
    json::Path errorPath;
    Findings findings; ///< page-level warnings
};

struct SalvageContext {
    ListKind kind {};
    Revision revision = Revision::R2025_11_25;
    bool headerRule = false; ///< x-mcp-header exclusion applies: modern tools/list on any transport but stdio
    std::size_t firstIndex = 0; ///< aggregated index of the page's first entry
    std::uint64_t frame = 0;
};

/// `result` is the response's result member, as it stands.
SalvagedPage salvagePage(const json::DocumentPtr &document, const json::Value &result, const SalvageContext &context);

/// "Dropped N malformed entries — WHERE: REASON (+K more)"; nullopt where none is malformed.
std::optional<std::string> salvageSummary(const std::vector<MalformedEntry> &malformed);

} // namespace assayer
