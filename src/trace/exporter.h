// Writes a trace, or a selection of it, for other programs and people. One writer for preview and file.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "trace/redactor.h"
#include "trace/tracefacts.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

namespace assayer {

enum class ExportFormat { Jsonl, Har, Csv, Otlp, Markdown };

/// "jsonl", "har", "csv", "otlp", "markdown".
std::optional<ExportFormat> exportFormatFromName(std::string_view name);
std::string_view exportFormatName(ExportFormat format);
/// Usual file name extension: ".mcptrace", ".har", ".csv", ".otlp.json", ".md".
std::string_view exportFormatExtension(ExportFormat format);

struct ExportOptions {
    ExportFormat format = ExportFormat::Jsonl;
    bool keepSecrets = false; ///< explicit choice of the user
    SecretSources secrets;
    Findings findings; ///< shown by Markdown and CSV; `where` = "frame:N..."
    QString title; ///< Markdown
};

struct ExportSummary {
    quint64 records = 0;
    std::vector<Redaction> redacted;
};

/// Receives pieces of the output; returns false to stop (disk full, dialog closed).
using ExportSink = std::function<bool(const QByteArray &)>;

/// Exports these rows (ascending); nullopt: all. Fails with kind "unreadable-file" where the sink refuses.
Result<ExportSummary> exportTrace(const TraceAnalyzer &trace, const std::optional<std::vector<quint32>> &rows,
    const ExportOptions &options, const ExportSink &sink);
/// The same into a file (mode 0600, replaced whole). `stop` may be set by another thread: fails with kind "cancelled", the file stays
/// as it was.
Result<ExportSummary> exportTraceToFile(const TraceAnalyzer &trace, const std::optional<std::vector<quint32>> &rows,
    const ExportOptions &options, const QString &path, const std::atomic<bool> *stop = nullptr);

} // namespace assayer
