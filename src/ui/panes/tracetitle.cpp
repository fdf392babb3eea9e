#include "ui/panes/tracetitle.h"

#include "platform/formattext.h"
#include "platform/visibletext.h"
#include "trace/tracelog.h"
#include "trace/tracereader.h"
#include "ui/desk.h"

namespace assayer {
namespace {

bool isCut(const TraceDamage &damage)
{
    return damage.reason.contains("cut") || damage.reason.contains("end");
}

/// What a file of another program does not say is not known; so it is said what it was.
QString importWords(const TraceLog &log)
{
    const QByteArray source = log.isFromFile() ? TraceReader::importedFrom(log) : QByteArray();
    if (source.isEmpty())
        return {};
    return source == "har"               ? QStringLiteral("read from a HAR file")
        : source == "json-rpc-lines"     ? QStringLiteral("read from lines of JSON-RPC")
        : source == "inspector-export"   ? QStringLiteral("read from a protocol export")
                                         : QStringLiteral("read from a log file");
}

} // namespace

QString damageWords(const std::vector<TraceDamage> &damage)
{
    if (damage.empty())
        return {};
    if (damage.size() == 1 && isCut(damage.front()))
        return QStringLiteral("1 cut line at the end");
    return damage.size() == 1 ? QStringLiteral("1 damaged place") : QStringLiteral("%1 damaged places").arg(damage.size());
}

QString damageSentence(const std::vector<TraceDamage> &damage)
{
    if (damage.empty())
        return {};
    quint64 bytes = 0;
    for (const TraceDamage &place : damage)
        bytes += place.bytes;
    const TraceDamage &first = damage.front();
    const QString where = damage.size() == 1 ? QStringLiteral("Line %1").arg(first.line) : QStringLiteral("%1 places, the first in line %2").arg(damage.size()).arg(first.line);
    return QStringLiteral("%1 of the file cannot be read: %2 (%3 from byte %4 on). Everything else is shown.")
        .arg(where, visible(std::string_view(first.reason.constData(), static_cast<std::size_t>(first.reason.size()))), byteSize(static_cast<qint64>(bytes)), count(static_cast<qint64>(first.offset)));
}

QString traceTitle(const Desk &desk)
{
    if (desk.isTrace()) {
        QString title = QStringLiteral("Trace - %1 - %2 records").arg(visible(desk.source().name), count(static_cast<qint64>(desk.trace()->count())));
        for (const QString &words : { importWords(*desk.trace()), damageWords(desk.trace()->damage()) })
            title += words.isEmpty() ? QString() : QStringLiteral(", ") + words;
        return title;
    }
    if (desk.isPrivate())
        return QStringLiteral("Trace - private, in memory only");
    return desk.client().recordingPath().isEmpty() ? QStringLiteral("Trace - in memory only") : QStringLiteral("Trace - recording to disk");
}

} // namespace assayer
