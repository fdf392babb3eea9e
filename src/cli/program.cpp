#include "cli/program.h"

#include "cli/exitcodes.h"
#include "cli/interruption.h"
#include "cli/optiontable.h"
#include "cli/verbfactory.h"
#include "inspection/reportparts.h"
#include "platform/logging.h"

#include <QCoreApplication>

namespace assayer {

namespace {

int refuse(const Console &console, const Error &error)
{
    console.error(error);
    if (console.json) {
        json::Writer out;
        out.beginObject().key("error");
        report::writeError(out, error);
        console.out(QByteArray::fromStdString(out.endObject().take()) + '\n');
    }
    return UsageError;
}

Console consoleOf(const CommandLine &line)
{
    Console console;
    console.json = line.has("--json");
    console.quiet = line.has("-q") || line.has("--quiet");
    console.verbose = line.has("-v") || line.has("--verbose");
    return console;
}

int runVerb(Verb &verb)
{
    Interruption interruption;
    QObject::connect(&interruption, &Interruption::arrived, &verb, &Verb::interrupt);
    QObject::connect(&verb, &Verb::finished, qApp, [](int code) { QCoreApplication::exit(code); });
    QMetaObject::invokeMethod(&verb, &Verb::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

int runProgram(const QStringList &arguments)
{
    const Result<CommandLine> line = parseCommandLine(arguments);
    if (!line) {
        Console console;
        console.json = arguments.contains(QStringLiteral("--json"));
        return refuse(console, line.error());
    }
    const Console console = consoleOf(*line);
    if (line->has("--version")) {
        console.outLine(QStringLiteral("assayer-cli " ASSAYER_VERSION));
        return Fine;
    }
    if (line->has("--help") || line->has("-h")) {
        console.out(helpText().toUtf8());
        return Fine;
    }
    if (console.verbose)
        enableLogging();
    const auto offline = runOfflineVerb(*line, console);
    if (!offline)
        return refuse(console, offline.error());
    if (*offline)
        return **offline;
    const Result<std::unique_ptr<Verb>> verb = makeVerb(*line, console);
    return verb ? runVerb(**verb) : refuse(console, verb.error());
}

} // namespace assayer
