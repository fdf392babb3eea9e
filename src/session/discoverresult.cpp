#include "session/discoverresult.h"

#include <algorithm>

namespace assayer {

bool isDiscoverResult(const json::Value &result)
{
    const json::Value *versions = result.find("supportedVersions");
    const json::Value *capabilities = result.find("capabilities");
    const json::Value *instructions = result.find("instructions");
    return versions && versions->isArray()
        && std::all_of(versions->items().begin(), versions->items().end(), [](const json::Value &version) { return version.isString(); })
        && capabilities && capabilities->isObject() && (!instructions || instructions->isString());
}

std::vector<std::string> discoveredRevisions(const json::Value &result)
{
    std::vector<std::string> names;
    if (const json::Value *versions = result.find("supportedVersions")) {
        for (const json::Value &version : versions->items())
            names.emplace_back(version.string());
    }
    return names;
}

} // namespace assayer
