// What a list shows after a walk: good entries, bad entries, excluded ones, and the error if the walk failed. Immutable once published.
#pragma once

#include "base/error.h"
#include "json/document.h"
#include "protocol/fault.h"
#include "protocol/listkind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assayer {

/// A kept entry, in the order of the wire.
struct ListEntry {
    json::Node node; ///< the entry as it arrived
    std::size_t index = 0; ///< over all raw entries of all pages
    std::uint64_t frame = 0; ///< record of the page it came in
    Faults warnings; ///< off-spec, but kept
    std::size_t identityHash = 0; ///< of the member that tells entries apart (identityMember())

    std::string_view text(std::string_view member) const { return node.value->stringAt(member).value_or(std::string_view()); }
};

struct MalformedEntry {
    ListKind kind {};
    json::Node node;
    std::size_t index = 0;
    std::optional<std::string> label; ///< first non-empty of name, uriTemplate, uri, title
    Faults faults; ///< in schema order, at least one; the first gives the reason
    std::uint64_t frame = 0;
    bool refusedPage = false; ///< an entry of a page that was refused as a whole (faults may be empty)

    std::string reason() const { return faults.empty() ? std::string() : faults.front().reason(); }
};

/// A tool the header rule leaves out (SEP-2243); visible, not callable.
struct ExcludedEntry {
    json::Node node;
    std::size_t index = 0;
    std::string label;
    std::string reason;
    std::uint64_t frame = 0;
};

struct ListSnapshot {
    ListKind kind {};
    std::vector<ListEntry> items;
    std::vector<MalformedEntry> malformed;
    std::vector<ExcludedEntry> excluded;
    int pages = 0; ///< pages taken by the walk that made the items
    std::optional<std::string> summary; ///< "Dropped 1 malformed entry — ..."
    std::optional<Error> error; ///< of the newest walk; items and malformed are then those of the walk before
    std::vector<json::Node> refused; ///< entries of the refused page, for kind invalid-result
    std::vector<MalformedEntry> refusedFaults; ///< the same entries with their faults, for the malformed view
    std::uint64_t walk = 0; ///< number of the walk that made the items, counted when it started
    std::int64_t wallNs = 0; ///< when the items were complete
    std::int64_t elapsedNs = 0;
    bool stale = false; ///< list_changed came after the walk started
    bool everListed = false; ///< a walk succeeded before
    std::vector<std::uint64_t> frames; ///< records of the pages
    std::optional<std::int64_t> ttlMs; ///< modern: page one
};

using ListSnapshotPtr = std::shared_ptr<const ListSnapshot>;

} // namespace assayer
