// Entries that break the era's rules: an entry is a parent row that shows its first fault, further faults are its children.
#pragma once

#include "models/treerows.h"
#include "protocol/listsnapshot.h"

#include <QStringList>

#include <array>
#include <map>
#include <vector>

namespace assayer {

class MalformedItemModel final : public TwoLevelModel {
    Q_OBJECT
public:
    enum Column { List, Index, Label, Field, Expected, Received, Rule, Record, ColumnCount };
    enum Role {
        ListKindRole = FirstOwnRole, ///< int(ListKind)
        RefusedPageRole, ///< bool: entry of a page that was refused as a whole
        FaultsRole, ///< QList<Fault>: all of the entry
        FaultRole, ///< Fault: that of this row; invalid for an entry of a refused page without a fault of its own
        IndexRole, ///< qulonglong: position over all raw entries
        PointerRole, ///< QString: JSON Pointer of the faulty place, relative to the entry
        RuleRole, ///< QString
    };

    explicit MalformedItemModel(QObject *parent = nullptr);

    /// One snapshot per kind; null forgets the kind. Both its malformed and its refused entries are taken.
    void setSnapshot(ListKind kind, const ListSnapshotPtr &snapshot);
    void clear();

    void setFilter(const QString &text);
    void setListFilter(std::optional<ListKind> kind);
    void setRuleFilter(const QString &rule); ///< empty: all
    void setShowRefused(bool show); ///< default true
    void setMuted(bool muted);
    /// By what stands in that column; equal ones in the order of the wire. Column -1 is the order of the wire.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    int entryCount() const { return static_cast<int>(m_rows.size()); } ///< shown
    int faultCount() const; ///< shown
    int totalEntries() const; ///< of all snapshots, refused pages included
    QStringList rules() const; ///< of all entries, sorted
    /// The entry of a row or of its child; null for an invalid index.
    const MalformedEntry *entry(const QModelIndex &index) const;
    /// The row of that entry, or an invalid index.
    QModelIndex indexOf(ListKind kind, std::size_t entryIndex) const;

protected:
    int columns() const override { return ColumnCount; }
    int parents() const override { return entryCount(); }
    int children(int parent) const override;
    QVariant parentCell(int row, int column, int role) const override;
    QVariant childCell(int parent, int row, int column, int role) const override;

private:
    struct Row {
        ListSnapshotPtr snapshot;
        const MalformedEntry *entry;
    };
    void rebuild();
    void order();
    int compare(const MalformedEntry &a, const MalformedEntry &b) const;
    bool shows(const MalformedEntry &entry) const;
    QVariant cell(const MalformedEntry &entry, const Fault *fault, int column, int role) const;

    std::map<ListKind, ListSnapshotPtr> m_snapshots;
    std::vector<Row> m_rows;
    QString m_filter;
    std::optional<ListKind> m_list;
    QString m_rule;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_showRefused = true;
    bool m_muted = false;
};

} // namespace assayer
