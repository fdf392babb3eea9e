#include "cli/console.h"

#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

namespace assayer {

namespace {

void write(std::FILE *file, const QByteArray &bytes)
{
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), file);
    std::fflush(file);
}

} // namespace

void Console::out(const QByteArray &bytes) const
{
    write(stdout, bytes);
}

void Console::outLine(const QString &text) const
{
    write(stdout, text.toUtf8() + '\n');
}

void Console::err(const QByteArray &bytes) const
{
    write(stderr, bytes);
}

void Console::errLine(const QString &text) const
{
    write(stderr, text.toUtf8() + '\n');
}

void Console::error(const Error &error, const ErrorContext &context) const
{
    errLine(plainText(errorText(error, context)));
}

void Console::note(const QString &text) const
{
    if (!quiet)
        errLine(text);
}

int terminalWidth()
{
    winsize size {};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace assayer
