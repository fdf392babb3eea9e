// Pages that must be visited before a call goes through: what the error -32042 of 2025-11-25 names.
#pragma once

#include "inspection/action.h"

#include <QObject>

#include <vector>

namespace assayer {

class Desk;

/// One address of such an error. Nothing is answered to the server: the user visits the page and calls again.
struct WantedPage {
    quint64 number = 0; ///< ours, above those of the session's questions
    quint64 action = 0; ///< the call that was refused
    QByteArray method; ///< of that call
    QByteArray name; ///< its tool, prompt or URI
    json::Node elicitation; ///< { mode, elicitationId, url, message } as the server sent it
    quint64 frame = 0; ///< of the error
    qint64 wallNs = 0;
    bool done = false; ///< the server said so: notifications/elicitation/complete
    bool ended = false; ///< the connection it belongs to is over
};

/// Window's thread; collects from its making on, one per desk.
class WantedPages : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most = 50; ///< of one desk; older ones go

    explicit WantedPages(Desk &desk, QObject *parent = nullptr);

    const std::vector<WantedPage> &pages() const { return m_pages; }
    void dismiss(quint64 number);
    /// The call is made again: its pages are no longer asked for.
    void closeAction(quint64 action);

Q_SIGNALS:
    void changed();
    void wanted(); ///< new ones came

private:
    void take(const ActionResult &result);
    void takeCompletion(const Notification &notification);
    void end();

    std::vector<WantedPage> m_pages;
    quint64 m_last = quint64(1) << 62;
};

} // namespace assayer
