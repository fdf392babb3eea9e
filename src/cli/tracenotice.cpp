#include "cli/tracenotice.h"

#include <QCoreApplication>

namespace assayer {

void tellTraceFailures(TraceLog &trace, const Console &console, QObject *context)
{
    QObject::connect(&trace, &TraceLog::fileFailed, context, [console](const QString &reason) {
        console.errLine(QStringLiteral("The trace file cannot take more: %1. Going on without it.").arg(reason));
    });
}

void endTrace(TraceLog &trace)
{
    trace.stopFile();
    QCoreApplication::sendPostedEvents(&trace, QEvent::MetaCall); // told by the thread that writes
}

} // namespace assayer
