// What the trace dock is called: where it is recorded to, how much it holds, what is missing of a damaged file.
#pragma once

#include "trace/tracerecord.h"

#include <QString>

#include <vector>

namespace assayer {

class Desk;

/// "Trace - customer.mcptrace - 8,412 records, 1 cut line at the end"; "Trace - recording to disk".
QString traceTitle(const Desk &desk);
/// "1 cut line at the end", "3 places damaged"; empty for none.
QString damageWords(const std::vector<TraceDamage> &damage);
/// What is missing, where, and that the rest is shown; empty for none.
QString damageSentence(const std::vector<TraceDamage> &damage);

} // namespace assayer
