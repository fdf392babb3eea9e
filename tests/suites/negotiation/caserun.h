// One case of the negotiation vectors, played through a Session against its scripted server.
#pragma once

#include "session/eranegotiator.h"
#include "session/session.h"
#include "support/negotiationserver.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

namespace assayer::test {

/// Counts frames and keeps decisions.
class CountingSink final : public FrameSink {
public:
    quint64 record(const Frame &) override { return ++m_count; }
    quint64 decide(const Decision &decision) override
    {
        decisions.push_back(decision);
        return ++m_count;
    }
    std::vector<Decision> decisions;

private:
    quint64 m_count = 0;
};

/// What a case came to.
struct CaseResult {
    QString result; ///< "modern", "legacy", "error"
    QString version;
    std::optional<Error> error;
    NegotiationReport report;
    Findings findings;
    qint64 elapsedMs = 0;
    QList<ScriptedRequest> requests;
    qsizetype otherRequests = 0;
    QList<QList<QJsonObject>> spawns; ///< messages that each process received
    QJsonArray then;
    std::vector<Decision> decisions;
};

/// The case with all its times (of the client, the server and the caller) that many times longer.
QJsonObject slowed(const QJsonObject &definition, int times);

class CaseRun : public QObject {
    Q_OBJECT
public:
    explicit CaseRun(const QJsonObject &definition, ProbePolicy policy = ProbePolicy::Assayer);
    ~CaseRun() override;

    void start();
    const QJsonObject &definition() const { return m_case; }
    const CaseResult &result() const { return m_result; }

Q_SIGNALS:
    void finished();

private:
    SessionOptions options();
    void prepareHttp(SessionOptions &options);
    void prepareStdio(SessionOptions &options);
    void startNegotiator(const SessionOptions &options);
    void startSession(const SessionOptions &options);
    void opened(const NegotiationReport &report);
    void failed(const Error &error, const NegotiationReport &report);
    void nextOperation();
    void operate(const QJsonObject &operation);
    void followExchange(Exchange *exchange, const QString &op);
    void done(const QString &op, QJsonObject result, const std::optional<Error> &error = {});
    void settle();
    void conclude();
    void readSpawns();

    const QJsonObject m_case;
    const ProbePolicy m_policy;
    QTemporaryDir m_folder;
    CountingSink m_sink;
    std::unique_ptr<NegotiationServer> m_server;
    std::unique_ptr<NegotiationServer> m_other;
    std::unique_ptr<EraNegotiator> m_negotiator;
    std::unique_ptr<Session> m_session;
    QElapsedTimer m_clock;
    qsizetype m_operation = 0;
    int m_settleRounds = 0;
    CaseResult m_result;
    bool m_over = false;
};

} // namespace assayer::test
