// HTTP+SSE of 2024-11-05: the endpoint event, messages by POST, everything else by the stream.
#include "transportfixture.h"

namespace {

/// Opens the stream with `first`, tells `posted` of each POST's body by the stream, answers POSTs with `status`.
struct SseServer {
    std::mutex mutex;
    RawPeer *stream = nullptr;
    RawHttpServer server;

    explicit SseServer(const std::string &first, const std::string &status = "202 Accepted")
        : server([this, first, status](RawPeer &peer) { serve(peer, first, status); })
    {
    }
    void serve(RawPeer &peer, const std::string &first, const std::string &status)
    {
        while (auto request = peer.request()) {
            if (request->starts_with("GET")) {
                peer.send(streamHead());
                peer.sendChunk(first);
                {
                    const std::lock_guard lock(mutex);
                    stream = &peer;
                }
                peer.waitForClose();
                const std::lock_guard lock(mutex);
                stream = nullptr;
                return;
            }
            peer.send(answer("Accepted", {}, status));
            const std::lock_guard lock(mutex);
            if (stream)
                stream->sendChunk("event: message\ndata: " + bodyOf(*request) + "\n\n");
        }
    }
};

Target sseTarget(const RawHttpServer &server)
{
    Target target = httpTarget(server, QStringLiteral("/a/sse"));
    target.kind = TransportKind::LegacySse;
    return target;
}

} // namespace

class LegacySseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void talks_data()
    {
        QTest::addColumn<QByteArray>("endpoint");
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("absolute path") << QByteArray("/messages?sid=1") << QByteArray("/messages?sid=1");
        QTest::newRow("relative") << QByteArray("post") << QByteArray("/a/post");
        QTest::newRow("query only") << QByteArray("?sid=2") << QByteArray("/a/sse?sid=2");
    }
    void talks()
    {
        QFETCH(QByteArray, endpoint);
        QFETCH(QByteArray, path);
        SseServer peer("event: endpoint\ndata: " + endpoint.toStdString() + "\n\n");
        Target target = sseTarget(peer.server);
        target.headers = { { "X-Team", "blue" } };
        OpenTransport open(target);
        QVERIFY(open.open());
        Watched watched(open.transport->send(message("{\"id\":1}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error && !watched.end->head && watched.end->body.isEmpty());
        QVERIFY(watched.arrivals.isEmpty());
        QCOMPARE(watched.order, QStringList({ QStringLiteral("written"), QStringLiteral("ended") }));
        QCOMPARE(open.sink.bytes(FrameType::Body, Direction::In), QByteArray("Accepted"));
        QTRY_COMPARE(open.arrivals.size(), 1);
        QCOMPARE(open.arrivals[0].bytes, QByteArray("{\"id\":1}"));
        QCOMPARE(open.arrivals[0].exchange, 1u);
        const std::vector<std::string> requests = peer.server.requests();
        QCOMPARE(headerOf(requests[0], "accept"), "text/event-stream"s);
        QVERIFY2(requests[1].starts_with("POST " + path.toStdString() + " HTTP/1.1\r\n"), requests[1].c_str());
        QCOMPARE(headerOf(requests[1], "x-team"), "blue"s);
        QCOMPARE(headerOf(requests[1], "content-type"), "application/json"s);
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QVERIFY(!open.end->error);
    }

    void absoluteEndpointOfTheSameOrigin()
    {
        std::string first;
        RawHttpServer server([&first](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk(first);
            peer.waitForClose();
        });
        first = "event: endpoint\ndata: http://127.0.0.1:" + std::to_string(server.port()) + "/m\n\n";
        OpenTransport open(sseTarget(server));
        QVERIFY(open.open());
    }

    void otherOriginIsRefused_data()
    {
        QTest::addColumn<QByteArray>("endpoint");
        QTest::newRow("other host") << QByteArray("http://0.0.0.0:3001/messages?sid=9");
        QTest::newRow("no scheme") << QByteArray("//evil.example/m");
        QTest::newRow("other scheme") << QByteArray("https://127.0.0.1/m");
        QTest::newRow("empty") << QByteArray("");
    }
    void otherOriginIsRefused()
    {
        QFETCH(QByteArray, endpoint);
        SseServer peer("event: endpoint\ndata: " + endpoint.toStdString() + "\n\n");
        OpenTransport open(sseTarget(peer.server));
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "invalid-message"s);
        QVERIFY2(open.message().contains(QString::fromLatin1(endpoint)), qPrintable(open.message()));
        QCOMPARE(peer.server.requests().size(), 1u);
    }

    void noStreamIsAnError()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("<html>nothing here</html>", "Content-Type: text/html\r\n", "404 Not Found"));
        });
        OpenTransport open(sseTarget(server));
        QVERIFY(!open.open());
        QCOMPARE(open.kind(), "http-error"s);
        QCOMPARE(open.end->error->data.status.value_or(0), 404);
        QCOMPARE(open.end->error->data.text.value_or(""), "<html>nothing here</html>"s);
        QVERIFY(open.message().contains(QLatin1String("404")) && open.message().contains(QLatin1String("text/html")));
    }

    void endOfTheStreamEndsIt_data()
    {
        QTest::addColumn<bool>("cut");
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("in order") << false << QByteArray("connection-closed");
        QTest::newRow("cut") << true << QByteArray("network");
    }
    void endOfTheStreamEndsIt()
    {
        QFETCH(bool, cut);
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk("event: endpoint\ndata: /m\n\n");
            RawPeer::pause(50);
            if (!cut)
                peer.send("0\r\n\r\n");
        });
        OpenTransport open(sseTarget(server));
        QVERIFY(open.open());
        QVERIFY(open.waitForEnd());
        QTEST(QByteArray::fromStdString(open.kind()), "kind");
        Watched late(open.transport->send(message("{}")));
        QVERIFY(late.waitForEnd());
        QVERIFY(late.end->error.has_value());
    }

    void postThatFailsEndsOnlyItself()
    {
        SseServer peer("event: endpoint\ndata: /m\n\n", "500 Oops");
        OpenTransport open(sseTarget(peer.server));
        QVERIFY(open.open());
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.end->head->status, 500);
        QCOMPARE(watched.end->body, QByteArray("Accepted"));
        QVERIFY(!open.end);
    }
};

QTEST_GUILESS_MAIN(LegacySseTest)
#include "legacysse_test.moc"
