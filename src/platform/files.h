// Whole files in and out, with errors as values.
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>

namespace assayer {

/// Fails with kind "unreadable-file"; data.path is the file. Files above `maxBytes` are refused.
Result<QByteArray> readWholeFile(const QString &path, qint64 maxBytes = qint64(1) << 30);

/// Old content or new content, never a piece: written beside and renamed. A new file is its owner's only; an existing one
/// keeps its permissions, a link its target. Fails with kind "unreadable-file", cause "write".
Result<void> writeFileAtomically(const QString &path, const QByteArray &bytes);

} // namespace assayer
