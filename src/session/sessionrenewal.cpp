#include "session/sessionrenewal.h"

#include "json/write.h"
#include "session/requestexchange.h"

namespace assayer {

SessionRenewal::SessionRenewal(SessionCore &core)
    : m_core(core)
{
}

void SessionRenewal::renew(QObject *receiver, std::function<void(bool)> done)
{
    m_waiting.push_back({ receiver, std::move(done) });
    if (!m_running)
        start();
}

void SessionRenewal::start()
{
    m_running = true;
    m_core.report("session.renewed", Severity::Warning, "The server does not know the session any more (404); a new one is opened without its id");
    m_core.context().sessionId.clear();
    json::Writer params;
    params.beginObject().member("protocolVersion", m_core.context().protocolVersion);
    params.rawMember("capabilities", view(m_core.options().clientCapabilities)).rawMember("clientInfo", view(m_core.context().clientInfo)).endObject();
    auto *exchange = new RequestExchange(m_core, "initialize", QByteArray::fromStdString(params.take()), {});
    exchange->setOpening();
    connect(exchange, &Exchange::finished, this, [this, exchange](const ExchangeResult &result) {
        if (result.error || !exchange->head())
            return conclude(false);
        m_core.context().sessionId = exchange->head()->value("Mcp-Session-Id");
        m_core.sink().decide({ "session", { result.requestFrame, result.answerFrame }, R"({"renewed":true})" });
        m_core.notify("notifications/initialized", {});
        conclude(true);
    });
    exchange->start();
}

void SessionRenewal::conclude(bool renewed)
{
    m_running = false;
    const auto waiting = std::move(m_waiting);
    m_waiting.clear();
    for (const Waiter &waiter : waiting) {
        if (waiter.receiver)
            waiter.done(renewed);
    }
}

} // namespace assayer
