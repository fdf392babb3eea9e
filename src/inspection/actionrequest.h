// An action as it is handed to an Inspection: what is sent, and what it is called on screen.
#pragma once

#include "inspection/action.h"

namespace assayer {

struct ActionRequest {
    ActionInfo info; ///< number 0: the inspection gives one
    CallOptions options;
    QByteArray params; ///< JSON text as sent (before the era's dressing); of tools/call: the arguments alone
};

/// The verbs of a client. JSON arguments are exact text; empty means absent.
ActionRequest callAction(const QByteArray &tool, const QByteArray &argumentsJson, const CallOptions &options = {});
ActionRequest readAction(const QByteArray &uri, const CallOptions &options = {});
ActionRequest promptAction(const QByteArray &name, const QByteArray &argumentsJson, const CallOptions &options = {});
ActionRequest completeAction(const QByteArray &refJson, const QByteArray &argument, const QByteArray &value, const QByteArray &contextJson = {});
ActionRequest subscribeAction(const QByteArray &uri);
ActionRequest unsubscribeAction(const QByteArray &uri);
/// The stream of server messages: modern takes the filter, legacy opens the GET stream.
ActionRequest listenAction(const QByteArray &filterJson);
ActionRequest logLevelAction(const QByteArray &level);
/// "tasks/get", "tasks/result" or "tasks/cancel" of one task.
ActionRequest taskAction(const QByteArray &method, const QByteArray &taskId);
/// One page of tasks/list (2025-11-25); `cursorJson` exact JSON text, empty for the first.
ActionRequest listTasksAction(const QByteArray &cursorJson = {});
/// Any request as given, also of a method that has a verb of its own. The name of views is taken from params (name, uri, taskId) where there is one.
ActionRequest requestAction(const QByteArray &method, const QByteArray &paramsJson, const CallOptions &options = {});

} // namespace assayer
