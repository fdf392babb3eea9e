// Which commands of files the user has read and allowed: hashes of argv, folder, program and variable names.
#pragma once

#include "transport/target.h"

#include <QSet>
#include <QString>

namespace assayer {

/// Kept in confirmed.json of the configuration folder (0600). Any change of what would be run asks again.
class CommandConsent {
public:
    explicit CommandConsent(const QString &file);

    bool isConfirmed(const Target &target) const;
    /// Remembers it and writes the file; a file that cannot be written costs the memory of it, not the connection.
    void confirm(const Target &target);

    static QString defaultFile();
    /// Path the command resolves to in PATH, or empty.
    static QString resolvedProgram(const Target &target);

private:
    void load();
    void save() const;
    static QString digest(const Target &target);

    QString m_file;
    QSet<QString> m_confirmed;
};

} // namespace assayer
