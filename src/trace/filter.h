// The filter language of traces (FILTER.md): one grammar for the window and the command line.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "trace/tracefacts.h"

#include <QString>
#include <QStringList>

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

namespace assayer {

/// Findings by the record they point at; made once per judgement, shared by filters and tables.
class FindingIndex {
public:
    FindingIndex() = default;
    /// Takes those whose `where` is "frame:N...".
    explicit FindingIndex(const Findings &findings);
    struct Entry {
        QByteArray rule;
        Severity severity;
    };
    /// Null where none points at that record.
    const std::vector<Entry> *at(quint64 seq) const;
    bool isEmpty() const { return m_entries.empty(); }

private:
    std::unordered_map<quint64, std::vector<Entry>> m_entries;
};

struct FilterNode;

/// A compiled expression. Immutable; matches() may run in any number of threads, each with its own copy of nothing.
class Filter {
public:
    /// An empty (or blank) expression is refused; a caller that allows "no filter" asks isBlank() first.
    /// Fails with kind "usage", data.position = code points from 0, message says what was expected.
    static Result<Filter> parse(std::string_view text);
    static bool isBlank(std::string_view text);

    bool matches(const TraceAnalyzer &trace, quint64 row, const FindingIndex *findings = nullptr) const;
    /// Rows that match among [from, to), ascending. Field tests scan compact columns; text tests scan payloads once. Many rows are
    /// shared among all processors. `stop` may be
    /// set by another thread: what was found until then comes back.
    std::vector<quint32> rows(const TraceAnalyzer &trace, quint64 from, quint64 to, const FindingIndex *findings = nullptr,
        const std::atomic<bool> *stop = nullptr) const;
    /// Whether the expression asks for rule or severity, so that findings are needed.
    bool needsFindings() const;

    /// For completion: all field names; operators that fit a field; known values of an enumerated field.
    static QStringList fields();
    static QStringList operators();
    static QStringList values(const QString &field);
    /// A comparison as text, quoted as needed: "method == tools/call". For "filter for this".
    static QString comparison(const QString &field, const QString &value, bool isNumber = false);

private:
    std::shared_ptr<const FilterNode> m_root;
    std::size_t m_tests = 0;
};

} // namespace assayer
