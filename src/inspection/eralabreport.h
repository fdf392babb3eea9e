// The era lab as JSON and as Markdown.
#pragma once

#include "inspection/eradifferences.h"

#include <QByteArray>

namespace assayer {

/// {"legacy":REPORT,"auto":REPORT,"modern":REPORT,"differences":[{"where","legacy","auto","modern"}]}: only what differs; a run in
/// which the place is absent, or which was not connected, has no member there. Each report has `call` where a tool was called.
QByteArray eraLabJson(const EraRuns &runs, const std::vector<EraDifference> &differences);
/// The report of the auto run with the whole lab under `eraLab`.
QByteArray eraLabReport(const EraRuns &runs);
/// For an issue tracker: outcomes and differences as a table. Text of the server is made visible.
QByteArray eraLabMarkdown(const EraRuns &runs, const std::vector<EraDifference> &differences);
/// "ready: modern 2026-07-28 (strong)" or "failed: ..."; one line, of the server where it quotes it.
std::string eraRunOutcome(const EraRun &run);

} // namespace assayer
