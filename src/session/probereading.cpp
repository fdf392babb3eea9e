#include "session/probereading.h"

#include "session/discoverresult.h"
#include "session/httpfacts.h"
#include "session/rpcshape.h"
#include "protocol/message.h"

#include <algorithm>
#include <array>

namespace assayer {

namespace {

constexpr std::array<std::int64_t, 6> knownCodes { -32601, -32602, -32600, -32000, -32001, -32002 };
constexpr std::size_t oddDepth = 512;

bool isOneOf(const RequestId &id, const std::vector<std::string> &ids)
{
    return id.isUsable() && std::find(ids.begin(), ids.end(), id.text) != ids.end();
}

bool isBlank(const QByteArray &bytes)
{
    return bytes.trimmed().isEmpty() || bytes.trimmed() == "\xef\xbb\xbf";
}

/// How one message stands to the probe.
Form formOf(const json::Document &document, const json::Value &value, const std::vector<std::string> &ids)
{
    const RpcShape shape = rpcShape(document, value);
    if (shape == RpcShape::None)
        return Malformed;
    if (shape == RpcShape::Request || shape == RpcShape::Notification)
        return Foreign;
    const RequestId id = rpcId(document, value);
    if (isOneOf(id, ids))
        return WellFormed;
    return shape == RpcShape::Error && id.kind == RequestId::Absent ? WithoutId : Foreign;
}

/// A text with the message in it that matters.
struct Picked {
    json::DocumentPtr document;
    const json::Value *root = nullptr;
    Form form = NoText;
    bool inArray = false;
};

/// One bad element refuses the whole array; of several answers the first one counts.
Picked pickElement(const json::DocumentPtr &document, const std::vector<std::string> &ids)
{
    Picked picked { document, nullptr, Foreign, true };
    for (const json::Value &element : document->root().items()) {
        const Form form = formOf(*document, element, ids);
        if (form == Malformed)
            return { document, &document->root(), Malformed, true };
        if (!picked.root && form == WellFormed)
            picked = { document, &element, WellFormed, true };
    }
    return picked;
}

Picked pick(const ProbeText &text, const std::vector<std::string> &ids)
{
    if (isBlank(text.bytes))
        return {};
    auto parsed = parseJson(text.bytes);
    if (!parsed)
        return { nullptr, nullptr, NotJson, false };
    const json::Value &root = (*parsed)->root();
    if (root.isArray())
        return pickElement(*parsed, ids);
    return { *parsed, &root, formOf(**parsed, root, ids), false };
}

/// An array belongs into a JSON body only; a line belongs to its end.
Form placedForm(const Picked &picked, const ProbeText &text)
{
    if (picked.form != WellFormed || text.from == ProbeText::From::Body)
        return picked.form;
    if (picked.inArray)
        return Misplaced;
    return text.from == ProbeText::From::Line && !text.terminated ? CutLine : WellFormed;
}

bool isMessageEvent(const ProbeText &text)
{
    return text.from != ProbeText::From::Event || text.eventName.isEmpty() || text.eventName == "message";
}

/// On stdio nobody else is there to be answered: an error without a usable id, and anything under our id, mean the probe.
bool meansUs(const json::Document &document, const json::Value &value, const std::vector<std::string> &ids)
{
    if (value.find("method") || !(value.find("result") || value.find("error")))
        return false;
    const RequestId id = rpcId(document, value);
    return isOneOf(id, ids) || (!id.isUsable() && readableErrorCode(value));
}

bool canOnlyMeanUs(const Picked &picked, const std::vector<std::string> &ids)
{
    if (!picked.root || (picked.form != Malformed && picked.form != WithoutId))
        return false;
    if (!picked.root->isArray())
        return meansUs(*picked.document, *picked.root, ids);
    const auto items = picked.root->items();
    return std::any_of(items.begin(), items.end(), [&](const json::Value &item) { return meansUs(*picked.document, item, ids); });
}

/// The text that matters most: a valid answer, else the first with a readable error, else the first there is.
const ProbeText *decidingText(const ProbeOutcome &outcome, Picked &picked)
{
    const ProbeText *best = nullptr;
    int bestRank = -1;
    for (const ProbeText &text : outcome.texts) {
        const Picked here = pick(text, outcome.ids);
        const bool readable = here.root && (here.form == Malformed || here.form == WithoutId) && readableErrorCode(*here.root);
        const int rank = !isMessageEvent(text) ? 0 : here.form == WellFormed ? 3 : readable ? 2 : 1;
        if (rank > bestRank) {
            best = &text;
            bestRank = rank;
            picked = here;
        }
    }
    return best;
}

Carrier faultCarrier(int status)
{
    return status >= 500 && status < 600 ? ServerFault : status >= 300 && status < 400 ? Redirected : ClientFault;
}

Carrier wholeCarrier(const ProbeOutcome &outcome)
{
    if (outcome.status == 202)
        return Accepted;
    if (outcome.status < 200 || outcome.status > 299)
        return faultCarrier(outcome.status);
    if (outcome.stream)
        return StreamOver;
    return outcome.mediaType == "application/json" ? JsonBody : OtherBody;
}

Carrier brokenCarrier(const ProbeOutcome &outcome)
{
    if (outcome.status >= 300)
        return faultCarrier(outcome.status) == ServerFault ? BrokenServerFault : BrokenFault;
    return outcome.status >= 200 && outcome.stream ? BrokenStream : BrokenOther;
}

std::optional<Carrier> wallCarrier(const ProbeOutcome &outcome)
{
    if (outcome.status == 401)
        return Unauthorized;
    if (outcome.status == 403)
        return challengeParameter(outcome.challenge, "error") == "insufficient_scope" ? ScopeMissing : Forbidden;
    const bool proxy = outcome.status == 407 || (outcome.transportError && outcome.transportError->kind == "proxy-authentication-required");
    return proxy ? std::optional(ProxyWall) : std::nullopt;
}

Carrier stdioCarrier(const ProbeOutcome &outcome)
{
    switch (outcome.end) {
    case ProbeOutcome::End::Silence:
        return StdioSilence;
    case ProbeOutcome::End::SpawnFailed:
        return SpawnFailure;
    case ProbeOutcome::End::TooLarge:
        return StdioTooLarge;
    case ProbeOutcome::End::Complete:
        return Line;
    case ProbeOutcome::End::Broken:
    case ProbeOutcome::End::Ended:
        break;
    }
    return StdioEnded;
}

Carrier carrierOf(const ProbeOutcome &outcome)
{
    if (outcome.stdio)
        return stdioCarrier(outcome);
    if (const auto wall = wallCarrier(outcome))
        return *wall;
    switch (outcome.end) {
    case ProbeOutcome::End::Silence:
        return HttpSilence;
    case ProbeOutcome::End::TooLarge:
        return HttpTooLarge;
    case ProbeOutcome::End::Complete:
        return wholeCarrier(outcome);
    case ProbeOutcome::End::SpawnFailed:
    case ProbeOutcome::End::Ended:
    case ProbeOutcome::End::Broken:
        break;
    }
    return brokenCarrier(outcome);
}

bool isLenientCarrier(Carrier carrier)
{
    return (carrier & (Redirected | ClientFault | ServerFault)) != 0;
}

Reply unsupportedReply(ProbeReading &reading, const json::Value &error, const ProbeContext &context)
{
    const json::Value *list = error.find("data", "supported");
    const bool strings = list && list->isArray() && list->size() > 0
        && std::all_of(list->items().begin(), list->items().end(), [](const json::Value &item) { return item.isString(); });
    if (!strings)
        return UnsupportedBare;
    for (const json::Value &item : list->items())
        reading.supported.emplace_back(item.string());
    const auto modern = firstShared(context.revisions.modern, reading.supported);
    const auto legacy = firstShared(context.revisions.legacy, reading.supported);
    reading.modern = modern.value_or("");
    reading.legacy = legacy.value_or("");
    if (modern)
        return UnsupportedShared;
    const bool anyModern = std::any_of(reading.supported.begin(), reading.supported.end(), [](const std::string &name) { return isModernName(name); });
    if (!anyModern)
        return UnsupportedLegacy;
    return legacy ? UnsupportedMixed : UnsupportedDisjoint;
}

Reply errorReply(ProbeReading &reading, const json::Value &code, const ProbeContext &context)
{
    const json::Value &error = *reading.root->find("error");
    reading.code = std::string(reading.document->raw(code));
    reading.errorMessage = std::string(error.stringAt("message").value_or(""));
    if (const json::Value *data = error.find("data"))
        reading.errorData = std::string(reading.document->raw(*data));
    const std::int64_t number = code.integer().value_or(1);
    if (number == -32022)
        return unsupportedReply(reading, error, context);
    if (number == -32020 || number == -32021)
        return ModernRefusal;
    return std::find(knownCodes.begin(), knownCodes.end(), number) != knownCodes.end() ? KnownError : OtherError;
}

Reply discoverReply(ProbeReading &reading, const json::Value &result, const ProbeContext &context)
{
    reading.result = { reading.document, &result };
    reading.supported = discoveredRevisions(result);
    reading.modern = firstShared(context.revisions.modern, reading.supported).value_or("");
    reading.legacy = firstShared(context.revisions.legacy, reading.supported).value_or("");
    if (!reading.modern.empty())
        return Discover;
    return reading.legacy.empty() ? DiscoverUnshared : DiscoverLegacy;
}

/// A readable error first; a result only where nothing is wrong with what holds it.
Reply replyOf(ProbeReading &reading, const std::vector<std::string> &ids, const ProbeContext &context)
{
    if (!reading.root || !reading.root->isObject() || (reading.form == Foreign && !isLenientCarrier(reading.carrier)))
        return Nothing;
    if (const json::Value *code = readableErrorCode(*reading.root))
        return errorReply(reading, *code, context);
    const json::Value *result = reading.root->find("result");
    if (!result)
        return Nothing;
    const bool readable = isDiscoverResult(*result) && isOneOf(rpcId(*reading.document, *reading.root), ids);
    const bool counts = (reading.form & (WellFormed | Misplaced | CutLine)) && (reading.carrier & (JsonBody | StreamReply | Line));
    if (readable && counts)
        return discoverReply(reading, *result, context);
    reading.readableModern = readable;
    return counts ? OtherResult : Nothing;
}

std::string at(std::uint64_t frame)
{
    return "frame:" + std::to_string(frame);
}

std::size_t nesting(std::string_view text)
{
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\';
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            depth -= depth > 0;
        }
    }
    return deepest;
}

