// Categories of what the program tells its developers; off unless asked for (QT_LOGGING_RULES="assayer.*=true" or -v).
#pragma once

#include <QLoggingCategory>

namespace assayer {

Q_DECLARE_LOGGING_CATEGORY(logTransport)
Q_DECLARE_LOGGING_CATEGORY(logSession)
Q_DECLARE_LOGGING_CATEGORY(logTrace)
Q_DECLARE_LOGGING_CATEGORY(logProfiles)
Q_DECLARE_LOGGING_CATEGORY(logInspection)
Q_DECLARE_LOGGING_CATEGORY(logUi)

/// Switches all of them on.
void enableLogging();

} // namespace assayer
