// Unpacks gzip and deflate bodies piece by piece, with a bound on each step.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <zlib.h>

#include <string_view>

namespace assayer {

/// A streaming decoder; bounded output a step, so that a small input cannot fill the memory at once.
class ContentDecoder {
public:
    ContentDecoder() = default;
    ~ContentDecoder();
    Q_DISABLE_COPY_MOVE(ContentDecoder)

    /// Whether a Content-Encoding value names something that start() can unpack.
    static bool understands(std::string_view coding);
    /// Prepares for one body of that coding.
    void start(std::string_view coding);
    bool isActive() const { return m_active; }
    /// Takes bytes off the front of `in`, appends at most `most` bytes to `out`. False: the data is corrupt.
    bool step(QByteArrayView &in, QByteArray &out, qsizetype most);
    /// Whether the packed data came to its own end (a whole body that stops short of it is corrupt).
    bool isComplete() const { return m_complete; }

private:
    bool open(QByteArrayView in);

    z_stream m_stream = {};
    bool m_active = false, m_opened = false, m_gzip = false, m_complete = false;
};

} // namespace assayer
