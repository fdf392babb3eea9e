// The response parser against arbitrary bytes: no crash, bounded memory, and the same result however the bytes are
// split.
#include "transport/http/responseparser.h"

#include <cstdint>
#include <cstdlib>

namespace {

struct Collector : assayer::ResponseParser::Sink {
    std::string body;
    int interims = 0, heads = 0;
    void interimHead(const assayer::ResponseHead &) override { ++interims; }
    void finalHead(const assayer::ResponseHead &head) override
    {
        ++heads;
        if (head.status < 200 || head.raw.empty())
            abort();
    }
    void bodyPiece(std::string_view bytes) override
    {
        if (bytes.empty() || heads != 1)
            abort();
        body.append(bytes);
    }
};

struct Outcome {
    bool done, failed, keeps;
    int failure, framing, status, interims;
    unsigned flaws;
    std::size_t headers, trailers, used;
    std::string body, raw;
    bool operator==(const Outcome &) const = default;
};

Outcome parse(std::string_view bytes, unsigned flags, std::size_t step)
{
    assayer::ResponseParser parser;
    assayer::ResponseParser::Limits limits;
    limits.line = 256;
    limits.head = 1024;
    limits.headers = 20;
    limits.interim = 3;
    parser.begin(limits, flags & 1, flags & 2);
    Collector sink;
    std::size_t used = 0;
    while (used < bytes.size() && !parser.isDone() && !parser.isFailed())
        used += parser.feed(bytes.substr(used, step), sink);
    if (flags & 4)
        parser.finish();
    if (parser.head().raw.size() > limits.head + 1 || parser.head().headers.size() > limits.headers)
        abort();
    // what a failure had eaten when it was noticed depends on the split, and only that
    const bool failed = parser.isFailed();
    return { parser.isDone(), failed, parser.keepsAlive(), int(parser.failure()), int(parser.framing()),
        parser.head().status, sink.interims, failed ? 0 : parser.flaws(), parser.head().headers.size(),
        parser.trailers().size(), failed ? 0 : used, sink.body, failed ? std::string() : parser.head().raw };
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char *>(data) + 2, size - 2);
    const Outcome whole = parse(bytes, data[0], bytes.size() + 1);
    if (whole != parse(bytes, data[0], 1) || whole != parse(bytes, data[0], std::size_t(data[1]) + 2))
        abort();
    return 0;
}
