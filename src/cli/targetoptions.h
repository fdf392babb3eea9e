// From the words of the command line to the options of an inspection.
#pragma once

#include "base/error.h"
#include "cli/commandline.h"
#include "inspection/inspectionoptions.h"

namespace assayer {

/// `url`: the positional word that is the target, or empty. Fails with kind "usage", "unset-variable" or "unreadable-file".
Result<InspectionOptions> inspectionOptions(const CommandLine &line, const QString &url);

/// Path of the demo server beside this program; empty where there is none.
QString demoServerPath();

/// What a --elicit, --sample or script file holds: JSON text.
Result<QByteArray> answerFile(const QString &path);

} // namespace assayer
