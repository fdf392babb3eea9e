#include "platform/files.h"

#include "platform/paths.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace assayer {

namespace {

Error fileError(const QString &path, const QString &message, const char *cause)
{
    Error error("unreadable-file", message.toStdString(), cause);
    error.data.path = path.toStdString();
    return error;
}

} // namespace

Result<QByteArray> readWholeFile(const QString &path, qint64 maxBytes)
{
    QFile file(path);
    if (QFileInfo(path).isDir())
        return fail(fileError(path, QStringLiteral("\"%1\" is a folder").arg(path), "folder"));
    if (!file.open(QIODevice::ReadOnly))
        return fail(fileError(path, QStringLiteral("\"%1\" cannot be read: %2").arg(path, file.errorString()), file.exists() ? "read" : "missing"));
    if (file.size() > maxBytes)
        return fail(fileError(path, QStringLiteral("\"%1\" is larger than %2 bytes").arg(path).arg(maxBytes), "too-large"));
    QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return fail(fileError(path, QStringLiteral("\"%1\" cannot be read: %2").arg(path, file.errorString()), "read"));
    return bytes;
}

Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes)
{
    const QFileInfo info(path);
    if (const QString problem = makePrivateFolder(info.absolutePath()); !problem.isEmpty())
        return fail(fileError(path, problem, "write"));
    const bool isNew = !info.exists();
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
        && (!isNew || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        && file.write(bytes) == bytes.size() && file.commit();
    if (!written)
        return fail(fileError(path, QStringLiteral("\"%1\" cannot be written: %2").arg(path, file.errorString()), "write"));
    return {};
}

} // namespace assayer
