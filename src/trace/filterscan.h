// Runs a filter over the rows of a trace: what a test says of an enumerated or named field is worked out once, not per row.
#pragma once

#include "trace/factstable.h"
#include "trace/filter.h"
#include "trace/filternode.h"

#include <string_view>
#include <vector>

namespace assayer {

/// One thread; short-lived: as long as the tree and the trace.
class FilterScan {
public:
    FilterScan(const FilterNode &root, std::size_t tests, const TraceAnalyzer &trace, const FindingIndex *findings);
    bool matches(quint64 row);

private:
    /// What is known of a test: by the number of a name or word, 0 unknown, 1 no, 2 yes.
    using Known = std::vector<quint8>;

    bool holds(const FilterNode &node);
    bool test(const FilterNode &node);
    bool indexTest(const FilterNode &node);
    bool messageTest(const FilterNode &node);
    bool single(const FilterNode &node, const Facts &slot);
    bool one(const FilterNode &node, const MessageFacts &message) const;
    bool textTest(const FilterNode &node);
    bool jsonTest(const FilterNode &node);
    bool findingTest(const FilterNode &node) const;
    bool idTest(const FilterNode &node, const Facts &slot);
    bool durationTest(const FilterNode &node, const Facts &slot) const;
    bool word(const FilterNode &node, std::size_t number, std::string_view text);
    bool name(const FilterNode &node, quint32 number);

    const FilterNode &m_root;
    const TraceAnalyzer &m_trace;
    const AnalyzerState &m_state;
    const TraceLog &m_log;
    const FindingIndex *m_findings;
    std::vector<Known> m_known; ///< by test
    quint64 m_row = 0;
    // Of the row at hand, made when asked for.
    std::optional<QByteArray> m_text;
    std::optional<RecordFacts> m_facts;
    std::optional<std::vector<Message>> m_messages;
};

} // namespace assayer
