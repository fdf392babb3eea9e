// A manager, a recorder of every byte, and one-line exchanges against a scripted server.
#pragma once

#include "support/rawhttpserver.h"
#include "transport/http/wireaccessmanager.h"
#include "transport/http/wirereply.h"

#include <QNetworkProxy>
#include <QSignalSpy>
#include <QtTest>

#include <memory>
#include <sys/resource.h>

using namespace assayer;
using namespace assayer::test;
using namespace std::string_literals;

/// Everything an observer is told, by kind.
struct WireRecorder : WireObserver {
    QByteArray sent;
    QByteArray encoded;
    QByteArray heads;
    QByteArray stray;
    int sends = 0;
    void requestHead(const WireReply &, const QByteArray &bytes) override { sent += bytes; }
    void requestBody(const WireReply &, const QByteArray &bytes) override { sent += bytes; }
    void requestSent(const WireReply &) override { ++sends; }
    void interimHead(const WireReply &, const ResponseHead &head) override
    {
        heads += QByteArray::fromStdString(head.raw);
    }
    void responseHead(const WireReply &, const ResponseHead &head) override
    {
        heads += QByteArray::fromStdString(head.raw);
    }
    void encodedBody(const WireReply &, const QByteArray &bytes) override { encoded += bytes; }
    void strayBytes(const WireReply &, const QByteArray &bytes) override { stray += bytes; }
};

std::string packed(const std::string &text, int windowBits);

inline const std::string chunkedText = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\nhello\r\n1\r\n "
                                       "\r\n5\r\nworld\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n";
inline const std::string lengthText = answer("hello world");
inline const std::string closeText = "HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\nhello world";

class WireFixture : public QObject {
    Q_OBJECT

protected:
    WireAccessManager *m_manager = nullptr;
    WireRecorder m_recorder;

    static QUrl address(const RawHttpServer &server, const QString &path = QStringLiteral("/mcp"))
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(server.port()).arg(path));
    }
    QNetworkRequest watched(QNetworkRequest request, const HeaderFields &headers = {})
    {
        request.setAttribute(
            WireAccessManager::OptionsAttribute, QVariant::fromValue(WireOptions { &m_recorder, headers, {} }));
        return request;
    }
    std::unique_ptr<WireReply> post(
        const QUrl &url, const QByteArray &body = "{}", QNetworkRequest request = {}, const HeaderFields &headers = {})
    {
        request.setUrl(url);
        return std::unique_ptr<WireReply>(static_cast<WireReply *>(m_manager->post(watched(request, headers), body)));
    }
    static bool wait(WireReply &reply, int ms = 10000)
    {
        if (!reply.isFinished())
            QSignalSpy(&reply, &QNetworkReply::finished).wait(ms);
        return reply.isFinished();
    }

    struct Result {
        WireEnd end;
        int status;
        QByteArray body;
        QNetworkReply::NetworkError error;
        unsigned flaws;
        int connections;
        int requests;
        QByteArray rawHead;
    };
    enum class After { Close, Reset, Stay };
    /// One POST against a server that answers with these bytes and then closes, resets or stays.
    Result once(const std::string &bytes, After after = After::Close, const QNetworkRequest &request = {})
    {
        RawHttpServer server([&](RawPeer &peer) {
            while (peer.request()) {
                if (!peer.send(bytes) || after == After::Close)
                    return;
                if (after == After::Reset)
                    return peer.reset();
            }
        });
        auto reply = post(address(server), "{}", request);
        wait(*reply);
        return { reply->end(), reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), reply->readAll(),
            reply->error(), reply->flaws(), server.connections(), int(server.requests().size()), reply->rawHead() };
    }

private Q_SLOTS:
    void initTestCase()
    {
        rlimit limit;
        getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    void init()
    {
        m_manager = new WireAccessManager;
        m_manager->setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
        m_recorder = {};
    }
    void cleanup() { delete std::exchange(m_manager, nullptr); }
};
