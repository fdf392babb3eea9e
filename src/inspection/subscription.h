// A standing subscription of a connection: a resource, or a stream of server messages.
#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>

namespace assayer {

/// Plain value; any thread.
struct Subscription {
    quint64 action = 0; ///< that opened it; of a stream (modern, or listen) it ends with cancelAction()
    QByteArray uri; ///< exact; empty: a stream that is not about one resource
    bool stream = false; ///< modern subscriptions/listen or a legacy GET stream; else legacy resources/subscribe
    QByteArray filterJson; ///< what was asked for; empty of resources/subscribe
    QByteArray grantedJson; ///< what the server granted; empty until it accepted
    bool accepted = false;
    qint64 sinceWallNs = 0; ///< accepted at
    int updates = 0; ///< notifications/resources/updated for it so far
    qint64 lastUpdateWallNs = 0;
};

} // namespace assayer

Q_DECLARE_METATYPE(assayer::Subscription)
