// Placeholders in the texts of a profile: ${VAR}, ${VAR:-default}, ${env:VAR}, ${input:id}, ${userHome} and their like.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace assayer {

/// Where values come from. Plain values, so that a test needs no environment.
struct VariableContext {
    QMap<QString, QString> environment;
    QMap<QString, QString> inputs; ///< VS Code's inputs by id, as the user gave them
    QString userHome;
    QString workspaceFolder; ///< folder of the profile file
    QString cwd;
    std::function<std::optional<QString>(const QString &key)> secret; ///< ${secret:KEY}: the keychain; may be empty

    /// Of this process, for a profile file in that folder.
    static VariableContext ofProcess(const QString &workspaceFolder = {});
};

/// A placeholder without a value: what it is called, and where in the profile it stands ("headers, X-Key"; "args, row 3").
struct UnsetVariable {
    QString name;
    QString where;
    bool operator==(const UnsetVariable &) const = default;
};

/// Expands one text. Names without a value are added to `unset` and their placeholder stays in the text, which must then not be used.
/// `$VAR` without braces is plain text, and so is a `${` that encloses no name.
QString expandText(const QString &text, const VariableContext &context, QStringList &unset);

/// Names of all placeholders of a text, in order.
QStringList placeholders(const QString &text);

} // namespace assayer
