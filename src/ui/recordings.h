// The folder of recorded traces: names for new ones, and what goes when the budget or the age limit is reached.
#pragma once

#include <QString>

namespace assayer {

namespace recordings {

/// A path for a new recording of that server, or empty where the folder cannot be made. Names hold only what every file
/// system takes.
QString newPath(const QString &serverName);
qint64 totalBytes();
/// Deletes the oldest until the rest fits, and those older than `days`; files in use and marked ones stay. Not the window's thread.
void enforce(qint64 budgetBytes, int days);
/// Deletes all but those in use and those that hold marks or comments. Returns how many went.
int deleteAll();

}

} // namespace assayer
