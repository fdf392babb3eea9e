// Full text over all payloads: which records hold a text, and where in a record it stands.
#pragma once

#include "trace/tracelog.h"

#include <QByteArray>

#include <atomic>
#include <string>
#include <vector>

namespace assayer {

/// A text to look for in the wire bytes of records, as they are (no escapes undone beyond those of the file). Immutable; any thread.
class TextSearch {
public:
    /// `ignoreCase` folds ASCII letters only. An empty text is found nowhere.
    explicit TextSearch(std::string_view text, bool ignoreCase = false);

    /// Rows of [from, to) that hold it, ascending. `stop` may be set by another thread: what was found until then comes back.
    std::vector<quint32> rows(const TraceLog &log, quint64 from, quint64 to, const std::atomic<bool> *stop = nullptr) const;
    bool isIn(const TraceLog &log, quint64 row) const;
    struct Hit {
        qsizetype offset = 0; ///< in TraceLog::bytes()
        qsizetype length = 0;
    };
    /// Where it stands in these bytes, without overlaps, at most `most` hits.
    std::vector<Hit> hits(const QByteArray &bytes, std::size_t most = 10000) const;
    /// The filter expression that finds the same records: "text contains ...", "text matches /.../i".
    QString filterExpression() const;

private:
    std::string m_text; ///< lower case where case is ignored
    bool m_ignoreCase = false;
};

} // namespace assayer
