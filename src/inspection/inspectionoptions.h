// Everything one inspection is told: the session's options, what to list, how to answer, where to record.
#pragma once

#include "inspection/answerbook.h"
#include "session/sessionoptions.h"

#include <QMetaType>
#include <QString>

namespace assayer {

struct InspectionOptions {
    QString name; ///< of the profile, for people
    SessionOptions session; ///< clientCapabilities are made from `answers` when connecting
    AnswerRules answers;
    bool listWhenReady = true; ///< list every advertised kind as soon as the connection stands
    bool refreshOnListChanged = false; ///< else list_changed marks stale
    bool listenWhenReady = false; ///< modern: open subscriptions/listen for list changes by itself
    bool judgeMessages = true; ///< findings for every received message
    QByteArray requestMeta; ///< JSON object text: members of params._meta of every action (the profile's `metadata`)
    bool traceContext = false; ///< a W3C traceparent in params._meta of every action
    QStringList secretHeaders; ///< names of headers that were given: their values are secret in exports
    QStringList secretVariables; ///< names of environment variables that were given
    QStringList secretValues; ///< values known as secret from the start
    QString recordPath; ///< record to this trace file from the first frame on; empty: memory only
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::InspectionOptions)
