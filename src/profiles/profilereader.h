// From an entry of mcpServers or servers to a ServerProfile. Total: what has another type than expected is passed over and told.
#pragma once

#include "base/finding.h"
#include "json/document.h"
#include "profiles/serverprofile.h"

namespace assayer {

/// `pointer` is where the entry stands in the file; findings (rule "profile.…") carry it.
ServerProfile readProfile(const QString &name, const json::Node &entry, const std::string &pointer, Findings &findings);

} // namespace assayer
