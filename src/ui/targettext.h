// What a person types as a target: an address, or a command line.
#pragma once

#include "base/error.h"
#include "transport/target.h"

#include <QString>

namespace assayer {

/// Control characters taken out of pasted text; `removed` says how many went.
QString cleanTargetText(const QString &text, int *removed = nullptr);

/// Fills kind and url, or command and arguments, of `target` and leaves the rest. Fails with kind "usage" and one sentence.
Result<void> readTarget(const QString &text, Target &target);

/// A short name: the host, or the program's file name.
QString targetName(const Target &target);
/// Without user info and query values: fit for lists and files.
QString targetForPeople(const Target &target);

} // namespace assayer
