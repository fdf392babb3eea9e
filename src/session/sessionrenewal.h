// A lost legacy session (404 on its id) is opened anew once, without the id, before the request is repeated
// (2025-11-25 basic/transports#session-management: the client MUST start a new session).
#pragma once

#include "session/sessioncore.h"

#include <functional>
#include <vector>

namespace assayer {

class SessionRenewal final : public QObject {
    Q_OBJECT
public:
    explicit SessionRenewal(SessionCore &core);

    /// `done(true)` once a new session stands. Requests that come meanwhile wait for the same renewal.
    void renew(QObject *receiver, std::function<void(bool)> done);

private:
    struct Waiter {
        QPointer<QObject> receiver;
        std::function<void(bool)> done;
    };
    void start();
    void conclude(bool renewed);

    SessionCore &m_core;
    std::vector<Waiter> m_waiting;
    bool m_running = false;
};

} // namespace assayer
