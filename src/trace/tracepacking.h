// Compressed trace files (.mcptrace.zst): lines of a trace in zstd frames, each of which can be read without the others.
#pragma once

#include "trace/tracerecord.h"

#include <QByteArray>

#include <memory>
#include <string_view>
#include <vector>

namespace assayer {

/// Packs lines as they come. Whatever was packed can be unpacked by a reader at once, also when the file ends there.
class TracePacker {
public:
    TracePacker();
    ~TracePacker();
    TracePacker(const TracePacker &) = delete;
    TracePacker &operator=(const TracePacker &) = delete;

    /// Appends packed `lines` to `out`. Frames end after a megabyte of lines, so that damage costs no more than that; `end` ends
    /// the open one.
    void pack(const QByteArray &lines, QByteArray &out, bool end = false);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Whether a path names a compressed trace (".zst").
bool isPackedPath(std::string_view path);
/// Whether contents begin like a zstd frame.
bool isPacked(std::string_view contents);

struct UnpackedTrace {
    QByteArray lines;
    std::vector<TraceDamage> damage; ///< `offset` and `bytes` in the packed file, `line` of the unpacked one
};
/// Unpacks all there is: up to a damaged place, and from the next frame on. At most `most` bytes of lines.
UnpackedTrace unpackTrace(std::string_view contents, qsizetype most = qsizetype(8) << 30);

} // namespace assayer
