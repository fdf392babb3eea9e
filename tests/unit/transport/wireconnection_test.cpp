// Connections: what is reused, what is never sent twice, how each end is typed, and slots that do odd things.
#include "wirefixture.h"

#include "base/clock.h"

#include <map>

class WireConnectionTest : public WireFixture {
    Q_OBJECT

private Q_SLOTS:
    void secondPostUnanswered()
    {
        for (const bool reset : { false, true }) {
            RawHttpServer server([&](RawPeer &peer) {
                peer.request();
                peer.send(lengthText);
                peer.request();
                if (reset)
                    peer.reset();
            });
            auto first = post(address(server));
            QVERIFY(wait(*first));
            QCOMPARE(first->end(), WireEnd::Whole);
            auto second = post(address(server));
            QVERIFY(wait(*second));
            QCOMPARE(second->end(), reset ? WireEnd::Reset : WireEnd::NoAnswer);
            QVERIFY(second->reusedConnection() && second->wasSent());
            QTest::qWait(50);
            QCOMPARE(server.requests().size(), 2u);
            QCOMPARE(server.connections(), 1);
        }
    }
    void moreThanSixConnections()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (auto request = peer.request()) {
                if (request->find("GET ") == 0)
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hi\n\n"),
                        peer.waitForClose();
                peer.send(lengthText);
            }
        });
        std::vector<std::unique_ptr<WireReply>> streams;
        for (int i = 0; i < 20; ++i)
            streams.emplace_back(static_cast<WireReply *>(m_manager->get(QNetworkRequest(address(server)))));
        auto call = post(address(server));
        QVERIFY(wait(*call, 2000));
        QCOMPARE(call->end(), WireEnd::Whole);
        for (auto &stream : streams) {
            QTRY_COMPARE(stream->bytesAvailable(), 6);
            stream->abort();
            QCOMPARE(stream->end(), WireEnd::Aborted);
        }
        QTRY_COMPARE(m_manager->connectionCount(), 1);
    }
    void strayBytesAfterAnAnswer()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(lengthText + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
        });
        for (int i = 0; i < 3; ++i) {
            auto reply = post(address(server));
            QVERIFY(wait(*reply));
            QCOMPARE(reply->end(), WireEnd::Whole);
            QCOMPARE(reply->readAll(), QByteArray("hello world"));
            QVERIFY(reply->hasStrayBytes());
            QVERIFY(m_recorder.stray.endsWith("evil"));
        }
        QCOMPARE(server.connections(), 3);
    }
    void lateStrayBytes()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request()) {
                peer.send(lengthText);
                RawPeer::pause(30);
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
            }
        });
        auto first = post(address(server));
        QVERIFY(wait(*first));
        std::this_thread::sleep_for(std::chrono::milliseconds(60)); // the loop has not seen the bytes, the kernel has
        auto second = post(address(server));
        QVERIFY(wait(*second));
        QCOMPARE(second->readAll(), QByteArray("hello world"));
        QVERIFY(!second->reusedConnection());
        QTRY_COMPARE(m_manager->idleCount(), 1);
    }
    void closedWhileIdle()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send(lengthText);
        });
        auto first = post(address(server));
        QVERIFY(wait(*first));
        std::this_thread::sleep_for(std::chrono::milliseconds(30)); // closed by now, and no event told us
        auto second = post(address(server));
        QVERIFY(wait(*second));
        QCOMPARE(second->end(), WireEnd::Whole);
        QVERIFY(!second->reusedConnection());
        QCOMPARE(server.requests().size(), 2u);
    }
    void keepAliveRace()
    {
        int whole = 0, broken = 0, fresh = 0;
        for (int round = 0; round < 300; ++round) {
            RawHttpServer server([&](RawPeer &peer) {
                peer.request();
                peer.send(lengthText);
                const qint64 until = monotonicNs() + round * 400; // somewhere in this range the close meets the request
                while (peer.index() == 0 && monotonicNs() < until) { }
                if (peer.index() > 0 && peer.request())
                    peer.send(lengthText);
            });
            auto first = post(address(server));
            QVERIFY(wait(*first));
            auto second = post(address(server));
            QVERIFY(wait(*second));
            QVERIFY2(second->end() == WireEnd::Whole || second->end() == WireEnd::NoAnswer
                    || second->end() == WireEnd::Reset,
                qPrintable(QString::number(int(second->end()))));
            QCOMPARE(m_recorder.sent.count("POST "), 2 * (round + 1)); // exactly one send each
            (second->end() == WireEnd::Whole ? whole : broken)++;
            fresh += !second->reusedConnection();
        }
        qInfo("race: %d whole (%d on a fresh connection), %d typed as broken", whole, fresh, broken);
    }
    void idleConnectionsExpire()
    {
        WireLimits limits;
        limits.idleMs = 300;
        limits.idleCount = 3;
        m_manager->setLimits(limits);
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request()) {
                RawPeer::pause(20);
                peer.send(lengthText);
            }
        });
        std::vector<std::unique_ptr<WireReply>> replies;
        for (int i = 0; i < 10; ++i)
            replies.push_back(post(address(server)));
        for (auto &reply : replies)
            QVERIFY(wait(*reply));
        QCOMPARE(m_manager->idleCount(), 3);
        QTRY_COMPARE_WITH_TIMEOUT(m_manager->connectionCount(), 0, 2000);
    }
    void thousandAtOnce()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (auto request = peer.request()) {
                RawPeer::pause(100);
                peer.send(answer(request->substr(request->find("\r\n\r\n") + 4)));
            }
        });
        std::vector<std::unique_ptr<WireReply>> replies;
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 1000; ++i)
            replies.push_back(post(address(server), QByteArray::number(i)));
        for (int i = 0; i < 1000; ++i) {
            QVERIFY(wait(*replies[std::size_t(i)], 20000));
            QCOMPARE(replies[std::size_t(i)]->end(), WireEnd::Whole);
            QCOMPARE(replies[std::size_t(i)]->readAll(), QByteArray::number(i));
        }
        qInfo("1000 concurrent in %lld ms, %d connections", clock.elapsed(), server.connections());
        QCOMPARE(server.connections(), 1000);
        QVERIFY(m_manager->idleCount() <= 64);
    }
    void refused()
    {
        int port = 0;
        {
            RawHttpServer server([](RawPeer &) {});
            port = server.port();
        }
        auto reply = post(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(port)));
        QVERIFY(!reply->isFinished()); // told later, never inside post()
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Refused);
        QVERIFY(!reply->wasSent());
    }
    void unreachable()
    {
        auto reply = post(QUrl(QStringLiteral("http://no-such-host.invalid/")));
        QVERIFY(wait(*reply, 20000));
        QCOMPARE(reply->end(), WireEnd::NoSuchHost);
    }
    void timeouts()
    {
        RawHttpServer silent([](RawPeer &peer) { peer.waitForClose(); });
        QNetworkRequest request;
        request.setTransferTimeout(200);
        auto reply = post(address(silent), "{}", request);
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Timeout);

        const auto drip = [](RawPeer &peer) {
            peer.request();
            for (char c : lengthText) {
                if (!peer.send({ &c, 1 }))
                    return;
                RawPeer::pause(15);
            }
            peer.waitForClose();
        };
        RawHttpServer slow(drip);
        reply = post(address(slow), "{}", request); // slow, but never silent
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Whole);
        request.setAttribute(WireAccessManager::HeadTimeoutAttribute, 300);
        reply = post(address(slow), "{}", request);
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Timeout);
        QVERIFY(reply->rawHead().isEmpty());
    }
    void headerInjectionRefused()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request())
                peer.send(lengthText);
        });
        for (const auto &[name, value] : { std::pair<QByteArray, QByteArray> { "X", "a\r\nEvil: 1" }, { "X", "a\nb" },
                 { "X", "a\rb" }, { "X", QByteArray("a\0b", 3) }, { "X\r\nEvil", "1" }, { "X Y", "1" }, { "X:", "1" },
                 { "Transfer-Encoding", "chunked" }, { "Content-Length", "7" } }) {
            QNetworkRequest request;
            request.setRawHeader(name, value);
            auto reply = post(address(server), "{}", request);
            QVERIFY(wait(*reply));
            QCOMPARE(reply->end(), WireEnd::BadRequest);
            auto other = post(address(server), "{}", {}, { { name, value } });
            QVERIFY(wait(*other));
            QCOMPARE(other->end(), WireEnd::BadRequest);
        }
        QNetworkRequest request(address(server));
        std::unique_ptr<WireReply> custom(
            static_cast<WireReply *>(m_manager->sendCustomRequest(request, "GET /evil HTTP/1.1\r\n\r\nPOST")));
        QVERIFY(wait(*custom));
        QCOMPARE(custom->end(), WireEnd::BadRequest);
        auto path = post(QUrl(address(server).toString() + QLatin1String("/a\r\nEvil: 1")));
        QVERIFY(wait(*path));
        QVERIFY(!m_recorder.sent.contains("\r\nEvil"));
    }
    void abortAnywhere()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send(lengthText.substr(0, lengthText.size() - 2));
            peer.waitForClose();
        });
        auto early = post(address(server));
        early->abort();
        QCOMPARE(early->end(), WireEnd::Aborted);
        QCOMPARE(early->error(), QNetworkReply::OperationCanceledError);
        auto inSlot = post(address(server));
        QSignalSpy finished(inSlot.get(), &QNetworkReply::finished);
        connect(inSlot.get(), &QNetworkReply::metaDataChanged, inSlot.get(), &QNetworkReply::abort);
        QVERIFY(wait(*inSlot));
        QCOMPARE(inSlot->end(), WireEnd::Aborted);
        QCOMPARE(finished.size(), 1);
        auto *gone = post(address(server)).release();
        connect(gone, &QNetworkReply::readyRead, this, [gone] { delete gone; });
        QSignalSpy destroyed(gone, &QObject::destroyed);
        QVERIFY(destroyed.wait(3000));
        auto *nested = post(address(server)).release(); // the manager dies inside a slot of its reply
        connect(nested, &QNetworkReply::readyRead, m_manager, [this] { m_manager->deleteLater(); });
        early.reset();
        inSlot.reset();
        QSignalSpy managerGone(m_manager, &QObject::destroyed);
        QVERIFY(managerGone.wait(3000));
        m_manager = nullptr;
    }
    void nestedEventLoop()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send(lengthText.substr(0, 43));
            RawPeer::pause(50);
            peer.send(lengthText.substr(43));
            peer.waitForClose();
        });
        auto reply = post(address(server));
        bool inside = false;
        connect(reply.get(), &QNetworkReply::readyRead, this, [&] {
            if (!std::exchange(inside, true))
                QVERIFY(wait(*reply, 2000)); // a slot that waits for the rest of its own reply
        });
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Whole);
        QCOMPARE(reply->readAll(), QByteArray("hello world"));
    }
    void answerBeforeTheUploadIsDone()
    {
        std::map<WireEnd, int> ends;
        for (int i = 0; i < 20; ++i) {
            RawHttpServer server([](RawPeer &peer) {
                peer.send(answer("too much", "Connection: close\r\n", "413 Too Large"));
                RawPeer::pause(5);
            });
            auto reply = post(address(server), QByteArray(20'000'000, 'u'));
            QVERIFY(wait(*reply));
            ++ends[reply->end()];
            QVERIFY(reply->end() == WireEnd::Whole ? reply->readAll() == "too much"
                                                   : reply->end() == WireEnd::Reset || reply->end() == WireEnd::NoAnswer
                        || reply->end() == WireEnd::Cut);
            QVERIFY(reply->wasSent());
        }
        qInfo("early 413: %d of 20 readable", ends[WireEnd::Whole]);
    }
    void phases()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (peer.request()) {
                RawPeer::pause(20);
                peer.send(lengthText);
            }
        });
        auto fresh = post(address(server));
        QVERIFY(wait(*fresh));
        const WireTiming &t = fresh->timing();
        QVERIFY(t.start <= t.connected && t.connected <= t.sent && t.sent < t.firstByte && t.firstByte <= t.head
            && t.head <= t.end);
        QVERIFY(t.firstByte - t.sent >= 15'000'000 && t.encrypted < 0);
        auto reused = post(address(server));
        QVERIFY(wait(*reused));
        QVERIFY(reused->reusedConnection() && reused->timing().connected < 0);
        QCOMPARE(reused->connectionId(), fresh->connectionId());
    }
};

QTEST_GUILESS_MAIN(WireConnectionTest)
#include "wireconnection_test.moc"
