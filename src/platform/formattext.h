// Times, durations, sizes and counts as the window and the command line print them.
#pragma once

#include <QString>

namespace assayer {

/// "13:02:07.412", local time. `wallNs`: ns since 1970.
QString timeOfDay(qint64 wallNs);
/// "13:02:11", local time.
QString clockTime(qint64 wallNs);
/// ISO 8601 with offset and nanoseconds: "2026-11-30T13:02:07.412000123+01:00".
QString isoTime(qint64 wallNs);
/// "+7.412 s", "-0.020 s": seconds to a reference.
QString relativeTime(qint64 deltaNs);
/// "0.4 ms", "42 ms", "3.21 s", "2 min 05 s", "1 h 03 min". Negative: empty.
QString duration(qint64 ns);
/// Whole seconds for things that tick: "42 s", "2 min 05 s".
QString age(qint64 ns);
/// "0:42", "1:02:05".
QString stopwatch(qint64 ns);
/// "512 B", "1.2 KiB", "64 MiB": powers of 1024. Negative: empty.
QString byteSize(qint64 bytes);
/// Grouped by the locale.
QString count(qint64 number);

} // namespace assayer
