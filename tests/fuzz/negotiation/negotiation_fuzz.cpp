// Arbitrary bytes as the answer to a probe: an HTTP response with a body or an event stream, or lines of stdio. Every policy
// must come to a verdict, the same one twice, and the invariants of the rulings hold.
#include "session/probeclassifier.h"
#include "transport/http/responseparser.h"
#include "wire/lineframer.h"
#include "wire/sseparser.h"

#include <cstdint>
#include <cstdlib>

using namespace assayer;

namespace {

constexpr qsizetype longest = 1 << 20;

class Answer final : public ResponseParser::Sink {
public:
    void interimHead(const ResponseHead &) override { }
    void finalHead(const ResponseHead &given) override { head = given; }
    void bodyPiece(std::string_view bytes) override { body.append(bytes.data(), qsizetype(bytes.size())); }
    ResponseHead head;
    QByteArray body;
};

void addEvents(ProbeOutcome &outcome, const QByteArray &body)
{
    SseParser parser(longest);
    parser.append(body);
    parser.finish();
    while (const auto event = parser.next()) {
        if (event->isMessage())
            outcome.texts.push_back({ ProbeText::From::Event, event->data, event->name, 2, true });
    }
}

std::string mediaType(const ResponseHead &head)
{
    const std::string *value = head.find("content-type");
    return value ? QByteArray::fromStdString(*value).split(';').first().trimmed().toLower().toStdString() : std::string();
}

ProbeOutcome httpOutcome(std::string_view bytes)
{
    ResponseParser parser;
    parser.begin({}, false, true);
    Answer answer;
    parser.feed(bytes, answer);
    parser.finish();
    ProbeOutcome outcome;
    outcome.status = answer.head.status;
    outcome.reason = answer.head.reason;
    outcome.mediaType = mediaType(answer.head);
    outcome.stream = outcome.mediaType == "text/event-stream";
    if (const std::string *challenge = answer.head.find("www-authenticate"))
        outcome.challenge = *challenge;
    if (const std::string *location = answer.head.find("location"))
        outcome.location = *location;
    if (parser.isFailed() || !parser.isDone()) {
        outcome.end = ProbeOutcome::End::Broken;
        outcome.transportError = Error("network", "cut", "cut");
    }
    if (outcome.stream)
        addEvents(outcome, answer.body);
    else if (!answer.body.isEmpty())
        outcome.texts.push_back({ ProbeText::From::Body, answer.body, {}, 2, true });
    return outcome;
}

ProbeOutcome stdioOutcome(std::string_view bytes, const std::vector<std::string> &ids)
{
    ProbeOutcome outcome;
    outcome.stdio = true;
    outcome.end = ProbeOutcome::End::Silence;
    LineFramer framer(longest);
    framer.append(QByteArrayView(bytes.data(), qsizetype(bytes.size())));
    framer.finish();
    while (const auto line = framer.next()) {
        ProbeText text { ProbeText::From::Line, line->text(), {}, 2, line->terminated };
        if (!line->looksLikeJson() || !decides(text, ids))
            continue;
        outcome.texts.push_back(std::move(text));
        outcome.end = ProbeOutcome::End::Complete;
        break;
    }
    return outcome;
}

void hold(bool invariant)
{
    if (!invariant)
        abort();
}

void judge(const ProbeOutcome &outcome, const ProbeContext &context)
{
    const ProbeReading reading = readProbe(outcome, context);
    for (const ProbePolicy policy : { ProbePolicy::Assayer, ProbePolicy::Sdk2571, ProbePolicy::Sdk240 }) {
        const ProbeVerdict verdict = judgeProbe(reading, outcome, context, policy);
        hold(verdict.row && (verdict.kind != ProbeVerdict::Kind::Error || verdict.error));
        hold(verdictWords(verdict) == verdictWords(judgeProbe(readProbe(outcome, context), outcome, context, policy)));
        hold(verdict.kind != ProbeVerdict::Kind::Corrective || !context.correctiveUsed);
        hold(verdict.kind != ProbeVerdict::Kind::Modern || (reading.result && verdict.version == "2026-07-28"));
        hold(verdict.kind != ProbeVerdict::Kind::Legacy || context.revisions.fallback);
        if (policy != ProbePolicy::Assayer)
            continue;
        hold(verdict.kind != ProbeVerdict::Kind::Legacy || !context.correctiveUsed);
        hold(verdict.kind == ProbeVerdict::Kind::Error || (outcome.status != 401 && outcome.status != 403));
        hold(verdict.kind == ProbeVerdict::Kind::Error || outcome.end != ProbeOutcome::End::Broken);
    }
    describeReading(reading, outcome);
    stepOutcome(reading);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
    SessionOptions options;
    options.mode = (data[0] & 1) ? EraMode::Modern : EraMode::Auto;
    const ProbeContext context { "2026-07-28", RevisionChoice::of(options), &options, (data[0] & 2) != 0, (data[0] & 4) != 0 };
    const std::vector<std::string> ids { "\"probe:1\"" };
    ProbeOutcome outcome = (data[0] & 8) ? stdioOutcome(bytes, ids) : httpOutcome(bytes);
    outcome.ids = ids;
    judge(outcome, context);
    return 0;
}
