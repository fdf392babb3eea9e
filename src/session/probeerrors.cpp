#include "session/probeerrors.h"

#include "session/httpfacts.h"
#include "session/probeclassifier.h"

#include <algorithm>
#include <cctype>

namespace assayer {

namespace {

constexpr std::size_t quotedChars = 160;

std::string quotedBit(const std::string &text)
{
    std::string bit;
    for (const char c : text) {
        if (bit.size() >= quotedChars)
            return '"' + bit + "...\"";
        bit += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return '"' + bit + '"';
}

std::string listWords(const std::vector<std::string> &names)
{
    if (names.empty())
        return "no revision";
    std::string words;
    for (const std::string &name : names)
        words += (words.empty() ? "" : ", ") + name;
    return words;
}

HttpFacts factsOf(const ProbeOutcome &outcome)
{
    HttpFacts facts;
    facts.status = outcome.status;
    facts.reason = outcome.reason;
    facts.challenge = outcome.challenge;
    facts.location = outcome.location;
    facts.retryAfter = outcome.retryAfter;
    facts.text = outcome.evidence();
    return facts;
}

/// Everything that came, for whoever has to find out why.
void stamp(Error &error, const ProbeReading &reading, const ProbeOutcome &outcome)
{
    if (outcome.status >= 300)
        putHttpFacts(error.data, factsOf(outcome));
    else if (outcome.status != 0) {
        error.data.status = outcome.status;
        error.data.statusText = outcome.reason;
    }
    if (outcome.status < 300 && !outcome.texts.empty())
        error.data.body = outcome.evidence();
    if (!reading.code.empty())
        error.data.code = reading.code;
    if (!reading.errorData.empty())
        error.data.data = reading.errorData;
    if (!reading.supported.empty())
        error.data.supported = reading.supported;
}

std::string transportWords(const ProbeOutcome &outcome)
{
    return outcome.transportError ? outcome.transportError->message : std::string("the connection failed");
}

Error networkError(const ProbeOutcome &outcome)
{
    Error error("era-negotiation-failed", "The probe did not reach an answer: " + transportWords(outcome), "network");
    if (outcome.transportError)
        error.data = outcome.transportError->data;
    return error;
}

Error timeoutError(const ProbeContext &context)
{
    Error error("timeout", "No answer to the probe within " + std::to_string(context.options->probeTimeoutMs) + " ms");
    error.data.timeoutMs = context.options->probeTimeoutMs;
    return error;
}

Error unsupportedError(const ProbeReading &reading, const ProbeContext &context)
{
    Error error("unsupported-protocol-version",
        "The server and Assayer share no revision: it supports " + listWords(reading.supported) + "; asked for was " + context.offered);
    error.data.supported = reading.supported;
    error.data.requested = context.offered;
    return error;
}

/// The header that the server's words are about, where they name one.
const char *namedHeader(const ProbeReading &reading)
{
    std::string said = reading.errorMessage + ' ' + reading.errorData;
    std::transform(said.begin(), said.end(), said.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool version = said.find("mcp-protocol-version") != std::string::npos;
    const bool method = said.find("mcp-method") != std::string::npos;
    if (version == method)
        return "MCP-Protocol-Version or Mcp-Method, which were sent";
    return version ? "MCP-Protocol-Version, which was sent" : "Mcp-Method, which was sent";
}

Error refusedError(const ProbeReading &reading)
{
    std::string words = "The server is modern and refused the request: " + reading.code + ' ' + quotedBit(reading.errorMessage);
    if (reading.code == "-32020")
        words += std::string("; a proxy on the way probably drops or changes ") + namedHeader(reading);
    return Error("modern-refused", std::move(words), reading.code);
}

Error transportOr(const ProbeOutcome &outcome, const char *kind, const char *words)
{
    return outcome.transportError && outcome.transportError->kind == kind ? *outcome.transportError : Error(kind, words);
}

Error bareError(Conclusion conclusion, const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context)
{
    switch (conclusion) {
    case Conclusion::AuthRequired:
    case Conclusion::ScopeLacking:
    case Conclusion::ForbiddenHere:
        return httpError(factsOf(outcome), "the probe", context.credentials);
    case Conclusion::ProxyAuthentication:
        return outcome.transportError ? transportOr(outcome, "proxy-authentication-required", "The proxy wants a password")
                                      : httpError(factsOf(outcome), "the probe", context.credentials);
    case Conclusion::NetworkFailure:
        return networkError(outcome);
    case Conclusion::TimedOut:
        return timeoutError(context);
    case Conclusion::Closed:
        return Error("era-negotiation-failed", "The server's process ended during the probe: " + transportWords(outcome), "closed");
    case Conclusion::CannotStart:
        return transportOr(outcome, "spawn-failed", "The server's process could not be started");
    case Conclusion::TooLong:
        return transportOr(outcome, "message-too-large", "The answer to the probe is longer than the limit");
    case Conclusion::UnsupportedVersion:
        return unsupportedError(reading, context);
    case Conclusion::ModernRefused:
        return refusedError(reading);
    case Conclusion::HttpStatus:
        return Error("era-negotiation-failed", "The server answered " + statusWords(outcome.status, outcome.reason) + " to the probe", "http-status");
    case Conclusion::SchemaInvalid:
        return Error("era-negotiation-failed", "The answer to the probe is no valid JSON-RPC message", "schema-invalid-reply");
    case Conclusion::UnusableNotJson:
        return Error("era-negotiation-failed", "The answer to the probe is no JSON", "unusable-reply:not-json");
    case Conclusion::UnusableType:
        return Error("era-negotiation-failed", "The answer to the probe is of media type \"" + outcome.mediaType + '"', "unusable-reply:content-type");
    default:
        return Error("modern-refused", "The server proved itself modern with -32022, but its answer to the corrected probe is no modern one: " + seenWords(reading, outcome), "inconsistent");
    }
}

} // namespace

Error probeError(Conclusion conclusion, const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context)
{
    Error error = bareError(conclusion, reading, outcome, context);
    if (conclusion == Conclusion::UnsupportedVersion || conclusion == Conclusion::ModernRefused || conclusion == Conclusion::Inconsistent
        || conclusion == Conclusion::HttpStatus || conclusion == Conclusion::SchemaInvalid || conclusion == Conclusion::UnusableNotJson
        || conclusion == Conclusion::UnusableType)
        stamp(error, reading, outcome);
    return error;
}

Error noFallbackError(const ProbeReading &reading, const ProbeOutcome &outcome, const ProbeContext &context)
{
    if (reading.reply & (DiscoverLegacy | DiscoverUnshared | UnsupportedLegacy | UnsupportedMixed)) {
        Error error = unsupportedError(reading, context);
        stamp(error, reading, outcome);
        return error;
    }
    const std::string seen = seenWords(reading, outcome);
    if (reading.carrier == StdioEnded) {
        Error error("era-negotiation-failed", "The probe process ended before it answered: " + transportWords(outcome), "closed");
        error.data.text = outcome.transportError ? outcome.transportError->data.text : std::nullopt;
        return error;
    }
    const bool pinned = context.options->mode == EraMode::Pin;
    Error error("era-negotiation-failed",
        pinned ? "The server does not offer the pinned revision " + context.offered + ": the probe got " + seen
               : "No modern server was found and no legacy revision may be used: the probe got " + seen,
        pinned ? "pin-not-offered" : "no-legacy-version");
    stamp(error, reading, outcome);
    return error;
}

std::string seenWords(const ProbeReading &reading, const ProbeOutcome &outcome)
{
    if (reading.carrier & (HttpSilence | StdioSilence))
        return "silence for the whole probe time";
    if (reading.carrier & (BrokenStream | BrokenFault | BrokenServerFault | BrokenOther | StdioEnded | SpawnFailure | HttpTooLarge | StdioTooLarge))
        return "no answer: " + transportWords(outcome);
    std::string words = outcome.status ? statusWords(outcome.status, outcome.reason) : std::string("a line");
    if (!outcome.mediaType.empty())
        words += " (" + outcome.mediaType + ')';
    if (reading.reply & anyError)
        return words + ", error " + reading.code + ' ' + quotedBit(reading.errorMessage)
            + (reading.supported.empty() ? std::string() : ", which lists " + listWords(reading.supported));
    if (reading.reply & (Discover | DiscoverLegacy | DiscoverUnshared))
        return words + ", a discover result that lists " + listWords(reading.supported);
    if (reading.reply == OtherResult)
        return words + ", a result that is no discover result";
    if (reading.form == NoText)
        return words + (outcome.stream ? ", a stream without a message" : outcome.status == 202 ? "" : ", no body");
    return words + ", " + quotedBit(outcome.evidence(quotedChars + 1));
}

std::string describeReading(const ProbeReading &reading, const ProbeOutcome &outcome)
{
    return "the probe got " + seenWords(reading, outcome);
}

} // namespace assayer
