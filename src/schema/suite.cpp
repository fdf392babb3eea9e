#include "schema/suite.h"

#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include "json/document.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

namespace assayer::schema {
namespace {

namespace fs = std::filesystem;

Result<json::DocumentPtr> readDocument(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail("unreadable-file", "Cannot read " + path.string());
    return json::Document::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::optional<Dialect> dialectOf(const fs::path &folder)
{
    for (fs::path part = folder; part.has_relative_path(); part = part.parent_path()) {
        if (const auto dialect = dialectFromName(part.filename().string()))
            return dialect;
    }
    return std::nullopt;
}

/// The folder `remotes` beside a `tests` above this folder; empty where there is none.
fs::path remotesOf(const fs::path &folder)
{
    for (fs::path part = folder; part.has_relative_path(); part = part.parent_path()) {
        const fs::path candidate = part.parent_path() / "remotes";
        std::error_code ignored;
        if (part.filename() == "tests" && fs::is_directory(candidate, ignored))
            return candidate;
    }
    return {};
}

std::shared_ptr<const DocumentMap> readRemotes(const fs::path &remotes)
{
    auto documents = std::make_shared<DocumentMap>();
    std::error_code error;
    for (fs::recursive_directory_iterator entry(remotes, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() != ".json")
            continue;
        if (auto document = readDocument(entry->path()))
            documents->emplace("http://localhost:1234/" + fs::relative(entry->path(), remotes).generic_string(), *document);
    }
    return documents;
}

std::string text(const json::Value &object, std::string_view name)
{
    return std::string(object.stringAt(name).value_or("?"));
}

void runTest(const Program &program, const json::DocumentPtr &document, const json::Value &group, const json::Value &test, SuiteFile &file)
{
    const json::Value *data = test.find("data");
    const json::Value *valid = test.find("valid");
    const bool wanted = valid && valid->isTrue();
    const bool passed = data && isValid(program, *document, *data) == wanted && evaluate(program, *document, *data).isValid() == wanted;
    ++(passed ? file.passed : file.failed);
    if (!passed)
        file.failures.push_back(text(group, "description") + " / " + text(test, "description") + ": wanted " + (wanted ? "valid" : "invalid"));
}

void runGroup(const json::DocumentPtr &document, const json::Value &group, const CompileOptions &options, SuiteFile &file)
{
    const json::Value *tests = group.find("tests");
    const json::Value *schema = group.find("schema");
    if (!tests || !schema)
        return;
    const CompileResult program = compile(document, *schema, options);
    if (!program) {
        file.failed += tests->size();
        const CompileError &first = program.error().front();
        file.failures.push_back(text(group, "description") + ": does not compile: " + first.path + ": " + first.message);
        return;
    }
    for (const json::Value &test : tests->items())
        runTest(**program, document, group, test, file);
}

Result<SuiteFile> runFile(const fs::path &path, CompileOptions options)
{
    auto document = readDocument(path);
    if (!document)
        return tl::unexpected<Error>(document.error());
    SuiteFile file;
    file.name = path.filename().string();
    // The suite's optional content.json of draft-07 is about the assertion that draft allows.
    options.assertContent = options.dialect == Dialect::Draft7 && file.name == "content.json";
    for (const json::Value &group : (*document)->root().items())
        runGroup(*document, group, options, file);
    return file;
}

} // namespace

Result<SuiteReport> runSuite(const fs::path &given, std::optional<Dialect> dialect)
{
    std::error_code error;
    const fs::path folder = fs::canonical(given, error);
    if (error || !fs::is_directory(folder))
        return fail("unreadable-file", "There is no folder " + given.string());
    if (!dialect)
        dialect = dialectOf(folder);
    if (!dialect)
        return fail("usage", "No part of the path names a draft; give the dialect");
    CompileOptions options;
    options.dialect = *dialect;
    options.documents = readRemotes(remotesOf(folder));
    options.assertFormats = folder.filename() == "format";
    std::vector<fs::path> paths;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json")
            paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    SuiteReport report;
    report.dialect = *dialect;
    for (const fs::path &path : paths) {
        auto file = runFile(path, options);
        if (!file)
            return tl::unexpected<Error>(file.error());
        report.passed += file->passed;
        report.failed += file->failed;
        report.files.push_back(std::move(*file));
    }
    return report;
}

} // namespace assayer::schema
