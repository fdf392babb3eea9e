#include "cli/benchfigures.h"

#include <QFile>

#include <algorithm>
#include <cmath>

namespace assayer {

double toMs(qint64 ns)
{
    return static_cast<double>(ns) / 1e6;
}

double BenchFigures::firstMs() const
{
    return m_ns.empty() ? 0 : toMs(m_ns.front());
}

double BenchFigures::minMs() const
{
    return m_ns.empty() ? 0 : toMs(*std::min_element(m_ns.begin(), m_ns.end()));
}

double BenchFigures::medianMs() const
{
    return quantileMs(0.5);
}

double BenchFigures::p99Ms() const
{
    return quantileMs(0.99);
}

/// Nearest rank; the median of an even number is the mean of the two in the middle.
double BenchFigures::quantileMs(double part) const
{
    if (m_ns.empty())
        return 0;
    std::vector<qint64> sorted = m_ns;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t count = sorted.size();
    if (part == 0.5 && count % 2 == 0)
        return (toMs(sorted[count / 2 - 1]) + toMs(sorted[count / 2])) / 2;
    const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(count)));
    return toMs(sorted[std::clamp<std::size_t>(rank, 1, count) - 1]);
}

qint64 peakRssKiB()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).trimmed().split(' ').value(0).toLongLong();
    }
    return 0;
}

} // namespace assayer
