#include "cli/schemasuitecommand.h"

#include "cli/schemafiles.h"
#include "json/write.h"
#include "schema/suite.h"

namespace assayer {
namespace {

QByteArray asJson(const schema::SuiteReport &report)
{
    json::Writer writer;
    writer.beginObject().member("dialect", schema::dialectUri(report.dialect));
    writer.member("passed", static_cast<std::int64_t>(report.passed)).member("failed", static_cast<std::int64_t>(report.failed));
    writer.key("files").beginArray();
    for (const schema::SuiteFile &file : report.files) {
        writer.beginObject().member("file", file.name);
        writer.member("passed", static_cast<std::int64_t>(file.passed)).member("failed", static_cast<std::int64_t>(file.failed));
        writer.key("failures").beginArray();
        for (const std::string &failure : file.failures)
            writer.string(failure);
        writer.endArray().endObject();
    }
    writer.endArray().endObject();
    return QByteArray::fromStdString(writer.take()) + '\n';
}

QByteArray asText(const schema::SuiteReport &report)
{
    std::string text;
    for (const schema::SuiteFile &file : report.files) {
        text += file.name + ": " + std::to_string(file.passed) + " passed, " + std::to_string(file.failed) + " failed\n";
        for (const std::string &failure : file.failures)
            text += "  " + failure + "\n";
    }
    text += std::to_string(report.passed) + " passed, " + std::to_string(report.failed) + " failed\n";
    return QByteArray::fromStdString(text);
}

} // namespace

int runSchemaSuite(const SchemaSuiteCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err)
{
    const auto dialect = dialectOption(options.dialect);
    const Result<schema::SuiteReport> report
        = dialect ? schema::runSuite(options.folder.toStdString(), *dialect) : tl::unexpected<Error>(dialect.error());
    if (!report) {
        err(QByteArray::fromStdString(report.error().message) + '\n');
        if (options.json)
            out(errorReport(report.error()));
        return 2;
    }
    out(options.json ? asJson(*report) : asText(*report));
    return report->failed == 0 ? 0 : 1;
}

} // namespace assayer
