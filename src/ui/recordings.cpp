#include "ui/recordings.h"

#include "platform/paths.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace assayer::recordings {
namespace {

QFileInfoList files()
{
    return QDir(traceFolder()).entryInfoList({ QStringLiteral("*.mcptrace") }, QDir::Files, QDir::Time);
}

QString safeName(const QString &text)
{
    QString name;
    for (const QChar c : text) {
        const bool plain = (c.unicode() < 128) && (c.isLetterOrNumber() || c == u'-' || c == u'_');
        name.append(plain ? c : u'-');
        if (name.size() >= 40)
            break;
    }
    return name.isEmpty() ? QStringLiteral("server") : name;
}

} // namespace

QString newPath(const QString &serverName)
{
    if (!makePrivateFolder(traceFolder()).isEmpty())
        return {};
    const QString stem = traceFolder() + u'/' + safeName(serverName) + u'-'
        + QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-ddTHH-mm-ss"));
    QString path = stem + QStringLiteral(".mcptrace");
    for (int copy = 2; QFileInfo::exists(path); ++copy)
        path = stem + u'-' + QString::number(copy) + QStringLiteral(".mcptrace");
    return path;
}

qint64 totalBytes()
{
    qint64 sum = 0;
    for (const QFileInfo &file : files())
        sum += file.size();
    return sum;
}

void enforce(qint64 budgetBytes, int days)
{
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-days);
    const QDateTime inUse = QDateTime::currentDateTime().addDays(-1);
    qint64 sum = 0;
    for (const QFileInfo &file : files()) {
        sum += file.size();
        const bool goes = file.lastModified() < oldest || sum > budgetBytes;
        if (goes && file.lastModified() < inUse)
            QFile::remove(file.absoluteFilePath());
    }
}

int deleteAll()
{
    const QDateTime inUse = QDateTime::currentDateTime().addSecs(-60);
    int gone = 0;
    for (const QFileInfo &file : files()) {
        if (file.lastModified() < inUse && QFile::remove(file.absoluteFilePath()))
            ++gone;
    }
    return gone;
}

} // namespace assayer::recordings
