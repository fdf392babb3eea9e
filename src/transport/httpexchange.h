// One HTTP request and its answer: every byte recorded first, then told as head, events or body.
#pragma once

#include "transport/http/wirereply.h"
#include "transport/httpchannel.h"
#include "wire/sseparser.h"

#include <QPointer>

namespace assayer {

struct HttpCall {
    QByteArray method;
    QUrl url;
    HeaderFields headers;
    QByteArray body;
};

/// How an exchange came out.
struct ExchangeEnd {
    std::optional<Error> error;
    QByteArray body; ///< decoded, of an answer that is no event stream; as it came where it does not unpack
    quint64 bodyFrame = 0;
    QByteArray timing;
};

/// Sends at construction of the reply, in start(). After ended() nothing follows. Deleting it ends the exchange
/// silently.
class HttpExchange final : public QObject, private WireObserver {
    Q_OBJECT
public:
    HttpExchange(HttpChannel &channel, QObject *parent);
    ~HttpExchange() override;

    void start(const HttpCall &call);
    /// Closes the exchange; nothing more is told.
    void close();

    quint64 number() const { return m_number; }
    /// Record of the request's last byte; 0 until it went out.
    quint64 requestFrame() const { return m_requestFrame; }
    const std::optional<HttpHead> &head() const { return m_head; }
    /// The answer is an event stream (2xx and text/event-stream).
    bool isStream() const { return m_stream; }
    const QByteArray &lastEventId() const { return m_parser.lastEventId(); }

Q_SIGNALS:
    void sent();
    void headReceived();
    /// A block of an event stream that is no mere comment; `frame` is its record.
    void eventReceived(const assayer::SseEvent &event, quint64 frame);
    void ended(const assayer::ExchangeEnd &end);

private:
    void requestHead(const WireReply &reply, const QByteArray &bytes) override;
    void requestBody(const WireReply &reply, const QByteArray &bytes) override;
    void requestSent(const WireReply &reply) override;
    void interimHead(const WireReply &reply, const ResponseHead &head) override;
    void responseHead(const WireReply &reply, const ResponseHead &head) override;
    void encodedBody(const WireReply &reply, const QByteArray &bytes) override;
    void strayBytes(const WireReply &reply, const QByteArray &bytes) override;

    quint64 record(FrameType type, Direction direction, const QByteArray &bytes, const QByteArray &note = {});
    void onHead();
    void onData();
    void onFinished();
    void readEvents();
    void recordRest();
    void finishWith(ExchangeEnd end);
    /// Something off-spec about the answer, told when it is over.
    struct Oddity {
        QByteArray rule;
        QString words;
        quint64 frame = 0;
    };
    void collectFlaws();
    bool tellOddities();
    bool announcesTooMuch() const;

    HttpChannel &m_channel;
    QPointer<WireReply> m_reply;
    SseParser m_parser;
    std::optional<HttpHead> m_head;
    QList<QByteArray> m_encoded; ///< pieces of a coded body, for the case that it does not unpack
    QByteArray m_eventNote;
    QList<Oddity> m_oddities;
    quint64 m_number = 0;
    quint64 m_requestFrame = 0;
    quint64 m_lastFrame = 0; ///< last record of the answer
    bool m_stream = false;
    bool m_closed = false;
};

} // namespace assayer
