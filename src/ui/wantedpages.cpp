#include "ui/wantedpages.h"

#include "base/clock.h"
#include "ui/desk.h"

#include <algorithm>

namespace assayer {

namespace {

constexpr const char *visitFirst = "-32042"; ///< URL elicitation required: 2025-11-25 client/elicitation

const json::Value *wantedBy(const ActionResult &result)
{
    const ExchangeResult &answer = result.result;
    if (!answer.error || answer.error->data.code != visitFirst || !answer.document)
        return nullptr;
    const json::Value *error = answer.document->root().find("error");
    const json::Value *data = error ? error->find("data") : nullptr;
    const json::Value *list = data ? data->find("elicitations") : nullptr;
    return list && list->isArray() ? list : nullptr;
}

} // namespace

WantedPages::WantedPages(Desk &desk, QObject *parent)
    : QObject(parent)
{
    connect(&desk.client(), &InspectionClient::actionFinished, this, &WantedPages::take);
    connect(&desk.client(), &InspectionClient::notified, this, &WantedPages::takeCompletion);
    connect(&desk.client(), &InspectionClient::stateChanged, this, [this](InspectionClient::State state) {
        if (state != InspectionClient::State::Ready)
            end();
    });
}

void WantedPages::take(const ActionResult &result)
{
    const json::Value *list = wantedBy(result);
    if (!list)
        return;
    for (const json::Value &elicitation : list->items()) {
        if (!elicitation.stringAt("url"))
            continue;
        WantedPage page;
        page.number = ++m_last;
        page.action = result.number;
        page.method = result.method;
        page.name = result.name;
        page.elicitation = { result.result.document, &elicitation };
        page.frame = result.result.answerFrame;
        page.wallNs = wallNs();
        m_pages.push_back(std::move(page));
    }
    if (m_pages.size() > most)
        m_pages.erase(m_pages.begin(), m_pages.end() - static_cast<std::ptrdiff_t>(most));
    Q_EMIT changed();
    Q_EMIT wanted();
}

/// Ids that are unknown or done already are ignored (2025-11-25 client/elicitation).
void WantedPages::takeCompletion(const Notification &notification)
{
    const json::Value *params = notification.message.params;
    const auto id = params && notification.message.method == "notifications/elicitation/complete" ? params->stringAt("elicitationId") : std::nullopt;
    if (!id)
        return;
    bool any = false;
    for (WantedPage &page : m_pages) {
        if (page.done || page.elicitation.value->stringAt("elicitationId") != id)
            continue;
        page.done = true;
        any = true;
    }
    if (any)
        Q_EMIT changed();
}

void WantedPages::end()
{
    const bool any = std::any_of(m_pages.begin(), m_pages.end(), [](const WantedPage &page) { return !page.ended; });
    for (WantedPage &page : m_pages)
        page.ended = true;
    if (any)
        Q_EMIT changed();
}

void WantedPages::dismiss(quint64 number)
{
    std::erase_if(m_pages, [number](const WantedPage &page) { return page.number == number; });
    Q_EMIT changed();
}

void WantedPages::closeAction(quint64 action)
{
    std::erase_if(m_pages, [action](const WantedPage &page) { return page.action == action; });
    Q_EMIT changed();
}

} // namespace assayer
