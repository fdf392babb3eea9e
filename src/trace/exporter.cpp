#include "trace/exporter.h"

#include "trace/exportwriters.h"
#include "trace/parallelrows.h"
#include "trace/tracepacking.h"
#include "trace/tracereader.h"
#include "trace/tracewriter.h"

#include <QFile>
#include <QSaveFile>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

namespace assayer {
namespace {

constexpr std::array<std::string_view, 5> formatNames { "jsonl", "har", "csv", "otlp", "markdown" };
constexpr std::array<std::string_view, 5> extensions { ".mcptrace", ".har", ".csv", ".otlp.json", ".md" };
constexpr qsizetype pieceBytes = 1 << 20;
constexpr quint64 batchBytes = 16 << 20; ///< redacted at a time
constexpr quint64 bytesBesides = 150; ///< of a line, beside its record's bytes
constexpr quint64 batchRows = 2'048;
constexpr std::size_t pieceItems = 512; ///< of the formats that are written entry by entry
constexpr std::size_t piecesAtOnce = 32;

Error refused()
{
    return Error("unreadable-file", "The export could not be written", "write");
}

std::vector<quint32> rowsBelow(quint64 count)
{
    std::vector<quint32> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

QByteArray headerLineOf(const TraceLog &log)
{
    return log.headerLine().isEmpty() ? TraceHeader().line() : log.headerLine();
}

void appendRedacted(QByteArray &out, const Redactor &redactor, const TraceLog &log, quint64 row)
{
    if (!redactor.changes(row))
        return log.appendLine(out, row);
    appendRecordLine(out, redactor.redacted(row));
    out.append('\n');
}

/// As many rows from `from` on as make some megabytes.
std::size_t batchEnd(const TraceLog &log, std::span<const quint32> rows, std::size_t from)
{
    quint64 bytes = 0;
    std::size_t end = from;
    while (end < rows.size() && bytes < batchBytes)
        bytes += log.size(rows[end++]) + bytesBesides;
    return end;
}

/// Several pieces of a batch are written at once, and put behind each other.
bool writeRedacted(const TraceLog &log, std::span<const quint32> rows, const Redactor &redactor, ExportOutput &output)
{
    for (std::size_t from = 0; from < rows.size();) {
        const std::size_t end = batchEnd(log, rows, from);
        std::vector<QByteArray> pieces((end - from + batchRows - 1) / batchRows);
        inParallel(from, end, batchRows, [&](quint64 begin, quint64 until, std::size_t number) {
            for (quint64 i = begin; i < until; ++i)
                appendRedacted(pieces[number], redactor, log, rows[static_cast<std::size_t>(i)]);
        });
        for (const QByteArray &piece : pieces) {
            output.buffer().append(piece);
            if (!output.flowOn())
                return false;
        }
        from = end;
    }
    return true;
}

bool writeLines(const TraceAnalyzer &trace, std::span<const quint32> rows, const Redactor *redactor, ExportOutput &output)
{
    const TraceLog &log = trace.log();
    const bool clean = redactor && !log.headerLine().isEmpty();
    output.buffer().append(clean ? redactor->redactedHeaderLine() : headerLineOf(log)).append('\n');
    if (redactor)
        return writeRedacted(log, rows, *redactor, output);
    for (const quint32 row : rows) {
        log.appendLine(output.buffer(), row);
        if (!output.flowOn())
            return false;
    }
    return true;
}

bool writeOther(ExportJob &job)
{
    switch (job.options.format) {
    case ExportFormat::Har:
        return writeHar(job);
    case ExportFormat::Csv:
        return writeCsv(job);
    case ExportFormat::Otlp:
        return writeOtlp(job);
    case ExportFormat::Markdown:
        return writeMarkdown(job);
    case ExportFormat::Jsonl:
        break;
    }
    return false;
}

/// The same by way of a file's text, which holds records of every type.
std::shared_ptr<TraceLog> redactedText(const TraceAnalyzer &trace, const Redactor &redactor)
{
    QByteArray lines;
    const ExportSink collect = [&](const QByteArray &piece) {
        lines.append(piece);
        return true;
    };
    ExportOutput output(collect);
    const std::vector<quint32> rows = rowsBelow(redactor.count());
    writeLines(trace, rows, &redactor, output);
    output.flowOn(true);
    auto log = TraceReader::read(lines);
    return log && (*log)->count() == rows.size() ? *log : nullptr;
}

/// The same trace without its secrets, as far as the redactor knows it: what a format says of it can then hold none. Reads from `trace`.
std::shared_ptr<TraceLog> redactedCopy(const TraceAnalyzer &trace, const Redactor &redactor)
{
    const QByteArray header = trace.log().headerLine().isEmpty() ? QByteArray() : redactor.redactedHeaderLine();
    std::shared_ptr<TraceLog> copy = trace.log().changedCopy(redactor.count(), header,
        [&](quint64 row) { return redactor.changes(row) ? std::optional(redactor.redacted(row)) : std::nullopt; });
    return copy ? copy : redactedText(trace, redactor);
}

void listRedactions(const Redactor &redactor, const std::vector<quint32> &rows, ExportSummary &summary)
{
    summary.redacted = redactor.headerRedactions();
    for (const quint32 row : rows) {
        for (Redaction &redaction : redactor.redactions(row))
            summary.redacted.push_back(std::move(redaction));
    }
}

} // namespace

std::optional<ExportFormat> exportFormatFromName(std::string_view name)
{
    const auto found = std::find(formatNames.begin(), formatNames.end(), name);
    return found == formatNames.end() ? std::nullopt : std::optional(static_cast<ExportFormat>(found - formatNames.begin()));
}

std::string_view exportFormatName(ExportFormat format)
{
    return formatNames[static_cast<std::size_t>(format)];
}

std::string_view exportFormatExtension(ExportFormat format)
{
    return extensions[static_cast<std::size_t>(format)];
}

bool ExportOutput::flowOn(bool force)
{
    if (m_good && !m_buffer.isEmpty() && (force || m_buffer.size() >= pieceBytes)) {
        m_good = m_sink(m_buffer);
        m_buffer.resize(0);
    }
    return m_good;
}

bool writeInPieces(ExportOutput &output, std::size_t count, const std::function<void(QByteArray &out, std::size_t i)> &write, QByteArrayView separator)
{
    bool first = true;
    for (std::size_t from = 0; from < count; from += piecesAtOnce * pieceItems) {
        const std::size_t end = std::min(count, from + piecesAtOnce * pieceItems);
        std::vector<QByteArray> pieces((end - from + pieceItems - 1) / pieceItems);
        inParallel(from, end, pieceItems, [&](quint64 begin, quint64 until, std::size_t number) {
            QByteArray item;
            for (quint64 i = begin; i < until; ++i) {
                item.resize(0);
                write(item, static_cast<std::size_t>(i));
                if (!item.isEmpty() && !pieces[number].isEmpty())
                    pieces[number].append(separator);
                pieces[number].append(item);
            }
        });
        for (const QByteArray &piece : pieces) {
            if (piece.isEmpty())
                continue;
            if (!std::exchange(first, false))
                output.buffer().append(separator);
            output.buffer().append(piece);
            if (!output.flowOn())
                return false;
        }
    }
    return true;
}

Result<ExportSummary> exportTrace(const TraceAnalyzer &trace, const std::optional<std::vector<quint32>> &chosen,
    const ExportOptions &options, const ExportSink &sink)
{
    const std::vector<quint32> rows = chosen ? *chosen : rowsBelow(trace.count());
    std::optional<Redactor> redactor;
    if (!options.keepSecrets)
        redactor.emplace(trace, options.secrets);
    ExportOutput output(sink);
    ExportSummary summary;
    summary.records = rows.size();
    if (options.format == ExportFormat::Jsonl) {
        if (!writeLines(trace, rows, redactor ? &*redactor : nullptr, output) || !output.flowOn(true))
            return fail(refused());
        if (redactor)
            listRedactions(*redactor, rows, summary);
        return summary;
    }
    ExportOptions clean = options;
    std::shared_ptr<TraceLog> copy;
    std::optional<TraceAnalyzer> copied;
    if (redactor) {
        clean.findings = redactor->redactedFindings(options.findings);
        copy = redactedCopy(trace, *redactor);
        if (!copy)
            return fail("unreadable-file", "The trace could not be redacted", "redaction");
        copied.emplace(*copy);
        copied->update();
    }
    ExportJob job { copied ? *copied : trace, rows, clean, output, {} };
    if (!writeOther(job) || !output.flowOn(true))
        return fail(refused());
    const bool chosenByWriter = options.format == ExportFormat::Har; // HTTP exchanges, whole
    const std::vector<quint32> used = chosenByWriter ? std::vector<quint32>(job.used.begin(), job.used.end()) : rows;
    summary.records = used.size();
    if (redactor)
        listRedactions(*redactor, used, summary);
    return summary;
}

Result<ExportSummary> exportTraceToFile(const TraceAnalyzer &trace, const std::optional<std::vector<quint32>> &rows,
    const ExportOptions &options, const QString &path, const std::atomic<bool> *stop)
{
    const auto failure = [&](const QString &why) {
        Error error("unreadable-file", QStringLiteral("\"%1\" cannot be written: %2").arg(path, why).toStdString(), "write");
        error.data.path = path.toStdString();
        return fail(std::move(error));
    };
    QSaveFile file(path);
    file.setDirectWriteFallback(true);
    if (!file.open(QIODevice::WriteOnly))
        return failure(file.errorString());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    TracePacker packer;
    const bool packed = options.format == ExportFormat::Jsonl && isPackedPath(path.toStdString());
    const auto write = [&](const QByteArray &piece, bool end) {
        QByteArray out;
        if (packed)
            packer.pack(piece, out, end);
        return packed ? file.write(out) == out.size() : file.write(piece) == piece.size();
    };
    auto summary = exportTrace(trace, rows, options, [&](const QByteArray &piece) { return !(stop && *stop) && write(piece, false); });
    if (summary && packed && !write({}, true))
        summary = fail(refused());
    if (!summary) {
        if (stop && *stop) {
            file.cancelWriting();
            return fail("cancelled", "Cancelled by you; no file was written");
        }
        const QString why = file.error() == QFileDevice::NoError ? QString::fromStdString(summary.error().message) : file.errorString();
        file.cancelWriting();
        return failure(why);
    }
    if (!file.commit())
        return failure(file.errorString());
    return summary;
}

} // namespace assayer
