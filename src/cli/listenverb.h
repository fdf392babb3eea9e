// The verb `listen`: the stream of server messages, for a time or until interrupted.
#pragma once

#include "cli/connectedverb.h"

namespace assayer {

class ListenVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    /// `seconds` 0: until interrupted or ended by the server.
    ListenVerb(InspectionOptions options, Console console, QByteArray filterJson, int seconds, QObject *parent = nullptr);

    void interrupt() override;

protected:
    void work() override;

private:
    void end(const std::optional<Error> &error);

    QByteArray m_filter;
    int m_seconds;
    QByteArray m_granted;
    QList<QByteArray> m_notifications;
};

} // namespace assayer
