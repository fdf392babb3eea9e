// Of a server/discover result the members that decide about the era. Everything else in it is a finding at most.
#pragma once

#include "json/value.h"

#include <string>
#include <vector>

namespace assayer {

/// supportedVersions an array of strings, capabilities an object, instructions a string where they are there.
bool isDiscoverResult(const json::Value &result);
/// supportedVersions, in the server's order.
std::vector<std::string> discoveredRevisions(const json::Value &result);

} // namespace assayer
