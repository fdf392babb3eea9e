// A tool call that the server may run as a task: made, followed by polling and by status notifications, asked for its
// result, or cancelled. Ends like any call, with the tool's own result. 2025-11-25 basic/utilities/tasks; SEP-2663.
#pragma once

#include "session/askedexchange.h"
#include "session/requestexchange.h"

#include <QTimer>

#include <set>

namespace assayer {

class TaskExchange final : public AskedExchange {
    Q_OBJECT
public:
    /// `call` is the tools/call itself, not started yet; owned by the session like any exchange.
    TaskExchange(SessionCore &core, QByteArray tool, RequestExchange *call, RequestOptions options);
    ~TaskExchange() override;

    QByteArray method() const override { return "tools/call"; }
    QByteArray idJson() const override;
    void start();
    /// Before there is a task like any request; after that by tasks/cancel.
    void cancel(const QString &reason = {}) override;
    void takeInput(const std::map<QByteArray, ServerAnswer> &answers) override;
    void takeProgress(const ProgressUpdate &update) override;
    void fail(Error error) override;
    QByteArray declaredCapabilities() const override;

    /// A task object of this task, from whatever told of it.
    void takeState(const json::Node &task, quint64 frame);
    const QByteArray &taskId() const { return m_taskId; }

private:
    using Answer = void (TaskExchange::*)(const ExchangeResult &);
    void takeCreated(const ExchangeResult &result);
    RequestExchange *ask(const char *method, const std::string &moreMembers, int timeoutMs, Answer answer);
    void poll();
    void takePolled(const ExchangeResult &result);
    void fetchResult(bool waits);
    void takeFetched(const ExchangeResult &result);
    void takeModernEnd(const json::Node &task, const std::string &status);
    void takeUpdated(const ExchangeResult &result);
    void askInput(const json::Node &task, quint64 frame);
    void pollLater(const json::Value &task);
    void tellCancelled();
    void finishWith(json::Node result, std::optional<Error> error);
    Error failedError(std::string detail) const;

    SessionCore &m_core;
    const QByteArray m_tool;
    const RequestOptions m_options;
    QPointer<RequestExchange> m_call;
    QPointer<RequestExchange> m_polling;
    QPointer<RequestExchange> m_fetching;
    QByteArray m_taskId;
    QByteArray m_progressToken;
    std::string m_status;
    std::string m_statusMessage;
    QTimer m_pollTimer;
    QTimer m_limit; ///< of a result that does not come although the task is done
    std::set<std::string> m_asked; ///< keys of questions asked already: they stay in every poll until they are answered
    ExchangeResult m_result;
    qint64 m_startedNs = 0;
    bool m_done = false;
};

} // namespace assayer
