// Transports as the session sees them: a sink that keeps every frame, and watchers of deliveries and transports.
#pragma once

#include "support/rawhttpserver.h"
#include "transport/transport.h"

#include <QPointer>
#include <QSignalSpy>
#include <QtTest>

#include <memory>
#include <vector>

using namespace assayer;
using namespace assayer::test;
using namespace std::string_literals;

/// Keeps the records of a transport.
struct KeptFrames : FrameSink {
    std::vector<Frame> frames;

    quint64 record(const Frame &frame) override
    {
        frames.push_back(frame);
        return frames.size();
    }
    quint64 decide(const Decision &) override { return 0; }

    const Frame &at(quint64 number) const { return frames.at(number - 1); }
    /// Bytes of those records, joined.
    QByteArray bytes(FrameType type, Direction direction, quint64 exchange = 0) const
    {
        QByteArray all;
        for (const Frame &frame : frames) {
            if (frame.type == type && frame.direction == direction && (exchange == 0 || frame.exchange == exchange))
                all += frame.bytes;
        }
        return all;
    }
    qsizetype count(FrameType type, Direction direction) const
    {
        return std::count_if(frames.begin(), frames.end(),
            [=](const Frame &frame) { return frame.type == type && frame.direction == direction; });
    }
};

/// What a delivery told, in order.
struct Watched {
    QPointer<Delivery> delivery;
    int written = 0;
    QList<HttpHead> heads;
    QList<Arrival> arrivals;
    std::optional<DeliveryEnd> end;
    QStringList order;

    explicit Watched(Delivery *watchedDelivery)
        : delivery(watchedDelivery)
    {
        QObject::connect(delivery, &Delivery::written, delivery, [this] {
            ++written;
            order << QStringLiteral("written");
        });
        QObject::connect(delivery, &Delivery::headReceived, delivery, [this](const HttpHead &head) {
            heads << head;
            order << QStringLiteral("head");
        });
        QObject::connect(delivery, &Delivery::arrived, delivery, [this](const Arrival &arrival) {
            arrivals << arrival;
            order << QStringLiteral("arrived");
        });
        QObject::connect(delivery, &Delivery::ended, delivery, [this](const DeliveryEnd &reached) {
            QVERIFY2(!end, "ended twice");
            end = reached;
            order << QStringLiteral("ended");
        });
    }
    ~Watched()
    {
        if (delivery)
            delivery->disconnect();
    }
    Q_DISABLE_COPY_MOVE(Watched)

    bool waitForEnd(int ms = 5000) const
    {
        return QTest::qWaitFor([this] { return end.has_value(); }, ms);
    }
    std::string kind() const { return end && end->error ? end->error->kind : std::string(); }
    std::string cause() const { return end && end->error ? end->error->cause : std::string(); }
    QString message() const { return end && end->error ? QString::fromStdString(end->error->message) : QString(); }
    QList<QByteArray> texts() const
    {
        QList<QByteArray> all;
        for (const Arrival &arrival : arrivals)
            all << arrival.bytes;
        return all;
    }
};

/// A transport with everything it told.
struct OpenTransport {
    KeptFrames sink;
    std::unique_ptr<Transport> transport;
    bool opened = false;
    std::optional<TransportEnd> end;
    QList<Arrival> arrivals;
    QList<QByteArray> noise;
    QStringList noiseText;
    QByteArray errors;

    explicit OpenTransport(const Target &target)
        : transport(makeTransport(target, sink, nullptr))
    {
        QObject::connect(transport.get(), &Transport::opened, transport.get(), [this] { opened = true; });
        QObject::connect(transport.get(), &Transport::ended, transport.get(), [this](const TransportEnd &reached) {
            QVERIFY2(!end, "ended twice");
            end = reached;
        });
        QObject::connect(transport.get(), &Transport::arrived, transport.get(),
            [this](const Arrival &arrival) { arrivals << arrival; });
        QObject::connect(
            transport.get(), &Transport::noise, transport.get(), [this](const QByteArray &rule, const QString &text) {
                noise << rule;
                noiseText << text;
            });
        QObject::connect(transport.get(), &Transport::stderrReceived, transport.get(),
            [this](const QByteArray &bytes) { errors += bytes; });
    }

    bool open()
    {
        transport->open();
        return QTest::qWaitFor([this] { return opened || end; }, 5000) && opened;
    }
    bool waitForEnd(int ms = 5000) const
    {
        return QTest::qWaitFor([this] { return end.has_value(); }, ms);
    }
    std::string kind() const { return end && end->error ? end->error->kind : std::string(); }
    QString message() const { return end && end->error ? QString::fromStdString(end->error->message) : QString(); }
};

inline Target httpTarget(const QString &url)
{
    Target target;
    target.url = QUrl(url);
    target.proxy = QStringLiteral("none");
    return target;
}

inline Target httpTarget(const RawHttpServer &server, const QString &path = QStringLiteral("/mcp"))
{
    return httpTarget(QStringLiteral("http://127.0.0.1:%1%2").arg(server.port()).arg(path));
}

inline OutgoingMessage message(const QByteArray &body, const HeaderFields &headers = {}, bool resumable = false)
{
    OutgoingMessage out;
    out.body = body;
    out.headers = headers;
    out.resumable = resumable;
    return out;
}
