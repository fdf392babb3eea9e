// Legacy listen: the GET stream as an exchange of its own, accepted when the stream stands.
#pragma once

#include "session/sessioncore.h"

namespace assayer {

class NotificationStream;

class ListenExchange final : public Exchange {
    Q_OBJECT
public:
    ListenExchange(SessionCore &core, NotificationStream &stream);
    QByteArray method() const override { return "subscriptions/listen"; }
    QByteArray idJson() const override { return {}; }
    void cancel(const QString &reason = {}) override;
    void start();

private:
    void accept();
    void finish(std::optional<Error> error);

    SessionCore &m_core;
    NotificationStream &m_stream;
    bool m_done = false;
};

} // namespace assayer
