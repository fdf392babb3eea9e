// The verbs `trace info|show|check|export|diff`: plain options in, exit code out.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace assayer {

struct TraceCommandOptions {
    QString verb; ///< "info", "show", "check", "export", "diff"
    QStringList files; ///< one; two for diff
    bool json = false;
    std::optional<QString> filter; ///< --filter EXPR
    QString format; ///< export: jsonl|har|csv|otlp|markdown; check: text|json|sarif|junit
    QString output; ///< export -o; "-" is stdout
    QString secrets; ///< "keep" or empty
    QString revision; ///< check --revision
    QString policy; ///< check --policy: the negotiation is judged as well, by these rules
    bool changes = false; ///< check: what differs from the verdict against the negotiated revision, by our own policy
    bool exchanges = false; ///< diff: also the calls, one by one
};

/// Runs a verb. `out` takes stdout, `err` takes messages for people. Exit code of the contract: 0, 1 or 2.
int runTraceCommand(const TraceCommandOptions &options, const std::function<void(const QByteArray &)> &out,
    const std::function<void(const QByteArray &)> &err);

} // namespace assayer
