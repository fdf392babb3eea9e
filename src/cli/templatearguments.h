// A resource template expanded with --arg K=V.
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace assayer {

/// `text` without variables comes back as it is. A name given twice is a list; JSON arrays and objects are lists and pairs.
/// Undefined variables vanish, as RFC 6570 has it; what the user may not have meant is told in `notes`, a sentence each.
/// Fails with kind "usage": what prevents the expansion.
Result<QByteArray> expandedUri(const QString &text, const QStringList &pairs, QStringList &notes);

} // namespace assayer
