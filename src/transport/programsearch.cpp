#include "transport/programsearch.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace assayer {

FoundProgram findProgram(const QString &command, const QString &pathVariable, const QString &directory)
{
    FoundProgram found;
    if (command.contains(u'/')) {
        const QFileInfo file(QDir(directory.isEmpty() ? QDir::currentPath() : directory), command);
        found.path = file.isExecutable() && file.isFile() ? file.absoluteFilePath() : QString();
        return found;
    }
    found.searched = pathVariable.split(QDir::listSeparator(), Qt::SkipEmptyParts);
    if (!command.isEmpty() && !found.searched.isEmpty())
        found.path = QStandardPaths::findExecutable(command, found.searched);
    return found;
}

} // namespace assayer
