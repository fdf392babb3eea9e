// The folder of recorded traces: how much stands there, and what goes when the budget or the age limit is reached.
#pragma once

#include <QString>
#include <QStringList>

namespace assayer {

/// Recordings are *.mcptrace and *.mcptrace.zst. One in use (another program, or this one, writes it) and one that holds a mark or a
/// comment (tracemarks.h) is never deleted by a rule. Any thread; reads files, so not the window's.
namespace recordingfolder {

qint64 totalBytes(const QString &folder);
/// Deletes those not changed for `days` (0: no limit), then the oldest until the rest fits `budgetBytes` (0: no limit). `keep`:
/// paths that stay too. Returns the paths that went.
QStringList enforce(const QString &folder, qint64 budgetBytes, int days, const QStringList &keep = {});
/// Deletes all but those in use; marked ones only where `marked` says so. Returns how many went.
int deleteAll(const QString &folder, bool marked);
/// Whether a user left a mark or comment in that file that is still in force.
bool isMarked(const QString &path);
/// Whether a program writes it at the moment.
bool isInUse(const QString &path);

}

} // namespace assayer
