// The revisions of MCP that Assayer knows, and the two eras they fall into.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace assayer {

enum class Era { Legacy, Modern };

enum class Revision { R2024_11_05, R2025_03_26, R2025_06_18, R2025_11_25, R2026_07_28 };

inline constexpr std::array allRevisions { Revision::R2024_11_05, Revision::R2025_03_26, Revision::R2025_06_18,
    Revision::R2025_11_25, Revision::R2026_07_28 };

constexpr std::string_view revisionName(Revision revision)
{
    constexpr std::array<std::string_view, 5> names { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28" };
    return names[static_cast<std::size_t>(revision)];
}

constexpr std::optional<Revision> revisionFromName(std::string_view name)
{
    for (const Revision revision : allRevisions) {
        if (revisionName(revision) == name)
            return revision;
    }
    return std::nullopt;
}

constexpr Era eraOf(Revision revision)
{
    return revision == Revision::R2026_07_28 ? Era::Modern : Era::Legacy;
}

/// A revision string is modern exactly when it compares >= "2026-07-28" (revisions are ISO dates).
constexpr bool isModernName(std::string_view name)
{
    return name >= "2026-07-28";
}

constexpr std::string_view eraName(Era era)
{
    return era == Era::Modern ? "modern" : "legacy";
}

} // namespace assayer
