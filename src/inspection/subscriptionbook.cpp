#include "inspection/subscriptionbook.h"

#include "base/clock.h"
#include "json/write.h"

#include <algorithm>

namespace assayer {

namespace {

bool holds(const json::Value &list, std::string_view text)
{
    const auto items = list.items();
    return std::any_of(items.begin(), items.end(), [text](const json::Value &item) { return item.string() == text; });
}

/// Members that were asked for and not granted, in words.
std::string missing(const json::Value &asked, const json::Value &granted)
{
    std::string words;
    const auto add = [&words](std::string_view what) { words += (words.empty() ? "" : ", ") + std::string(what); };
    for (const json::Member &member : asked.members()) {
        const json::Value *given = granted.find(member.name());
        if (member.value().isTrue() && !(given && given->isTrue()))
            add(member.name());
        for (const json::Value &item : member.value().items()) {
            if (!given || !holds(*given, item.string()))
                add(item.string());
        }
    }
    return words;
}

/// A sub-resource of a subscribed one may be told of (server/resources#subscriptions).
bool covers(std::string_view subscribed, std::string_view updated)
{
    return updated.starts_with(subscribed) && (updated.size() == subscribed.size() || subscribed.ends_with('/') || updated[subscribed.size()] == '/');
}

} // namespace

SubscriptionBook::SubscriptionBook(std::function<void()> changed)
    : m_changed(std::move(changed))
{
}

Subscription *SubscriptionBook::find(quint64 action)
{
    const auto found = std::find_if(m_all.begin(), m_all.end(), [action](const Subscription &one) { return one.action == action; });
    return found == m_all.end() ? nullptr : &*found;
}

void SubscriptionBook::open(quint64 action, const QByteArray &uri, const QByteArray &filterJson)
{
    Subscription one;
    one.action = action;
    one.uri = uri;
    one.stream = true;
    one.filterJson = filterJson.isEmpty() ? QByteArray("{}") : filterJson;
    m_all.append(one);
    m_changed();
}

std::optional<Finding> SubscriptionBook::accept(quint64 action, const QByteArray &grantedJson)
{
    Subscription *one = find(action);
    if (!one)
        return std::nullopt;
    one->accepted = true;
    one->grantedJson = grantedJson;
    one->sinceWallNs = wallNs();
    const auto asked = parseJson(one->filterJson);
    const auto granted = parseJson(grantedJson);
    const std::string words = asked && granted ? missing((*asked)->root(), (*granted)->root()) : std::string();
    m_changed();
    if (words.empty())
        return std::nullopt;
    Finding finding;
    finding.rule = "listen.not-granted";
    finding.severity = Severity::Note;
    finding.message = "The server did not grant all that the subscription asks for: " + words;
    finding.spec = "2026-07-28 basic/patterns/subscriptions";
    return finding;
}

void SubscriptionBook::subscribed(quint64 action, const QByteArray &uri)
{
    m_all.removeIf([&uri](const Subscription &one) { return !one.stream && one.uri == uri; });
    Subscription one;
    one.action = action;
    one.uri = uri;
    one.accepted = true;
    one.sinceWallNs = wallNs();
    m_all.append(one);
    m_changed();
}

void SubscriptionBook::unsubscribed(const QByteArray &uri)
{
    if (m_all.removeIf([&uri](const Subscription &one) { return !one.stream && one.uri == uri; }))
        m_changed();
}

void SubscriptionBook::close(quint64 action)
{
    if (m_all.removeIf([action](const Subscription &one) { return one.stream && one.action == action; }))
        m_changed();
}

void SubscriptionBook::clear()
{
    if (!m_all.isEmpty()) {
        m_all.clear();
        m_changed();
    }
}

quint64 SubscriptionBook::streamOf(const QByteArray &uri) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(), [&uri](const Subscription &one) { return one.stream && one.uri == uri; });
    return found == m_all.end() ? 0 : found->action;
}

void SubscriptionBook::takeNotification(const Notification &notification)
{
    if (notification.message.method != "notifications/resources/updated" || !notification.message.params)
        return;
    const std::string_view uri = notification.message.params->stringAt("uri").value_or("");
    bool changed = false;
    for (Subscription &one : m_all) {
        if (one.uri.isEmpty() || !covers(view(one.uri), uri))
            continue;
        ++one.updates;
        one.lastUpdateWallNs = wallNs();
        changed = true;
    }
    if (changed)
        m_changed();
}

} // namespace assayer