const char *flawWords(json::Flaw::Kind kind)
{
    switch (kind) {
    case json::Flaw::DuplicateMember:
        return "The server's answer names a member twice; the last one counts";
    case json::Flaw::LoneSurrogate:
        return "The server's answer holds half of a surrogate pair";
    case json::Flaw::NumberOutOfRange:
        return "The server's answer holds a number beyond the range of a double";
    case json::Flaw::NumberLosesDigits:
        return "The server's answer holds a number that other clients round";
    case json::Flaw::InvalidUtf8:
        return "The server's answer is no valid UTF-8; the bytes are shown as U+FFFD";
    case json::Flaw::ByteOrderMark:
        return "The server's answer begins with a byte order mark";
    }
    return "";
}

void findFlaws(ProbeReading &reading)
{
    if (!reading.document)
        return;
    unsigned told = 0;
    for (const json::Flaw &flaw : reading.document->flaws()) {
        const unsigned bit = 1u << static_cast<unsigned>(flaw.kind);
        if (told & bit)
            continue;
        told |= bit;
        const bool mark = flaw.kind == json::Flaw::ByteOrderMark;
        const Severity severity = mark || flaw.kind == json::Flaw::NumberLosesDigits ? Severity::Note : Severity::Warning;
        reading.findings.push_back({ "probe.json", severity, flawWords(flaw.kind), at(reading.frame) + reading.document->pointerAt(flaw.offset), "RFC 8259", {}, {} });
    }
    if (const std::size_t deep = nesting(reading.document->text()); deep > oddDepth) {
        reading.findings.push_back({ "probe.depth", Severity::Warning,
            "The server's answer nests " + std::to_string(deep) + " levels; many clients refuse such depth", at(reading.frame), "RFC 8259 section 9", {}, {} });
    }
}

