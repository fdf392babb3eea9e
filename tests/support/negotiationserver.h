// A scripted HTTP server for the negotiation vectors, inside the test's own event loop. Format: their README, "server".
#pragma once

#include "support/negotiationscript.h"

#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

namespace assayer::test {

class NegotiationServer : public QObject {
    Q_OBJECT
public:
    explicit NegotiationServer(const QJsonArray &rules, QObject *parent = nullptr);

    QString origin() const;
    void setOther(const QString &origin) { m_places.other = origin; }
    /// Every request, in the order they arrived whole.
    const QList<ScriptedRequest> &requests() const { return m_requests; }

private:
    void read(QTcpSocket *socket);
    void take(QTcpSocket *socket, const ScriptedRequest &request);
    void answer(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request);
    void answerWhole(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request);
    void answerStream(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request);
    void sendEvent(const QPointer<QTcpSocket> &socket, const QJsonObject &answer, const ScriptedRequest &request, qsizetype index);
    void answerReset(QTcpSocket *socket, const QJsonObject &answer, const ScriptedRequest &request);
    QByteArray bodyOf(const QJsonObject &answer, const ScriptedRequest &request) const;
    QByteArray headOf(const QJsonObject &answer, const ScriptedRequest &request, const QByteArray &defaultType, const QByteArray &framing) const;

    ScriptRules m_rules;
    ScriptPlaces m_places;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QList<ScriptedRequest> m_requests;
    QTcpServer m_server; ///< last: its sockets end before what they use
};

} // namespace assayer::test
