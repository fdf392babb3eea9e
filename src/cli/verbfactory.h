// From a command line to the verb that does it.
#pragma once

#include "base/error.h"
#include "cli/commandline.h"
#include "cli/console.h"
#include "cli/verb.h"

#include <memory>
#include <optional>

namespace assayer {

/// Verbs that need no event loop (schema, schema-suite, bench schema, trace): runs them and returns the exit code; nullopt for others.
Result<std::optional<int>> runOfflineVerb(const CommandLine &line, const Console &console);

/// Fails with kind "usage", "unset-variable" or "unreadable-file".
Result<std::unique_ptr<Verb>> makeVerb(const CommandLine &line, const Console &console);

} // namespace assayer
