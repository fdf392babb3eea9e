// What the four lists show: one immutable snapshot each, replaced whole by a walk or left in place with its error.
#pragma once

#include "protocol/listsnapshot.h"

#include <array>

namespace assayer {

class Catalogue {
public:
    Catalogue();

    const ListSnapshotPtr &snapshot(ListKind kind) const { return m_snapshots[slot(kind)]; }
    /// Numbers walks in the order they start, over all kinds.
    std::uint64_t startWalk() { return ++m_lastWalk; }
    std::uint64_t lastWalk() const { return m_lastWalk; }

    /// Publishes a complete walk. False where a walk that started later was published before.
    bool publish(ListSnapshot walk);
    /// A walk failed: the items and their report stay, the error and the refused entries are the walk's.
    void fail(const ListSnapshot &walk);
    /// list_changed: the list on screen is older than the server's. Returns whether that is news.
    bool markStale(ListKind kind);

private:
    static std::size_t slot(ListKind kind) { return static_cast<std::size_t>(kind); }

    std::array<ListSnapshotPtr, 4> m_snapshots;
    std::array<std::uint64_t, 4> m_staleSince {};
    std::uint64_t m_lastWalk = 0;
};

} // namespace assayer
