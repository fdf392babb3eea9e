#include "transport/http/wireconnection.h"

#include "base/clock.h"
#include "transport/http/wireaccessmanager.h"
#include "transport/http/wirereply.h"

#include <QAuthenticator>
#include <QSslSocket>

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <vector>

namespace assayer {

namespace {

constexpr qsizetype readSize = 256 * 1024;
constexpr qsizetype pieceSize = 64 * 1024;

/// Shared by all connections of a thread: nothing stays in it once the parser has seen it.
char *readBuffer()
{
    static thread_local std::vector<char> buffer(readSize);
    return buffer.data();
}

/// Seconds out of `Keep-Alive: timeout=5`, or -1.
int announcedIdle(const ResponseHead &head)
{
    const std::string *value = head.find("keep-alive");
    const std::size_t at = value ? value->find("timeout=") : std::string::npos;
    return at == std::string::npos ? -1 : std::clamp(atoi(value->c_str() + at + 8), 0, 3600);
}

bool isDirect(const QNetworkProxy &proxy)
{
    const bool standard = proxy.type() == QNetworkProxy::DefaultProxy;
    return (standard ? QNetworkProxy::applicationProxy() : proxy).type() == QNetworkProxy::NoProxy;
}

WireEnd endOfFailure(ResponseParser::Failure failure)
{
    switch (failure) {
    case ResponseParser::Failure::TooLarge:
        return WireEnd::TooLarge;
    case ResponseParser::Failure::BadFraming:
        return WireEnd::BadFraming;
    default:
        return WireEnd::NotHttp;
    }
}

} // namespace

WireConnection::WireConnection(WireAccessManager &manager, quint64 id, const Route &route)
    : QObject(&manager)
    , m_manager(manager)
    , m_id(id)
    , m_route(route)
{
    if (m_route.tls)
        m_socket = new QSslSocket(this);
    else
        m_socket = new QTcpSocket(this);
    m_socket->setReadBufferSize(readSize);
    m_socket->setProxy(m_route.proxy);
}

WireConnection::~WireConnection()
{
    if (!m_retired)
        m_manager.forget(this);
}

void WireConnection::start(WireReply *reply)
{
    m_reply = reply;
    m_received = m_pushed = 0;
    const WireLimits &limits = m_manager.limits();
    m_parser.begin(limits.parser, reply->operation() == QNetworkAccessManager::HeadOperation, limits.acceptedHasNoBody);
    reply->attach(this, m_ready);
    m_ready ? send() : open();
}

void WireConnection::open()
{
    // Queued: Qt does not emit readyRead() within itself, so a slot that runs an event loop would starve the socket.
    connect(m_socket, &QAbstractSocket::readyRead, this, &WireConnection::readAvailable, Qt::QueuedConnection);
    connect(m_socket, &QAbstractSocket::bytesWritten, this, &WireConnection::push);
    connect(m_socket, &QAbstractSocket::errorOccurred, this, &WireConnection::onError);
    connect(m_socket, &QAbstractSocket::proxyAuthenticationRequired, &m_manager,
        &QNetworkAccessManager::proxyAuthenticationRequired);
    connect(m_socket, &QAbstractSocket::hostFound, this, [this] {
        if (m_reply)
            m_reply->reach(&WireTiming::resolved);
    });
    connect(m_socket, &QAbstractSocket::connected, this, &WireConnection::onConnected);
    if (m_route.tls)
        openTls();
    else
        m_socket->connectToHost(m_route.host, m_route.port, QIODevice::ReadWrite | QIODevice::Unbuffered);
}

void WireConnection::openTls()
{
    auto *tls = static_cast<QSslSocket *>(m_socket);
    connect(tls, &QSslSocket::sslErrors, this, &WireConnection::onSslErrors);
    connect(tls, &QSslSocket::encrypted, this, &WireConnection::onEncrypted);
    QSslConfiguration configuration = m_route.ssl;
    configuration.setAllowedNextProtocols({ QByteArray(QSslConfiguration::NextProtocolHttp1_1) });
    tls->setSslConfiguration(configuration);
    tls->connectToHostEncrypted(m_route.host, m_route.port, m_route.peerName);
}

void WireConnection::onConnected()
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (m_reply)
        m_reply->reach(&WireTiming::connected);
    if (!m_route.tls)
        send();
}

void WireConnection::onEncrypted()
{
    if (m_reply) {
        m_reply->reach(&WireTiming::encrypted);
        m_reply->keepChain();
        Q_EMIT m_reply->encrypted();
    }
    send();
}

void WireConnection::send()
{
    m_ready = true;
    if (!m_reply)
        return;
    m_reply->markSending();
    const QByteArray &head = m_reply->requestHead();
    const QByteArray &body = m_reply->requestBody();
    const QByteArray first = body.size() <= pieceSize ? body : body.first(pieceSize);
    m_pushed = first.size();
    m_reply->observer().requestHead(*m_reply, head);
    if (!first.isEmpty())
        m_reply->observer().requestBody(*m_reply, first);
    if (write(head + first))
        push();
}

