#include "trace/tracepacking.h"

#include <algorithm>
#include <cstring>

#include <zstd.h>

namespace assayer {
namespace {

constexpr std::string_view magic = "\x28\xb5\x2f\xfd";
constexpr int level = 3;
constexpr qsizetype frameBytes = 1 << 20; ///< of lines

struct FreeStream {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
};

} // namespace

struct TracePacker::State {
    std::unique_ptr<ZSTD_CCtx, FreeStream> context { ZSTD_createCCtx() };
    qsizetype inFrame = 0;
};

TracePacker::TracePacker()
    : m_state(std::make_unique<State>())
{
    ZSTD_CCtx_setParameter(m_state->context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(m_state->context.get(), ZSTD_c_checksumFlag, 1);
}

TracePacker::~TracePacker() = default;

void TracePacker::pack(const QByteArray &lines, QByteArray &out, bool end)
{
    m_state->inFrame += lines.size();
    const bool ends = m_state->inFrame > 0 && (end || m_state->inFrame >= frameBytes);
    if (lines.isEmpty() && !ends)
        return;
    ZSTD_inBuffer input { lines.constData(), static_cast<std::size_t>(lines.size()), 0 };
    std::size_t left = 1;
    while (left > 0 || input.pos < input.size) {
        const qsizetype before = out.size();
        out.resize(before + static_cast<qsizetype>(ZSTD_CStreamOutSize()));
        ZSTD_outBuffer output { out.data() + before, static_cast<std::size_t>(out.size() - before), 0 };
        left = ZSTD_compressStream2(m_state->context.get(), &output, &input, ends ? ZSTD_e_end : ZSTD_e_flush);
        out.truncate(before + static_cast<qsizetype>(output.pos));
        if (ZSTD_isError(left))
            break; // out of memory: what was packed so far stays readable
    }
    if (ends)
        m_state->inFrame = 0;
}

bool isPackedPath(std::string_view path)
{
    return path.ends_with(".zst");
}

bool isPacked(std::string_view contents)
{
    return contents.starts_with(magic);
}

namespace {

class Unpacker {
public:
    Unpacker(std::string_view contents, qsizetype most)
        : m_contents(contents)
        , m_most(most)
    {
    }

    UnpackedTrace run()
    {
        std::size_t at = 0;
        while (at < m_contents.size()) {
            const std::size_t begin = at;
            if (readFrame(at))
                continue;
            if (m_trace.lines.size() >= m_most) {
                damaged(at, m_contents.size(), "the trace is larger than this program unpacks");
                break;
            }
            const std::size_t next = std::min(m_contents.find(magic, begin + 1), m_contents.size());
            damaged(begin, next, next == m_contents.size() && m_cut ? "the file ends in the middle of a packed frame" : "a packed frame is damaged");
            at = next;
        }
        return std::move(m_trace);
    }

private:
    /// Unpacks the frame at `at` and steps behind it. False where it does not come to its end.
    bool readFrame(std::size_t &at)
    {
        ZSTD_DCtx_reset(m_context.get(), ZSTD_reset_session_only);
        // Block by block, without the header of the next one that the library asks for as well: of a call that meets damage it gives
        // nothing, whatever came before.
        constexpr std::size_t blockHeader = 3;
        const std::size_t size = m_contents.size() - at;
        ZSTD_inBuffer input { m_contents.data() + at, 1, 0 };
        m_cut = false;
        for (;;) {
            const qsizetype before = m_trace.lines.size();
            if (before >= m_most)
                return false;
            m_trace.lines.resize(before + static_cast<qsizetype>(ZSTD_DStreamOutSize()));
            ZSTD_outBuffer output { m_trace.lines.data() + before, static_cast<std::size_t>(m_trace.lines.size() - before), 0 };
            const std::size_t left = ZSTD_decompressStream(m_context.get(), &output, &input);
            m_trace.lines.truncate(before + static_cast<qsizetype>(output.pos));
            if (ZSTD_isError(left))
                return false;
            if (left == 0) {
                at += input.pos;
                return true;
            }
            m_cut = input.pos == size && output.pos == 0;
            if (m_cut)
                return false;
            if (input.pos == input.size)
                input.size = std::min(size, input.pos + (left > blockHeader ? left - blockHeader : left));
        }
    }

    /// What follows stands on lines of its own. That holds of a frame that was cut by the end of a file which somebody went on with
    /// as well: what it takes of the next frame fits into nothing, and the next one is read from its beginning.
    void damaged(std::size_t from, std::size_t to, const char *reason)
    {
        const auto line = static_cast<quint64>(std::count(m_trace.lines.begin(), m_trace.lines.end(), '\n')) + 1;
        m_trace.damage.push_back({ line, from, to - from, QByteArray(reason) });
        if (!m_trace.lines.isEmpty() && !m_trace.lines.endsWith('\n') && to < m_contents.size())
            m_trace.lines.append('\n');
    }

    std::unique_ptr<ZSTD_DCtx, FreeStream> m_context { ZSTD_createDCtx() };
    std::string_view m_contents;
    qsizetype m_most;
    UnpackedTrace m_trace;
    bool m_cut = false;
};

} // namespace

UnpackedTrace unpackTrace(std::string_view contents, qsizetype most)
{
    return Unpacker(contents, most).run();
}

} // namespace assayer
