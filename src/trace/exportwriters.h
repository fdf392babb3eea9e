// The single formats of an export. Each reads a trace that holds no secrets any more (or whose secrets the user keeps).
#pragma once

#include "trace/exporter.h"

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <set>
#include <vector>

namespace assayer {

/// Collects output and hands it on in large pieces; remembers a refusal.
class ExportOutput {
public:
    explicit ExportOutput(const ExportSink &sink)
        : m_sink(sink)
    {
    }
    QByteArray &buffer() { return m_buffer; }
    /// To be called now and then. False once the sink refused.
    bool flowOn(bool force = false);

private:
    const ExportSink &m_sink;
    QByteArray m_buffer;
    bool m_good = true;
};

/// What a writer needs: the trace, the chosen rows, and how to say things.
struct ExportJob {
    const TraceAnalyzer &trace;
    const std::vector<quint32> &rows;
    const ExportOptions &options;
    ExportOutput &output;
    std::set<quint32> used; ///< rows that went out; filled by writers that add to the chosen ones
};

/// Calls `write(out, i)` for each i below `count`, which appends what stands there. Several pieces are written at once, on any thread,
/// and go out in order. Pieces that are not empty are told apart by `separator`. False once the sink refused.
bool writeInPieces(ExportOutput &output, std::size_t count, const std::function<void(QByteArray &out, std::size_t i)> &write, QByteArrayView separator = {});

bool writeHar(ExportJob &job);
bool writeCsv(ExportJob &job);
bool writeOtlp(ExportJob &job);
bool writeMarkdown(ExportJob &job);

/// Rows of one HTTP exchange, by part.
struct HttpExchangeRows {
    std::optional<quint64> requestHead;
    std::vector<quint64> requestBody;
    std::optional<quint64> answerHead; ///< the final one
    std::vector<quint64> answerBody;
    quint64 first = 0;
    quint64 last = 0;
};
std::vector<std::pair<quint64, HttpExchangeRows>> httpExchanges(const TraceAnalyzer &trace, const std::vector<quint32> &rows);

} // namespace assayer
