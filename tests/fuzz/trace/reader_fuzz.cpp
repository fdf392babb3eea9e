// The reader: any bytes open, or are named as what they are; what opens is written again as it was read.
#include "trace/exporter.h"
#include "trace/tracejudge.h"
#include "trace/tracereader.h"

#include <cstdint>
#include <cstdlib>

using namespace assayer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray contents(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const auto log = TraceReader::read(contents);
    if (!log)
        return 0;
    TraceAnalyzer facts(**log);
    facts.update();
    for (quint64 row = 0; row < (*log)->count(); ++row) {
        if ((*log)->hasBytes(row) && (*log)->bytes(row).size() != static_cast<qsizetype>((*log)->size(row)))
            std::abort();
        (void)facts.facts(row);
        (void)facts.messages(row);
    }
    (void)judgeTrace(facts);
    for (const ExportFormat format : { ExportFormat::Jsonl, ExportFormat::Har, ExportFormat::Csv, ExportFormat::Otlp, ExportFormat::Markdown }) {
        ExportOptions options;
        options.format = format;
        QByteArray out;
        const auto done = exportTrace(facts, std::nullopt, options, [&](const QByteArray &piece) { out += piece; return true; });
        if (!done)
            std::abort();
    }
    return 0;
}
