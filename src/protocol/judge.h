// Wire rules for whole messages: every frame of a trace gets its findings against the negotiated revision. Pure.
#pragma once

#include "base/finding.h"
#include "protocol/fault.h"
#include "protocol/listkind.h"
#include "protocol/message.h"
#include "protocol/revision.h"

#include <optional>
#include <string>

namespace assayer {

/// Faults of one list entry against the era's rules, in schema order. `cleaned` members (not in this revision) are in `dropped`.
struct EntryVerdict {
    Faults faults; ///< Refused first in schema order, then warnings
    std::vector<json::Path> dropped; ///< members the reference client removes: "not in this revision"
    std::optional<std::string> headerFault; ///< modern tools: why x-mcp-header excludes the tool over HTTP (also a warning in `faults`)
    bool isRefused() const;
};
EntryVerdict judgeEntry(ListKind kind, Revision revision, const json::Document &document, const json::Value &entry);

/// What an answer or a request of the server holds, by method of the request it answers (empty for requests/notifications).
/// Paths are relative to the message's root ("/result/content/0/text"). At most rules::Judge::faultLimit of each level.
/// `entries` false leaves the entries of a list result to salvagePage().
Faults judgeMessage(const Message &message, std::string_view requestMethod, Revision revision, bool entries = true);

/// Why strict JSON-RPC clients refuse the envelope (null id, members beyond JSON-RPC's, both result and error, ...), or nothing.
std::optional<Fault> envelopeFault(const Message &message);

/// Items inside call results, resource contents and prompt messages: the good ones show, the bad ones are named.
struct PartVerdict {
    std::size_t index = 0;
    Faults faults;
};
/// `member` is "content" (tools/call), "contents" (resources/read) or "messages" (prompts/get).
std::vector<PartVerdict> judgeParts(std::string_view method, Revision revision, const json::Document &document, const json::Value &result);

/// initialize / server/discover results: required members decide, optional malformed ones are warnings.
Faults judgeInitializeResult(const json::Document &document, const json::Value &result, Revision revision);
Faults judgeDiscoverResult(const json::Document &document, const json::Value &result);

/// A fault as a finding at "frame:N<pointer>".
Finding toFinding(const Fault &fault, std::uint64_t frame, std::string_view prefix = {});

} // namespace assayer
