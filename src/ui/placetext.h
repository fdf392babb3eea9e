// What the `where` of a finding points at: a record, or a place in the report.
#pragma once

#include "ui/pages/page.h"

#include <QString>

namespace assayer {

struct Place {
    quint64 frame = 0; ///< "frame:N..."
    QString pointer; ///< into that record's message
    std::optional<PageId> page; ///< of a report pointer
    bool malformed = false; ///< "/lists/tools/malformed/2"
    int entry = -1; ///< index in that list
};

Place readPlace(const QString &where);

} // namespace assayer
