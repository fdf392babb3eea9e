// Opens trace files, also cut and damaged ones: what is readable before and after the damage is kept, the rest is named.
#pragma once

#include "base/error.h"
#include "trace/tracelog.h"

#include <QString>

#include <memory>

namespace assayer {

class TraceReader {
public:
    /// Fails with kind "unreadable-file" (cause "open", "not-a-trace", "compressed"). Damage is no failure: log->damage().
    static Result<std::shared_ptr<TraceLog>> open(const QString &path);
    /// The same from memory (tests, fuzzing, imports).
    static Result<std::shared_ptr<TraceLog>> read(const QByteArray &contents);

private:
    explicit TraceReader(TraceLog &log);
    bool readAll();
    void readLine(std::string_view line, quint64 offset);
    void damaged(quint64 offset, quint64 bytes, QByteArray reason);

    TraceLog &m_log;
    quint64 m_line = 0;
    bool m_header = false;
};

} // namespace assayer
