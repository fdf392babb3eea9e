// Legacy Streamable HTTP: the GET stream on which a server sends what no request asked for.
#pragma once

#include "session/sessioncore.h"

namespace assayer {

class NotificationStream final : public QObject {
    Q_OBJECT
public:
    explicit NotificationStream(SessionCore &core);

    void open();
    void close();
    bool isOpen() const { return m_open; }
    /// "" while it is open or was never tried; else why there is none.
    const std::optional<Error> &refusal() const { return m_refusal; }

Q_SIGNALS:
    void opened();
    void ended(const std::optional<assayer::Error> &why);

private:
    SessionCore &m_core;
    QPointer<Delivery> m_delivery;
    std::optional<Error> m_refusal;
    bool m_open = false;
};

} // namespace assayer
