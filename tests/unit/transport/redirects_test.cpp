// Redirects: which are followed, how often, and that nothing leaves the origin.
#include "transport/redirects.h"
#include "transportfixture.h"

class RedirectsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void targets_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("location");
        QTest::addColumn<QString>("to");
        const auto row = [](const char *name, const char *method, const char *from, int status, const char *location,
                             const char *to) {
            QTest::newRow(name) << QByteArray(method) << QString::fromLatin1(from) << status << QByteArray(location)
                                << QString::fromLatin1(to);
        };
        row("relative", "POST", "http://a:1/mcp", 307, "/mcp/", "http://a:1/mcp/");
        row("absolute", "POST", "http://a:1/mcp", 308, "http://a:1/x?y=1#z", "http://a:1/x?y=1");
        row("beside", "POST", "http://a:1/v1/mcp", 307, "other", "http://a:1/v1/other");
        row("default port", "POST", "http://a/mcp", 307, "http://a:80/x", "http://a:80/x");
        row("upgrade", "POST", "http://a/mcp", 308, "https://a/mcp", "https://a/mcp");
        row("upgrade, odd port", "POST", "http://a:8080/mcp", 308, "https://a/mcp", "");
        row("upgrade, other port", "POST", "http://a/mcp", 308, "https://a:8443/mcp", "");
        row("downgrade", "POST", "https://a/mcp", 308, "http://a/mcp", "");
        row("other host", "POST", "http://a/mcp", 307, "http://b/mcp", "");
        row("other host, no scheme", "POST", "http://a/mcp", 307, "//b/mcp", "");
        row("other port", "POST", "http://a/mcp", 307, "http://a:81/mcp", "");
        row("other scheme", "POST", "http://a/mcp", 307, "file:///etc/passwd", "");
        row("no location", "POST", "http://a/mcp", 307, "", "");
        row("301 of a POST", "POST", "http://a/mcp", 301, "/x", "");
        row("302 of a POST", "POST", "http://a/mcp", 302, "/x", "");
        row("303 of a POST", "POST", "http://a/mcp", 303, "/x", "");
        row("301 of a GET", "GET", "http://a/mcp", 301, "/x", "http://a/x");
        row("303 of a GET", "GET", "http://a/mcp", 303, "/x", "http://a/x");
        row("300 of a GET", "GET", "http://a/mcp", 300, "/x", "");
        row("304 of a GET", "GET", "http://a/mcp", 304, "/x", "");
        row("302 of a DELETE", "DELETE", "http://a/mcp", 302, "/x", "");
        row("not a redirect", "POST", "http://a/mcp", 200, "/x", "");
    }
    void targets()
    {
        QFETCH(QByteArray, method);
        QFETCH(QString, from);
        QFETCH(int, status);
        QFETCH(QByteArray, location);
        const std::optional<QUrl> to = redirectTarget(method, QUrl(from), status, location);
        QTEST(to ? to->toString() : QString(), "to");
    }

    void repeatsThePost()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (auto request = peer.request()) {
                const bool first = request->starts_with("POST /mcp ");
                peer.send(first ? answer("moved", "Location: /mcp/\r\n", "307 Temporary Redirect") : jsonAnswer("{}"));
            }
        });
        Target target = httpTarget(server);
        target.headers = { { "Authorization", "Bearer secret" } };
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{\"a\":1}", { { "Mcp-Method", "ping" } })));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.end->redirects, 1);
        QCOMPARE(watched.end->body, QByteArray("{}"));
        QCOMPARE(watched.heads.size(), 1);
        const std::vector<std::string> requests = server.requests();
        QCOMPARE(requests.size(), 2u);
        QVERIFY(requests[1].starts_with("POST /mcp/ HTTP/1.1"));
        QCOMPARE(bodyOf(requests[1]), bodyOf(requests[0]));
        QCOMPARE(headerOf(requests[1], "authorization"), "Bearer secret"s);
        QCOMPARE(headerOf(requests[1], "mcp-method"), "ping"s);
        QCOMPARE(open.sink.bytes(FrameType::Body, Direction::In, 1), QByteArray("moved"));
        QCOMPARE(watched.end->head->frame, open.sink.frames.size() - 1);
    }

    void stopsAfterFive()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("", "Location: /again\r\n", "308 Permanent Redirect"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(watched.end->redirects, 5);
        QCOMPARE(watched.end->head->status, 308);
        QCOMPARE(server.requests().size(), 6u);
    }

    void otherOriginIsTheAnswer()
    {
        RawHttpServer other([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{}"));
        });
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("", "Location: http://127.0.0.1:" + std::to_string(other.port()) + "/mcp\r\n",
                    "307 Temporary Redirect"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.end->head->status, 307);
        QVERIFY(watched.end->head->value("LOCATION").startsWith("http://127.0.0.1:"));
        QTest::qWait(30);
        QCOMPARE(other.connections(), 0);
    }
};

QTEST_GUILESS_MAIN(RedirectsTest)
#include "redirects_test.moc"
