// What differs between the catalogues that two traces show; lists are rebuilt from the frames.
#pragma once

#include "json/document.h"
#include "protocol/listkind.h"
#include "trace/tracefacts.h"

#include <QByteArray>
#include <QByteArrayList>

#include <array>
#include <vector>

namespace assayer {

struct ListDiff {
    struct Change {
        QByteArray name;
        std::vector<QByteArray> paths; ///< JSON Pointers into the entry
    };
    QByteArrayList added;
    QByteArrayList removed;
    std::vector<Change> changed;
    bool isEmpty() const { return added.isEmpty() && removed.isEmpty() && changed.empty(); }
};

struct CatalogueDiff {
    std::array<ListDiff, 4> lists; ///< in the order of allListKinds
    bool isEmpty() const;
    /// A line per difference, for people.
    QByteArray text() const;
    /// {"catalogue":{"tools":{...},...}}
    QByteArray json() const;
};

/// Entries of the last complete walk of each list (all pages, as they arrived).
std::array<std::vector<json::Node>, 4> catalogueOf(const TraceAnalyzer &trace);
CatalogueDiff diffCatalogues(const TraceAnalyzer &a, const TraceAnalyzer &b);
/// JSON Pointers where two values differ: deepest places, added and removed members included. Numbers by value.
std::vector<QByteArray> differingPaths(const json::Node &a, const json::Node &b);

} // namespace assayer
