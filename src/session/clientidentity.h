// Who we say we are: the clientInfo of initialize and of modern _meta.
#pragma once

#include "session/sessionoptions.h"

#include <QByteArray>

namespace assayer {

/// JSON object text: {"name", "version"}.
QByteArray clientInfo(const SessionOptions &options);
/// JSON object text of the declared capabilities; "{}" where none are declared.
QByteArray clientCapabilities(const SessionOptions &options);

} // namespace assayer
