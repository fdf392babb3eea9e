// The current record as something to paste elsewhere: a curl command, a command of assayer-cli, JSON.
#pragma once

#include "trace/redactor.h"
#include "trace/tracefacts.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace assayer {

class Desk;

enum class CopyForm { Curl, Cli, Json };

/// What this desk's user configured as secret, and what the trace's header line names.
SecretSources secretSources(const Desk &desk);

/// Made in the thread pool (secrets are looked for in the whole trace), then put on the clipboard. `say` gets one sentence, unless
/// `context` is gone by then. Secrets stand as variables in commands, masked in JSON.
void copyRecord(QObject *context, const Desk &desk, std::shared_ptr<const TraceAnalyzer> analyzer, quint64 logRow, CopyForm form,
    std::function<void(const QString &)> say);

} // namespace assayer
