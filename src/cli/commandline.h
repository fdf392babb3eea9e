// The words of the command line, taken apart strictly: what is not known is refused, never guessed.
#pragma once

#include "base/error.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace assayer {

struct CommandLine {
    QString verb;
    QMap<QString, QStringList> options; ///< by name with dashes; switches have one empty value
    QStringList words; ///< positional words after the verb
    QStringList command; ///< everything after `--`
    bool hasCommand = false; ///< there was a `--`

    bool has(const char *name) const { return options.contains(QLatin1String(name)); }
    std::optional<QString> value(const char *name) const;
    QStringList values(const char *name) const { return options.value(QLatin1String(name)); }
};

/// `arguments` without the program's name. Fails with kind "usage". --help and --version need no verb.
Result<CommandLine> parseCommandLine(const QStringList &arguments);

/// A whole number of that range; kind "usage" names the option.
Result<qint64> numberOption(const CommandLine &line, const char *name, qint64 standard, qint64 smallest, qint64 largest);

} // namespace assayer
