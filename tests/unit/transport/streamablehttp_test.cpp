// Streamable HTTP: what is sent, what is recorded before anyone reads it, how answers and ends are told.
#include "transportfixture.h"

#include <zlib.h>

namespace {

std::string gzip(const std::string &text)
{
    z_stream z = {};
    deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, uLong(text.size())) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    z.avail_in = uInt(text.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = uInt(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

} // namespace

class StreamableHttpTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonAnswerIsWhole()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{\"id\":1}"));
        });
        OpenTransport open(httpTarget(server));
        QVERIFY(open.open());
        Watched watched(open.transport->send(message("{\"a\":1}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(
            watched.order, QStringList({ QStringLiteral("written"), QStringLiteral("head"), QStringLiteral("ended") }));
        QVERIFY(!watched.end->error && !watched.end->stream && !watched.end->aborted);
        QCOMPARE(watched.end->body, QByteArray("{\"id\":1}"));
        QCOMPARE(watched.end->head->status, 200);
        QCOMPARE(watched.end->head->mediaType(), QByteArray("application/json"));
        QVERIFY(watched.end->timing.startsWith("{\"") && watched.end->timing.contains("\"total\":"));
        const QByteArray sent
            = open.sink.bytes(FrameType::Head, Direction::Out) + open.sink.bytes(FrameType::Body, Direction::Out);
        QCOMPARE(sent.toStdString(), server.requests().at(0));
        QCOMPARE(open.sink.at(watched.end->bodyFrame).bytes, QByteArray("{\"id\":1}"));
        QCOMPARE(open.sink.at(watched.end->head->frame).type, FrameType::Head);
        for (const Frame &frame : open.sink.frames)
            QCOMPARE(frame.exchange, 1u);
    }

    void headersOfAPost()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{}"));
        });
        Target target = httpTarget(server);
        target.headers
            = { { "mcp-METHOD", "profile" }, { "x-TEAM", "blue" }, { "X-Empty", "" }, { "accept", "text/html" } };
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}", { { "Mcp-Method", "tools/list" }, { "Mcp-Name", "" } })));
        QVERIFY(watched.waitForEnd());
        const std::string request = server.requests().at(0);
        QCOMPARE(request.substr(0, request.find("\r\n\r\n") + 2),
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port())
                + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMcp-Method: "
                  "tools/list\r\nMcp-Name: \r\n"
                  "x-TEAM: blue\r\nX-Empty: \r\nUser-Agent: assayer/" ASSAYER_VERSION
                  "\r\nAccept-Encoding: gzip, deflate\r\nContent-Length: 2\r\n");
    }

    void headerInjectionIsRefused()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{}"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}", { { "Mcp-Name", "a\r\nEvil: 1" } })));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "usage"s);
        QVERIFY(watched.message().contains(QLatin1String("Mcp-Name")));
        QCOMPARE(server.connections(), 0);
        QVERIFY(open.sink.frames.empty());
    }

    void credentialsInTheAddress()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(jsonAnswer("{}"));
        });
        OpenTransport open(httpTarget(QStringLiteral("http://ann:s%20x@127.0.0.1:%1/mcp").arg(server.port())));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(headerOf(server.requests().at(0), "authorization"),
            "Basic "s + QByteArray("ann:s x").toBase64().toStdString());
        QVERIFY(server.requests().at(0).find("ann:") == std::string::npos);
    }

    void acceptedEndsAtItsHead()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send("HTTP/1.1 202 Accepted\r\n\r\n");
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error && watched.end->body.isEmpty());
        QCOMPARE(watched.end->head->status, 202);
        QCOMPARE(watched.end->bodyFrame, watched.end->head->frame);
    }

    void errorStatusKeepsItsBody()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("<html>", "Content-Type: text/html; charset=utf-8\r\n", "502 Bad Gateway"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(watched.end->head->status, 502);
        QCOMPARE(watched.end->head->reason, QByteArray("Bad Gateway"));
        QCOMPARE(watched.end->head->mediaType(), QByteArray("text/html"));
        QCOMPARE(watched.end->body, QByteArray("<html>"));
    }

    void eventStream()
    {
        const std::string first = ": hi\n\n";
        const std::string second = "event: message\ndata: {\"n\":1}\n\n";
        const std::string third = "id: 9\ndata: {\"n\":2}\r\n\r\n";
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk(first + second.substr(0, 10));
            peer.sendChunk(second.substr(10) + third);
            peer.send("0\r\n\r\n");
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error && watched.end->stream);
        QCOMPARE(watched.end->events, 2);
        QCOMPARE(watched.texts(), QList<QByteArray>({ "{\"n\":1}", "{\"n\":2}" }));
        QCOMPARE(watched.arrivals[1].eventId, QByteArray("9"));
        QCOMPARE(open.sink.count(FrameType::Event, Direction::In), 3);
        QCOMPARE(open.sink.count(FrameType::Body, Direction::In), 0);
        QCOMPARE(open.sink.bytes(FrameType::Event, Direction::In).toStdString(), first + second + third);
        QCOMPARE(open.sink.at(watched.arrivals[0].frame).bytes.toStdString(), second);
    }

    void unfinishedEventIsRecordedNotTold()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk("data: {}\n\ndata: {\"cut\"");
            peer.send("0\r\n\r\n");
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.texts(), QList<QByteArray>({ "{}" }));
        QCOMPARE(open.sink.bytes(FrameType::Event, Direction::In), QByteArray("data: {}\n\ndata: {\"cut\""));
    }

    void streamStaysOpenAfterTheReply()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk("id: 1\ndata: {\"reply\":1}\n\n");
            RawPeer::pause(60);
            peer.sendChunk("data: {\"late\":1}\n\n");
            peer.send("0\r\n\r\n");
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}", {}, true)));
        QTRY_COMPARE(watched.arrivals.size(), 1);
        watched.delivery->setAnswered();
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.arrivals.size(), 2);
        QVERIFY(!watched.end->error);
        QTest::qWait(100);
        QCOMPARE(server.requests().size(), 1u);
    }

    void packedBodyIsRecordedPacked()
    {
        const std::string body = gzip("{\"zipped\":true}");
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(answer(body, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.end->body, QByteArray("{\"zipped\":true}"));
        QCOMPARE(open.sink.bytes(FrameType::Body, Direction::In).toStdString(), body);
    }

    void packedStreamInManyEvents()
    {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += "data: {\"n\":" + std::to_string(i) + ",\"pad\":\"" + std::string(2000, 'x') + "\"}\n\n";
        const std::string body = gzip(text);
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(answer(body, "Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"));
        });
        Target target = httpTarget(server);
        target.limits.messageBytes = 1'000'000;
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        QCOMPARE(watched.arrivals.size(), 5000);
        QVERIFY(open.sink.bytes(FrameType::Event, Direction::In).toStdString() == text);
    }

    void bodyThatDoesNotUnpack()
    {
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("not packed", "Content-Encoding: gzip\r\n"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(watched.end->body, QByteArray("not packed"));
        QCOMPARE(open.noise, QList<QByteArray>({ "http.content-coding" }));
    }

    void brokenAnswers_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("reset");
        QTest::addColumn<QByteArray>("cause");
        QTest::addColumn<QByteArray>("recorded");
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        QTest::newRow("length cut") << head + "Content-Length: 50\r\n\r\n{\"a\"" << false << QByteArray("cut")
                                    << QByteArray("{\"a\"");
        QTest::newRow("chunk cut") << head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"a\"" << false
                                   << QByteArray("cut") << QByteArray("{\"a\"");
        QTest::newRow("event stream cut") << QByteArray::fromStdString(streamHead()) + "5\r\ndata:" << false
                                          << QByteArray("cut") << QByteArray("data:");
        QTest::newRow("head cut") << head << false << QByteArray("cut") << head;
        QTest::newRow("reset") << head + "Content-Length: 50\r\n\r\n" << true << QByteArray("reset") << QByteArray();
        QTest::newRow("no answer") << QByteArray() << false << QByteArray("no-answer") << QByteArray();
        QTest::newRow("not http") << QByteArray("SSH-2.0-x\r\nmore") << false << QByteArray("not-http")
                                  << QByteArray("SSH-2.0-x\r\nmore");
        QTest::newRow("bad chunk") << head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"
                                   << false << QByteArray("not-http") << QByteArray();
    }
    void brokenAnswers()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, reset);
        QFETCH(QByteArray, recorded);
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(bytes.toStdString());
            RawPeer::pause(30);
            if (reset)
                peer.reset();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "network"s);
        QTEST(QByteArray::fromStdString(watched.cause()), "cause");
        QVERIFY2(watched.message().contains(QStringLiteral("127.0.0.1:%1").arg(server.port())),
            qPrintable(watched.message()));
        QByteArray in;
        for (const Frame &frame : open.sink.frames) {
            if (frame.direction == Direction::In)
                in += frame.bytes;
        }
        QVERIFY2(in.endsWith(recorded), in.constData());
        QTest::qWait(30);
        QCOMPARE(server.requests().size(), 1u);
    }

    void refusedIsNamed()
    {
        int port = 0;
        {
            RawHttpServer server([](RawPeer &) {});
            port = server.port();
        }
        OpenTransport open(httpTarget(QStringLiteral("http://127.0.0.1:%1/").arg(port)));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(!watched.end);
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.cause(), "refused"s);
        QVERIFY(watched.message().contains(QString::number(port)));
        QCOMPARE(watched.written, 0);
    }

    void unknownHostIsNamed()
    {
        OpenTransport open(httpTarget(QStringLiteral("http://no-such-host.invalid/")));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd(20000));
        QCOMPARE(watched.cause(), "dns"s);
        QVERIFY(watched.message().contains(QLatin1String("no-such-host.invalid")));
    }

    void addressThatIsNone()
    {
        for (const char *text : { "ftp://x/", "http://", "mcp", "" }) {
            OpenTransport open(httpTarget(QString::fromLatin1(text)));
            QVERIFY(!open.open());
            QCOMPARE(open.kind(), "usage"s);
            Watched watched(open.transport->send(message("{}")));
            QVERIFY(watched.waitForEnd());
            QVERIFY(watched.end->error.has_value());
        }
    }

    void limits_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const std::string big(5000, 'x');
        QTest::newRow("announced") << QByteArray::fromStdString("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n");
        QTest::newRow("chunked") << QByteArray::fromStdString(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n" + big);
        QTest::newRow("event") << QByteArray::fromStdString(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: " + big);
        QTest::newRow("bomb") << QByteArray::fromStdString(
            answer(gzip(std::string(20'000'000, 'x')), "Content-Encoding: gzip\r\n"));
    }
    void limits()
    {
        QFETCH(QByteArray, bytes);
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(bytes.toStdString());
            peer.waitForClose();
        });
        Target target = httpTarget(server);
        target.limits.messageBytes = 4000;
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.kind(), "message-too-large"s);
        QVERIFY(watched.end->head.has_value());
    }

    void manySmallEventsAreNoLargeMessage()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            std::string text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
            for (int i = 0; i < 20000; ++i)
                text += "data: {\"n\":" + std::to_string(i) + "}\n\n";
            peer.send(text);
        });
        Target target = httpTarget(server);
        target.limits.messageBytes = 1000;
        OpenTransport open(target);
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.arrivals.size(), 20000);
        QVERIFY(!watched.end->error);
    }

    void abortEndsQueued()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send(streamHead());
            peer.sendChunk("data: 1\n\ndata: 2");
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QTRY_COMPARE(watched.arrivals.size(), 1);
        QPointer<Delivery> delivery = watched.delivery;
        delivery->abort();
        QVERIFY(!watched.end);
        QVERIFY(watched.waitForEnd());
        QVERIFY(watched.end->aborted && watched.kind() == "cancelled");
        QTRY_VERIFY(!delivery);
        QCOMPARE(open.sink.bytes(FrameType::Event, Direction::In), QByteArray("data: 1\n\ndata: 2"));
    }

    void abortAndDeleteInSlots()
    {
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request()) {
                peer.send(streamHead());
                peer.sendChunk("data: 1\n\ndata: 2\n\n");
                peer.waitForClose();
            }
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        connect(watched.delivery, &Delivery::arrived, watched.delivery, [&watched] { watched.delivery->abort(); });
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.arrivals.size(), 1);
        auto *doomed = makeTransport(httpTarget(server), open.sink, nullptr);
        QPointer<Delivery> delivery = doomed->send(message("{}"));
        connect(delivery, &Delivery::arrived, doomed, [doomed] { delete doomed; });
        QTRY_VERIFY(!delivery);
    }

    void closeEndsEverything()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        QVERIFY(open.open());
        Watched watched(open.transport->send(message("{}")));
        QTRY_COMPARE(watched.written, 1);
        open.transport->close();
        open.transport->close();
        QVERIFY(open.waitForEnd());
        QVERIFY(!open.end->error);
        QVERIFY(watched.end && watched.end->aborted);
        Watched late(open.transport->send(message("{}")));
        QVERIFY(late.waitForEnd());
        QVERIFY(late.end->error.has_value());
    }

    void endSessionDeletes()
    {
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(answer("", {}, "405 Method Not Allowed"));
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->endSession({ { "Mcp-Session-Id", "s-1" } }));
        QVERIFY(watched.waitForEnd());
        QCOMPARE(watched.end->head->status, 405);
        QVERIFY(server.requests().at(0).starts_with("DELETE /mcp HTTP/1.1\r\n"));
        QCOMPARE(headerOf(server.requests().at(0), "mcp-session-id"), "s-1"s);
        QVERIFY(headerOf(server.requests().at(0), "content-length").empty());
    }

    void noiseOfBrokenHttp()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            peer.send("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}extra");
            peer.waitForClose();
        });
        OpenTransport open(httpTarget(server));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY(!watched.end->error);
        QCOMPARE(open.noise, QList<QByteArray>({ "http.stray-bytes", "http.bare-lf" }));
    }

    void ipv6()
    {
        RawHttpServer server(
            [](RawPeer &peer) {
                while (peer.request())
                    peer.send(jsonAnswer("{}"));
            },
            RawHttpServer::Family::IPv6);
        if (!server.port())
            QSKIP("no IPv6 loopback");
        OpenTransport open(httpTarget(QStringLiteral("http://[::1]:%1/mcp").arg(server.port())));
        Watched watched(open.transport->send(message("{}")));
        QVERIFY(watched.waitForEnd());
        QVERIFY2(!watched.end->error, qPrintable(watched.message()));
        QCOMPARE(headerOf(server.requests().at(0), "host"), "[::1]:" + std::to_string(server.port()));
    }

    void manyAtOnce()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (auto request = peer.request())
                peer.send(jsonAnswer(bodyOf(*request)));
        });
        OpenTransport open(httpTarget(server));
        std::vector<std::unique_ptr<Watched>> all;
        for (int i = 0; i < 100; ++i)
            all.push_back(std::make_unique<Watched>(open.transport->send(message(QByteArray::number(i)))));
        for (int i = 0; i < 100; ++i) {
            QVERIFY(all[std::size_t(i)]->waitForEnd());
            QCOMPARE(all[std::size_t(i)]->end->body, QByteArray::number(i));
        }
    }
};

QTEST_GUILESS_MAIN(StreamableHttpTest)
#include "streamablehttp_test.moc"
