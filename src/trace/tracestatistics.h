// Per method: how many, how many failed, how much, how fast.
#pragma once

#include "trace/tracefacts.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace assayer {

struct MethodStatistics {
    QByteArray method;
    quint64 count = 0; ///< requests and notifications
    quint64 answered = 0;
    quint64 errors = 0; ///< tool-error and rpc-error answers
    quint64 bytes = 0; ///< of requests, notifications and answers
    std::optional<qint64> p50Ns; ///< of answered requests
    std::optional<qint64> p95Ns;
    std::optional<qint64> maxNs;
};

/// Sorted by method. `rows`: only these (ascending); null: all.
std::vector<MethodStatistics> traceStatistics(const TraceAnalyzer &trace, const std::vector<quint32> *rows = nullptr);

} // namespace assayer
