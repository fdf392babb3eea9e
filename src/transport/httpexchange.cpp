#include "transport/httpexchange.h"

#include "transport/httperrors.h"

#include <utility>

namespace assayer {

namespace {

/// Decoded bytes of an event stream that may wait: a packed stream is then unpacked as the events are taken.
constexpr qint64 streamRoom = 1 << 20;

QByteArray bytesOf(const std::string &text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

HttpHead headOf(const ResponseHead &parsed, quint64 frame)
{
    HttpHead head;
    head.status = parsed.status;
    head.reason = bytesOf(parsed.reason);
    head.frame = frame;
    head.fields.reserve(qsizetype(parsed.headers.size()));
    for (const HeaderLine &line : parsed.headers)
        head.fields.append({ bytesOf(line.name), bytesOf(line.value) });
    return head;
}

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

QByteArray connectionNote(const WireReply &reply)
{
    return "{\"connection\":" + QByteArray::number(reply.connectionId())
        + (reply.reusedConnection() ? ",\"reused\":true" : ",\"reused\":false")
        + (reply.url().scheme() == u"https" ? ",\"tls\":true}" : ",\"tls\":false}");
}

struct FlawWords {
    Flaw flaw;
    const char *rule;
    const char *words;
};

constexpr FlawWords flawWords[] = {
    { BareLf, "http.bare-lf", "The server ends lines of its HTTP head or chunks with LF alone instead of CRLF" },
    { FoldedHeader, "http.folded-header",
        "The server continues a header field on the next line, which HTTP/1.1 forbids" },
    { SpaceBeforeColon, "http.space-before-colon", "The server puts a space between a header name and its colon" },
    { LengthAndChunked, "http.length-and-chunked",
        "The server sends both Content-Length and Transfer-Encoding: chunked" },
    { RepeatedLength, "http.repeated-length", "The server sends Content-Length more than once" },
    { ChunkedIn10, "http.chunked-in-1.0", "The server sends Transfer-Encoding in an HTTP/1.0 answer" },
};

} // namespace

HttpExchange::HttpExchange(HttpChannel &channel, QObject *parent)
    : QObject(parent)
    , m_channel(channel)
    , m_parser(channel.target().limits.messageBytes)
{
}

HttpExchange::~HttpExchange()
{
    close();
}

void HttpExchange::start(const HttpCall &call)
{
    m_number = m_channel.nextExchange();
    QNetworkRequest request = m_channel.request(call.url);
    request.setAttribute(WireAccessManager::OptionsAttribute,
        QVariant::fromValue(WireOptions { this, call.headers, m_channel.trusted() }));
    QNetworkReply *reply = nullptr;
    if (call.method == "POST")
        reply = m_channel.manager().post(request, call.body);
    else if (call.method == "DELETE")
        reply = m_channel.manager().deleteResource(request);
    else
        reply = m_channel.manager().get(request);
    m_reply = static_cast<WireReply *>(reply);
    connect(reply, &QNetworkReply::metaDataChanged, this, &HttpExchange::onHead);
    connect(reply, &QNetworkReply::readyRead, this, &HttpExchange::onData);
    connect(reply, &QNetworkReply::finished, this, &HttpExchange::onFinished);
}

void HttpExchange::close()
{
    m_closed = true;
    if (!m_reply)
        return;
    if (m_stream && !m_reply->isFinished())
        recordRest();
    m_reply->setObserver(nullptr);
    m_reply->disconnect(this);
    m_reply->abort();
    m_reply->deleteLater();
    m_reply.clear();
}

quint64 HttpExchange::record(FrameType type, Direction direction, const QByteArray &bytes, const QByteArray &note)
{
    Frame frame = Frame::now(type, direction, Channel::Http, bytes, m_number);
    frame.note = note;
    return m_channel.sink().record(frame);
}

void HttpExchange::requestHead(const WireReply &reply, const QByteArray &bytes)
{
    m_requestFrame = record(FrameType::Head, Direction::Out, bytes, connectionNote(reply));
}

void HttpExchange::requestBody(const WireReply &, const QByteArray &bytes)
{
    m_requestFrame = record(FrameType::Body, Direction::Out, bytes);
}

void HttpExchange::requestSent(const WireReply &)
{
    Q_EMIT sent();
}

void HttpExchange::interimHead(const WireReply &, const ResponseHead &head)
{
    record(FrameType::Head, Direction::In, bytesOf(head.raw));
}

void HttpExchange::responseHead(const WireReply &, const ResponseHead &head)
{
    m_lastFrame = record(FrameType::Head, Direction::In, bytesOf(head.raw));
    m_head = headOf(head, m_lastFrame);
    m_stream = isSuccess(head.status) && m_head->mediaType() == "text/event-stream";
    const std::string *coding = head.find("content-encoding");
    if (m_stream && coding && ContentDecoder::understands(*coding))
        m_eventNote = QByteArrayLiteral("{\"decoded\":true}");
}

void HttpExchange::encodedBody(const WireReply &reply, const QByteArray &bytes)
{
    if (m_stream)
        return; // its events are the records
    m_lastFrame = record(FrameType::Body, Direction::In, bytes);
    if (reply.head().find("content-encoding"))
        m_encoded.append(bytes);
}

/// Not HTTP at all: kept as a head that is none. Otherwise bytes of no place, kept as such.
void HttpExchange::strayBytes(const WireReply &, const QByteArray &bytes)
{
    if (!m_head)
        return m_encoded.append(bytes);
    const quint64 frame = record(FrameType::Body, Direction::In, bytes, QByteArrayLiteral("{\"stray\":true}"));
    m_oddities.append({ "http.stray-bytes",
        QStringLiteral("The server sent %1 bytes that belong to no answer").arg(bytes.size()), frame });
}

bool HttpExchange::announcesTooMuch() const
{
    return !m_stream && m_reply->announcedBytes() > m_channel.target().limits.messageBytes;
}

void HttpExchange::onHead()
{
    const QPointer<HttpExchange> self(this);
    if (m_stream)
        m_reply->setReadBufferSize(streamRoom);
    Q_EMIT headReceived();
    if (!self || m_closed || !announcesTooMuch())
        return;
    const qint64 limit = m_channel.target().limits.messageBytes;
    finishWith(
        { tooLargeError(
              QStringLiteral("The body of the answer (%1 bytes announced)").arg(m_reply->announcedBytes()), limit),
            {}, m_lastFrame, {} });
}

void HttpExchange::onData()
{
    if (m_stream)
        return readEvents();
    const qint64 limit = m_channel.target().limits.messageBytes;
    if (m_reply->bytesAvailable() > limit)
        finishWith(
            { tooLargeError(QStringLiteral("The body of the answer"), limit), m_reply->takeAll(), m_lastFrame, {} });
}

/// Each block is recorded before anyone reads it. A slot may end or delete this exchange.
void HttpExchange::readEvents()
{
    const QPointer<HttpExchange> self(this);
    m_parser.append(m_reply->takeAll());
    while (const std::optional<SseEvent> event = m_parser.next()) {
        m_lastFrame = record(FrameType::Event, Direction::In, event->raw, m_eventNote);
        if (event->hasData || event->hasId || event->retryMs)
            Q_EMIT eventReceived(*event, m_lastFrame);
        if (!self || m_closed)
            return;
    }
    if (m_parser.isTooLarge())
        finishWith({ tooLargeError(QStringLiteral("An event of the stream"), m_channel.target().limits.messageBytes),
            {}, m_lastFrame, {} });
}

/// What was cut off is on the wire all the same.
void HttpExchange::recordRest()
{
    m_parser.append(m_reply->takeAll());
    if (const QByteArray rest = m_parser.takeRest(); !rest.isEmpty())
        m_lastFrame = record(FrameType::Event, Direction::In, rest, m_eventNote);
}

void HttpExchange::onFinished()
{
    const QPointer<HttpExchange> self(this);
    if (m_stream) {
        m_parser.finish();
        readEvents();
        if (!self || m_closed)
            return;
    }
    if (!m_head && !m_reply->head().raw.empty())
        m_lastFrame = record(FrameType::Head, Direction::In, m_reply->rawHead() + m_encoded.join());
    ExchangeEnd end { errorOf(*m_reply), {}, 0, {} };
    if (m_reply->end() == WireEnd::BadEncoding) {
        const QString coding = QString::fromLatin1(m_head->value("content-encoding"));
        m_oddities.append({ "http.content-coding",
            QStringLiteral("The body does not unpack as its Content-Encoding says (%1)").arg(coding), m_lastFrame });
        end.body = m_encoded.join();
    } else if (!m_stream && m_head) {
        end.body = m_reply->takeAll();
    }
    end.bodyFrame = m_lastFrame;
    collectFlaws();
    if (tellOddities())
        finishWith(std::move(end));
}

void HttpExchange::collectFlaws()
{
    for (const FlawWords &entry : flawWords) {
        if (m_reply->flaws() & entry.flaw)
            m_oddities.append({ entry.rule, QString::fromLatin1(entry.words), m_head ? m_head->frame : m_lastFrame });
    }
}

/// False: a slot ended or deleted this exchange.
bool HttpExchange::tellOddities()
{
    const QPointer<HttpExchange> self(this);
    for (const Oddity &oddity : std::exchange(m_oddities, {})) {
        Q_EMIT m_channel.noise(oddity.rule, oddity.words, oddity.frame);
        if (!self || m_closed)
            return false;
    }
    return true;
}

void HttpExchange::finishWith(ExchangeEnd end)
{
    if (m_closed)
        return;
    end.timing = timingText(*m_reply);
    if (m_stream)
        recordRest();
    close();
    Q_EMIT ended(end);
}

} // namespace assayer
