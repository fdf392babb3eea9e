// The command line as a whole: words in, exit code out.
#pragma once

#include <QStringList>

namespace assayer {

/// Needs a QCoreApplication; runs its event loop where the verb needs one.
int runProgram(const QStringList &arguments);

} // namespace assayer
