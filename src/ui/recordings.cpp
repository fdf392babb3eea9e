#include "ui/recordings.h"

#include "platform/paths.h"
#include "trace/recordingfolder.h"

#include <QDateTime>
#include <QFileInfo>

namespace assayer::recordings {
namespace {

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
    return recordingfolder::totalBytes(traceFolder());
}

void enforce(qint64 budgetBytes, int days)
{
    recordingfolder::enforce(traceFolder(), budgetBytes, days);
}

int deleteAll()
{
    return recordingfolder::deleteAll(traceFolder(), false);
}

} // namespace assayer::recordings
