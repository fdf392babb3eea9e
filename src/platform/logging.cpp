#include "platform/logging.h"

namespace assayer {

Q_LOGGING_CATEGORY(logTransport, "assayer.transport", QtWarningMsg)
Q_LOGGING_CATEGORY(logSession, "assayer.session", QtWarningMsg)
Q_LOGGING_CATEGORY(logTrace, "assayer.trace", QtWarningMsg)
Q_LOGGING_CATEGORY(logProfiles, "assayer.profiles", QtWarningMsg)
Q_LOGGING_CATEGORY(logInspection, "assayer.inspection", QtWarningMsg)
Q_LOGGING_CATEGORY(logUi, "assayer.ui", QtWarningMsg)

void enableLogging()
{
    QLoggingCategory::setFilterRules(QStringLiteral("assayer.*=true"));
}

} // namespace assayer
