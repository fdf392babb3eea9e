// Lines of stdio: joined again they are the stream, and cuts do not matter.
#include "wire/lineframer.h"

#include <cstdint>
#include <cstdlib>

namespace {

struct Outcome {
    QByteArray told;
    QByteArray raw;
    bool tooLong = false;
    bool operator==(const Outcome &) const = default;
};

void take(assayer::LineFramer &framer, Outcome &outcome)
{
    while (const auto line = framer.next()) {
        if (line->raw.isEmpty() || line->length > line->raw.size() || (line->terminated && line->text().contains('\n')))
            abort();
        outcome.raw += line->raw;
        outcome.told += line->text() + (line->crlf ? "|c" : "|") + (line->terminated ? "t" : "u")
            + (line->looksLikeJson() ? "j" : "n") + (line->isBlank() ? "b\n" : "\n");
    }
}

Outcome frame(const QByteArray &bytes, qsizetype limit, qsizetype step)
{
    assayer::LineFramer framer(limit);
    Outcome outcome;
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        framer.append(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at)));
        take(framer, outcome);
    }
    framer.finish();
    take(framer, outcome);
    outcome.tooLong = framer.isTooLong();
    if (outcome.raw + framer.takeRest() != bytes)
        abort();
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 2, qsizetype(size) - 2);
    const qsizetype limit = qsizetype(data[0]) + 1;
    const Outcome whole = frame(bytes, limit, bytes.size() + 1);
    if (whole != frame(bytes, limit, 1) || whole != frame(bytes, limit, qsizetype(data[1]) + 2))
        abort();
    return 0;
}
