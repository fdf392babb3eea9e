// Heads, framings and ends of HTTP answers over real sockets: the rows of Qt's own failures, each typed here.
#include "wirefixture.h"

class WireFramingTest : public WireFixture {
    Q_OBJECT

private Q_SLOTS:
    void chunkedCut()
    {
        const std::string part = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo";
        const Result closed = once(part), reset = once(part, After::Reset);
        QCOMPARE(closed.end, WireEnd::Cut);
        QCOMPARE(closed.error, QNetworkReply::RemoteHostClosedError);
        QCOMPARE(closed.body, QByteArray("hellowo"));
        QCOMPARE(closed.status, 200);
        QVERIFY(reset.end == WireEnd::Reset);
    }
    void lengthCut()
    {
        const Result cut = once("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n0123456789");
        QCOMPARE(cut.end, WireEnd::Cut);
        QCOMPARE(cut.body.size(), 10);
        QCOMPARE(cut.requests, 1);
    }
    void errorStatusCut()
    {
        const Result cut = once("HTTP/1.1 500 Oops\r\nContent-Length: 50\r\n\r\n0123456789");
        QCOMPARE(cut.end, WireEnd::Cut);
        QCOMPARE(cut.status, 500);
        QCOMPARE(cut.error, QNetworkReply::RemoteHostClosedError);
    }
    void onlyOneSignal()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(lengthText);
        });
        QSignalSpy finished(m_manager, &QNetworkAccessManager::finished);
        auto reply = post(address(server));
        QVERIFY(wait(*reply));
        QTest::qWait(20);
        QCOMPARE(finished.size(), 1);
    }
    void givenHeadersAreExact()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(lengthText);
        });
        auto reply = post(address(server), "{}", {},
            { { "x-Twice", "a" }, { "X-Twice", "b" }, { "X-Empty", "" }, { "HOST", "other.example" } });
        QVERIFY(wait(*reply));
        QCOMPARE(server.requests().at(0),
            "POST /mcp HTTP/1.1\r\nx-Twice: a\r\nX-Twice: b\r\nX-Empty: \r\nHOST: other.example\r\nAccept-Encoding: gzip, deflate\r\nContent-Length: 2\r\n\r\n{}"s);
    }
    void notHttp()
    {
        for (const std::string &text : { "SSH-2.0-OpenSSH_9.2\r\n"s, "HTTQ/1.1 200 OK\r\n\r\n"s,
                 "HTTP/2.0 200 OK\r\n\r\n"s, "\r\nHTTP/1.1 200 OK\r\n\r\n"s, "HTTP/1.1 20 OK\r\n\r\n"s,
                 "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"s, "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n"s,
                 "HTTP/1.1 200 OK\r\nA: b"s + '\0' + "\r\n\r\n"s, "{\"jsonrpc\":\"2.0\"}"s }) {
            const Result result = once(text, After::Stay);
            QVERIFY2(result.end == WireEnd::NotHttp, text.c_str());
            QCOMPARE(result.requests, 1);
            QVERIFY(!result.rawHead.isEmpty());
        }
    }
    void headersAsTheyCame()
    {
        const std::string head = "HTTP/1.1 200 OK\r\nX-One: a\r\nx-ONE: b\r\nSet-Cookie: a=1\r\nSet-Cookie: "
                                 "b=2\r\nContent-Length: 2\r\nEmpty:\r\n\r\n";
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request())
                peer.send(head + "{}");
        });
        auto reply = post(address(server));
        QVERIFY(wait(*reply));
        QCOMPARE(reply->rawHead().toStdString(), head);
        QCOMPARE(reply->head().headers.size(), 6u);
        QCOMPARE(reply->head().headers[1].name, "x-ONE"s);
        QCOMPARE(reply->rawHeader("x-one"), QByteArray("a, b"));
        QCOMPARE(reply->rawHeader("set-cookie"), QByteArray("a=1\nb=2"));
    }
    void requestHeadIsOurs()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(lengthText);
        });
        QNetworkRequest request;
        request.setRawHeader("X-Zed", "1");
        request.setRawHeader("accept", "application/json");
        request.setRawHeader("X-Empty", "");
        auto reply = post(address(server, QStringLiteral("/a%20b?x=1&y=%C3%A4")), "{\"a\":1}", request);
        QVERIFY(wait(*reply));
        const std::string expected
            = "POST /a%20b?x=1&y=%C3%A4 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port())
            + "\r\nX-Zed: 1\r\naccept: application/json\r\nX-Empty: \r\nAccept-Encoding: gzip, "
              "deflate\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
        QCOMPARE(server.requests().at(0), expected);
        QCOMPARE(m_recorder.sent.toStdString(), expected);
        QCOMPARE(m_recorder.heads.toStdString() + m_recorder.encoded.toStdString(), lengthText);
        QCOMPARE(m_recorder.sends, 1);
    }
    void statuses()
    {
        QCOMPARE(
            once(answer("no", {}, "401 Unauthorized"), After::Stay).error, QNetworkReply::AuthenticationRequiredError);
        const Result proxy = once(answer("no", {}, "407 Proxy"), After::Stay);
        QCOMPARE(proxy.error, QNetworkReply::ProxyAuthenticationRequiredError);
        QCOMPARE(proxy.body, QByteArray("no"));
        QCOMPARE(proxy.requests, 1);
        const Result moved = once(answer("", "Location: /else\r\n", "307 Temporary"), After::Stay);
        QCOMPARE(moved.end, WireEnd::Whole);
        QCOMPARE(moved.error, QNetworkReply::NoError);
        QCOMPARE(moved.requests, 1);
    }
    void acceptedWithoutLength()
    {
        const Result accepted = once("HTTP/1.1 202 Accepted\r\nX: y\r\n\r\n", After::Stay);
        QCOMPARE(accepted.end, WireEnd::Whole);
        QCOMPARE(accepted.status, 202);
        QCOMPARE(m_manager->idleCount(), 0);
    }
    void hugeHeads()
    {
        const std::string line = "HTTP/1.1 200 OK\r\nX: " + std::string(300'000, 'a') + "\r\n\r\n";
        QCOMPARE(once(line, After::Stay).end, WireEnd::TooLarge);
        std::string many = "HTTP/1.1 200 OK\r\n";
        for (int i = 0; i < 300; ++i)
            many += "X-" + std::to_string(i) + ": " + std::string(1000, 'b') + "\r\n";
        QCOMPARE(once(many + "\r\n", After::Stay).end, WireEnd::TooLarge);
        std::string count = "HTTP/1.1 200 OK\r\n";
        for (int i = 0; i < 1200; ++i)
            count += "a:\r\n";
        QCOMPARE(once(count + "\r\n", After::Stay).end, WireEnd::TooLarge);
        QCOMPARE(once("HTTP/1.1 200 OK" + std::string(100'000, ' '), After::Stay).end, WireEnd::TooLarge);
        std::string hints;
        for (int i = 0; i < 40; ++i)
            hints += "HTTP/1.1 103 Early Hints\r\n\r\n";
        QCOMPARE(once(hints, After::Stay).end, WireEnd::TooLarge);
    }
    void lenientHeads()
    {
        const Result lf = once("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", After::Stay);
        QCOMPARE(lf.body, QByteArray("ok"));
        QVERIFY(lf.flaws & BareLf);
        const Result interim = once(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + answer("ok"), After::Stay);
        QCOMPARE(interim.end, WireEnd::Whole);
        QCOMPARE(interim.body, QByteArray("ok"));
        const Result none = once("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", After::Stay);
        QCOMPARE(none.end, WireEnd::Whole);
        QVERIFY(once("HTTP/1.1 200 OK\r\nA : b\r\nC: d\r\n e\r\nContent-Length: 0\r\n\r\n", After::Stay).flaws
            == (SpaceBeforeColon | FoldedHeader));
        QCOMPARE(once("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", After::Stay).end, WireEnd::Whole);
    }
    void badFraming()
    {
        const std::string head = "HTTP/1.1 200 OK\r\n";
        for (const std::string &text :
            { head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", head + "Content-Length: -1\r\n\r\n",
                head + "Content-Length: 99999999999999999999\r\n\r\n", head + "Content-Length: \r\n\r\n",
                head + "Content-Length: 0x5\r\n\r\n", head + "Transfer-Encoding: gzip, chunked\r\n\r\n",
                head + "Transfer-Encoding: chunked, chunked\r\n\r\n", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n-5\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n"s })
            QVERIFY2(once(text, After::Stay).end == WireEnd::BadFraming, text.c_str());
    }
    void oddFraming()
    {
        const Result both
            = once("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                After::Stay);
        QCOMPARE(both.body, QByteArray("hello"));
        QVERIFY(both.flaws & LengthAndChunked);
        QCOMPARE(m_manager->idleCount(), 0);
        QCOMPARE(
            once("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", After::Stay).flaws, unsigned(RepeatedLength));
        QCOMPARE(once("HTTP/1.0 200 OK\r\n\r\nold").body, QByteArray("old"));
    }
    void headHasNoBody()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
        });
        for (int i = 0; i < 2; ++i) {
            std::unique_ptr<WireReply> reply(
                static_cast<WireReply *>(m_manager->head(QNetworkRequest(address(server)))));
            QVERIFY(wait(*reply));
            QCOMPARE(reply->end(), WireEnd::Whole);
        }
        QCOMPARE(server.connections(), 1);
    }
    void trailers()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(chunkedText);
        });
        auto reply = post(address(server));
        QVERIFY(wait(*reply));
        QCOMPARE(reply->readAll(), QByteArray("hello world"));
        QCOMPARE(reply->trailers().size(), 2u);
        QCOMPARE(reply->trailers()[1].name, "X-More"s);
        QCOMPARE(m_manager->idleCount(), 1);
    }
    void cutAtEveryByte_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("length") << QByteArray::fromStdString(lengthText);
        QTest::newRow("chunked") << QByteArray::fromStdString(chunkedText);
        QTest::newRow("until close") << QByteArray::fromStdString(closeText);
    }
    void cutAtEveryByte()
    {
        QFETCH(QByteArray, text);
        const std::string whole = text.toStdString();
        const bool untilClose = whole == closeText;
        const std::size_t body = whole.find("\r\n\r\n") + 4;
        for (std::size_t at = 0; at <= whole.size(); ++at) {
            for (const After after : { After::Close, After::Reset }) {
                const Result result = once(whole.substr(0, at), after);
                const bool reset = after == After::Reset;
                WireEnd expected = at == 0 ? WireEnd::NoAnswer : WireEnd::Cut;
                if (untilClose ? at >= body : at == whole.size())
                    expected = WireEnd::Whole;
                if (reset && (untilClose || expected != WireEnd::Whole))
                    expected = WireEnd::Reset;
                // a reset may overtake the last bytes: then the exchange is reset, never whole by mistake
                const bool raced = reset && result.end == WireEnd::Reset;
                QVERIFY2(result.end == expected || raced,
                    qPrintable(
                        QStringLiteral("%1 at %2: %3").arg(reset ? u"reset" : u"close").arg(at).arg(int(result.end))));
                QCOMPARE(result.requests, 1);
                QCOMPARE(result.error == QNetworkReply::NoError, result.end == WireEnd::Whole);
            }
        }
    }
    void splitAtEveryByte()
    {
        const std::string packedText = answer(packed("hello world", 31), "Content-Encoding: gzip\r\nX: y\r\n");
        for (const std::string &text : { lengthText, chunkedText, closeText, packedText }) {
            std::atomic<std::size_t> at = 0;
            RawHttpServer server([&](RawPeer &peer) {
                while (peer.request()) {
                    peer.send(std::string_view(text).substr(0, at));
                    std::this_thread::sleep_for(std::chrono::microseconds(700));
                    peer.send(std::string_view(text).substr(at));
                    if (text == closeText)
                        return;
                }
            });
            for (at = 1; at < text.size(); ++at) {
                auto reply = post(address(server));
                QVERIFY(wait(*reply));
                QCOMPARE(reply->end(), WireEnd::Whole);
                QCOMPARE(reply->readAll(), QByteArray("hello world"));
                QCOMPARE(reply->rawHead().toStdString(), text.substr(0, text.find("\r\n\r\n") + 4));
            }
            QCOMPARE(server.connections(), text == closeText ? int(text.size()) - 1 : 1);
        }
    }
    void oneByteAtATime()
    {
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            for (char c : chunkedText) {
                peer.send({ &c, 1 });
                std::this_thread::sleep_for(std::chrono::microseconds(300));
            }
            peer.waitForClose();
        });
        auto reply = post(address(server));
        QVERIFY(wait(*reply));
        QCOMPARE(reply->readAll(), QByteArray("hello world"));
    }
};

QTEST_GUILESS_MAIN(WireFramingTest)
#include "wireframing_test.moc"
