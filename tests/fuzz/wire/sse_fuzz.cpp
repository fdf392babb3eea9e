// Packed event streams: unpacking in bounded steps, then parsing; the outcome must not depend on the cuts.
#include "transport/http/bodybuffer.h"
#include "wire/sseparser.h"

#include <QByteArray>

#include <cstdint>
#include <cstdlib>

namespace {

constexpr qsizetype eventLimit = 4096;

struct Outcome {
    QByteArray told;
    QByteArray raw;
    bool tooLarge = false;
    bool operator==(const Outcome &) const = default;
};

void take(assayer::SseParser &parser, Outcome &outcome)
{
    while (const auto event = parser.next()) {
        if (event->raw.isEmpty() || event->raw.size() > eventLimit || (!event->data.isEmpty() && !event->hasData)
            || event->id.contains('\0'))
            abort();
        outcome.raw += event->raw;
        outcome.told += event->name + '|' + event->id + '|' + event->data + '|'
            + QByteArray::number(event->retryMs.value_or(-1)) + '\n';
    }
}

Outcome parse(const QByteArray &bytes, qsizetype step)
{
    assayer::SseParser parser(eventLimit);
    Outcome outcome;
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        parser.append(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at)));
        take(parser, outcome);
    }
    parser.finish();
    take(parser, outcome);
    outcome.tooLarge = parser.isTooLarge();
    if (outcome.raw + parser.takeRest() != bytes)
        abort();
    return outcome;
}

/// Whatever a server calls gzip: never more than the room at a time, and the same whole as in pieces.
QByteArray unpacked(const QByteArray &packed, std::string_view coding, qsizetype step)
{
    constexpr qint64 room = 64 * 1024;
    assayer::BodyBuffer body;
    body.begin(1 << 20);
    body.setRoom(room);
    body.expect(coding, -1);
    QByteArray all;
    for (qsizetype at = 0; at < packed.size(); at += step) {
        body.take(packed.sliced(at, std::min(step, packed.size() - at)));
        do {
            body.unpack();
            if (body.unread() > 2 * room + packed.size())
                abort();
            all += body.takeAll();
        } while (body.isPacked() && body.fault() == assayer::BodyBuffer::Fault::None && all.size() < (1 << 20));
    }
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    QByteArray bytes(reinterpret_cast<const char *>(data) + 2, qsizetype(size) - 2);
    const qsizetype step = qsizetype(data[1]) + 2;
    if (data[0] & 1) {
        const std::string_view coding = data[0] & 2 ? "gzip" : "deflate";
        const QByteArray whole = unpacked(bytes, coding, bytes.size() + 1);
        if (whole.size() < (1 << 20) && !whole.startsWith(unpacked(bytes, coding, step).left(whole.size())))
            abort();
        bytes = whole.left(1 << 16);
    }
    const Outcome whole = parse(bytes, bytes.size() + 1);
    if (whole != parse(bytes, 1) || whole != parse(bytes, step))
        abort();
    return 0;
}
