// Figures of timed runs.
#pragma once

#include <QtGlobal>

#include <string>
#include <vector>

namespace assayer {

/// Durations in nanoseconds, in the order they were measured.
class BenchFigures {
public:
    void add(qint64 ns) { m_ns.push_back(ns); }
    std::size_t count() const { return m_ns.size(); }
    double firstMs() const;
    double minMs() const;
    double medianMs() const;
    double p99Ms() const;

private:
    double quantileMs(double part) const;
    std::vector<qint64> m_ns;
};

double toMs(qint64 ns);
/// Most memory this process ever held (VmHWM), KiB; 0 where the system does not tell.
qint64 peakRssKiB();

} // namespace assayer
