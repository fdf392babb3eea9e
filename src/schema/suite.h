// Runs folders of the official JSON-Schema-Test-Suite.
#pragma once

#include "schema/dialects.h"

#include "base/error.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assayer::schema {

struct SuiteFile {
    std::string name;
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::vector<std::string> failures; ///< "group / test: wanted valid" or "group: does not compile: …"
};

struct SuiteReport {
    Dialect dialect = Dialect::Draft202012;
    std::vector<SuiteFile> files; ///< by name
    std::size_t passed = 0;
    std::size_t failed = 0;
};

/// Runs the *.json of `folder` itself. The dialect is the draft… part of the path unless given; remote schemas come from the
/// folder `remotes` beside `tests`, found upwards, under http://localhost:1234/. In a folder named `format` formats assert. A
/// schema that does not compile fails all its tests. Fails with kind "unreadable-file" or "usage" (no dialect).
Result<SuiteReport> runSuite(const std::filesystem::path &folder, std::optional<Dialect> dialect = std::nullopt);

} // namespace assayer::schema
