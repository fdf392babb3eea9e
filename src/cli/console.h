// stdout and stderr of the command line.
#pragma once

#include "inspection/errortext.h"

#include <QByteArray>
#include <QString>

namespace assayer {

/// Plain value; every write goes out at once.
class Console {
public:
    bool json = false;
    bool quiet = false;
    bool verbose = false;

    void out(const QByteArray &bytes) const; ///< as it is
    void outLine(const QString &text) const;
    void err(const QByteArray &bytes) const;
    void errLine(const QString &text) const;
    /// Three lines for people on stderr; with --json nothing else is said of it there.
    void error(const Error &error, const ErrorContext &context = {}) const;
    /// Something worth knowing that is no error; silent with -q.
    void note(const QString &text) const;
};

/// The width of a terminal's lines, 0 where stdout is none.
int terminalWidth();

} // namespace assayer
