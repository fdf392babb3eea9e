// A profile with its variables filled in, made when connecting and never written to disk.
#pragma once

#include "base/error.h"
#include "profiles/serverprofile.h"
#include "profiles/variables.h"

namespace assayer {

struct Expansion {
    ServerProfile profile;
    QList<UnsetVariable> unset; ///< not empty: the profile must not be used
    std::optional<Error> envFileError;

    /// Kind "unset-variable": names the first one and where it is used, and how many more there are.
    std::optional<Error> error() const;
};

/// Expands command, args, env, envFile, cwd, url, headers, roots, proxy, TLS files and OAuth members, and reads the envFile.
Expansion expandProfile(const ServerProfile &profile, const VariableContext &context);

/// Lines NAME=VALUE, with comments, quotes and an optional "export". What is no such line is passed over.
NamedValues parseEnvFile(const QByteArray &text);

} // namespace assayer
