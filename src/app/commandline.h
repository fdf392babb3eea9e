// The command line of the desktop program: what to open, and how the connection is told to behave.
#pragma once

#include "base/error.h"
#include "inspection/inspectionoptions.h"

#include <QStringList>

namespace assayer {

/// What `assayer ...` was asked for. A plain value; nothing is started by reading it.
struct CommandLine {
    enum Kind {
        Nothing, ///< the window alone
        Demo, ///< the built-in demo server
        Target, ///< `target` is an address, or a command in one piece
        Command, ///< `arguments` is a command, its name first
        ProfileFile, ///< `target` is a path
        TraceFile, ///< `target` is a path
        Catalogue, ///< a server of the user's own profiles, by `server`
    };
    Kind kind = Nothing;
    QString target;
    QStringList arguments;
    QString server; ///< --server: connect to this one
    QString traceFile; ///< --trace
    InspectionOptions options; ///< defaults changed by the options given; the target is not filled in
    QStringList given; ///< names of the options that were given
    bool help = false;
    bool version = false;
    bool verbose = false;
};

/// `arguments` without the program's name. Fails with kind "usage".
Result<CommandLine> parseCommandLine(const QStringList &arguments);
/// The text of --help.
QString commandLineHelp();

} // namespace assayer
