// One request of ours, its rounds, its time limit and its answer.
#pragma once

#include "session/askedexchange.h"
#include "session/sessioncore.h"

#include <QElapsedTimer>
#include <QTimer>

namespace assayer {

class RequestExchange final : public AskedExchange {
    Q_OBJECT
public:
    RequestExchange(SessionCore &core, QByteArray method, QByteArray paramsJson, RequestOptions options);
    ~RequestExchange() override;

    QByteArray method() const override { return m_method; }
    QByteArray idJson() const override { return m_id; }
    void cancel(const QString &reason = {}) override;

    /// Sends the first round, queued: the caller connects first.
    void start();
    /// initialize of a renewed session: no session id, no version header.
    void setOpening() { m_opening = true; }
    /// subscriptions/listen: its own kind of id, no time limit, accepted by a notification.
    void setListen() { m_listen = true; }
    bool isListen() const { return m_listen; }
    void setGeneration(ToolGenerationPtr generation) { m_result.generation = std::move(generation); }
    /// Head of the newest answer, where the transport has heads.
    const std::optional<HttpHead> &head() const { return m_head; }
    const QByteArray &paramsJson() const { return m_params; }
    /// The tool, prompt, URI or task the request is about, as params have it; empty where it is about none.
    QByteArray subject() const;
    const RequestOptions &options() const { return m_options; }

    void takeAnswer(const Message &message, const Arrival &arrival);
    void takeProgress(const ProgressUpdate &update) override;
    void takeAccepted(const QByteArray &granted);
    /// The connection is over, or the session gives the request up.
    void fail(Error error) override;
    void takeInput(const std::map<QByteArray, ServerAnswer> &answers) override;
    QByteArray declaredCapabilities() const override;

private:
    void send(const QByteArray &paramsJson);
    void follow(Delivery *delivery);
    void deliveryEnded(const DeliveryEnd &end);
    void judgeUnanswered(const DeliveryEnd &end);
    bool renewSession(const DeliveryEnd &end);
    bool startRound(const Message &message, const Arrival &arrival);
    void sendNextRound(const std::vector<std::pair<QByteArray, QByteArray>> &members);
    bool checkResult(const Message &message);
    void timedOut();
    void tellServer(const QString &reason);
    void leave();
    void finish();

    SessionCore &m_core;
    const QByteArray m_method;
    const QByteArray m_params; ///< as given
    const RequestOptions m_options;
    QByteArray m_id;
    mutable std::optional<QByteArray> m_subject; ///< read once: a chatty call is asked for it at every message
    QByteArray m_progressToken;
    QByteArray m_requestState; ///< exact JSON text, or empty
    QPointer<Delivery> m_delivery;
    std::optional<HttpHead> m_head;
    QTimer m_timer;
    QElapsedTimer m_total;
    ExchangeResult m_result;
    qint64 m_writtenNs = 0;
    bool m_opening = false;
    bool m_listen = false;
    bool m_accepted = false;
    bool m_done = false;
    bool m_answered = false;
    bool m_renewed = false;
};

} // namespace assayer
