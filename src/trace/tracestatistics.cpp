#include "trace/tracestatistics.h"

#include <algorithm>
#include <map>

namespace assayer {
namespace {

struct Collected {
    MethodStatistics sums;
    std::vector<qint64> durations;
};

/// Nearest rank: the smallest value that at least this share does not exceed.
qint64 percentile(const std::vector<qint64> &sorted, unsigned percent)
{
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

void finish(Collected &collected)
{
    std::vector<qint64> &sorted = collected.durations;
    if (sorted.empty())
        return;
    std::sort(sorted.begin(), sorted.end());
    collected.sums.p50Ns = percentile(sorted, 50);
    collected.sums.p95Ns = percentile(sorted, 95);
    collected.sums.maxNs = sorted.back();
}

void take(Collected &collected, const MessageFacts &message, quint64 bytes)
{
    MethodStatistics &sums = collected.sums;
    sums.bytes += bytes;
    if (message.kind != MessageKind::Response) {
        ++sums.count;
        return;
    }
    ++sums.answered;
    sums.errors += message.status == AnswerStatus::Ok ? 0u : 1u;
    if (message.durationNs)
        collected.durations.push_back(*message.durationNs);
}

} // namespace

std::vector<MethodStatistics> traceStatistics(const TraceAnalyzer &trace, const std::vector<quint32> *rows)
{
    std::map<QByteArray, Collected> methods;
    const auto takeRow = [&](quint64 row) {
        if (!trace.completesMessage(row))
            return;
        const RecordFacts facts = trace.facts(row);
        for (const MessageFacts &message : facts.messages) {
            if (message.kind != MessageKind::None)
                take(methods[message.method], message, trace.log().size(row) / facts.messages.size());
        }
    };
    if (rows) {
        std::for_each(rows->begin(), rows->end(), takeRow);
    } else {
        for (quint64 row = 0; row < trace.count(); ++row)
            takeRow(row);
    }
    std::vector<MethodStatistics> list;
    for (auto &[method, collected] : methods) {
        finish(collected);
        collected.sums.method = method;
        list.push_back(std::move(collected.sums));
    }
    return list;
}

} // namespace assayer
