#include "transport/http/contentdecoder.h"

#include "transport/http/responseparser.h"

#include <algorithm>

namespace assayer {

ContentDecoder::~ContentDecoder()
{
    if (m_opened)
        inflateEnd(&m_stream);
}

bool ContentDecoder::understands(std::string_view coding)
{
    return sameToken(coding, "gzip") || sameToken(coding, "x-gzip") || sameToken(coding, "deflate");
}

void ContentDecoder::start(std::string_view coding)
{
    m_active = true;
    m_gzip = !sameToken(coding, "deflate");
}

/// "deflate" should be a zlib stream; some servers send the bare one. Its first byte tells (method 8, window up to 7).
bool ContentDecoder::open(QByteArrayView in)
{
    const auto first = static_cast<unsigned char>(in.front());
    const bool zlibStream = (first & 0x0f) == 8 && (first >> 4) <= 7;
    m_opened = inflateInit2(&m_stream, m_gzip ? 15 + 16 : zlibStream ? 15 : -15) == Z_OK;
    return m_opened;
}

bool ContentDecoder::step(QByteArrayView &in, QByteArray &out, qsizetype most)
{
    if (in.isEmpty())
        return true;
    if (!m_opened && !open(in))
        return false;
    if (m_complete) { // a further gzip member is allowed, anything else is not
        if (!m_gzip || inflateReset(&m_stream) != Z_OK)
            return false;
        m_complete = false;
    }
    const qsizetype before = out.size();
    out.resize(before + most);
    m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(in.data()));
    m_stream.avail_in = uInt(std::min<qsizetype>(in.size(), 1 << 30));
    m_stream.next_out = reinterpret_cast<Bytef *>(out.data() + before);
    m_stream.avail_out = uInt(most);
    const uInt given = m_stream.avail_in;
    const int code = inflate(&m_stream, Z_NO_FLUSH);
    out.resize(before + most - qsizetype(m_stream.avail_out));
    in = in.sliced(qsizetype(given - m_stream.avail_in));
    m_complete = code == Z_STREAM_END;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
}

} // namespace assayer
