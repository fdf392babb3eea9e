// What a user does on an open server, and what came of it: plain values that cross threads.
#pragma once

#include "session/exchange.h"
#include "session/session.h"

#include <QByteArray>
#include <QList>
#include <QMetaType>

#include <utility>

namespace assayer {

/// How a request is sent. Defaults are those of the profile.
struct CallOptions {
    int timeoutMs = -1; ///< -1: the profile's
    bool progress = true; ///< ask for progress notifications
    bool asTask = false; ///< tools/call only: task-augmented
    bool followTask = true; ///< of a call that became a task: bring its result; false: the task itself is the result
    qint64 taskTtlMs = 600'000; ///< legacy: how long the server is asked to keep the task
    bool traceContext = false; ///< a W3C traceparent of its own in params._meta
    bool raw = false; ///< composed by hand: never changes lists, metadata or session state
    bool answerInput = true; ///< modern: go on with input_required rounds; false shows the first one as the result
    QByteArray meta; ///< JSON object text: members to add to params._meta
    QByteArray logLevel; ///< modern: log level of this request
    QByteArray capabilities; ///< modern: JSON object text, client capabilities of this request instead of the profile's
    QList<std::pair<QByteArray, QByteArray>> headers; ///< HTTP: extra headers
};

/// An action under way. `number` is ours, unique in the inspection, rising from 1.
struct ActionInfo {
    quint64 number = 0;
    QByteArray method; ///< "tools/call", "resources/read", ...
    QByteArray name; ///< tool, prompt, URI or template; empty where the method has none
    QByteArray paramsJson; ///< what was asked for, before the era's dressing: arguments of a tool or prompt, params of a request
    qint64 startedWallNs = 0;
    int timeoutMs = 0; ///< 0: none
    bool asTask = false;
    bool raw = false;
    bool endless = false; ///< listen: lasts until cancelled
};

/// How it ended. Copies share what is big; any thread may read.
struct ActionResult {
    quint64 number = 0;
    QByteArray method;
    QByteArray name;
    ExchangeResult result; ///< result or error, progress, frames, timing
    OutputVerdict output; ///< tools/call: structured output against the schema of the generation it was sent under
    bool isError = false; ///< tools/call: the tool said so
    bool inputRequired = false; ///< the result is an input_required round that was not answered
    qint64 startedWallNs = 0;
    qint64 finishedWallNs = 0;

    bool ok() const { return !result.error && !isError; }
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::ActionInfo)
Q_DECLARE_METATYPE(assayer::ActionResult)