bool isOfTheMoment(int status)
{
    return status == 408 || status == 425 || status == 429 || status == 503;
}

void findOddities(ProbeReading &reading, const ProbeOutcome &outcome)
{
    const auto tell = [&](const char *rule, Severity severity, std::string message) {
        reading.findings.push_back({ rule, severity, std::move(message), at(reading.frame), "2026-07-28 server/discover", {}, {} });
    };
    findFlaws(reading);
    if (reading.readableModern || (reading.form & CutLine)) {
        tell("probe.wrapping", Severity::Error,
            reading.readableModern ? "The answer holds a readable modern reply, but its wrapping breaks the rules, so it does not count"
                                   : "The server's reply lacks the line end; it was read all the same, other clients lose it");
    }
    if (reading.inArray)
        tell("probe.batch", Severity::Error, "The reply stands in an array: batches are in no modern revision and left the legacy ones with 2025-06-18");
    if (reading.form == Malformed && (reading.reply & anyError))
        tell("probe.malformed", Severity::Error, "The error can be read, but the message that holds it breaks the rules of JSON-RPC");
    if (reading.root && outcome.ids.size() > 1 && isOneOf(rpcId(*reading.document, *reading.root), outcome.ids)
        && rpcId(*reading.document, *reading.root).text != outcome.ids.back())
        tell("probe.earlier", Severity::Note, "The answer is to an earlier probe, which was still open: it counts");
    if (reading.form == WithoutId)
        tell("probe.id", Severity::Error, "The server answered with an error that lacks the request's id");
    if (reading.form == Foreign && reading.carrier == JsonBody)
        tell("probe.foreign", Severity::Error, "The exchange is complete, but the message in it does not answer the request");
    if (reading.carrier == StreamOver)
        tell("probe.stream", Severity::Error, "The event stream ended without a reply to the probe");
    if (reading.reply == UnsupportedBare)
        tell("probe.supported", Severity::Error, "-32022 is a modern error code, but data.supported holds no list of revisions");
    if (reading.carrier == ServerFault && reading.reply != Nothing)
        tell("probe.status", Severity::Warning, "The status says that the server failed, the body answers the request: " + std::to_string(outcome.status));
    if (!outcome.retryAfter.empty())
        tell("probe.retry-after", Severity::Note, "The server asks to come back later: Retry-After " + outcome.retryAfter);
    else if (isOfTheMoment(outcome.status))
        tell("probe.retry-after", Severity::Note, "Status " + std::to_string(outcome.status) + " is of the moment: the server may answer otherwise later. It sent no Retry-After");
    if (reading.carrier == Redirected && !outcome.location.empty())
        tell("probe.redirect", Severity::Warning, "The server redirects to " + outcome.location + "; that was not followed");
}

} // namespace

bool decides(const ProbeText &text, const std::vector<std::string> &ids)
{
    if (!isMessageEvent(text))
        return false;
    const Picked picked = pick(text, ids);
    return picked.form == WellFormed || (text.from == ProbeText::From::Line && canOnlyMeanUs(picked, ids));
}

ProbeReading readProbe(const ProbeOutcome &outcome, const ProbeContext &context)
{
    ProbeReading reading;
    reading.carrier = carrierOf(outcome);
    reading.frame = outcome.answerFrame;
    Picked picked;
    if (const ProbeText *text = decidingText(outcome, picked)) {
        const bool counts = isMessageEvent(*text);
        reading.form = counts ? placedForm(picked, *text) : Foreign;
        reading.document = picked.document;
        reading.root = counts ? picked.root : nullptr;
        reading.inArray = picked.inArray;
        reading.frame = text->frame ? text->frame : reading.frame;
    }
    if (reading.carrier == StreamOver && (reading.form & (WellFormed | Misplaced)))
        reading.carrier = StreamReply;
    reading.reply = replyOf(reading, outcome.ids, context);
    findOddities(reading, outcome);
    return reading;
}

} // namespace assayer
