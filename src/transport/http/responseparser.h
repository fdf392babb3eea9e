// An incremental HTTP/1.x response parser. Knows no Qt and no sockets, so it compiles fast and fuzzes well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assayer {

/// One header line as it came: original spelling, original order, repeated names kept apart.
struct HeaderLine {
    std::string name, value;
};

/// Things a lenient client accepts and an inspector tells.
enum Flaw : unsigned {
    BareLf = 1, ///< a line that ends in LF without CR
    FoldedHeader = 2, ///< a value continued on the next line
    SpaceBeforeColon = 4, ///< `Name : value`
    LengthAndChunked = 8, ///< both framings; chunked wins, the connection is not reused
    RepeatedLength = 16, ///< Content-Length more than once with one value
    ChunkedIn10 = 32, ///< Transfer-Encoding in an HTTP/1.0 answer
};

/// A response head; `raw` holds its exact bytes up to and with the empty line.
struct ResponseHead {
    int minor = 1, status = 0;
    std::string reason, raw;
    std::vector<HeaderLine> headers;

    /// The first header of that name (ASCII case ignored), or null.
    const std::string *find(std::string_view name) const;
};

/// ASCII case-insensitive equality.
bool sameToken(std::string_view a, std::string_view b);
/// Whether every byte may stand in a header name or a method.
bool isToken(std::string_view text);

/// Bytes in, heads and body pieces out. The result does not depend on how the bytes were split.
class ResponseParser {
public:
    struct Limits {
        std::size_t line = 64 * 1024, head = 256 * 1024, headers = 1000;
        int interim = 16;
    };
    enum class Framing { None, Length, Chunked, UntilClose };
    enum class Failure { None, NotHttp, TooLarge, BadFraming };

    /// Receives what was parsed, during feed(); it must not call back into the parser.
    class Sink {
    public:
        virtual ~Sink() = default;
        virtual void interimHead(const ResponseHead &head) = 0;
        virtual void finalHead(const ResponseHead &head) = 0;
        virtual void bodyPiece(std::string_view bytes) = 0;
    };

    /// Forgets the last response. `headRequest`: no body follows; `acceptedHasNoBody`: see WireLimits.
    void begin(const Limits &limits, bool headRequest, bool acceptedHasNoBody);
    /// Takes bytes up to the end of the response; returns how many. Fewer than given: the rest is not ours.
    std::size_t feed(std::string_view bytes, Sink &sink);
    /// The connection was closed in order: completes a body that runs until then.
    void finish();

    bool isDone() const { return m_state == State::Done; }
    bool isFailed() const { return m_state == State::Failed; }
    Failure failure() const { return m_failure; }
    const char *failureText() const { return m_text; }
    /// The head in progress or, once known, the final one. Holds the offending bytes after a failure.
    const ResponseHead &head() const { return m_head; }
    const std::vector<HeaderLine> &trailers() const { return m_trailers; }
    Framing framing() const { return m_framing; }
    /// Content-Length, or -1.
    std::int64_t contentLength() const { return m_length; }
    unsigned flaws() const { return m_flaws; }
    /// Whether the next response may come on the same connection.
    bool keepsAlive() const { return m_keepAlive; }

private:
    enum class State { Status, Headers, Length, UntilClose, ChunkSize, ChunkData, ChunkEnd, Trailers, Done, Failed };

    bool takeLine(std::string_view &in);
    void onLine(Sink &sink);
    void onStatus();
    void onHeader(std::vector<HeaderLine> &into);
    void onHeadEnd(Sink &sink);
    void onChunkSize();
    void takeBody(std::string_view &in, Sink &sink);
    void decideFraming();
    bool readLengths();
    bool readTransferCoding(bool &chunked);
    void decideKeepAlive();
    void fail(Failure failure, const char *text);

    Limits m_limits;
    bool m_headRequest = false, m_acceptedHasNoBody = false, m_keepAlive = false;
    State m_state = State::Done;
    Failure m_failure = Failure::None;
    const char *m_text = "";
    Framing m_framing = Framing::None;
    unsigned m_flaws = 0;
    int m_interims = 0;
    std::int64_t m_length = -1;
    std::uint64_t m_left = 0;
    std::size_t m_trailerBytes = 0;
    std::string m_line;
    ResponseHead m_head;
    std::vector<HeaderLine> m_trailers;
};

} // namespace assayer
