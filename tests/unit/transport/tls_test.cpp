// TLS: authorities and client certificates of the profile, fingerprints that are trusted, failures that name the chain.
#include "transport/http/wireaccessmanager.h"
#include "transport/http/wirereply.h"
#include "transport/tlssettings.h"
#include "transportfixture.h"

#include <QFile>
#include <QNetworkProxy>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>

namespace {

QString dataFile(const char *name)
{
    return QStringLiteral(ASSAYER_TEST_DATA "/tls/") + QString::fromLatin1(name);
}

QSslCertificate certificate(const char *name)
{
    return QSslCertificate::fromPath(dataFile(name)).value(0);
}

/// Answers each request with JSON; a path with "cut" gets half an answer, one with "big" three megabytes.
class TlsServer {
public:
    explicit TlsServer(const char *name = "server", bool wantsClient = false)
    {
        QFile key(dataFile((QByteArray(name) + ".key").constData()));
        if (!key.open(QIODevice::ReadOnly))
            return;
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificate((QByteArray(name) + ".pem").constData()));
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setCaCertificates({ certificate("ca.pem") });
        configuration.setPeerVerifyMode(wantsClient ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
        m_server.setSslConfiguration(configuration);
        QObject::connect(&m_server, &QSslServer::pendingConnectionAvailable, &m_server, [this] { accept(); });
        m_server.listen(QHostAddress::LocalHost);
    }
    QString url(const char *path = "/mcp", const char *host = "localhost") const
    {
        return QStringLiteral("https://%1:%2%3")
            .arg(QString::fromLatin1(host))
            .arg(m_server.serverPort())
            .arg(QString::fromLatin1(path));
    }
    int connections() const { return m_connections; }
    QString clientName() const { return m_client; }

private:
    void accept()
    {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            ++m_connections;
            m_client = static_cast<QSslSocket *>(socket)
                           ->peerCertificate()
                           .subjectInfo(QSslCertificate::CommonName)
                           .value(0);
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] { answerTo(*socket); });
        }
    }
    static void answerTo(QTcpSocket &socket)
    {
        const QByteArray request = socket.readAll();
        if (request.contains("/cut")) {
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort");
            socket.disconnectFromHost();
        } else {
            socket.write(
                QByteArray::fromStdString(jsonAnswer(request.contains("/big") ? std::string(3'000'000, 't') : "{}"s)));
        }
    }

    QSslServer m_server;
    QString m_client;
    int m_connections = 0;
};

Target trusting(const QString &url)
{
    Target target = httpTarget(url);
    target.tls.caFile = dataFile("ca.pem");
    return target;
}

} // namespace

class TlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void authorityOfTheProfile()
    {
        TlsServer server;
        OpenTransport open(trusting(server.url("/big")));
        for (int i = 0; i < 3; ++i) {
            Watched watched(open.transport->send(message("{}")));
            QVERIFY(watched.waitForEnd());
            QVERIFY2(!watched.end->error, qPrintable(watched.message()));
            QCOMPARE(watched.end->body.size(), 3'000'000);
            QCOMPARE(watched.end->timing.contains("\"tls\":"), i == 0);
        }
        QCOMPARE(server.connections(), 1);
        QVERIFY(open.sink.frames.front().note.contains("\"tls\":true"));
    }

    void addressLiteral()
    {
        TlsServer server;
        OpenTransport open(trusting(server.url("/mcp", "127.0.0.1")));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
    }

    void unknownAuthority()
    {
        TlsServer server;
        OpenTransport open(httpTarget(server.url()));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "network"s);
        QCOMPARE(watched.cause(), "tls"s);
        QVERIFY2(watched.message().contains(QLatin1String("localhost:")), qPrintable(watched.message()));
        const std::vector<std::string> chain = watched.end->error->data.chain;
        QVERIFY(!chain.empty());
        const QString line = QString::fromStdString(chain.front());
        QVERIFY2(line.contains(QLatin1String("localhost")) && line.contains(QLatin1String("Assayer Test CA")),
            qPrintable(line));
        const QString fingerprint
            = QString::fromLatin1(certificate("server.pem").digest(QCryptographicHash::Sha256).toHex(':').toUpper());
        QVERIFY2(line.endsWith(fingerprint), qPrintable(line));
        QVERIFY(open.sink.frames.empty()); // nothing was sent
    }

    void fingerprintIsTrusted_data()
    {
        QTest::addColumn<QString>("written");
        const QByteArray digest = certificate("server.pem").digest(QCryptographicHash::Sha256);
        QTest::newRow("plain") << QString::fromLatin1(digest.toHex());
        QTest::newRow("colons") << QString::fromLatin1(digest.toHex(':').toUpper());
        QTest::newRow("prefixed") << QStringLiteral("SHA256:") + QString::fromLatin1(digest.toHex(':'));
    }
    void fingerprintIsTrusted()
    {
        QFETCH(QString, written);
        TlsServer server;
        Target target = httpTarget(server.url());
        target.tls.trustedFingerprints = { written };
        OpenTransport open(target);
        for (int i = 0; i < 2; ++i) {
            Watched watched(open.transport->send(message("{}")));
            QVERIFY(watched.waitForEnd());
            QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        }
        QCOMPARE(server.connections(), 1); // a trusted connection is kept
    }

    void otherFingerprintIsNot()
    {
        TlsServer server;
        Target target = httpTarget(server.url());
        target.tls.trustedFingerprints = { fingerprintOf(certificate("ca.pem")), QStringLiteral("00") };
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "tls"s);
    }

    void nameMustFit()
    {
        TlsServer server("elsewhere");
        OpenTransport open(trusting(server.url()));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "tls"s);
        QVERIFY2(watched.end->error->data.chain.front().find("elsewhere.example") != std::string::npos,
            watched.end->error->data.chain.front().c_str());
    }

    void clientCertificate()
    {
        TlsServer server("server", true);
        Target target = trusting(server.url());
        target.tls.certificateFile = dataFile("client.pem");
        target.tls.keyFile = dataFile("client.key");
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        QCOMPARE(server.clientName(), QStringLiteral("Assayer Test Client"));
    }

    void clientCertificateIsMissing()
    {
        TlsServer server("server", true);
        OpenTransport open(trusting(server.url()));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "network"s);
    }

    void filesThatCannotBeUsed_data()
    {
        QTest::addColumn<QString>("ca");
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("named");
        const QString missing = QStringLiteral("/no/such/file.pem");
        QTest::newRow("no authority") << missing << QString() << QString() << missing;
        QTest::newRow("no certificate") << QString() << missing << QString() << missing;
        QTest::newRow("no key") << QString() << dataFile("client.pem") << missing << missing;
        QTest::newRow("key that is none")
            << QString() << dataFile("client.pem") << dataFile("client.pem") << dataFile("client.pem");
        QTest::newRow("authority that is none")
            << dataFile("README.md") << QString() << QString() << dataFile("README.md");
    }
    void filesThatCannotBeUsed()
    {
        QFETCH(QString, named);
        Target target = httpTarget(QStringLiteral("https://localhost:1/"));
        target.tls.caFile = *static_cast<QString *>(QTest::qData("ca", QMetaType::QString));
        target.tls.certificateFile = *static_cast<QString *>(QTest::qData("certificate", QMetaType::QString));
        target.tls.keyFile = *static_cast<QString *>(QTest::qData("key", QMetaType::QString));
        OpenTransport open(target);
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "unreadable-file"s);
        QCOMPARE(QString::fromStdString(open.end->error->data.path.value_or("")), named);
        QVERIFY(open.message().contains(named));
    }

    void cutIsACut()
    {
        TlsServer server;
        OpenTransport open(trusting(server.url("/cut")));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "cut"s);
        QCOMPARE(watched.end->body, QByteArray("short"));
    }

    void plainServer()
    {
        RawHttpServer server([](RawPeer &peer) { peer.send("HTTP/1.1 400 Bad\r\n\r\n"); });
        OpenTransport open(httpTarget(QStringLiteral("https://127.0.0.1:%1/").arg(server.port())));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "tls"s);
    }

    void settingsDoNotMix()
    {
        TlsServer server;
        WireAccessManager manager;
        manager.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
        const auto end = [&](const QSslConfiguration &configuration, bool tolerate) {
            QNetworkRequest request(QUrl(server.url()));
            request.setSslConfiguration(configuration);
            std::unique_ptr<WireReply> reply(static_cast<WireReply *>(manager.post(request, QByteArray("{}"))));
            if (tolerate)
                reply->ignoreSslErrors();
            QSignalSpy(reply.get(), &QNetworkReply::finished).wait(5000);
            return reply->end();
        };
        TlsOptions options;
        options.caFile = dataFile("ca.pem");
        const QSslConfiguration trusted = *tlsConfiguration(options);
        QCOMPARE(end(trusted, false), WireEnd::Whole);
        QCOMPARE(manager.idleCount(), 1);
        QCOMPARE(end(QSslConfiguration::defaultConfiguration(), false), WireEnd::TlsError); // never on the trusted one
        QCOMPARE(end(QSslConfiguration::defaultConfiguration(), true), WireEnd::Whole);
        QCOMPARE(manager.idleCount(), 1); // what one reply tolerated is not kept for the next
    }
};

QTEST_GUILESS_MAIN(TlsTest)
#include "tls_test.moc"
