// Every option of the command line, once: what it takes, and which verbs know it.
#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace assayer {

struct OptionSpec {
    const char *name; ///< with its dashes
    const char *value; ///< what it takes, for --help; null for a switch
    bool repeatable;
    const char *verbs; ///< verbs that know it, separated by blanks; empty: all
    const char *help;
};

std::span<const OptionSpec> optionTable();
/// Null for a name that is none.
const OptionSpec *findOption(const QString &name);

struct VerbSpec {
    const char *name;
    const char *arguments; ///< for --help
    const char *help;
    bool needsTarget;
};

std::span<const VerbSpec> verbTable();
const VerbSpec *findVerb(const QString &name);

/// The text of --help.
QString helpText();

} // namespace assayer
