// What completion/complete is told beside the argument that is being typed.
#pragma once

#include <QByteArray>
#include <QString>

namespace assayer {

/// The other arguments that have a value, as an object of strings; empty where there are none.
QByteArray contextArguments(const QByteArray &argumentsJson, const QString &typed);

} // namespace assayer
