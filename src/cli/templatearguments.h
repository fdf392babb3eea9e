// A resource template expanded with --arg K=V.
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace assayer {

/// `text` without variables comes back as it is. A name given twice is a list; JSON arrays and objects are lists and pairs.
/// Fails with kind "usage": what prevents the expansion, or a name the template does not have.
Result<QByteArray> expandedUri(const QString &text, const QStringList &pairs);

} // namespace assayer