/// False: the connection broke; the exchange has ended.
bool WireConnection::write(const QByteArray &bytes)
{
    const QPointer<WireReply> reply = m_reply;
    const bool taken = m_socket->write(bytes) == bytes.size();
    if (taken && m_route.tls && m_reply)
        static_cast<QSslSocket *>(m_socket)->flush();
    if (!taken && m_reply && m_reply == reply)
        conclude(WireEnd::Reset, tr("the connection broke while sending: %1").arg(m_socket->errorString()));
    return taken && m_reply && m_reply == reply;
}

/// Sends the rest of a large body piece by piece and stops as soon as the server says something: a failing write would
/// make Qt close the socket and lose an early answer that lies in the kernel.
void WireConnection::push()
{
    const QPointer<WireConnection> self(this);
    while (self && m_reply && m_socket->bytesToWrite() == 0 && m_pushed < m_reply->requestBody().size()) {
        const Peer peer = m_route.tls ? Peer::Unknown : peek();
        if (m_reply->head().status >= 400 || (peer != Peer::Quiet && peer != Peer::Unknown))
            return;
        const QByteArray piece = m_reply->requestBody().mid(m_pushed, pieceSize);
        m_pushed += piece.size();
        m_reply->observer().requestBody(*m_reply, piece);
        if (!write(piece))
            return;
        report();
    }
    if (self && m_reply && m_reply->timing().sent < 0)
        report();
}

void WireConnection::report()
{
    m_reply->progressUpload(m_reply->requestBody().size() - m_pushed + m_socket->bytesToWrite());
}

/// Asks the kernel, not Qt: a close or stray bytes may be waiting that no event has told yet. Behind a proxy there is
/// nobody to ask: Qt's SOCKS engine makes its descriptors up.
WireConnection::Peer WireConnection::peek() const
{
    const auto descriptor = int(m_socket->socketDescriptor());
    if (descriptor < 0 || !isDirect(m_route.proxy))
        return Peer::Unknown;
    char byte = 0;
    const ssize_t got = ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got > 0)
        return Peer::Data;
    if (got == 0)
        return Peer::Closed;
    return errno == EAGAIN || errno == EINTR ? Peer::Quiet : Peer::Reset;
}

bool WireConnection::isQuiet() const
{
    const auto *tls = qobject_cast<QSslSocket *>(m_socket);
    const bool unread = m_socket->bytesAvailable() > 0 || (tls && tls->encryptedBytesAvailable() > 0);
    const Peer peer = peek();
    const bool open = peer == Peer::Quiet || peer == Peer::Unknown;
    return m_socket->state() == QAbstractSocket::ConnectedState && !unread && open;
}

void WireConnection::readAvailable()
{
    if (m_reading || m_retired)
        return;
    const QPointer<WireConnection> self(this);
    for (int turn = 0; turn < 8; ++turn) {
        if (m_reply && !m_reply->hasRoom())
            return;
        const Peer peer = m_route.tls || m_closed ? Peer::Unknown : peek();
        if (peer == Peer::Closed || peer == Peer::Reset)
            return peerClosed(peer == Peer::Reset);
        m_reading = true; // reading may tell an error at once
        const qint64 got = m_socket->read(readBuffer(), readSize);
        m_reading = false;
        if (got <= 0)
            return closedWhileReading() ? peerClosed(!m_closed && isResetError()) : void();
        received(QByteArrayView(readBuffer(), got));
        if (!self || m_retired || (peer == Peer::Data && got < readSize && !m_closed))
            return;
    }
    resume();
}

/// Qt takes an unbuffered socket down inside read() and tells nobody: a close that meets the read, or one behind a proxy,
/// shows only here.
bool WireConnection::closedWhileReading() const
{
    return m_closed || m_socket->state() == QAbstractSocket::UnconnectedState;
}

bool WireConnection::isResetError() const
{
    return m_socket->error() != QAbstractSocket::RemoteHostClosedError;
}

void WireConnection::resume()
{
    if (!m_retired)
        QMetaObject::invokeMethod(this, &WireConnection::readAvailable, Qt::QueuedConnection);
}

void WireConnection::received(QByteArrayView bytes)
{
    if (!m_reply)
        return retire(); // nobody asked: never let it answer the next request
    if (m_received == 0)
        m_reply->reach(&WireTiming::firstByte);
    m_received += bytes.size();
    const std::size_t used = m_parser.feed({ bytes.data(), std::size_t(bytes.size()) }, *this);
    m_leftover = m_parser.isDone() && used < std::size_t(bytes.size());
    if (used < std::size_t(bytes.size()))
        m_reply->observer().strayBytes(*m_reply, bytes.sliced(qsizetype(used)).toByteArray());
    const QPointer<WireConnection> self(this);
    const QPointer<WireReply> reply = m_reply;
    reply->deliver();
    if (!self || m_reply != reply || !reply)
        return;
    if (reply->localEnd() != WireEnd::Running)
        conclude(reply->localEnd());
    else if (m_parser.isDone())
        conclude(WireEnd::Whole);
    else if (m_parser.isFailed())
        conclude(endOfFailure(m_parser.failure()), QString::fromLatin1(m_parser.failureText()));
    else if (m_pushed < reply->requestBody().size())
        push();
}

