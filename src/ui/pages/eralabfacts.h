// Facts of the era lab's runs as rows and words of the page.
#pragma once

#include "inspection/eralab.h"
#include "models/erareportmodel.h"
#include "models/listdiffmodel.h"

#include <array>
#include <vector>

namespace assayer::eralabfacts {

/// "Legacy", "Auto", "Modern".
QString title(EraRunKind kind);
/// One column's rows, marked where another connected run says otherwise. Empty for a run that did not end yet.
std::array<std::vector<EraFact>, eraRuns> facts(const EraRuns &runs);
/// Rows of the differences; the facts that stand in the columns above are left out. `onlyDifferent`: equal ones too.
std::vector<DiffRow> rows(const std::vector<EraDifference> &differences, bool onlyDifferent);
/// Both sides of one row, whole, JSON indented. Text of the server.
QString detail(const EraDifference &difference, const EraRuns &runs);
/// How a column is headed: "Legacy   ready 29 ms".
QString heading(const EraLab &lab, EraRunKind kind);
/// "Legacy ready, auto probing 3.2 s of 10 s, modern waiting."
QString progress(const EraLab &lab);

} // namespace assayer::eralabfacts
