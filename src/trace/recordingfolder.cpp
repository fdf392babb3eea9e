#include "trace/recordingfolder.h"

#include "trace/tracemarks.h"
#include "trace/tracereader.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace assayer::recordingfolder {
namespace {

/// Newest first.
QFileInfoList recordings(const QString &folder)
{
    return QDir(folder).entryInfoList({ QStringLiteral("*.mcptrace"), QStringLiteral("*.mcptrace.zst") }, QDir::Files, QDir::Time);
}

/// A file without this text holds no mark; compressed ones must be opened.
bool mayHoldMark(const QString &path)
{
    QFile file(path);
    if (path.endsWith(QLatin1String(".zst")) || !file.open(QIODevice::ReadOnly) || file.size() == 0)
        return path.endsWith(QLatin1String(".zst"));
    constexpr char text[] = "\"mark\"";
    const uchar *mapped = file.map(0, file.size());
    return !mapped || ::memmem(mapped, static_cast<std::size_t>(file.size()), text, sizeof text - 1);
}

bool mayGo(const QString &path)
{
    return !isInUse(path) && !isMarked(path);
}

} // namespace

qint64 totalBytes(const QString &folder)
{
    qint64 sum = 0;
    for (const QFileInfo &file : recordings(folder))
        sum += file.size();
    return sum;
}

bool isInUse(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    ::close(descriptor);
    return locked;
}

bool isMarked(const QString &path)
{
    if (!mayHoldMark(path))
        return false;
    const auto log = TraceReader::open(path);
    if (!log)
        return false;
    TraceMarks marks;
    marks.advance(**log);
    return !marks.all().empty();
}

QStringList enforce(const QString &folder, qint64 budgetBytes, int days, const QStringList &keep)
{
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-days);
    QStringList gone;
    const auto drop = [&](const QFileInfo &file) {
        const QString path = file.absoluteFilePath();
        const bool went = !keep.contains(path) && mayGo(path) && QFile::remove(path);
        if (went)
            gone.append(path);
        return went;
    };
    QFileInfoList files = recordings(folder);
    qint64 sum = 0;
    for (const QFileInfo &file : files)
        sum += file.size();
    for (auto file = files.crbegin(); file != files.crend(); ++file) {
        const bool old = days > 0 && file->lastModified() < oldest;
        const bool tooMuch = budgetBytes > 0 && sum > budgetBytes;
        if ((old || tooMuch) && drop(*file))
            sum -= file->size();
    }
    return gone;
}

int deleteAll(const QString &folder, bool marked)
{
    int gone = 0;
    for (const QFileInfo &file : recordings(folder)) {
        const QString path = file.absoluteFilePath();
        if (!isInUse(path) && (marked || !isMarked(path)) && QFile::remove(path))
            ++gone;
    }
    return gone;
}

} // namespace assayer::recordingfolder
