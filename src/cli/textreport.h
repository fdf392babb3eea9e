// What people read on stdout: plain lines, text of servers escaped.
#pragma once

#include "base/finding.h"
#include "inspection/inspection.h"
#include "protocol/listsnapshot.h"

#include <QString>

namespace assayer::text {

/// Name, version, era, strength, reason, capabilities, instructions.
QString identity(const Inspection &inspection);
/// Title, one line an entry, then excluded and malformed ones and the error.
QString list(ListKind kind, const ListSnapshot &snapshot, bool verbose);
/// Only what was dropped, and why.
QString malformed(const ListSnapshot &snapshot);
QString findings(const Findings &findings);
QString findingLine(const Finding &finding);
/// Content of a call, a read resource or a prompt; anything else as indented JSON.
QString result(const QByteArray &method, const json::Node &result);
/// Indented JSON.
QString pretty(const json::Node &node);
QString metadata(const MetadataSummary &metadata);

} // namespace assayer::text
