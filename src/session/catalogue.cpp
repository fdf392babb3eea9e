#include "session/catalogue.h"

namespace assayer {

Catalogue::Catalogue()
{
    for (const ListKind kind : allListKinds) {
        auto empty = std::make_shared<ListSnapshot>();
        empty->kind = kind;
        m_snapshots[slot(kind)] = std::move(empty);
    }
}

bool Catalogue::publish(ListSnapshot walk)
{
    const ListSnapshotPtr &shown = snapshot(walk.kind);
    if (shown->everListed && shown->walk > walk.walk)
        return false;
    walk.everListed = true;
    walk.stale = m_staleSince[slot(walk.kind)] >= walk.walk;
    m_snapshots[slot(walk.kind)] = std::make_shared<const ListSnapshot>(std::move(walk));
    return true;
}

void Catalogue::fail(const ListSnapshot &walk)
{
    auto kept = std::make_shared<ListSnapshot>(*snapshot(walk.kind));
    if (kept->everListed && kept->walk > walk.walk)
        return;
    kept->error = walk.error;
    kept->refused = walk.refused;
    kept->refusedFaults = walk.refusedFaults;
    if (!kept->everListed)
        kept->pages = walk.pages;
    m_snapshots[slot(walk.kind)] = std::move(kept);
}

bool Catalogue::markStale(ListKind kind)
{
    m_staleSince[slot(kind)] = m_lastWalk;
    if (!snapshot(kind)->everListed || snapshot(kind)->stale)
        return false;
    auto stale = std::make_shared<ListSnapshot>(*snapshot(kind));
    stale->stale = true;
    m_snapshots[slot(kind)] = std::move(stale);
    return true;
}

} // namespace assayer
