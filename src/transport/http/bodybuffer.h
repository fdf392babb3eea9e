// The decoded body of an answer between the socket and its reader.
#pragma once

#include "transport/http/contentdecoder.h"

#include <QByteArray>

namespace assayer {

/// Takes the encoded pieces of a body, unpacks them as far as the reader leaves room, and bounds what waits.
class BodyBuffer {
public:
    enum class Fault { None, TooLarge, BadEncoding };

    /// `limit`: decoded bytes that may wait unread.
    void begin(qint64 limit) { m_limit = limit; }
    /// The head is known: `coding` of Content-Encoding (may be empty), `announced` bytes or -1.
    void expect(std::string_view coding, qint64 announced);
    /// Unread bytes at which taking stops; 0: no such bound.
    void setRoom(qint64 bytes) { m_room = bytes; }
    bool hasRoom() const { return m_room <= 0 || unread() < m_room; }

    void take(const QByteArray &piece);
    /// Unpacks what waits, as far as there is room.
    void unpack();
    /// Whether packed bytes wait for room.
    bool isPacked() const { return !m_packed.isEmpty(); }
    /// The encoded body has ended: false where it stops short of its own end.
    bool isComplete() const { return !m_decoder.isActive() || m_encoded == 0 || m_decoder.isComplete(); }
    bool isCoded() const { return m_decoder.isActive(); }
    Fault fault() const { return m_fault; }

    qint64 unread() const { return m_buffer.size() - m_read; }
    qint64 encodedBytes() const { return m_encoded; }
    qint64 decodedBytes() const { return m_decoded; }
    qint64 read(char *data, qint64 most);
    /// Everything unread, without a copy where nothing was read before.
    QByteArray takeAll();
    /// Drops what is packed: the exchange is over.
    void dropPacked() { m_packed.clear(); }

private:
    void append(const QByteArray &bytes);

    ContentDecoder m_decoder;
    QByteArray m_buffer;
    QByteArray m_packed;
    qint64 m_read = 0;
    qint64 m_limit = 0;
    qint64 m_room = 0;
    qint64 m_encoded = 0;
    qint64 m_decoded = 0;
    Fault m_fault = Fault::None;
};

} // namespace assayer
