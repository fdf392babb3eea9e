// A message composed by hand, well formed or not: sent as it is, its answer told and nothing else changed.
#pragma once

#include "session/sessioncore.h"

#include <QTimer>

namespace assayer {

/// Made by Session::request() for a request without a method: the text goes out exactly as it is, over HTTP with the given headers in
/// place of the era's. No dialect, no retry, no rounds, no renewal. An answer is its own where it carries the text's id; while one is open, also an error
/// without an id, since that is how servers refuse what they cannot read.
class RawExchange final : public Exchange {
    Q_OBJECT
public:
    RawExchange(SessionCore &core, QByteArray text, RequestOptions options);
    ~RawExchange() override;

    QByteArray method() const override { return "raw"; }
    QByteArray idJson() const override { return m_id; }
    void cancel(const QString &reason = {}) override;

    /// Sends it, queued: the caller connects first.
    void start();
    bool takes(const Message &message) const;
    void take(const Message &message, const Arrival &arrival);
    void fail(Error error);

private:
    void send();
    void ended(const DeliveryEnd &end);
    void finish();

    SessionCore &m_core;
    const QByteArray m_text;
    const RequestOptions m_options;
    QByteArray m_id; ///< exact JSON text; empty where the text has none
    QPointer<Delivery> m_delivery;
    QTimer m_timer;
    ExchangeResult m_result;
    qint64 m_writtenNs = 0;
    bool m_done = false;
};

} // namespace assayer
