// Finds the program of a command the way a shell would, so that a failure can say where it was looked for.
#pragma once

#include <QString>
#include <QStringList>

namespace assayer {

struct FoundProgram {
    QString path; ///< absolute (or as given, where it names a folder); empty: not found
    QStringList searched; ///< folders of PATH, where PATH was searched
};

/// `command` with a slash is taken as it is, relative to `directory`; without, it is looked up in `pathVariable`.
FoundProgram findProgram(const QString &command, const QString &pathVariable, const QString &directory);

} // namespace assayer
