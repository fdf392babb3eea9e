// Records of an import on their way to a trace: put in the order of their times, then numbered.
#pragma once

#include "trace/tracerecord.h"

#include <QByteArray>

#include <optional>
#include <string_view>
#include <vector>

namespace assayer {

class ImportedRecords {
public:
    /// `wallNs`: nullopt where the source does not say; it then comes right behind the one before.
    void line(Direction direction, const QByteArray &json, std::optional<qint64> wallNs);
    void stderrText(const QByteArray &text, std::optional<qint64> wallNs);
    void http(const char *type, Direction direction, quint64 exchange, const QByteArray &bytes, qint64 wallNs);
    bool isEmpty() const { return m_records.empty(); }
    /// Header line and records. `target` is JSON object text, or empty.
    QByteArray file(std::string_view source, const QByteArray &target);

private:
    void add(TraceRecord record, std::optional<qint64> wallNs);

    std::vector<TraceRecord> m_records;
    qint64 m_last = 0;
};

/// Nanoseconds since 1970 of a time as logs write it: RFC 3339, "2026-11-30 13:02:05.123", or a number of seconds, milli-, micro- or
/// nanoseconds. Without a zone it counts as UTC.
std::optional<qint64> importedTime(std::string_view text);

/// Which way a JSON-RPC message goes by its method; nullopt for answers and methods that both sides have.
std::optional<Direction> usualDirection(std::string_view method);

} // namespace assayer
