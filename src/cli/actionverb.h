// Verbs that are one request: read, prompt, complete, subscribe, request.
#pragma once

#include "cli/connectedverb.h"

namespace assayer {

class ActionVerb final : public ConnectedVerb {
    Q_OBJECT
public:
    /// `seconds`: how long to go on listening after the answer (subscribe); 0 ends at once.
    ActionVerb(InspectionOptions options, Console console, ActionRequest request, int seconds = 0, QObject *parent = nullptr);

protected:
    void work() override;

private:
    void actionFinished(const ActionResult &result);
    void accepted();
    void print(const ActionResult &result);
    void listenOn();

    ActionRequest m_request;
    int m_seconds;
    QList<QByteArray> m_notifications;
};

} // namespace assayer
