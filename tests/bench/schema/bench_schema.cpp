// Times compiling, the verdict and the walk with all failures, without the command line around it.
// Usage: bench_schema SCHEMA DOCUMENT... | bench_schema --many PAGE (the output schemas of a tools/list result)
#include "base/clock.h"
#include "json/document.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace assayer;

namespace {

std::string slurp(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Microseconds of short batches: the median, and the best, which a busy machine disturbs least.
struct Timing {
    double median = 0;
    double best = 0;
};

template<class Work>
Timing timed(Work work)
{
    std::vector<double> times;
    const std::int64_t start = monotonicNs();
    work();
    const std::int64_t batch = std::max<std::int64_t>(1, 200'000 / std::max<std::int64_t>(monotonicNs() - start, 1));
    while (monotonicNs() - start < 500'000'000 || times.size() < 7) {
        const std::int64_t begin = monotonicNs();
        for (std::int64_t i = 0; i < batch; ++i)
            work();
        times.push_back(static_cast<double>(monotonicNs() - begin) / 1000.0 / static_cast<double>(batch));
    }
    std::sort(times.begin(), times.end());
    return { times[times.size() / 2], times.front() };
}

json::DocumentPtr parsed(const char *path)
{
    auto document = json::Document::parse(slurp(path));
    if (document)
        return *document;
    std::fprintf(stderr, "%s: %s\n", path, document.error().message.c_str());
    return nullptr;
}

int many(const char *path)
{
    const auto page = parsed(path);
    const json::Value *tools = page ? page->root().find("tools") : nullptr;
    if (page && !tools)
        tools = page->root().find("result", "tools");
    if (!tools)
        return 2;
    std::vector<const json::Value *> schemas;
    for (const json::Value &tool : tools->items()) {
        if (const json::Value *schema = tool.find("outputSchema"))
            schemas.push_back(schema);
    }
    std::size_t failed = 0;
    std::vector<schema::ProgramPtr> kept;
    const std::int64_t begin = monotonicNs();
    for (const json::Value *schema : schemas) {
        auto program = schema::compile(page, *schema);
        failed += program ? 0u : 1u;
        if (program)
            kept.push_back(std::move(*program));
    }
    std::printf("%zu schemas (%zu do not compile): %.2f ms\n", schemas.size(), failed, static_cast<double>(monotonicNs() - begin) / 1e6);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 3 && std::strcmp(argv[1], "--many") == 0)
        return many(argv[2]);
    if (argc < 2)
        return 2;
    const auto schemaDocument = parsed(argv[1]);
    if (!schemaDocument)
        return 2;
    const auto program = schema::compile(schemaDocument);
    if (!program) {
        std::fprintf(stderr, "%s: %s\n", program.error().front().path.c_str(), program.error().front().message.c_str());
        return 1;
    }
    const Timing compiling = timed([&] { static_cast<void>(schema::compile(schemaDocument)); });
    std::printf("compile: %.2f us, at best %.2f\n", compiling.median, compiling.best);
    for (int i = 2; i < argc; ++i) {
        const auto document = parsed(argv[i]);
        if (!document)
            return 2;
        const bool valid = schema::isValid(**program, *document, document->root());
        const Timing flag = timed([&] { static_cast<void>(schema::isValid(**program, *document, document->root())); });
        const Timing errors = timed([&] { static_cast<void>(schema::evaluate(**program, *document, document->root())); });
        std::printf("%s %zu B %s: verdict %.3f us, at best %.3f; all errors %.3f us, at best %.3f\n", argv[i], document->text().size(),
            valid ? "valid" : "invalid", flag.median, flag.best, errors.median, errors.best);
    }
    return 0;
}
