// Streams that end early: taken up by GET with the last event id, in the time the server asked for, and only then.
#include "transportfixture.h"

#include "base/clock.h"

namespace {

/// Serves `post` to POSTs and the next of `gets` to each GET; the last one stays.
RawHttpServer::Script scripted(std::function<void(RawPeer &)> post, std::vector<std::function<void(RawPeer &)>> gets)
{
    auto index = std::make_shared<std::atomic<std::size_t>>(0);
    return [post = std::move(post), gets = std::move(gets), index](RawPeer &peer) {
        while (auto request = peer.request()) {
            if (request->starts_with("POST"))
                post(peer);
            else
                gets.at(std::min((*index)++, gets.size() - 1))(peer);
        }
    };
}

std::function<void(RawPeer &)> stream(const std::string &events)
{
    return [events](RawPeer &peer) {
        peer.send(streamHead());
        if (!events.empty())
            peer.sendChunk(events);
        peer.send("0\r\n\r\n");
    };
}

std::function<void(RawPeer &)> cutStream(const std::string &events)
{
    return [events](RawPeer &peer) {
        peer.send(streamHead());
        peer.sendChunk(events);
        peer.send("10\r\nda");
        peer.close();
    };
}

std::function<void(RawPeer &)> status(const std::string &line)
{
    return [line](RawPeer &peer) { peer.send(answer("no", {}, line)); };
}

/// As the session does: the reply is the arrival of that number.
void answeredBy(Watched &watched, qsizetype arrivals)
{
    QObject::connect(watched.delivery, &Delivery::arrived, watched.delivery, [&watched, arrivals] {
        if (watched.arrivals.size() == arrivals)
            watched.delivery->setAnswered();
    });
}

Target quick(const RawHttpServer &server)
{
    Target target = httpTarget(server);
    target.limits.reconnectInitialMs = 30;
    return target;
}

} // namespace

class StreamResumeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesUpAfterAPrimingEvent()
    {
        RawHttpServer server(
            scripted(stream("id: event-1\nretry: 200\ndata: \n\n"), { stream("id: event-2\ndata: {\"r\":1}\n\n") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(
            message("{}", { { "Mcp-Session-Id", "s" }, { "MCP-Protocol-Version", "2025-11-25" } }, true)));
        answeredBy(watched, 1);
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(watched.texts(), QList<QByteArray>({ "{\"r\":1}" }));
        QCOMPARE(watched.heads.size(), 1);
        const std::vector<std::string> requests = server.requests();
        QCOMPARE(requests.size(), 2u);
        QVERIFY(requests[1].starts_with("GET /mcp HTTP/1.1\r\n"));
        QCOMPARE(headerOf(requests[1], "last-event-id"), "event-1"s);
        QCOMPARE(headerOf(requests[1], "accept"), "text/event-stream"s);
        QCOMPARE(headerOf(requests[1], "mcp-session-id"), "s"s);
        QCOMPARE(headerOf(requests[1], "mcp-protocol-version"), "2025-11-25"s);
        QVERIFY(headerOf(requests[1], "content-type").empty());
        QCOMPARE(open.sink.at(watched.arrivals[0].frame).exchange, 2u);
    }

    void retryIsHonoured_data()
    {
        QTest::addColumn<int>("retry");
        QTest::newRow("300") << 300;
        QTest::newRow("500") << 500;
    }
    void retryIsHonoured()
    {
        QFETCH(int, retry);
        std::atomic<qint64> ended = 0;
        std::atomic<qint64> returned = 0;
        RawHttpServer server([&](RawPeer &peer) {
            while (auto request = peer.request()) {
                if (request->starts_with("GET")) {
                    returned = monotonicNs();
                    stream("data: {}\n\n")(peer);
                } else {
                    stream("id: 1\nretry: " + std::to_string(retry) + "\ndata:\n\n")(peer);
                    ended = monotonicNs();
                }
            }
        });
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        answeredBy(watched, 1);
        QVERIFY(watched.waitForEnd());
        const qint64 waited = (returned - ended) / 1'000'000;
        QVERIFY2(waited >= retry - 1 && waited <= retry + 150, qPrintable(QString::number(waited)));
    }

    void cutStreamIsTakenUp()
    {
        RawHttpServer server(
            scripted(cutStream("id: 4\ndata: {\"progress\":1}\n\n"), { stream("data: {\"r\":1}\n\n") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        answeredBy(watched, 2);
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(headerOf(server.requests().at(1), "last-event-id"), "4"s);
        QCOMPARE(
            open.sink.bytes(FrameType::Event, Direction::In, 1), QByteArray("id: 4\ndata: {\"progress\":1}\n\nda"));
    }

    void againAndAgain()
    {
        RawHttpServer server(scripted(stream("id: 1\ndata: 1\n\n"),
            { stream("id: 2\ndata: 2\n\n"), status("503 Busy"), stream("id: 3\ndata: 3\n\n"), stream("data: 4\n\n") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        answeredBy(watched, 4);
        QVERIFY(watched.waitForEnd());
        const std::vector<std::string> requests = server.requests();
        QCOMPARE(requests.size(), 5u);
        QCOMPARE(headerOf(requests[2], "last-event-id"), "2"s);
        QCOMPARE(headerOf(requests[3], "last-event-id"), "2"s);
        QCOMPARE(headerOf(requests[4], "last-event-id"), "3"s);
    }

    void notTakenUp_data()
    {
        QTest::addColumn<QByteArray>("events");
        QTest::addColumn<bool>("resumable");
        QTest::newRow("no id") << QByteArray("data: 1\n\n") << true;
        QTest::newRow("id without data") << QByteArray("id: 1\nretry: 10\n\n") << true;
        QTest::newRow("empty id") << QByteArray("id:\ndata: 1\n\n") << true;
        QTest::newRow("modern") << QByteArray("id: 1\ndata: 1\n\n") << false;
        QTest::newRow("nothing at all") << QByteArray() << true;
    }
    void notTakenUp()
    {
        QFETCH(QByteArray, events);
        QFETCH(bool, resumable);
        RawHttpServer server(scripted(stream(events.toStdString()), { status("500 No") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, resumable)));
        QVERIFY(watched.waitForEnd());
        QVERIFY(watched.end->stream && !watched.end->error);
        QTest::qWait(100);
        QCOMPARE(server.requests().size(), 1u);
    }

    void answeredStreamsAreNotTakenUp()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk("id: 1\ndata: {}\n\n");
            RawPeer::pause(50);
            peer.reset();
        });
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        QTRY_COMPARE(watched.arrivals.size(), 1);
        watched.delivery->setAnswered();
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QTest::qWait(80);
        QCOMPARE(server.connections(), 1);
    }

    void answeredWhileWaiting()
    {
        RawHttpServer server(scripted(stream("id: 1\nretry: 5000\ndata: {}\n\n"), { status("500 No") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        QTRY_COMPARE(watched.arrivals.size(), 1);
        QTest::qWait(50);
        QVERIFY(!watched.end);
        watched.delivery->setAnswered();
        QVERIFY(watched.waitForEnd(500));
        QVERIFY(!watched.end->error);
        QCOMPARE(server.requests().size(), 1u);
    }

    void abortedWhileWaiting()
    {
        RawHttpServer server(scripted(stream("id: 1\nretry: 5000\ndata: {}\n\n"), { status("500 No") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        QTRY_COMPARE(watched.arrivals.size(), 1);
        QTest::qWait(50);
        watched.delivery->abort();
        QVERIFY(watched.waitForEnd(500));
        QVERIFY(watched.end->aborted);
    }

    void refusalsAreCounted_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("gets");
        QTest::newRow("500 twice") << QByteArray("500 No") << 2;
        QTest::newRow("404 twice") << QByteArray("404 No") << 2;
        QTest::newRow("405 once") << QByteArray("405 No") << 1;
    }
    void refusalsAreCounted()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, gets);
        RawHttpServer server(scripted(cutStream("id: 1\ndata: {}\n\n"), { status(line.toStdString()) }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "cut"s); // what became of the stream, not of the attempts
        QCOMPARE(watched.end->head->status, 200);
        QCOMPARE(int(server.requests().size()), 1 + gets);
    }

    void getStream()
    {
        RawHttpServer server(scripted(status("202 Accepted"),
            { stream("retry: 30\nid: 7\ndata: {\"n\":1}\n\n"), stream("data: {\"n\":2}\n\n"), [](RawPeer &peer) {
                 peer.send(streamHead());
                 peer.sendChunk("data: {\"n\":3}\n\n");
                 peer.waitForClose();
             } }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->openStream({ { "Mcp-Session-Id", "s" } }));
        QTRY_COMPARE(watched.arrivals.size(), 3);
        QCOMPARE(watched.heads.size(), 1);
        const std::vector<std::string> requests = server.requests();
        QVERIFY(headerOf(requests[0], "last-event-id").empty());
        QCOMPARE(headerOf(requests[0], "accept"), "text/event-stream"s);
        QCOMPARE(headerOf(requests[1], "last-event-id"), "7"s);
        QCOMPARE(headerOf(requests[2], "last-event-id"), "7"s);
        QCOMPARE(headerOf(requests[2], "mcp-session-id"), "s"s);
        watched.delivery->abort();
        QVERIFY(watched.waitForEnd());
    }

    void getStreamIsNotOffered()
    {
        RawHttpServer server(scripted(status("202 Accepted"), { status("405 Method Not Allowed") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->openStream({}));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(watched.end->head->status, 405);
        QTest::qWait(100);
        QCOMPARE(server.requests().size(), 1u);
    }

    void getStreamFromAnId()
    {
        RawHttpServer server(scripted(status("202 Accepted"), { status("404 Gone") }));
        OpenTransport open(quick(server));
        Watched watched(open.transport->openStream({}, "41"));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(headerOf(server.requests().at(0), "last-event-id"), "41"s);
        QCOMPARE(server.requests().size(), 1u);
    }
};

QTEST_GUILESS_MAIN(StreamResumeTest)
#include "streamresume_test.moc"
