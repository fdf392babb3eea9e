#include "app/application.h"
#include "app/commandline.h"
#include "app/unixsignals.h"
#include "platform/logging.h"

#include <QApplication>
#include <QElapsedTimer>

#include <cstdio>

namespace {

constexpr int usageError = 2;

/// Help and version need no display.
std::optional<int> answerWithoutWindow(const assayer::Result<assayer::CommandLine> &line)
{
    if (!line) {
        std::fprintf(stderr, "assayer: %s\nTry assayer --help.\n", line.error().message.c_str());
        return usageError;
    }
    if (line->help)
        std::fputs(assayer::commandLineHelp().toUtf8().constData(), stdout);
    else if (line->version)
        std::puts("assayer " ASSAYER_VERSION);
    else
        return std::nullopt;
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    QElapsedTimer sinceStart;
    sinceStart.start();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const assayer::Result<assayer::CommandLine> line = assayer::parseCommandLine(arguments);
    if (const std::optional<int> code = answerWithoutWindow(line))
        return *code;
    if (line->verbose)
        assayer::enableLogging();

    int qtArguments = 1;
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(qtArguments, argv);
    QApplication::setApplicationName(QStringLiteral("assayer"));
    QApplication::setApplicationDisplayName(QStringLiteral("Assayer"));
    QApplication::setApplicationVersion(QStringLiteral(ASSAYER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("assayer"));
    QApplication::setQuitOnLastWindowClosed(false);

    assayer::Application program(application, *line, sinceStart);
    assayer::UnixSignals signals;
    QObject::connect(&signals, &assayer::UnixSignals::terminationRequested, &program, &assayer::Application::quit);
    program.start();
    return QApplication::exec();
}
