// Verbs without a connection: their rooms' own commands, given what the command line says.
#include "cli/verbfactory.h"

#include "cli/benchschemacommand.h"
#include "cli/schemacommand.h"
#include "cli/schemasuitecommand.h"
#include "cli/tracecommand.h"

namespace assayer {

namespace {

tl::unexpected<Error> usage(const QString &message)
{
    return fail("usage", message.toStdString());
}

using Sink = std::function<void(const QByteArray &)>;

struct Sinks {
    Sink out;
    Sink err;
};

Sinks sinksOf(const Console &console)
{
    return { [console](const QByteArray &bytes) { console.out(bytes); }, [console](const QByteArray &bytes) { console.err(bytes); } };
}

Result<bool> assertsFormats(const CommandLine &line)
{
    const QString word = line.value("--formats").value_or(QStringLiteral("annotation"));
    if (word != QLatin1String("assert") && word != QLatin1String("annotation"))
        return usage(QStringLiteral("--formats cannot be \"%1\"").arg(word));
    return word == QLatin1String("assert");
}

Result<std::optional<int>> schemaVerb(const CommandLine &line, const Console &console)
{
    if (line.words.isEmpty())
        return usage(QStringLiteral("schema needs a file"));
    const auto asserted = assertsFormats(line);
    if (!asserted)
        return fail(asserted.error());
    const Sinks sinks = sinksOf(console);
    return runSchema({ line.words[0], line.words.mid(1), line.value("--dialect").value_or(QString()), *asserted, console.json }, sinks.out, sinks.err);
}

Result<std::optional<int>> schemaSuite(const CommandLine &line, const Console &console)
{
    if (line.words.size() != 1)
        return usage(QStringLiteral("schema-suite needs one folder"));
    const Sinks sinks = sinksOf(console);
    return runSchemaSuite({ line.words[0], line.value("--dialect").value_or(QString()), console.json }, sinks.out, sinks.err);
}

Result<std::optional<int>> benchSchema(const CommandLine &line, const Console &console)
{
    if (line.words.size() < 3)
        return usage(QStringLiteral("bench schema needs a schema and documents"));
    const auto asserted = assertsFormats(line);
    const auto repeat = numberOption(line, "--repeat", 20, 1, 1'000'000'000);
    if (!asserted || !repeat)
        return fail(asserted ? repeat.error() : asserted.error());
    const Sinks sinks = sinksOf(console);
    return runBenchSchema({ line.words[1], line.words.mid(2), line.value("--dialect").value_or(QString()), *asserted, static_cast<int>(*repeat), console.json },
        sinks.out, sinks.err);
}

Result<std::optional<int>> trace(const CommandLine &line, const Console &console)
{
    static const QStringList verbs { QStringLiteral("info"), QStringLiteral("show"), QStringLiteral("check"), QStringLiteral("export"), QStringLiteral("diff") };
    const QString verb = line.words.value(0);
    if (!verbs.contains(verb))
        return usage(QStringLiteral("trace needs info, show, check, export or diff"));
    const qsizetype files = verb == QLatin1String("diff") ? 2 : 1;
    if (line.words.size() != files + 1)
        return usage(files == 2 ? QStringLiteral("trace diff needs two files") : QStringLiteral("trace %1 needs one file, as the last word").arg(verb));
    TraceCommandOptions options;
    options.verb = verb;
    options.files = line.words.mid(1);
    options.json = console.json;
    options.filter = line.value("--filter");
    options.format = line.value("--format").value_or(QString());
    options.output = line.value("-o").value_or(line.value("--output").value_or(QString()));
    options.secrets = line.value("--secrets").value_or(QString());
    options.revision = line.value("--revision").value_or(QString());
    options.policy = line.value("--policy").value_or(QString());
    options.changes = line.has("--changes");
    options.exchanges = line.has("--exchanges");
    const Sinks sinks = sinksOf(console);
    return runTraceCommand(options, sinks.out, sinks.err);
}

} // namespace

Result<std::optional<int>> runOfflineVerb(const CommandLine &line, const Console &console)
{
    if (line.verb == QLatin1String("schema"))
        return schemaVerb(line, console);
    if (line.verb == QLatin1String("schema-suite"))
        return schemaSuite(line, console);
    if (line.verb == QLatin1String("trace"))
        return trace(line, console);
    if (line.verb == QLatin1String("bench") && line.words.value(0) == QLatin1String("schema"))
        return benchSchema(line, console);
    return std::optional<int>();
}

} // namespace assayer
