#include "session/revisionchoice.h"

#include <algorithm>

namespace assayer {

namespace {

/// Spoken by servers of the first weeks; it differs from 2024-11-05 in nothing that we use.
constexpr const char *firstRevision = "2024-10-07";

std::vector<std::string> knownModern()
{
    return { std::string(revisionName(Revision::R2026_07_28)) };
}

std::vector<std::string> knownLegacy()
{
    std::vector<std::string> names;
    for (auto it = allRevisions.rbegin(); it != allRevisions.rend(); ++it) {
        if (eraOf(*it) == Era::Legacy)
            names.emplace_back(revisionName(*it));
    }
    names.emplace_back(firstRevision);
    return names;
}

std::vector<std::string> ofEra(const QStringList &names, bool modern)
{
    std::vector<std::string> found;
    for (const QString &name : names) {
        if (std::string text = name.toStdString(); isModernName(text) == modern)
            found.push_back(std::move(text));
    }
    return found;
}

} // namespace

RevisionChoice RevisionChoice::of(const SessionOptions &options)
{
    RevisionChoice choice;
    const bool listed = !options.protocolVersions.isEmpty();
    if (options.mode == EraMode::Pin) {
        choice.modern = { options.pin.toStdString() };
        return choice;
    }
    choice.modern = ofEra(options.protocolVersions, true);
    if (choice.modern.empty())
        choice.modern = knownModern();
    if (options.mode == EraMode::Modern)
        return choice;
    choice.legacy = listed ? ofEra(options.protocolVersions, false) : knownLegacy();
    if (choice.legacy.empty() && options.mode == EraMode::Legacy)
        choice.legacy = knownLegacy();
    choice.fallback = !choice.legacy.empty();
    return choice;
}

bool RevisionChoice::accepts(const std::string &legacyRevision) const
{
    return std::find(legacy.begin(), legacy.end(), legacyRevision) != legacy.end();
}

std::optional<std::string> firstShared(const std::vector<std::string> &wanted, const std::vector<std::string> &listed)
{
    for (const std::string &name : wanted) {
        if (std::find(listed.begin(), listed.end(), name) != listed.end())
            return name;
    }
    return std::nullopt;
}

Revision nearestRevision(const std::string &name)
{
    for (auto it = allRevisions.rbegin(); it != allRevisions.rend(); ++it) {
        if (name >= revisionName(*it))
            return *it;
    }
    return allRevisions.front();
}

} // namespace assayer
