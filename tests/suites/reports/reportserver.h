// Plays the HTTP side of one report in the test's own event loop.
#pragma once

#include "suites/reports/reportscript.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

namespace assayer::test {

class ReportServer : public QObject {
    Q_OBJECT
public:
    struct Seen {
        QByteArray verb, path, body, method;
        QHash<QByteArray, QByteArray> headers; ///< names in lower case
        qint64 ms = 0;
    };
    explicit ReportServer(const json::Node &entry);

    QString url(const QString &path) const { return QStringLiteral("http://127.0.0.1:%1%2").arg(m_server.serverPort()).arg(path); }
    const QList<Seen> &seen() const { return m_seen; }
    int otherRequests() const { return m_otherRequests; }

private:
    void read(QTcpSocket *socket);
    void answer(QTcpSocket *socket, const Seen &request);
    void reply(QTcpSocket *socket, const json::Value &reply, const ReportScript::Event &event);
    void rememberHold(QTcpSocket *socket, const json::Value &reply, const ReportScript::Event &event);
    void releaseHold(const QByteArray &body);
    void write(QTcpSocket *socket, QByteArrayList pieces, int delayMs, bool close);

    ReportScript m_script;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QList<Seen> m_seen;
    QHash<QByteArray, std::pair<QPointer<QTcpSocket>, QByteArray>> m_holds; ///< by the id of the request that is waited for
    QElapsedTimer m_clock;
    int m_otherRequests = 0;
    QTcpServer m_server, m_other; ///< last: their sockets speak to the members above while they go
};

} // namespace assayer::test
