#include "platform/paths.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace assayer {

namespace {

QString ownFolder(QStandardPaths::StandardLocation location)
{
    return QStandardPaths::writableLocation(location) + QStringLiteral("/assayer");
}

} // namespace

QString configFolder()
{
    return ownFolder(QStandardPaths::GenericConfigLocation);
}

QString dataFolder()
{
    return ownFolder(QStandardPaths::GenericDataLocation);
}

QString cataloguePath()
{
    return configFolder() + QStringLiteral("/mcp.json");
}

QString traceFolder()
{
    return dataFolder() + QStringLiteral("/traces");
}

QString makePrivateFolder(const QString &path)
{
    if (QDir(path).exists())
        return {};
    if (!QDir().mkpath(path))
        return QStringLiteral("The folder \"%1\" cannot be made").arg(path);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return {};
}

} // namespace assayer
