#include "cli/schemacommand.h"

#include "cli/schemafiles.h"
#include "json/write.h"
#include "schema/lint.h"
#include "schema/schemacompiler.h"
#include "schema/schemaevaluator.h"

#include <vector>

namespace assayer {
namespace {

using schema::Evaluation;

struct Judged {
    QString file;
    Evaluation evaluation;
    std::string notJson; ///< set where the instance is no JSON
};

struct Report {
    bool compiled = false;
    schema::Dialect dialect = schema::Dialect::Draft202012;
    bool formatsAsserted = false;
    std::vector<schema::CompileError> errors;
    Findings lint;
    std::vector<Judged> instances;

    bool isFine() const
    {
        bool fine = compiled;
        for (const Judged &judged : instances)
            fine = fine && judged.notJson.empty() && judged.evaluation.isValid();
        return fine;
    }
};

/// What `$schema` says, even where the schema does not compile.
schema::Dialect statedDialect(const json::Value &root, schema::Dialect otherwise)
{
    const auto stated = root.stringAt("$schema");
    return stated ? schema::dialectFromUri(*stated).value_or(otherwise) : otherwise;
}

void writeFailure(json::Writer &writer, const schema::Failure &failure)
{
    writer.beginObject();
    writer.member("instancePath", failure.instancePath).member("schemaPath", failure.schemaPath).member("keyword", failure.keyword);
    writer.member("message", failure.message).member("expected", failure.expected).member("actual", failure.actual);
    if (!failure.causes.empty()) {
        writer.key("causes").beginArray();
        for (const schema::Failure &cause : failure.causes)
            writeFailure(writer, cause);
        writer.endArray();
    }
    writer.endObject();
}

void writeNotJson(json::Writer &writer, const std::string &words)
{
    schema::Failure failure;
    failure.message = words;
    writeFailure(writer, failure);
}

void writeInstance(json::Writer &writer, const Judged &judged)
{
    writer.beginObject().member("file", judged.file.toStdString());
    writer.member("valid", judged.notJson.empty() && judged.evaluation.isValid());
    writer.key("errors").beginArray();
    if (!judged.notJson.empty())
        writeNotJson(writer, judged.notJson);
    for (const schema::Failure &failure : judged.evaluation.failures)
        writeFailure(writer, failure);
    writer.endArray();
    writer.key("notChecked").beginArray();
    for (const std::string &reason : judged.evaluation.notChecked)
        writer.string(reason);
    writer.endArray().endObject();
}

void writeFinding(json::Writer &writer, const Finding &finding)
{
    writer.beginObject().member("rule", finding.rule).member("severity", severityName(finding.severity));
    writer.member("message", finding.message).member("where", finding.where).member("fix", finding.expected).endObject();
}

QByteArray asJson(const Report &report)
{
    json::Writer writer;
    writer.beginObject().member("compiled", report.compiled).member("dialect", schema::dialectUri(report.dialect));
    writer.member("formats", report.formatsAsserted ? "assertion" : "annotation");
    writer.key("errors").beginArray();
    for (const schema::CompileError &error : report.errors)
        writer.beginObject().member("path", error.path).member("message", error.message).endObject();
    writer.endArray().key("findings").beginArray();
    for (const Finding &finding : report.lint)
        writeFinding(writer, finding);
    writer.endArray().key("instances").beginArray();
    for (const Judged &judged : report.instances)
        writeInstance(writer, judged);
    writer.endArray().endObject();
    return QByteArray::fromStdString(writer.take()) + '\n';
}

std::string lines(const Evaluation &evaluation)
{
    std::string text;
    for (const schema::Failure &failure : evaluation.failures)
        text += "  " + failure.message + "  [" + failure.schemaPath + "]\n";
    for (const std::string &reason : evaluation.notChecked)
        text += "  " + reason + "\n";
    if (evaluation.truncated)
        text += "  and more\n";
    return text;
}

std::string verdict(const Judged &judged)
{
    if (!judged.notJson.empty())
        return "invalid: " + judged.notJson;
    switch (judged.evaluation.outcome) {
    case Evaluation::Outcome::Valid:
        return "valid";
    case Evaluation::Outcome::NotChecked:
        return "not checked";
    case Evaluation::Outcome::Invalid:
        break;
    }
    return "invalid";
}

std::string place(const std::string &pointer)
{
    return pointer.empty() ? "the schema" : pointer;
}

QByteArray asText(const Report &report, const QString &file)
{
    std::string text = file.toStdString() + ": " + (report.compiled ? "compiles" : "does not compile") + " (" + std::string(schema::dialectUri(report.dialect))
        + ", format is " + (report.formatsAsserted ? "an assertion" : "an annotation") + ")\n";
    for (const schema::CompileError &error : report.errors)
        text += "  " + place(error.path) + ": " + error.message + "\n";
    for (const Finding &finding : report.lint)
        text += std::string("  ") + severityName(finding.severity) + ": " + place(finding.where) + ": " + finding.message + "  [" + finding.rule + "]\n    fix: " + finding.expected + "\n";
    for (const Judged &judged : report.instances)
        text += judged.file.toStdString() + ": " + verdict(judged) + "\n" + lines(judged.evaluation);
    return QByteArray::fromStdString(text);
}

Result<Judged> judge(const schema::Program &program, const QString &file)
{
    Judged judged { file, {}, {} };
    const auto bytes = readWholeFile(file);
    if (!bytes)
        return tl::unexpected<Error>(bytes.error());
    const auto document = json::Document::parse(bytes->toStdString());
    if (document)
        judged.evaluation = schema::evaluate(program, **document, (*document)->root());
    else
        judged.notJson = document.error().message;
    return judged;
}

Result<Report> makeReport(const SchemaCommandOptions &options)
{
    const auto dialect = dialectOption(options.dialect);
    if (!dialect)
        return tl::unexpected<Error>(dialect.error());
    const auto bytes = readWholeFile(options.schema);
    if (!bytes)
        return tl::unexpected<Error>(bytes.error());
    Report report;
    report.dialect = dialect->value_or(schema::Dialect::Draft202012);
    report.formatsAsserted = options.assertFormats;
    const auto document = json::Document::parse(bytes->toStdString());
    if (!document) {
        report.errors.push_back({ {}, document.error().message });
        return report;
    }
    schema::CompileOptions compileOptions;
    compileOptions.dialect = report.dialect;
    compileOptions.assertFormats = options.assertFormats;
    report.dialect = statedDialect((*document)->root(), report.dialect);
    report.lint = schema::lint(**document, (*document)->root(), report.dialect);
    const schema::CompileResult program = schema::compile(*document, compileOptions);
    if (!program) {
        report.errors = program.error();
        return report;
    }
    report.compiled = true;
    report.dialect = (*program)->dialect();
    report.formatsAsserted = (*program)->assertsFormats();
    for (const QString &file : options.instances) {
        auto judged = judge(**program, file);
        if (!judged)
            return tl::unexpected<Error>(judged.error());
        report.instances.push_back(std::move(*judged));
    }
    return report;
}

} // namespace

int runSchema(const SchemaCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err)
{
    const Result<Report> report = makeReport(options);
    if (!report) {
        err(QByteArray::fromStdString(report.error().message) + '\n');
        if (options.json)
            out(errorReport(report.error()));
        return 2;
    }
    out(options.json ? asJson(*report) : asText(*report, options.schema));
    return report->isFine() ? 0 : 1;
}

} // namespace assayer
