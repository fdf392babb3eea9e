#include "platform/formattext.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace assayer {

namespace {

constexpr qint64 second = 1'000'000'000;
constexpr qint64 minute = 60 * second;
constexpr qint64 hour = 60 * minute;

/// Rounded down also before 1970.
QDateTime dateTime(qint64 wallNs)
{
    qint64 ms = wallNs / 1'000'000;
    if (wallNs % 1'000'000 < 0)
        --ms;
    return QDateTime::fromMSecsSinceEpoch(ms);
}

QString twoDigits(qint64 value)
{
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

QString longDuration(qint64 ns)
{
    if (ns < hour)
        return QStringLiteral("%1 min %2 s").arg(ns / minute).arg(twoDigits(ns % minute / second));
    return QStringLiteral("%1 h %2 min").arg(ns / hour).arg(twoDigits(ns % hour / minute));
}

} // namespace

QString timeOfDay(qint64 wallNs)
{
    return dateTime(wallNs).toString(u"HH:mm:ss.zzz");
}

QString clockTime(qint64 wallNs)
{
    return dateTime(wallNs).toString(u"HH:mm:ss");
}

QString isoTime(qint64 wallNs)
{
    const QDateTime time = dateTime(wallNs);
    const qint64 rest = ((wallNs % second) + second) % second;
    const int offset = time.offsetFromUtc();
    const int minutes = std::abs(offset) / 60;
    return time.toString(u"yyyy-MM-ddTHH:mm:ss") + QStringLiteral(".%1").arg(rest, 9, 10, QLatin1Char('0'))
        + (offset < 0 ? QLatin1Char('-') : QLatin1Char('+')) + twoDigits(minutes / 60) + QLatin1Char(':') + twoDigits(minutes % 60);
}

QString relativeTime(qint64 deltaNs)
{
    const double seconds = static_cast<double>(std::llabs(deltaNs)) / static_cast<double>(second);
    return (deltaNs < 0 ? QLatin1Char('-') : QLatin1Char('+')) + QString::number(seconds, 'f', 3) + QStringLiteral(" s");
}

QString duration(qint64 ns)
{
    if (ns < 0)
        return {};
    // The borders are those of the rounded number: 9.96 ms is "10 ms", 999.7 ms is "1.00 s".
    const double ms = static_cast<double>(ns) / 1e6;
    if (ms < 9.95)
        return QString::number(ms, 'f', 1) + QStringLiteral(" ms");
    if (ms < 999.5)
        return QString::number(std::lround(ms)) + QStringLiteral(" ms");
    if (ns < minute - 5'000'000)
        return QString::number(ms / 1000, 'f', 2) + QStringLiteral(" s");
    return longDuration(std::max(ns, minute));
}

QString age(qint64 ns)
{
    ns = std::max<qint64>(ns, 0);
    return ns < minute ? QStringLiteral("%1 s").arg(ns / second) : longDuration(ns);
}

QString stopwatch(qint64 ns)
{
    ns = std::max<qint64>(ns, 0);
    const QString seconds = twoDigits(ns % minute / second);
    if (ns < hour)
        return QStringLiteral("%1:%2").arg(ns / minute).arg(seconds);
    return QStringLiteral("%1:%2:%3").arg(ns / hour).arg(twoDigits(ns % hour / minute)).arg(seconds);
}

QString byteSize(qint64 bytes)
{
    constexpr std::array<const char *, 6> units { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (bytes < 0)
        return {};
    if (bytes < 1024)
        return QStringLiteral("%1 B").arg(bytes);
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1023.95 && unit + 1 < units.size(); ++unit)
        value /= 1024;
    QString number = QString::number(value, 'f', 1);
    if (number.endsWith(QLatin1String(".0")))
        number.chop(2);
    return number + QLatin1Char(' ') + QLatin1String(units[unit]);
}

QString count(qint64 number)
{
    return QLocale().toString(number);
}

} // namespace assayer
