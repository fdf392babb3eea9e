// What a server asks of the client: a legacy JSON-RPC request, or an entry of a modern input_required result.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QObject>

#include <functional>

namespace assayer {

struct ServerRequest {
    quint64 number = 0; ///< ours, unique in the session
    QByteArray method; ///< "elicitation/create", "sampling/createMessage", "roots/list"
    QByteArray key; ///< modern: key of inputRequests; legacy: JSON text of the id
    json::Node params; ///< null value where absent
    bool inputRequired = false; ///< modern
    int round = 0; ///< modern: from 1
    int maxRounds = 0;
    quint64 frame = 0;
    QByteArray taskId; ///< legacy: the task of ours it belongs to, where it says so
    QByteArray callMethod; ///< of the request it belongs to, where known
    qint64 wallNs = 0;
};

/// Answers are given through Session::answer(number, ...). What nobody answers waits until the connection ends.
struct ServerAnswer {
    QByteArray result; ///< JSON text; empty for an error
    int errorCode = 0; ///< legacy only, with errorMessage
    QByteArray errorMessage;
    bool abandon = false; ///< modern: do not go on with the request (its exchange ends "cancelled")
};

} // namespace assayer

