// A task that the server runs for us, as it was last heard of. 2025-11-25 basic/utilities/tasks; SEP-2663 of the modern era.
#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QMetaType>

#include <optional>
#include <string>

namespace assayer {

/// Plain value; any thread. All texts are the server's: untrusted.
struct TaskInfo {
    QByteArray id; ///< exact; may be a bearer secret: shortened on screen, redacted in exports
    QByteArray tool; ///< whose call made it; empty where it was only listed
    std::string status; ///< "working", "input_required", "completed", "failed", "cancelled", or what the server sent
    std::string statusMessage;
    std::string createdAt; ///< ISO 8601 as sent
    std::optional<qint64> ttlMs; ///< none: unlimited or not said
    std::optional<qint64> pollIntervalMs;
    json::Node node; ///< the newest state as it arrived
    quint64 frame = 0; ///< that brought it
    qint64 firstWallNs = 0; ///< when this client first heard of it
    qint64 heardWallNs = 0; ///< when the state was last heard

    bool isDone() const { return status == "completed" || status == "failed" || status == "cancelled"; }
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::TaskInfo)
