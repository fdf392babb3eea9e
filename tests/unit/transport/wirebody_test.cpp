// Bodies: codings, bombs, memory bounds, slow readers, large uploads.
#include "wirefixture.h"

namespace {

long peakMb()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

} // namespace

class WireBodyTest : public WireFixture {
    Q_OBJECT

private Q_SLOTS:
    void badGzipKeepsRawBytes()
    {
        const Result bad = once(answer("this is no gzip", "Content-Encoding: gzip\r\n"), After::Stay);
        QCOMPARE(bad.end, WireEnd::BadEncoding);
        QCOMPARE(m_recorder.encoded, QByteArray("this is no gzip"));
        const std::string whole = packed("hello hello hello", 31);
        QCOMPARE(once(answer(whole.substr(0, whole.size() - 3), "Content-Encoding: gzip\r\n"), After::Stay).end,
            WireEnd::BadEncoding);
    }
    void encodings()
    {
        std::string text;
        for (int i = 0; i < 20000; ++i)
            text += "line " + std::to_string(i) + "\n";
        for (const auto &[coding, bits] : { std::pair { "gzip", 31 }, { "deflate", 15 }, { "deflate", -15 } }) {
            m_recorder = {};
            const std::string body = packed(text, bits);
            const Result result = once(answer(body, "Content-Encoding: "s + coding + "\r\n"), After::Stay);
            QCOMPARE(result.end, WireEnd::Whole);
            QVERIFY(result.body.toStdString() == text);
            QVERIFY(m_recorder.encoded.toStdString() == body);
        }
        const std::string two = packed("one ", 31) + packed("two", 31);
        QCOMPARE(once(answer(two, "Content-Encoding: gzip\r\n"), After::Stay).body, QByteArray("one two"));
        QCOMPARE(once(answer("xyz", "Content-Encoding: br\r\n"), After::Stay).body, QByteArray("xyz"));
    }
    void packedBombIsBounded()
    {
        WireLimits limits;
        limits.body = 1 << 20;
        m_manager->setLimits(limits);
        const Result result
            = once(answer(packed(std::string(50'000'000, 'a'), 31), "Content-Encoding: gzip\r\n"), After::Stay);
        QCOMPARE(result.end, WireEnd::TooLarge);
        QVERIFY(result.body.size() <= limits.body);
    }
    void streamsBoundedly_data()
    {
        QTest::addColumn<QString>("framing");
        for (const char *name : { "length", "chunked", "close", "gzip" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void streamsBoundedly()
    {
        QFETCH(QString, framing);
        constexpr qint64 size = 100'000'000;
        const std::string piece(100'000, 'x');
        const std::string bomb = framing == u"gzip" ? packed(std::string(std::size_t(size), 'x'), 31) : std::string();
        RawHttpServer server([&](RawPeer &peer) {
            peer.request();
            if (framing == u"gzip") {
                peer.send(answer(bomb, "Content-Encoding: gzip\r\n"));
                return peer.waitForClose();
            }
            peer.send("HTTP/1.1 200 OK\r\n"s
                + (framing == u"length"         ? "Content-Length: 100000000\r\n\r\n"
                        : framing == u"chunked" ? "Transfer-Encoding: chunked\r\n\r\n"
                                                : "\r\n"));
            for (qint64 sent = 0; sent < size; sent += qint64(piece.size()))
                peer.send(framing == u"chunked" ? "186A0\r\n" + piece + "\r\n" : piece);
            if (framing == u"chunked")
                peer.send("0\r\n\r\n");
        });
        const long before = peakMb();
        auto reply = post(address(server));
        reply->setObserver(nullptr); // a recorder would keep the bytes
        reply->setReadBufferSize(1 << 20);
        qint64 seen = 0, most = 0;
        QTimer slow; // a reader that lags behind the network
        connect(&slow, &QTimer::timeout, reply.get(), [&] {
            most = std::max(most, reply->bytesAvailable());
            seen += reply->read(700'000).size();
        });
        slow.start(0);
        QTRY_COMPARE_WITH_TIMEOUT(seen, size, 30000);
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Whole);
        QVERIFY2(most <= (1 << 20) + 256 * 1024, qPrintable(QString::number(most)));
        const long grown = peakMb() - before;
#if defined(__SANITIZE_ADDRESS__)
        QSKIP("the sanitizer keeps freed memory");
#endif
        QVERIFY2(grown < 12, qPrintable(QString::number(grown)));
    }
    void largeUpload()
    {
        RawHttpServer server([](RawPeer &peer) {
            while (auto request = peer.request())
                peer.send(answer(std::to_string(request->size())));
        });
        auto reply = post(address(server), QByteArray(20'000'000, 'u'));
        QSignalSpy progress(reply.get(), &QNetworkReply::uploadProgress);
        QVERIFY(wait(*reply));
        QCOMPARE(reply->readAll().toLongLong(), 20'000'000 + reply->requestHead().size());
        QVERIFY(progress.size() > 1 && progress.last().at(0).toLongLong() == 20'000'000);
        QCOMPARE(m_manager->idleCount(), 1);
    }
    void slowReaderIsNoTimeout()
    {
        RawHttpServer server([](RawPeer &peer) {
            peer.request();
            peer.send(answer(std::string(5'000'000, 's')));
            peer.waitForClose();
        });
        QNetworkRequest request;
        request.setTransferTimeout(200);
        auto reply = post(address(server), "{}", request);
        reply->setReadBufferSize(100'000);
        QTest::qWait(700);
        QVERIFY(!reply->isFinished());
        connect(reply.get(), &QNetworkReply::readyRead, this, [&] { reply->readAll(); });
        reply->readAll();
        QVERIFY(wait(*reply));
        QCOMPARE(reply->end(), WireEnd::Whole);
    }
};

QTEST_GUILESS_MAIN(WireBodyTest)
#include "wirebody_test.moc"
