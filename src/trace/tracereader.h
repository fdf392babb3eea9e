// Opens trace files, also compressed, cut and damaged ones: what is readable before and after the damage is kept, the rest is
// named. Files of other programs are opened as far as they go (traceimport.h).
#pragma once

#include "base/error.h"
#include "trace/tracelog.h"

#include <QString>

#include <memory>

namespace assayer {

class TraceReader {
public:
    /// Fails with kind "unreadable-file" (cause "open", "not-a-trace"). Damage is no failure: log->damage().
    static Result<std::shared_ptr<TraceLog>> open(const QString &path);
    /// The same from memory (tests, fuzzing, imports).
    static Result<std::shared_ptr<TraceLog>> read(const QByteArray &contents);

    /// What a foreign file was: "har", "log"... (traceimport.h); empty for a trace of this program's format.
    static QByteArray importedFrom(const TraceLog &log);

private:
    explicit TraceReader(TraceLog &log);
    static std::shared_ptr<TraceLog> make(std::string_view contents, std::shared_ptr<const void> owner, bool &continuable);
    struct Entry {
        TraceLog::Index index;
        qint64 wallNs;
        quint64 seq;
    };
    /// Some lines, read by one thread; damage with lines counted from 1 in the part.
    struct Part {
        std::vector<Entry> entries;
        std::vector<TraceDamage> damage;
        quint64 lines = 0;
    };
    bool readAll();
    std::size_t readFirstLine();
    Part readPart(std::size_t begin, std::size_t end) const;
    static void readLine(std::string_view line, quint64 offset, Part &part);
    void take(Part part);

    TraceLog &m_log;
    quint64 m_lines = 0; ///< taken
    bool m_header = false;
};

} // namespace assayer
