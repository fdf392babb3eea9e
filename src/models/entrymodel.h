// What the four list models share: the kept entries of a snapshot, and below a divider those a rule excludes.
#pragma once

#include "models/rowmodel.h"
#include "protocol/listsnapshot.h"

#include <string_view>
#include <vector>

namespace assayer {

/// Takes snapshots and shows them; keeps the current row by name or URI. NodeRole, FrameRole, IdentityRole, MutedRole and
/// DividerRole hold for every row; the columns are the concrete model's.
class EntryModel : public RowModel {
    Q_OBJECT
public:
    enum Role {
        IndexRole = FirstOwnRole, ///< qulonglong: position in the server's answer, over all pages
        ReasonRole, ///< QString: why the entry is excluded; empty for others
        WarningsRole, ///< int: off-spec members of a kept entry
        KeyRole, ///< QString: what the entry is called by in requests (name, uri or uriTemplate), exact
        TitleRole, ///< QString: title, exact; invalid where absent
        DescriptionRole, ///< QString: description, exact; invalid where absent
        OwnRole
    };

    void setSnapshot(const ListSnapshotPtr &snapshot);
    const ListSnapshotPtr &snapshot() const { return m_snapshot; }
    /// The connection is gone or the list refused: rows are muted, nothing else changes.
    void setMuted(bool muted);
    qsizetype total() const override;

protected:
    /// `keyMember`: the member that names an entry.
    EntryModel(const char *keyMember, QObject *parent);

    qsizetype sourceRows() const final;
    QVariant cell(qsizetype row, int column, int role) const final;
    quint64 identity(qsizetype row) const final;
    Matcher matcher(const QString &text) const final;

    /// A cell of an entry that is no divider.
    virtual QVariant entryCell(const json::Node &node, int column, int role) const = 0;
    virtual Badges badges(const json::Node &node, bool excluded) const;
    bool isDivider(qsizetype row) const;
    bool isExcluded(qsizetype row) const;
    const json::Node &node(qsizetype row) const;
    std::string_view keyMember() const { return m_keyMember; }
    /// A string member for showing: invalid where it is absent or no string.
    static QVariant text(const json::Node &node, std::string_view member);

private:
    const ExcludedEntry &excluded(qsizetype row) const;
    QVariant commonCell(qsizetype row, int role) const;
    Badges rowBadges(qsizetype row) const;

    /// 1 for the first entry of a name, 2 for the next of the same name...
    static std::vector<quint32> ordinals(const ListSnapshot &snapshot, std::string_view keyMember);

    ListSnapshotPtr m_snapshot;
    std::vector<quint32> m_ordinals; ///< of the kept entries
    const char *m_keyMember;
    bool m_muted = false;
};

} // namespace assayer
