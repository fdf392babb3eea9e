// What was sent, what is wrong, which rule, how to mend it: Markdown to paste into an issue of the server. Pure.
#pragma once

#include "base/finding.h"
#include "protocol/fault.h"
#include "protocol/listsnapshot.h"
#include "protocol/revision.h"

#include <string>
#include <string_view>
#include <vector>

namespace assayer {

/// Facts around a report; empty members are left out.
struct IssueContext {
    std::string server; ///< name and version as the server states them: untrusted
    Revision revision = Revision::R2025_11_25;
    std::string client; ///< "Assayer 0.1.0"
};

/// How to mend a fault, in one or two sentences: names the well-known cause where the value tells one (PHP's empty array, Go's
/// null, a .NET enum number, Python's None, JSON inside a string, ...). `raw` is the exact text of the offending value; empty
/// where unknown or missing. Empty where there is nothing to say beyond the rule.
std::string mendAdvice(const Fault &fault, std::string_view raw = {});

/// Of a malformed or refused entry. Texts of the server stand in code fences only.
std::string issueReport(const MalformedEntry &entry, const IssueContext &context);
/// Of several entries of one list, each under a heading of its own.
std::string issueReport(const std::vector<MalformedEntry> &entries, const IssueContext &context);
/// Of any finding; `raw` is the exact text of the offending value or message, empty where there is none.
std::string issueReport(const Finding &finding, std::string_view raw, const IssueContext &context);

/// Address of a rule's page: "2025-11-25 server/tools#tool", "RFC 8259". Empty where the text names no page.
std::string specUrl(std::string_view spec);

} // namespace assayer
