// Lines of a byte stream: the framing of stdio. Bytes in, whole lines out, however the bytes were cut.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace assayer {

/// One line as it stood on the stream.
struct FramedLine {
    QByteArray raw; ///< exact bytes with the line end
    qsizetype length = 0; ///< bytes of `raw` before the line end
    bool crlf = false; ///< ended in CR LF
    bool terminated = true; ///< false: the stream ended first

    /// The line without its end.
    QByteArray text() const { return length == raw.size() ? raw : raw.first(length); }
    /// Nothing but spaces, tabs and the line end.
    bool isBlank() const;
    /// Whether the first byte that is no space opens a JSON object or array (a byte order mark is passed over).
    bool looksLikeJson() const;
};

/// Splits at LF; a CR before it belongs to the line end. Never looks into characters, so UTF-8 may be cut anywhere.
/// Memory is bounded by the limit and the largest piece given to append(). Spec: basic/transports, stdio.
class LineFramer {
public:
    /// `longest`: bytes a line may have without its end.
    explicit LineFramer(qsizetype longest);

    void append(QByteArrayView bytes);
    /// No more bytes will come: next() then gives the unterminated last line too.
    void finish() { m_finished = true; }
    /// The next whole line, or nothing. Nothing for ever once the line at hand is too long.
    std::optional<FramedLine> next();
    /// The line at hand is longer than the limit; takeRest() has what was kept of it.
    bool isTooLong() const { return m_tooLong; }
    /// Everything that next() has not given.
    QByteArray takeRest();
    qsizetype pending() const { return m_buffer.size() - m_start; }

private:
    FramedLine cut(qsizetype end);
    void compact();

    QByteArray m_buffer;
    qsizetype m_longest;
    qsizetype m_start = 0;
    qsizetype m_scanned = 0;
    bool m_finished = false;
    bool m_tooLong = false;
};

} // namespace assayer
