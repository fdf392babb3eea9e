// assayer-cli: the inspector without a window.
#include "cli/program.h"

#include <QCoreApplication>

#include <csignal>

int main(int argc, char **argv)
{
    // A reader of our output that goes away is told by the write, not by a signal.
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("assayer-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ASSAYER_VERSION));
    return assayer::runProgram(QCoreApplication::arguments().mid(1));
}
