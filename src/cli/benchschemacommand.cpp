#include "cli/benchschemacommand.h"

#include "base/clock.h"
#include "cli/benchfigures.h"
#include "cli/schemafiles.h"
#include "json/write.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace assayer {
namespace {

constexpr std::int64_t leastNs = 300'000'000;

struct Timing {
    double medianUs = 0;
    std::int64_t runs = 0;
};

struct DocumentTiming {
    QString file;
    std::int64_t bytes = 0;
    bool valid = false;
    Timing parse;
    Timing flag;
    Timing errors;
};

struct Report {
    Timing compile;
    std::vector<DocumentTiming> documents;
    double totalMs = 0;
};

/// The median of batches that are long against the clock's own cost.
template<class Work>
Timing measure(int repeat, Work work)
{
    constexpr std::int64_t batchNs = 20'000;
    const std::int64_t start = monotonicNs();
    work();
    const std::int64_t once = std::max<std::int64_t>(monotonicNs() - start, 1);
    const std::int64_t batch = std::max<std::int64_t>(1, batchNs / once);
    std::vector<double> times;
    Timing timing;
    while (timing.runs < repeat || monotonicNs() - start < leastNs) {
        const std::int64_t begin = monotonicNs();
        for (std::int64_t i = 0; i < batch; ++i)
            work();
        times.push_back(static_cast<double>(monotonicNs() - begin) / 1000.0 / static_cast<double>(batch));
        timing.runs += batch;
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    timing.medianUs = *middle;
    return timing;
}

Result<DocumentTiming> measureDocument(const schema::Program &program, const QString &path, int repeat)
{
    const auto bytes = readWholeFile(path);
    if (!bytes)
        return tl::unexpected<Error>(bytes.error());
    DocumentTiming timing;
    timing.file = path;
    timing.bytes = bytes->size();
    const auto text = std::make_shared<const std::string>(bytes->toStdString());
    const auto document = json::Document::parse(*text, text);
    if (!document)
        return tl::unexpected<Error>(document.error());
    const json::Value &root = (*document)->root();
    timing.valid = schema::isValid(program, **document, root);
    timing.parse = measure(repeat, [&] { static_cast<void>(json::Document::parse(*text, text)); });
    timing.flag = measure(repeat, [&] { static_cast<void>(schema::isValid(program, **document, root)); });
    timing.errors = measure(repeat, [&] { static_cast<void>(schema::evaluate(program, **document, root)); });
    return timing;
}

Error compileError(const QString &path, const schema::CompileError &error)
{
    Error result("schema-does-not-compile", path.toStdString() + " does not compile at \"" + error.path + "\": " + error.message);
    result.data.path = error.path;
    return result;
}

Result<Report> makeReport(const BenchSchemaCommandOptions &options)
{
    const auto dialect = dialectOption(options.dialect);
    if (!dialect)
        return tl::unexpected<Error>(dialect.error());
    const auto document = readJsonFile(options.schema);
    if (!document)
        return tl::unexpected<Error>(document.error());
    schema::CompileOptions compileOptions;
    compileOptions.dialect = dialect->value_or(schema::Dialect::Draft202012);
    compileOptions.assertFormats = options.assertFormats;
    const std::int64_t start = monotonicNs();
    const schema::CompileResult program = schema::compile(*document, compileOptions);
    if (!program)
        return tl::unexpected<Error>(compileError(options.schema, program.error().front()));
    Report report;
    report.compile = measure(options.repeat, [&] { static_cast<void>(schema::compile(*document, compileOptions)); });
    for (const QString &path : options.documents) {
        auto timing = measureDocument(**program, path, options.repeat);
        if (!timing)
            return tl::unexpected<Error>(timing.error());
        report.documents.push_back(std::move(*timing));
    }
    report.totalMs = static_cast<double>(monotonicNs() - start) / 1e6;
    return report;
}

QByteArray asJson(const Report &report)
{
    json::Writer writer;
    writer.beginObject().member("bench", "schema").key("compileUs").real(report.compile.medianUs);
    writer.key("documents").beginArray();
    for (const DocumentTiming &timing : report.documents) {
        writer.beginObject().member("file", timing.file.toStdString()).member("bytes", timing.bytes).member("valid", timing.valid);
        writer.key("parseUs").real(timing.parse.medianUs);
        writer.key("flagUs").real(timing.flag.medianUs).member("flagRuns", timing.flag.runs);
        writer.key("errorsUs").real(timing.errors.medianUs).member("errorsRuns", timing.errors.runs).endObject();
    }
    writer.endArray().key("totalMs").real(report.totalMs).member("peakRssKiB", static_cast<std::int64_t>(peakRssKiB())).endObject();
    return QByteArray::fromStdString(writer.take()) + '\n';
}

QByteArray asText(const Report &report)
{
    QByteArray text = "compile: " + QByteArray::number(report.compile.medianUs, 'g', 4) + " us\n";
    for (const DocumentTiming &timing : report.documents) {
        text += timing.file.toUtf8() + ": " + QByteArray::number(static_cast<qlonglong>(timing.bytes)) + " bytes, " + (timing.valid ? "valid" : "invalid")
            + ": parse " + QByteArray::number(timing.parse.medianUs, 'g', 4) + " us, verdict " + QByteArray::number(timing.flag.medianUs, 'g', 4)
            + " us, all errors " + QByteArray::number(timing.errors.medianUs, 'g', 4) + " us\n";
    }
    return text;
}

/// Only what cannot be read is usage; what is read and wrong is a fault of the file.
int exitCode(const Error &error)
{
    return error.kind == "usage" || error.kind == "unreadable-file" ? 2 : 1;
}

} // namespace

int runBenchSchema(const BenchSchemaCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err)
{
    const Result<Report> report = makeReport(options);
    if (!report) {
        err(QByteArray::fromStdString(report.error().message) + '\n');
        if (options.json)
            out(errorReport(report.error()));
        return exitCode(report.error());
    }
    out(options.json ? asJson(*report) : asText(*report));
    const bool fine = std::all_of(report->documents.begin(), report->documents.end(), [](const DocumentTiming &timing) { return timing.valid; });
    return fine ? 0 : 1;
}

} // namespace assayer
