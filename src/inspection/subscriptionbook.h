// Keeps the subscriptions of a connection: what stands, what was granted, how often each was told of.
#pragma once

#include "inspection/action.h"
#include "inspection/subscription.h"
#include "session/session.h"

#include <functional>
#include <optional>

namespace assayer {

class SubscriptionBook {
public:
    /// `changed` is called after every change.
    explicit SubscriptionBook(std::function<void()> changed);

    const QList<Subscription> &all() const { return m_all; }
    /// A stream was asked for; `uri` empty where it is not about one resource.
    void open(quint64 action, const QByteArray &uri, const QByteArray &filterJson);
    /// The server accepted it. A note where it granted less than was asked for.
    std::optional<Finding> accept(quint64 action, const QByteArray &grantedJson);
    /// resources/subscribe was answered.
    void subscribed(quint64 action, const QByteArray &uri);
    void unsubscribed(const QByteArray &uri);
    /// The action is over.
    void close(quint64 action);
    void clear();
    /// The stream of a URI, 0 for none.
    quint64 streamOf(const QByteArray &uri) const;
    void takeNotification(const Notification &notification);

private:
    Subscription *find(quint64 action);
    std::function<void()> m_changed;
    QList<Subscription> m_all;
};

} // namespace assayer
