#include "transport/http/wirereply.h"

#include "base/clock.h"
#include "transport/http/requesthead.h"
#include "transport/http/wireaccessmanager.h"
#include "transport/http/wireconnection.h"

#include <QBuffer>
#include <QSslSocket>

#include <algorithm>
#include <limits>

namespace assayer {

namespace {

WireObserver nobody;

QByteArray bytesOf(const std::string &text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

QNetworkReply::NetworkError errorOfStatus(int status)
{
    switch (status) {
    case 401:
        return QNetworkReply::AuthenticationRequiredError;
    case 403:
        return QNetworkReply::ContentAccessDenied;
    case 404:
        return QNetworkReply::ContentNotFoundError;
    case 405:
        return QNetworkReply::ContentOperationNotPermittedError;
    case 407:
        return QNetworkReply::ProxyAuthenticationRequiredError;
    case 409:
        return QNetworkReply::ContentConflictError;
    case 410:
        return QNetworkReply::ContentGoneError;
    case 500:
        return QNetworkReply::InternalServerError;
    case 501:
        return QNetworkReply::OperationNotImplementedError;
    case 503:
        return QNetworkReply::ServiceUnavailableError;
    default:
        break;
    }
    if (status < 400)
        return QNetworkReply::NoError;
    return status < 500 ? QNetworkReply::UnknownContentError : QNetworkReply::UnknownServerError;
}

} // namespace

WireReply::WireReply(WireAccessManager &manager, QNetworkAccessManager::Operation op, const QNetworkRequest &request)
    : QNetworkReply(&manager)
    , m_manager(manager)
    , m_observer(&nobody)
{
    setRequest(request);
    setUrl(request.url());
    setOperation(op);
    m_timing.start = m_lastMove = monotonicNs();
    m_body.begin(manager.limits().body);
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

WireReply::~WireReply()
{
    if (m_connection)
        m_connection->retire();
}

void WireReply::setObserver(WireObserver *observer)
{
    m_observer = observer ? observer : &nobody;
}

/// Builds the exact request. False: it ended already, and the owner will be told once it holds the reply.
bool WireReply::prepare(QIODevice *outgoing, const HeaderFields &more)
{
    const auto *buffer = qobject_cast<QBuffer *>(outgoing);
    if (outgoing && outgoing->isSequential()) {
        finish(WireEnd::BadRequest, tr("A sequential upload device is not supported"));
        return false;
    }
    if (outgoing)
        m_requestBody = buffer && buffer->pos() == 0 ? buffer->data() : outgoing->readAll();
    HeaderFields headers;
    const QNetworkRequest asked = request();
    for (const QByteArray &name : asked.rawHeaderList())
        headers.append({ name, asked.rawHeader(name) });
    headers += more;
    Result<QByteArray> head = writeRequestHead({ verb(), url(), m_requestBody.size() }, headers);
    if (!head) {
        finish(WireEnd::BadRequest, QString::fromStdString(head.error().message));
        return false;
    }
    m_requestHead = std::move(*head);
    return true;
}

QByteArray WireReply::verb() const
{
    switch (operation()) {
    case QNetworkAccessManager::HeadOperation:
        return "HEAD";
    case QNetworkAccessManager::GetOperation:
        return "GET";
    case QNetworkAccessManager::PutOperation:
        return "PUT";
    case QNetworkAccessManager::PostOperation:
        return "POST";
    case QNetworkAccessManager::DeleteOperation:
        return "DELETE";
    default:
        return request().attribute(QNetworkRequest::CustomVerbAttribute).toByteArray();
    }
}

/// From now on the owner holds the reply: ends may be told at once.
void WireReply::arm()
{
    m_armed = true;
    if (m_pendingEnd != WireEnd::Running)
        QMetaObject::invokeMethod(this, &WireReply::concludeIfDrained, Qt::QueuedConnection);
    else
        watchTime();
}

void WireReply::attach(WireConnection *connection, bool reused)
{
    m_connection = connection;
    m_connectionId = connection->id();
    m_reused = reused;
}

void WireReply::detach(const ResponseParser &parser, bool stray)
{
    if (auto *tls = m_connection ? qobject_cast<QSslSocket *>(&m_connection->socket()) : nullptr) {
        m_ssl = tls->sslConfiguration();
        keepChain();
    }
    m_connection.clear();
    m_stray = stray;
    m_flaws = parser.flaws();
    m_trailers = parser.trailers();
    if (m_head.raw.empty())
        m_head.raw = parser.head().raw;
}

void WireReply::keepChain()
{
    const auto *tls = m_connection ? qobject_cast<QSslSocket *>(&m_connection->socket()) : nullptr;
    if (!tls || !m_chain.isEmpty())
        return;
    m_chain = tls->peerCertificateChain();
    if (m_chain.isEmpty() && !tls->peerCertificate().isNull())
        m_chain = { tls->peerCertificate() };
}

void WireReply::reach(qint64 WireTiming::*phase)
{
    m_timing.*phase = m_lastMove = monotonicNs();
}

void WireReply::markSending()
{
    m_sending = true;
    m_lastMove = monotonicNs();
}

void WireReply::progressUpload(qint64 unsent)
{
    m_lastMove = monotonicNs();
    if (unsent == 0 && m_timing.sent < 0) {
        m_timing.sent = m_lastMove;
        m_observer->requestSent(*this);
    }
    if (!m_requestBody.isEmpty() && m_armed)
        Q_EMIT uploadProgress(std::max<qint64>(0, m_requestBody.size() - unsent), m_requestBody.size());
}

void WireReply::takeHead(const ResponseParser &parser)
{
    m_timing.head = monotonicNs();
    m_head = parser.head();
    m_framing = parser.framing();
    m_newHead = true;
    m_total = m_framing == ResponseParser::Framing::Length ? parser.contentLength() : -1;
    const std::string *coding = m_head.find("content-encoding");
    m_body.expect(coding ? std::string_view(*coding) : std::string_view(), m_total);
    m_observer->responseHead(*this, m_head);
}

void WireReply::takeBody(const QByteArray &bytes)
{
    m_observer->encodedBody(*this, bytes);
    m_body.take(bytes);
}

/// Tells the owner what the last bytes brought; the head first, so that the owner may bound the body by what it is.
void WireReply::deliver()
{
    m_lastMove = monotonicNs();
    const QPointer<WireReply> self(this);
    announceHead();
    if (!self)
        return;
    m_body.unpack();
    if (m_body.decodedBytes() == m_announced || m_end != WireEnd::Running)
        return;
    m_announced = m_body.decodedBytes();
    Q_EMIT downloadProgress(m_body.encodedBytes(), m_total);
    if (self && m_end == WireEnd::Running)
        Q_EMIT readyRead();
}

void WireReply::announceHead()
{
    if (!std::exchange(m_newHead, false))
        return;
    publishHead();
    Q_EMIT metaDataChanged();
}

void WireReply::publishHead()
{
    setAttribute(QNetworkRequest::HttpStatusCodeAttribute, m_head.status);
    setAttribute(QNetworkRequest::HttpReasonPhraseAttribute, bytesOf(m_head.reason));
    setAttribute(QNetworkRequest::ConnectionEncryptedAttribute, url().scheme() == u"https");
    for (const HeaderLine &header : m_head.headers) {
        const QByteArray name = bytesOf(header.name);
        const QByteArray value = bytesOf(header.value);
        const QByteArray glue = name.compare("set-cookie", Qt::CaseInsensitive) == 0 ? "\n" : ", ";
        setRawHeader(name, hasRawHeader(name) ? rawHeader(name) + glue + value : value);
    }
    const std::string *location = m_head.find("location");
    if (location && m_head.status >= 300 && m_head.status < 400)
        setAttribute(QNetworkRequest::RedirectionTargetAttribute, QUrl::fromEncoded(bytesOf(*location)));
}

bool WireReply::askAbout(const QList<QSslError> &errors)
{
    const QPointer<WireReply> self(this);
    Q_EMIT sslErrors(errors);
    if (!self)
        return false;
    const auto ignored = [this](const QSslError &error) { return m_ignoredTls.contains(error); };
    return m_ignoreAllTls || std::all_of(errors.begin(), errors.end(), ignored);
}

qint64 WireReply::readData(char *data, qint64 most)
{
    const qint64 count = m_body.read(data, most);
    if (count > 0)
        roomMade();
    return count == 0 && m_end != WireEnd::Running ? -1 : count;
}

QByteArray WireReply::takeAll()
{
    QByteArray all = m_body.takeAll();
    if (!all.isEmpty())
        roomMade();
    return all;
}

/// The reader took something: what waits for room, packed or in the socket, moves on.
void WireReply::roomMade()
{
    if (readBufferSize() <= 0 || !hasRoom())
        return;
    if (m_pendingEnd != WireEnd::Running || m_body.isPacked())
        QMetaObject::invokeMethod(this, &WireReply::concludeIfDrained, Qt::QueuedConnection);
    if (m_connection)
        m_connection->resume();
}

qint64 WireReply::bytesAvailable() const
{
    return QNetworkReply::bytesAvailable() + m_body.unread();
}

void WireReply::setReadBufferSize(qint64 size)
{
    QNetworkReply::setReadBufferSize(size);
    m_body.setRoom(size);
    if (m_connection && hasRoom())
        m_connection->resume();
}

void WireReply::abort()
{
    if (m_end != WireEnd::Running)
        return;
    if (m_connection)
        m_connection->retire();
    m_connection.clear();
    m_pendingEnd = WireEnd::Running;
    m_body.dropPacked();
    finish(WireEnd::Aborted, tr("aborted"));
}

void WireReply::sslConfigurationImplementation(QSslConfiguration &configuration) const
{
    const auto *tls = m_connection ? qobject_cast<QSslSocket *>(&m_connection->socket()) : nullptr;
    configuration = tls ? tls->sslConfiguration() : m_ssl;
}

WireEnd WireReply::localEnd() const
{
    switch (m_body.fault()) {
    case BodyBuffer::Fault::TooLarge:
        return WireEnd::TooLarge;
    case BodyBuffer::Fault::BadEncoding:
        return WireEnd::BadEncoding;
    case BodyBuffer::Fault::None:
        break;
    }
    return WireEnd::Running;
}

void WireReply::finish(WireEnd end, const QString &detail)
{
    if (m_pendingEnd != WireEnd::Running)
        return;
    m_pendingEnd = end;
    m_detail = detail;
    if (m_armed)
        concludeIfDrained();
}

/// A whole body is told as whole once all of it is unpacked, which may wait for the reader.
void WireReply::concludeIfDrained()
{
    const QPointer<WireReply> self(this);
    if (m_body.isPacked() || m_newHead)
        deliver();
    if (!self || m_end != WireEnd::Running || m_pendingEnd == WireEnd::Running)
        return;
    if (m_pendingEnd == WireEnd::Whole && localEnd() == WireEnd::Running && m_body.isPacked())
        return;
    m_end = m_pendingEnd == WireEnd::Whole ? finalEnd() : m_pendingEnd;
    m_timing.end = monotonicNs();
    m_clock.stop();
    setFinished(true);
    if (const NetworkError code = errorCode(); code != NoError) {
        setError(code, errorWords());
        Q_EMIT errorOccurred(code);
    }
    if (self)
        Q_EMIT readChannelFinished();
    if (self)
        Q_EMIT finished();
}

/// What an answer that is whole on the wire comes to.
WireEnd WireReply::finalEnd() const
{
    if (localEnd() != WireEnd::Running)
        return localEnd();
    return m_body.isComplete() ? WireEnd::Whole : WireEnd::BadEncoding;
}

QNetworkReply::NetworkError WireReply::errorCode() const
{
    switch (m_end) {
    case WireEnd::Running:
    case WireEnd::Whole:
        return errorOfStatus(m_head.status);
    case WireEnd::Cut:
    case WireEnd::NoAnswer:
    case WireEnd::Reset:
        return RemoteHostClosedError;
    case WireEnd::Refused:
        return ConnectionRefusedError;
    case WireEnd::NoSuchHost:
        return HostNotFoundError;
    case WireEnd::Unreachable:
        return UnknownNetworkError;
    case WireEnd::Timeout:
        return TimeoutError;
    case WireEnd::TlsError:
        return SslHandshakeFailedError;
    case WireEnd::ProxyError:
        return ProxyConnectionRefusedError;
    case WireEnd::ProxyAuth:
        return ProxyAuthenticationRequiredError;
    case WireEnd::BadRequest:
        return ProtocolInvalidOperationError;
    case WireEnd::Aborted:
        return OperationCanceledError;
    case WireEnd::TooLarge:
    case WireEnd::NotHttp:
    case WireEnd::BadFraming:
    case WireEnd::BadEncoding:
        break;
    }
    return ProtocolFailure;
}

QString WireReply::errorWords() const
{
    if (!m_detail.isEmpty())
        return m_detail;
    if (m_end == WireEnd::Whole)
        return tr("HTTP status %1").arg(m_head.status);
    return m_end == WireEnd::BadEncoding ? tr("the body does not unpack") : tr("the body is larger than the limit");
}

/// One timer for both limits; it is set anew only when it fires, not for every byte.
void WireReply::watchTime()
{
    const bool waitsForHead = request().attribute(WireAccessManager::HeadTimeoutAttribute).toInt() > 0;
    if (request().transferTimeout() <= 0 && !waitsForHead)
        return;
    m_clock.setSingleShot(true);
    connect(&m_clock, &QTimer::timeout, this, &WireReply::checkTime, Qt::UniqueConnection);
    m_clock.start(0);
}

void WireReply::checkTime()
{
    const qint64 now = monotonicNs();
    const qint64 none = std::numeric_limits<qint64>::max();
    const qint64 transfer = request().transferTimeout();
    const qint64 headLimit = request().attribute(WireAccessManager::HeadTimeoutAttribute).toInt();
    if (!hasRoom())
        m_lastMove = now; // the reader is what we wait for
    const qint64 silence = transfer > 0 ? m_lastMove + transfer * 1'000'000 : none;
    const qint64 head = headLimit > 0 && m_timing.head < 0 ? m_timing.start + headLimit * 1'000'000 : none;
    const qint64 next = std::min(silence, head);
    if (m_end != WireEnd::Running || m_pendingEnd != WireEnd::Running || next == none)
        return;
    if (next > now)
        return m_clock.start(int(std::min<qint64>((next - now) / 1'000'000 + 1, 3'600'000)));
    if (m_connection)
        m_connection->retire();
    m_connection.clear();
    finish(WireEnd::Timeout,
        next == silence ? tr("nothing moved for %1 ms").arg(transfer)
                        : tr("no complete head within %1 ms").arg(headLimit));
}

} // namespace assayer
