#include "session/probetables.h"

#include "session/probereading.h"

#include <algorithm>
#include <array>

namespace assayer {

namespace {

constexpr const char *ruling1 = "ruling era negotiation 1";
constexpr const char *ruling2 = "ruling era negotiation 2";
constexpr const char *ruling3 = "ruling era negotiation 3; 2026-07-28 basic/lifecycle, version negotiation";
constexpr const char *ruling4 = "ruling era negotiation 4";
constexpr const char *ruling5 = "ruling era negotiation 5; 2026-07-28 basic/transports/stdio";
constexpr const char *ruling7 = "ruling era negotiation 7; 2026-07-28 server/discover";
constexpr const char *sdk = "typescript-sdk 2.4.0, measured";
constexpr const char *pr = "typescript-sdk pull request 2571, reconstructed and measured";

constexpr std::uint32_t replyCarriers = JsonBody | StreamReply | Line;

constexpr std::uint32_t unshared = DiscoverLegacy | DiscoverUnshared;

constexpr std::array walls {
    ProbeRow { "auth-401", Unauthorized, anyForm, anyReply, Conclusion::AuthRequired, "401 is a wall before the server, not evidence of its era, whatever the body says", ruling2 },
    ProbeRow { "auth-scope", ScopeMissing, anyForm, anyReply, Conclusion::ScopeLacking, "403 with insufficient_scope asks for more rights and says nothing of the era", ruling2 },
    ProbeRow { "auth-403", Forbidden, anyForm, anyReply, Conclusion::ForbiddenHere, "403 is a wall before the server, not evidence of its era, whatever the body says", ruling2 },
    ProbeRow { "auth-407", ProxyWall, anyForm, anyReply, Conclusion::ProxyAuthentication, "407 comes from the proxy; the server was not reached", ruling2 },
    ProbeRow { "net-broken", BrokenStream | BrokenFault | BrokenServerFault | BrokenOther, anyForm, anyReply, Conclusion::NetworkFailure, "A connection that fails or is cut is an outage, never evidence of an era", ruling2 },
    ProbeRow { "net-silence", HttpSilence, anyForm, anyReply, Conclusion::TimedOut, "Silence over HTTP is no sign of an older server: it would have answered something", ruling2 },
    ProbeRow { "net-too-large", HttpTooLarge, anyForm, anyReply, Conclusion::TooLong, "The answer is longer than the limit and was not read to its end", ruling2 },
    ProbeRow { "stdio-spawn", SpawnFailure, anyForm, anyReply, Conclusion::CannotStart, "The server's process could not be started", ruling5 },
};

constexpr std::array assayerFirst {
    ProbeRow { "modern-result", replyCarriers, readableForm, Discover, Conclusion::Modern, "A discover result with a shared revision is what only a modern server answers", ruling7 },
    ProbeRow { "modern-refused", anyCarrier, anyForm, ModernRefusal, Conclusion::ModernRefused, "-32020 and -32021 are modern error codes: the specification forbids falling back on them", ruling3 },
    ProbeRow { "unsupported-shared", anyCarrier, anyForm, UnsupportedShared, Conclusion::Corrective, "-32022 lists a revision that both sides know: one more probe offers it", ruling3 },
    ProbeRow { "unsupported-mixed", anyCarrier, anyForm, UnsupportedMixed, Conclusion::SharedLegacy, "-32022 lists a legacy revision that this client speaks", ruling3 },
    ProbeRow { "unsupported-disjoint", anyCarrier, anyForm, UnsupportedDisjoint, Conclusion::UnsupportedVersion, "-32022 proves a modern server, and no listed revision is shared", ruling3 },
    ProbeRow { "unsupported-legacy", anyCarrier, anyForm, UnsupportedLegacy, Conclusion::SharedLegacy, "-32022 lists legacy revisions only: the server says itself that it wants initialize", ruling3 },
    ProbeRow { "unsupported-bare", anyCarrier, anyForm, UnsupportedBare, Conclusion::LegacyWeak, "-32022 without a list of revisions leaves nothing to correct: initialize is tried", ruling3 },
    ProbeRow { "discover-legacy", replyCarriers, readableForm, DiscoverLegacy, Conclusion::SharedLegacy, "The discover result lists no shared modern revision but a shared legacy one", ruling3 },
    ProbeRow { "discover-unshared", replyCarriers, readableForm, DiscoverUnshared, Conclusion::Unshared, "The discover result lists no shared revision: initialize is the last thing to try", ruling3 },
    ProbeRow { "result-other", replyCarriers, readableForm, OtherResult, Conclusion::LegacyWeak, "The result is no discover result: a modern server would have named its revisions and capabilities", ruling7 },
    ProbeRow { "rpc-known", replyCarriers, WellFormed, KnownError, Conclusion::Legacy, "A server of 2025 answers like this to a method that it does not know", ruling1 },
    ProbeRow { "http-4xx-known", ClientFault, anyForm, KnownError, Conclusion::Legacy, "A 4xx with a JSON-RPC error is how servers of 2025 refuse what comes before initialize", ruling1 },
    ProbeRow { "stdio-malformed", Line, Malformed | WithoutId, anyReply, Conclusion::LegacyWeak, "A line that only can answer the probe, but is no valid reply", ruling5 },
    ProbeRow { "rpc-error", replyCarriers, anyForm, anyError, Conclusion::LegacyWeak, "An error that no modern server should answer to server/discover", ruling1 },
    ProbeRow { "http-5xx", ServerFault, anyForm, anyReply, Conclusion::LegacyWeak, "A completed exchange without a valid modern reply; a server failure may also be a bad moment of a modern server", ruling1 },
    ProbeRow { "http-3xx", Redirected, anyForm, anyReply, Conclusion::LegacyWeak, "A redirect that may not be followed is a completed exchange without a valid modern reply", ruling1 },
    ProbeRow { "http-4xx", ClientFault, anyForm, anyReply, Conclusion::LegacyWeak, "A 4xx without a modern error in its body is how the specification tells an older server", ruling1 },
    ProbeRow { "http-202", Accepted, anyForm, anyReply, Conclusion::LegacyWeak, "202 says that no reply will come; a modern server must reply to server/discover", ruling1 },
    ProbeRow { "stream-over", StreamOver | StreamReply, anyForm, anyReply, Conclusion::LegacyWeak, "The event stream ended without a valid reply; waiting cannot help", ruling4 },
    ProbeRow { "body-type", OtherBody, anyForm, anyReply, Conclusion::LegacyWeak, "The answer is no JSON by its media type: no valid modern reply", ruling1 },
    ProbeRow { "body-empty", JsonBody, NoText, anyReply, Conclusion::LegacyWeak, "The body is empty: the exchange is complete and holds no reply", ruling1 },
    ProbeRow { "body-not-json", JsonBody, NotJson, anyReply, Conclusion::LegacyWeak, "The body says it is JSON and is not", ruling1 },
    ProbeRow { "body-foreign", JsonBody, Foreign | WithoutId, anyReply, Conclusion::LegacyWeak, "The exchange is complete, and its message does not answer the request; waiting cannot help", ruling4 },
    ProbeRow { "body-malformed", JsonBody, anyForm, anyReply, Conclusion::LegacyWeak, "The body is JSON but no valid JSON-RPC reply", ruling1 },
    ProbeRow { "stdio-silence", StdioSilence, anyForm, anyReply, Conclusion::LegacyWeak, "Silence within the probe time: servers of 2025 may wait for initialize", ruling5 },
    ProbeRow { "stdio-ended", StdioEnded, anyForm, anyReply, Conclusion::LegacyWeak, "The probe process ended: servers of 2025 may give up on a method before initialize", ruling5 },
    ProbeRow { "stdio-unusable", anyCarrier, anyForm, anyReply, Conclusion::LegacyWeak, "What came is no usable reply", ruling5 },
};

/// A corrective probe is sent to a server that has proven itself modern.
constexpr std::array assayerCorrective {
    ProbeRow { "modern-result", replyCarriers, readableForm, Discover, Conclusion::Modern, "A discover result with a shared revision is what only a modern server answers", ruling7 },
    ProbeRow { "modern-refused", anyCarrier, anyForm, ModernRefusal, Conclusion::ModernRefused, "-32020 and -32021 are modern error codes: the specification forbids falling back on them", ruling3 },
    ProbeRow { "unsupported-again", anyCarrier, anyForm, anyUnsupported, Conclusion::UnsupportedVersion, "-32022 a second time, to a revision that the server listed itself", ruling3 },
    ProbeRow { "discover-unshared-again", replyCarriers, readableForm, unshared, Conclusion::UnsupportedVersion, "The discover result lists no shared revision after -32022 did", ruling3 },
    ProbeRow { "corrective-silence", StdioSilence, anyForm, anyReply, Conclusion::TimedOut, "Silence of a server that has proven itself modern is no sign of an older one", ruling3 },
    ProbeRow { "corrective-ended", StdioEnded, anyForm, anyReply, Conclusion::Closed, "The process ended after it had proven itself modern", ruling3 },
    ProbeRow { "corrective-too-large", StdioTooLarge, anyForm, anyReply, Conclusion::TooLong, "The answer is longer than the limit", ruling3 },
    ProbeRow { "corrective-inconsistent", anyCarrier, anyForm, anyReply, Conclusion::Inconsistent, "The first answer proved a modern server, the second is none of its answers", ruling3 },
};

constexpr std::array sdkWalls {
    ProbeRow { "auth-401", Unauthorized, anyForm, anyReply, Conclusion::AuthRequired, "it reports 401 before it looks at the body", sdk },
    ProbeRow { "auth-scope", ScopeMissing, anyForm, anyReply, Conclusion::ScopeLacking, "it reports insufficient_scope before it looks at the body", sdk },
    ProbeRow { "auth-403", Forbidden, anyForm, anyReply, Conclusion::ForbiddenHere, "it reports 403 before it looks at the body", sdk },
    ProbeRow { "auth-407", ProxyWall, anyForm, anyReply, Conclusion::NetworkFailure, "its HTTP stack takes 407 for a network failure", sdk },
    ProbeRow { "net-cut-stream", BrokenStream, anyForm, anyReply, Conclusion::Wait, "it does not notice that a stream was cut and waits", sdk },
    ProbeRow { "net-broken", BrokenOther, anyForm, anyReply, Conclusion::NetworkFailure, "it reports a failed connection as such", sdk },
    ProbeRow { "net-silence", HttpSilence, anyForm, anyReply, Conclusion::TimedOut, "silence over HTTP is a timeout for it", sdk },
    ProbeRow { "net-too-large", HttpTooLarge, anyForm, anyReply, Conclusion::TooLong, "it has no limit of its own; ours ended the answer", sdk },
    ProbeRow { "stdio-spawn", SpawnFailure, anyForm, anyReply, Conclusion::CannotStart, "it reports the system's error", sdk },
};

constexpr std::array sdkStdio {
    ProbeRow { "stdio-result", Line, WellFormed, Discover, Conclusion::Modern, "it takes the discover result", sdk },
    ProbeRow { "stdio-cut", Line, CutLine, anyReply, Conclusion::LegacyWeak, "it loses a last line without its end, and the end of the probe process is an older server for it", sdk },
    ProbeRow { "stdio-unusable", Line, Malformed | WithoutId | Misplaced, anyReply, Conclusion::Wait, "it sets a line aside that is no valid message and waits the probe time", sdk },
    ProbeRow { "stdio-silence", StdioSilence, anyForm, anyReply, Conclusion::LegacyWeak, "silence on stdio is an older server for it", sdk },
    ProbeRow { "stdio-ended", StdioEnded | StdioTooLarge, anyForm, anyReply, Conclusion::LegacyWeak, "the end of the probe process is an older server for it", sdk },
};

/// Readings of a reply that both SDK policies share.
constexpr std::array sdkReplies {
    ProbeRow { "modern-result", replyCarriers, WellFormed, Discover, Conclusion::Modern, "it takes the discover result", sdk },
    ProbeRow { "unsupported-shared", anyCarrier, anyForm, UnsupportedShared, Conclusion::Corrective, "it sends a corrective probe", sdk },
    ProbeRow { "unsupported-disjoint", anyCarrier, anyForm, UnsupportedMixed | UnsupportedDisjoint, Conclusion::UnsupportedVersion, "it fails on a list of modern revisions that it does not know, legacy ones in it or not", sdk },
    ProbeRow { "unsupported-legacy", anyCarrier, anyForm, UnsupportedLegacy, Conclusion::SharedLegacy, "a list of legacy revisions is an older server for it", sdk },
    ProbeRow { "discover-unshared", replyCarriers, WellFormed, unshared, Conclusion::Unshared, "it tries initialize where no revision is shared", sdk },
    ProbeRow { "rpc-error", anyCarrier, anyForm, anyReply, Conclusion::Legacy, "any other completed answer is an older server for it, -32020 and -32021 included", sdk },
};

constexpr std::array sdk2571Bodies {
    ProbeRow { "http-202", Accepted, anyForm, anyReply, Conclusion::LegacyWeak, "it takes 202 for an older server", pr },
    ProbeRow { "stream-over", StreamOver, anyForm, anyReply, Conclusion::Wait, "it waits the probe time though the stream is over", pr },
    ProbeRow { "stream-array", StreamReply, Misplaced, anyReply, Conclusion::Wait, "it sets an array in an event aside and waits the probe time", pr },
    ProbeRow { "body-foreign", JsonBody, Foreign | WithoutId, anyReply, Conclusion::Wait, "it waits the probe time for an answer that cannot come any more", pr },
    ProbeRow { "body-type", OtherBody, anyForm, anyReply, Conclusion::LegacyWeak, "it takes a body of another type for an older server", pr },
};

constexpr std::array sdk240Bodies {
    ProbeRow { "http-5xx", ServerFault | BrokenServerFault, anyForm, anyReply, Conclusion::HttpStatus, "it reads a 5xx as an outage", sdk },
    ProbeRow { "http-202", Accepted, anyForm, anyReply, Conclusion::Wait, "it waits the probe time after 202", sdk },
    ProbeRow { "stream-over", StreamOver, anyForm, anyReply, Conclusion::Wait, "it waits the probe time though the stream is over", sdk },
    ProbeRow { "stream-array", StreamReply, Misplaced, anyReply, Conclusion::Wait, "it sets an array in an event aside and waits the probe time", sdk },
    ProbeRow { "body-not-json", JsonBody, NoText | NotJson, anyReply, Conclusion::UnusableNotJson, "it rejects a body that is no JSON", sdk },
    ProbeRow { "body-type", OtherBody, anyForm, anyReply, Conclusion::UnusableType, "it rejects an answer of another media type", sdk },
    ProbeRow { "body-malformed", JsonBody, Malformed, anyReply, Conclusion::SchemaInvalid, "it rejects a body that breaks its schema", sdk },
    ProbeRow { "body-foreign", JsonBody, Foreign | WithoutId, anyReply, Conclusion::Wait, "it waits the probe time for an answer that cannot come any more", sdk },
};

template<std::size_t... Sizes>
constexpr auto joined(const std::array<ProbeRow, Sizes> &...parts)
{
    std::array<ProbeRow, (Sizes + ...)> all {};
    std::size_t next = 0;
    ((std::copy(parts.begin(), parts.end(), all.begin() + next), next += Sizes), ...);
    return all;
}

constexpr auto assayerTable = joined(walls, assayerFirst);
constexpr auto assayerCorrectiveTable = joined(walls, assayerCorrective);
constexpr auto sdk2571Table = joined(sdkWalls, sdkStdio, sdk2571Bodies, sdkReplies);
constexpr auto sdk240Table = joined(sdkWalls, sdkStdio, sdk240Bodies, sdkReplies);



} // namespace

std::span<const ProbeRow> probeTable(ProbePolicy policy, bool corrective)
{
    switch (policy) {
    case ProbePolicy::Sdk2571:
        return sdk2571Table;
    case ProbePolicy::Sdk240:
        return sdk240Table;
    case ProbePolicy::Assayer:
        break;
    }
    return corrective ? std::span<const ProbeRow>(assayerCorrectiveTable) : std::span<const ProbeRow>(assayerTable);
}

const char *policyName(ProbePolicy policy)
{
    return policy == ProbePolicy::Sdk2571 ? "sdk-2571" : policy == ProbePolicy::Sdk240 ? "sdk-2.4.0" : "assayer";
}

const char *conclusionName(Conclusion conclusion)
{
    switch (conclusion) {
    case Conclusion::Modern:
        return "modern";
    case Conclusion::Corrective:
        return "corrective";
    case Conclusion::Legacy:
    case Conclusion::LegacyWeak:
    case Conclusion::Unshared:
    case Conclusion::SharedLegacy:
        return "legacy";
    default:
        return "error";
    }
}

} // namespace assayer
