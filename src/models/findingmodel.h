// Findings, grouped: a group of one is a row, of several a parent row with its findings below.
#pragma once

#include "base/finding.h"
#include "models/treerows.h"

#include <array>
#include <vector>

namespace assayer {

class FindingModel final : public TwoLevelModel {
    Q_OBJECT
public:
    enum Column { Severity, Rule, What, Count, Record, Before, ColumnCount };
    enum Role {
        FindingRole = FirstOwnRole, ///< Finding: of a group its first
        CountRole, ///< int
        WhereRole, ///< QString: where the finding points at
        ChangeRole, ///< int(Change); of a group the changes of all, Same unless one differs
    };
    /// What a second judgement did to a finding.
    enum Change { Same, New, Gone };
    enum Grouping {
        ByRule,
        ByList, ///< by the list or place the pointer names: "tools", "resources", "frame"
        ByRecord,
        Flat
    };

    explicit FindingModel(QObject *parent = nullptr);

    void setFindings(Findings findings);
    /// The findings of a second judgement, and those of the first that it no longer makes. Column Before says which is which.
    void setComparison(const Findings &before, const Findings &after);
    bool isComparison() const { return !m_changes.empty(); }
    /// One more, as it is found.
    void append(const Finding &finding);
    void clear() { setFindings({}); }
    void setGrouping(Grouping grouping);
    void setFilter(const QString &text);
    void setShown(assayer::Severity severity, bool shown);
    int count(assayer::Severity severity) const; ///< of all, shown or not
    int total() const { return static_cast<int>(m_findings.size()); }
    /// The finding of a row; null for an invalid index.
    const Finding *finding(const QModelIndex &index) const;
    const Findings &findings() const { return m_findings; }

    /// N of "frame:N..."; 0 where the place is no record.
    static quint64 frameOf(const Finding &finding);

protected:
    int columns() const override { return ColumnCount; }
    int parents() const override { return static_cast<int>(m_groups.size()); }
    int children(int parent) const override;
    QVariant parentCell(int row, int column, int role) const override;
    QVariant childCell(int parent, int row, int column, int role) const override;

private:
    struct Group {
        QString key;
        std::vector<std::size_t> findings;
    };
    void rebuild();
    QString key(const Finding &finding) const;
    bool shows(const Finding &finding) const;
    QVariant cell(std::size_t position, int column, int role) const;

    Change changeOf(std::size_t finding) const { return m_changes.empty() ? Same : m_changes[finding]; }

    Findings m_findings;
    std::vector<Change> m_changes; ///< as long as m_findings, or empty
    std::vector<Group> m_groups;
    Grouping m_grouping = ByRule;
    QString m_filter;
    std::array<bool, 3> m_shown { true, true, true };
};

} // namespace assayer
