// What all exchanges of one HTTP target share: the manager with its connections, TLS, proxy, and the numbering.
#pragma once

#include "base/error.h"
#include "transport/http/wireaccessmanager.h"
#include "transport/transport.h"

#include <QNetworkRequest>
#include <QObject>

#include <optional>

namespace assayer {

class HttpChannel final : public QObject {
    Q_OBJECT
public:
    HttpChannel(const Target &target, FrameSink &sink, QObject *parent);

    /// Why nothing can be sent: an address that is none, a certificate file that cannot be read, a proxy that is none.
    const std::optional<Error> &fault() const { return m_fault; }
    const Target &target() const { return m_target; }
    FrameSink &sink() { return m_sink; }
    WireAccessManager &manager() { return m_manager; }
    quint64 nextExchange() { return ++m_lastExchange; }
    /// A request with the target's TLS; address and headers are up to the exchange.
    QNetworkRequest request(const QUrl &url) const;
    const QStringList &trusted() const { return m_trusted; }

Q_SIGNALS:
    /// See Transport::noise.
    void noise(const QByteArray &rule, const QString &message, quint64 frame);

private:
    std::optional<Error> findFault();

    const Target m_target;
    FrameSink &m_sink;
    WireAccessManager m_manager;
    QNetworkRequest m_template;
    QStringList m_trusted;
    quint64 m_lastExchange = 0;
    std::optional<Error> m_fault;
};

} // namespace assayer
