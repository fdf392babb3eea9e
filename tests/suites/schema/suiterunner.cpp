// Runs the official JSON-Schema-Test-Suite where it is at hand: all required, optional and format folders of five drafts.
// Usage: suiterunner [SUITE]. Without an argument: $ASSAYER_JSON_SCHEMA_SUITE, ../shared/json-schema-test-suite beside the
// repository, Debian's json-schema-test-suite. Exit code 77 (skipped) where there is none.
#include "schema/suite.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace assayer;
namespace fs = std::filesystem;

namespace {

constexpr int skipped = 77;

struct Part {
    const char *folder;
    double wanted; ///< per cent
};

std::vector<fs::path> candidates(int argc, char **argv)
{
    std::vector<fs::path> places;
    if (argc > 1)
        return { argv[1] };
    if (const char *given = std::getenv("ASSAYER_JSON_SCHEMA_SUITE"))
        return { given };
    return { fs::path(ASSAYER_SOURCE_DIR) / ".." / "shared" / "json-schema-test-suite", "/usr/share/json-schema-test-suite" };
}

fs::path findSuite(int argc, char **argv)
{
    for (const fs::path &place : candidates(argc, argv)) {
        std::error_code ignored;
        if (fs::is_directory(place / "tests", ignored))
            return place;
    }
    return {};
}

/// Whether the bar of that folder is met.
bool run(const fs::path &folder, const Part &part, const char *draft, bool verbose)
{
    const auto report = schema::runSuite(folder);
    if (!report) {
        std::printf("%s%s: %s\n", draft, part.folder, report.error().message.c_str());
        return false;
    }
    const std::size_t total = report->passed + report->failed;
    const double rate = total == 0 ? 100.0 : 100.0 * static_cast<double>(report->passed) / static_cast<double>(total);
    std::printf("%-14s %-16s %5zu of %5zu  %6.2f %%  (wanted: %.0f %%)\n", draft, part.folder, report->passed, total, rate, part.wanted);
    for (const schema::SuiteFile &file : report->files) {
        for (const std::string &failure : file.failures) {
            if (verbose || rate < part.wanted)
                std::printf("    %s: %s\n", file.name.c_str(), failure.c_str());
        }
    }
    return rate >= part.wanted;
}

} // namespace

int main(int argc, char **argv)
{
    const fs::path suite = findSuite(argc, argv);
    if (suite.empty()) {
        std::printf("skipped: no JSON-Schema-Test-Suite (set ASSAYER_JSON_SCHEMA_SUITE, or apt install json-schema-test-suite)\n");
        return skipped;
    }
    bool good = true;
    const bool verbose = std::getenv("VERBOSE") != nullptr;
    for (const char *draft : { "draft2020-12", "draft2019-09", "draft7", "draft6", "draft4" }) {
        for (const Part &part : { Part { "", 100 }, Part { "optional", 98 }, Part { "optional/format", 97 } }) {
            const fs::path folder = suite / "tests" / draft / part.folder;
            std::error_code ignored;
            if (fs::is_directory(folder, ignored))
                good = run(folder, part, draft, verbose) && good;
        }
    }
    return good ? 0 : 1;
}
