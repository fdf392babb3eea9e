// Words for a tool tip, which Qt would take for markup where they look like it.
#pragma once

#include <QString>

namespace assayer {

/// The same words, shown as typed: Qt draws a tool tip as rich text when its first line holds "<b>" or the like.
QString plainToolTip(const QString &text);

} // namespace assayer
