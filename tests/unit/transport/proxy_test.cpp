// Proxies: CONNECT and SOCKS5, with and without credentials, their refusals, and who decides which one is asked.
#include "transport/proxysettings.h"
#include "transportfixture.h"

#include <QNetworkProxyQuery>

namespace {

/// One CONNECT, then a tunnel whose far end answers every request.
void tunnel(RawPeer &peer)
{
    const auto asked = peer.request();
    if (!asked || !asked->starts_with("CONNECT far.example:80 "))
        return;
    peer.send("HTTP/1.1 200 Tunnel\r\n\r\n");
    while (peer.request())
        peer.send(jsonAnswer("{\"far\":true}"));
}

/// SOCKS5 with a host name, up to the open tunnel; `login`: wants user and password.
bool openSocks(RawPeer &peer, bool login)
{
    const std::string greeting = peer.bytes(2);
    if (greeting.size() < 2)
        return false;
    peer.bytes(std::size_t(greeting[1]));
    peer.send(login ? "\x05\x02"s : "\x05\x00"s);
    if (login) {
        const std::string user = peer.bytes(2);
        const std::string name = peer.bytes(std::size_t(user[1]));
        const std::string password = peer.bytes(std::size_t(peer.bytes(1)[0]));
        peer.send(name == "ann" && password == "secret" ? "\x01\x00"s : "\x01\x01"s);
    }
    const std::string command = peer.bytes(4);
    if (command.size() < 4 || command[3] != 3)
        return false;
    const std::string host = peer.bytes(std::size_t(peer.bytes(1)[0]));
    peer.bytes(2);
    if (host != "far.example")
        return false;
    peer.send("\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50"s);
    return true;
}

/// The tunnel's far end answers every request.
void socks(RawPeer &peer, bool login)
{
    if (!openSocks(peer, login))
        return;
    while (peer.request())
        peer.send(jsonAnswer("{\"far\":true}"));
}

Target through(const QString &proxy)
{
    Target target = httpTarget(QStringLiteral("http://far.example/mcp"));
    target.proxy = proxy;
    return target;
}

Target through(const char *scheme, const RawHttpServer &server)
{
    return through(QString::fromLatin1(scheme) + QStringLiteral("127.0.0.1:%1").arg(server.port()));
}

} // namespace

class ProxyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void connectTunnel()
    {
        RawHttpServer proxy(tunnel);
        OpenTransport open(through("http://", proxy));
        for (int i = 0; i < 2; ++i) {
            Watched watched(open.transport->send(message("{}")));
            QVERIFY(watched.waitForEnd());
            QVERIFY2(!watched.end->error, qPrintable(watched.message()));
            QCOMPARE(watched.end->body, QByteArray("{\"far\":true}"));
        }
        QCOMPARE(proxy.connections(), 1);
        QCOMPARE(proxy.requests().size(), 3u);
        QVERIFY(proxy.requests().at(1).starts_with("POST /mcp HTTP/1.1\r\nHost: far.example\r\n"));
    }

    void credentialsOfTheProxy()
    {
        RawHttpServer proxy([](RawPeer &peer) {
            while (auto asked = peer.request()) {
                const bool knows = headerOf(*asked, "proxy-authorization") == "Basic YW5uOnNlY3JldA==";
                if (asked->starts_with("CONNECT"))
                    peer.send(knows ? "HTTP/1.1 200 Tunnel\r\n\r\n"s
                                    : answer("", "Proxy-Authenticate: Basic realm=\"p\"\r\n",
                                        "407 Proxy Authentication Required"));
                else
                    peer.send(jsonAnswer("{}"));
            }
        });
        OpenTransport open(through("http://ann:secret@", proxy));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
    }

    void proxyWantsCredentials()
    {
        RawHttpServer proxy([](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("", "Proxy-Authenticate: Basic realm=\"p\"\r\n", "407 Proxy Authentication Required"));
        });
        OpenTransport open(through("http://", proxy));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "proxy-authentication-required"s);
        QVERIFY(watched.message().contains(QLatin1String("far.example")));
        QVERIFY(open.sink.frames.empty());
    }

    void proxyRefuses()
    {
        RawHttpServer proxy([](RawPeer &peer) {
            peer.request();
            peer.send(answer("", {}, "502 Bad Gateway"));
        });
        OpenTransport open(through("http://", proxy));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "network"s);
        QCOMPARE(watched.cause(), "proxy"s);
    }

    void nobodyIsTheProxy()
    {
        OpenTransport open(through(QStringLiteral("127.0.0.1:1")));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "proxy"s);
    }

    void socksTunnel_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        QTest::addColumn<bool>("login");
        QTest::newRow("open") << QByteArray("socks5://") << false;
        QTest::newRow("socks5h") << QByteArray("socks5h://") << false;
        QTest::newRow("login") << QByteArray("socks5://ann:secret@") << true;
    }
    void socksTunnel()
    {
        QFETCH(QByteArray, prefix);
        QFETCH(bool, login);
        RawHttpServer proxy([login](RawPeer &peer) { socks(peer, login); });
        OpenTransport open(through(prefix.constData(), proxy));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        QCOMPARE(watched.end->body, QByteArray("{\"far\":true}"));
    }

    void farEndCloses_data()
    {
        QTest::addColumn<bool>("socksProxy");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("reset");
        for (const bool socksProxy : { false, true })
            for (const bool reset : { false, true }) {
                const QByteArray name = QByteArray(socksProxy ? "SOCKS" : "CONNECT") + (reset ? ", reset" : ", close");
                QTest::addRow("%s before an answer", name.constData()) << socksProxy << QByteArray() << reset;
                QTest::addRow("%s in the body", name.constData())
                    << socksProxy << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}") << reset;
            }
    }
    /// Behind a proxy nobody can ask the kernel: the end shows in a read, and must not be waited for.
    void farEndCloses()
    {
        QFETCH(bool, socksProxy);
        QFETCH(QByteArray, answer);
        QFETCH(bool, reset);
        const auto far = [&](RawPeer &peer) {
            peer.request();
            peer.send(answer.toStdString());
            RawPeer::pause(20);
            if (reset)
                peer.reset();
        };
        RawHttpServer proxy([&](RawPeer &peer) {
            if (socksProxy)
                return openSocks(peer, false) ? far(peer) : void();
            peer.request();
            peer.send("HTTP/1.1 200 Tunnel\r\n\r\n");
            far(peer);
        });
        OpenTransport open(through(socksProxy ? "socks5://" : "http://", proxy));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(watched.end->error);
        QCOMPARE(watched.kind(), "network"s);
    }

    void unusableSetting()
    {
        OpenTransport open(through(QStringLiteral("ftp://x:1")));
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "usage"s);
    }

    void systemProxy()
    {
        RawHttpServer proxy(tunnel);
        qputenv("http_proxy", QByteArray("http://127.0.0.1:") + QByteArray::number(proxy.port()));
        OpenTransport open(through(QString()));
        Watched watched(open.transport->send(message("{}")));
        const bool ended = watched.waitForEnd();
        qunsetenv("http_proxy");
        QVERIFY(ended);
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        QCOMPARE(watched.end->body, QByteArray("{\"far\":true}"));
    }

    void noneBeatsTheSystem()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{}"));
        });
        qputenv("http_proxy", "http://127.0.0.1:1");
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        const bool ended = watched.waitForEnd();
        qunsetenv("http_proxy");
        QVERIFY(ended && !watched.end->error);
    }
};

QTEST_GUILESS_MAIN(ProxyTest)
#include "proxy_test.moc"
