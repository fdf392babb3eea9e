// The reply of one exchange: a QNetworkReply that also knows the wire.
#pragma once

#include "transport/http/bodybuffer.h"
#include "transport/http/responseparser.h"
#include "transport/http/wiretypes.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPointer>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QTimer>

namespace assayer {

class WireAccessManager;
class WireConnection;

/// Reads like any QNetworkReply; end(), head() and timing() say what really happened. Lives in the manager's thread.
class WireReply final : public QNetworkReply {
    Q_OBJECT
public:
    ~WireReply() override;

    WireEnd end() const { return m_end; }
    /// One sentence about an end that is not Whole; empty where the end says all.
    QString endDetail() const { return m_detail; }
    /// The head as it came; after NotHttp or TooLarge its `raw` holds the first offending bytes.
    const ResponseHead &head() const { return m_head; }
    QByteArray rawHead() const { return QByteArray::fromStdString(m_head.raw); }
    const std::vector<HeaderLine> &trailers() const { return m_trailers; }
    /// Flaw bits of the answer.
    unsigned flaws() const { return m_flaws; }
    ResponseParser::Framing framing() const { return m_framing; }
    /// Bytes the head announced for the body, or -1.
    qint64 announcedBytes() const { return m_total; }
    /// Whether the server sent more than its answer on this connection.
    bool hasStrayBytes() const { return m_stray; }
    /// The exact head sent, or to be sent.
    const QByteArray &requestHead() const { return m_requestHead; }
    const QByteArray &requestBody() const { return m_requestBody; }
    /// Whether the request went to the socket: only false means that the server cannot have acted on it.
    bool wasSent() const { return m_sending; }
    quint64 connectionId() const { return m_connectionId; }
    bool reusedConnection() const { return m_reused; }
    const WireTiming &timing() const { return m_timing; }
    /// Body bytes before decoding, chunk framing taken off.
    qint64 encodedSize() const { return m_body.encodedBytes(); }
    /// The peer's certificates as the TLS handshake showed them, leaf first; empty without TLS.
    const QList<QSslCertificate> &peerChain() const { return m_chain; }
    /// All of the body that was not read yet, without a copy.
    QByteArray takeAll();
    /// Replaces the observer of the request; null: nobody.
    void setObserver(WireObserver *observer);

    void abort() override;
    qint64 bytesAvailable() const override;
    bool isSequential() const override { return true; }
    void setReadBufferSize(qint64 size) override;
    void ignoreSslErrors() override { m_ignoreAllTls = true; }

protected:
    qint64 readData(char *data, qint64 most) override;
    void ignoreSslErrorsImplementation(const QList<QSslError> &errors) override { m_ignoredTls = errors; }
    void sslConfigurationImplementation(QSslConfiguration &configuration) const override;

private:
    friend class WireAccessManager;
    friend class WireConnection;

    WireReply(WireAccessManager &manager, QNetworkAccessManager::Operation op, const QNetworkRequest &request);
    bool prepare(QIODevice *outgoing, const HeaderFields &more);
    QByteArray verb() const;
    void arm();
    void attach(WireConnection *connection, bool reused);
    void detach(const ResponseParser &parser, bool stray);
    void keepChain();
    void reach(qint64 WireTiming::*phase);
    void markSending();
    void progressUpload(qint64 unsent);
    void takeHead(const ResponseParser &parser);
    void takeBody(const QByteArray &bytes);
    void deliver();
    void announceHead();
    void publishHead();
    bool askAbout(const QList<QSslError> &errors);
    bool hasRoom() const { return m_body.hasRoom(); }
    WireEnd localEnd() const;
    WireObserver &observer() const { return *m_observer; }
    void roomMade();
    void finish(WireEnd end, const QString &detail);
    void concludeIfDrained();
    WireEnd finalEnd() const;
    void checkTime();
    void watchTime();
    NetworkError errorCode() const;
    QString errorWords() const;

    WireAccessManager &m_manager;
    WireObserver *m_observer;
    QPointer<WireConnection> m_connection;
    QByteArray m_requestHead;
    QByteArray m_requestBody;
    BodyBuffer m_body;
    qint64 m_announced = 0;
    qint64 m_lastMove = 0;
    qint64 m_total = -1;
    ResponseHead m_head;
    std::vector<HeaderLine> m_trailers;
    ResponseParser::Framing m_framing = ResponseParser::Framing::None;
    unsigned m_flaws = 0;
    WireTiming m_timing;
    QTimer m_clock;
    WireEnd m_end = WireEnd::Running;
    WireEnd m_pendingEnd = WireEnd::Running;
    QString m_detail;
    quint64 m_connectionId = 0;
    bool m_armed = false;
    bool m_reused = false;
    bool m_sending = false;
    bool m_stray = false;
    bool m_newHead = false;
    bool m_ignoreAllTls = false;
    QList<QSslError> m_ignoredTls;
    QList<QSslCertificate> m_chain;
    QSslConfiguration m_ssl;
};

} // namespace assayer