void WireConnection::interimHead(const ResponseHead &head)
{
    m_reply->observer().interimHead(*m_reply, head);
}

void WireConnection::finalHead(const ResponseHead &)
{
    m_reply->takeHead(m_parser);
}

void WireConnection::bodyPiece(std::string_view bytes)
{
    m_reply->takeBody(QByteArray(bytes.data(), qsizetype(bytes.size())));
}

void WireConnection::peerClosed(bool reset)
{
    if (!m_reply)
        return retire();
    if (!reset)
        m_parser.finish();
    if (!reset && m_parser.isDone())
        conclude(WireEnd::Whole);
    else if (reset)
        conclude(WireEnd::Reset, tr("connection reset after %1 bytes of the answer").arg(m_received));
    else
        conclude(m_received ? WireEnd::Cut : WireEnd::NoAnswer,
            tr("connection closed after %1 bytes of the answer").arg(m_received));
}

void WireConnection::onError(QAbstractSocket::SocketError error)
{
    if (m_retired || (error == QAbstractSocket::SslHandshakeFailedError && !m_reply))
        return retire();
    if (error == QAbstractSocket::RemoteHostClosedError && m_ready) {
        m_closed = true; // what came before the close still counts
        if (!m_reading)
            m_reply ? readAvailable() : retire();
        return;
    }
    conclude(endOf(error), m_tlsText.isEmpty() ? m_socket->errorString() : m_tlsText);
}

void WireConnection::onSslErrors(const QList<QSslError> &errors)
{
    if (!m_reply)
        return;
    m_reply->keepChain();
    if (isTrusted())
        return static_cast<QSslSocket *>(m_socket)->ignoreSslErrors();
    for (const QSslError &error : errors)
        m_tlsText += (m_tlsText.isEmpty() ? QString() : QStringLiteral("; ")) + error.errorString();
    const QPointer<WireConnection> self(this);
    const QPointer<WireReply> reply = m_reply;
    const bool tolerate = reply->askAbout(errors);
    if (!self || !m_reply || !tolerate)
        return;
    m_tolerated = true;
    m_tlsText.clear();
    static_cast<QSslSocket *>(m_socket)->ignoreSslErrors();
}

/// The route names the peer's certificate: every exchange on it takes this connection, so it may be pooled.
bool WireConnection::isTrusted() const
{
    const QSslCertificate leaf = static_cast<QSslSocket *>(m_socket)->peerCertificate();
    return m_route.trusted.contains(QLatin1String(leaf.digest(QCryptographicHash::Sha256).toHex()));
}

WireEnd WireConnection::endOf(QAbstractSocket::SocketError error) const
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return WireEnd::Refused;
    case QAbstractSocket::HostNotFoundError:
        return WireEnd::NoSuchHost;
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        return WireEnd::TlsError;
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        return WireEnd::ProxyAuth;
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError:
        return WireEnd::ProxyError;
    case QAbstractSocket::RemoteHostClosedError:
        return m_route.tls && m_socket->state() != QAbstractSocket::ConnectingState ? WireEnd::TlsError
                                                                                    : WireEnd::NoAnswer;
    default:
        return m_ready ? WireEnd::Reset : WireEnd::Unreachable;
    }
}

bool WireConnection::isReusable() const
{
    return m_ready && m_parser.keepsAlive() && !m_leftover && !m_closed && !m_tolerated && m_socket->bytesToWrite() == 0
        && m_socket->state() == QAbstractSocket::ConnectedState;
}

/// Gives the connection back or closes it first, so that a slot on finished() finds the pool in order.
void WireConnection::conclude(WireEnd end, const QString &detail)
{
    const QPointer<WireReply> reply = m_reply;
    const bool reusable = end == WireEnd::Whole && reply && m_pushed == reply->requestBody().size() && isReusable();
    if (reply)
        reply->detach(m_parser, m_leftover);
    m_reply.clear();
    const int announced = announcedIdle(m_parser.head());
    const int longest = m_manager.limits().idleMs;
    const qint64 idleMs = announced < 0 ? longest : std::min(longest, announced * 1000 - 1000);
    if (reusable && idleMs > 0) {
        m_idleUntil = monotonicNs() + idleMs * 1'000'000;
        m_manager.release(this);
    } else {
        retire();
    }
    if (reply)
        reply->finish(end, detail);
}

void WireConnection::retire()
{
    if (m_retired)
        return;
    m_retired = true;
    m_reply.clear();
    m_manager.forget(this);
    disconnect(m_socket, nullptr, this, nullptr);
    m_socket->abort();
    deleteLater();
}

} // namespace assayer
