// What the cells of one record hold, read from log and analyzer when they are painted.
#pragma once

#include "trace/filter.h"
#include "trace/tracefacts.h"

#include <QVariant>

namespace assayer {

class TraceCells {
public:
    /// `facts` is null while the analyzer has not reached the record.
    TraceCells(const TraceLog &log, const TraceAnalyzer *facts, quint64 row)
        : m_log(log)
        , m_facts(facts)
        , m_row(row)
    {
    }

    /// Exact text of Method, Id, Target, Status and Channel; other columns are numbers of roles.
    QVariant text(int column) const;
    /// By TraceModel::Role.
    QVariant value(int role) const;
    /// FindingCountRole, RuleRole and SeverityRole of the findings at a record.
    static QVariant finding(const std::vector<FindingIndex::Entry> *entries, int role);

private:
    QString method() const;
    QString firstLine() const;
    QString decision() const;
    QString status() const;
    bool isMalformed() const;

    const TraceLog &m_log;
    const TraceAnalyzer *m_facts;
    quint64 m_row;
};

} // namespace assayer
