#include "transport/http/bodybuffer.h"

#include "base/largepages.h"

#include <algorithm>
#include <utility>

namespace assayer {

namespace {

constexpr qsizetype unpackStep = 64 * 1024;
/// Reserved pages cost nothing until touched, growing costs a third of the time of a 100 MB body; a lie costs address
/// space only.
constexpr qint64 reserveAtMost = 256 * 1024 * 1024;
/// Below it the first piece, shared with the trace, is the whole body more often than not.
constexpr qint64 reserveFrom = 256 * 1024;

} // namespace

void BodyBuffer::expect(std::string_view coding, qint64 announced)
{
    if (ContentDecoder::understands(coding))
        m_decoder.start(coding);
    else if (announced > reserveFrom && m_room == 0) {
        m_buffer.reserve(std::min({ announced, reserveAtMost, m_limit }));
        adviseLargePages(m_buffer.data(), static_cast<std::size_t>(m_buffer.capacity()));
    }
}

void BodyBuffer::take(const QByteArray &piece)
{
    m_encoded += piece.size();
    if (m_decoder.isActive())
        m_packed.append(piece);
    else
        append(piece);
}

void BodyBuffer::append(const QByteArray &bytes)
{
    m_decoded += bytes.size();
    if (unread() + bytes.size() > m_limit)
        m_fault = Fault::TooLarge;
    else if (m_buffer.isEmpty() && m_buffer.capacity() < bytes.size())
        m_buffer = bytes;
    else
        m_buffer.append(bytes);
}

/// Corrupt data is a fault; the encoded bytes were reported before.
void BodyBuffer::unpack()
{
    QByteArrayView in(m_packed);
    QByteArray out;
    while (!in.isEmpty() && m_fault == Fault::None && hasRoom()) {
        out.resize(0);
        if (!m_decoder.step(in, out, unpackStep))
            m_fault = Fault::BadEncoding;
        if (!out.isEmpty())
            m_buffer.isEmpty() ? append(std::exchange(out, {})) : append(out);
    }
    m_packed = in.isEmpty() ? QByteArray() : in.toByteArray();
}

qint64 BodyBuffer::read(char *data, qint64 most)
{
    const qint64 count = std::min(most, unread());
    std::copy_n(m_buffer.constData() + m_read, count, data);
    m_read += count;
    if (m_read == m_buffer.size()) {
        m_buffer.resize(0);
        m_read = 0;
    } else if (m_read > unpackStep && m_read * 2 > m_buffer.size()) {
        m_buffer.remove(0, std::exchange(m_read, 0));
    }
    return count;
}

QByteArray BodyBuffer::takeAll()
{
    QByteArray all = std::exchange(m_buffer, {});
    if (m_read)
        all.remove(0, std::exchange(m_read, 0));
    return all;
}

} // namespace assayer
