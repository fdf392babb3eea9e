// What can be read out of a probe's outcome: which carrier brought it, what reply it holds, how well formed it is.
// Facts only; what they mean is the business of the policies' tables (probetables).
#pragma once

#include "base/finding.h"
#include "json/document.h"
#include "session/probeoutcome.h"
#include "session/revisionchoice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assayer {

/// How the probe ended and what carried the answer. Bits, so that a row of a table can name several.
enum Carrier : std::uint32_t {
    Unauthorized = 1u << 0, ///< 401
    ScopeMissing = 1u << 1, ///< 403 with an insufficient_scope challenge
    Forbidden = 1u << 2, ///< other 403
    ProxyWall = 1u << 3, ///< 407
    Accepted = 1u << 4, ///< 202
    JsonBody = 1u << 5, ///< 2xx, application/json
    StreamReply = 1u << 6, ///< 2xx event stream; an event decides
    StreamOver = 1u << 7, ///< 2xx event stream that ended, no event decided
    OtherBody = 1u << 8, ///< 2xx of another or no media type
    Redirected = 1u << 9, ///< 3xx that is not followed
    ClientFault = 1u << 10, ///< other 4xx, and statuses outside 200 to 599
    ServerFault = 1u << 11, ///< 5xx
    BrokenStream = 1u << 12, ///< cut behind a 2xx event stream's head
    BrokenFault = 1u << 13, ///< cut behind the head of a 3xx or 4xx
    BrokenOther = 1u << 14, ///< cut elsewhere: refused, reset, not HTTP, behind another 2xx head
    HttpSilence = 1u << 15,
    HttpTooLarge = 1u << 16,
    Line = 1u << 17, ///< stdio: a line decides
    StdioSilence = 1u << 18,
    StdioEnded = 1u << 19, ///< exit or end of stdout
    StdioTooLarge = 1u << 20,
    SpawnFailure = 1u << 21,
    BrokenServerFault = 1u << 22, ///< cut behind the head of a 5xx
};
constexpr std::uint32_t anyCarrier = 0xffffffffu;

/// How well formed the reply is.
enum Form : std::uint32_t {
    NoText = 1u << 0, ///< nothing, or nothing but white space
    NotJson = 1u << 1,
    Malformed = 1u << 2, ///< JSON that breaks the JSON-RPC rules
    Foreign = 1u << 3, ///< valid, but does not answer this probe
    WithoutId = 1u << 4, ///< a valid error without an id
    Misplaced = 1u << 5, ///< a valid reply inside an array where none may stand: an event or a line
    CutLine = 1u << 6, ///< a valid reply in a last line that lacks its end
    WellFormed = 1u << 7,
};
constexpr std::uint32_t anyForm = 0xffffffffu;
constexpr std::uint32_t readableForm = WithoutId | Misplaced | CutLine | WellFormed;

/// What it says, read leniently: a result under this id, or `error.code`.
enum Reply : std::uint32_t {
    Nothing = 1u << 0,
    Discover = 1u << 1, ///< a discover result with a shared modern revision
    DiscoverLegacy = 1u << 2, ///< one without, that lists a shared legacy revision
    DiscoverUnshared = 1u << 3, ///< one without any shared revision
    OtherResult = 1u << 4, ///< a result that is no discover result
    UnsupportedShared = 1u << 5, ///< -32022 that lists a shared modern revision
    UnsupportedMixed = 1u << 6, ///< modern revisions, none shared, and a shared legacy one
    UnsupportedDisjoint = 1u << 7, ///< modern revisions, none shared, no shared legacy one
    UnsupportedLegacy = 1u << 8, ///< legacy revisions only
    UnsupportedBare = 1u << 9, ///< -32022 without a usable list
    ModernRefusal = 1u << 10, ///< -32020, -32021
    KnownError = 1u << 11, ///< the codes that servers of 2025 answer to what they do not know
    OtherError = 1u << 12,
};
constexpr std::uint32_t anyReply = 0xffffffffu;
constexpr std::uint32_t anyUnsupported = UnsupportedShared | UnsupportedMixed | UnsupportedDisjoint | UnsupportedLegacy | UnsupportedBare;
constexpr std::uint32_t anyError = anyUnsupported | ModernRefusal | KnownError | OtherError;

/// What the reading depends on besides the outcome.
struct ProbeContext {
    std::string offered; ///< revision of this probe
    RevisionChoice revisions;
    SessionOptions const *options = nullptr; ///< mode, placement, time; lives as long as the context
    bool correctiveUsed = false;
    bool credentials = false; ///< an Authorization header was sent

    bool inPlace() const { return options->placement == ProbePlacement::InPlace; }
};

struct ProbeReading {
    Carrier carrier = BrokenOther;
    Form form = NoText;
    Reply reply = Nothing;
    json::DocumentPtr document; ///< of the text that decides; null where it is no JSON
    const json::Value *root = nullptr; ///< the message in it
    json::Node result; ///< Discover...: the discover result
    std::string code; ///< JSON text of error.code
    std::string errorMessage;
    std::string errorData; ///< JSON text of error.data
    std::vector<std::string> supported; ///< revisions that the server lists
    std::string modern; ///< the shared modern revision
    std::string legacy; ///< the shared legacy revision
    bool inArray = false;
    bool readableModern = false; ///< a discover result in a wrapping that does not count
    std::uint64_t frame = 0;
    Findings findings;
};

/// Reads an outcome. Total: any bytes give a reading.
ProbeReading readProbe(const ProbeOutcome &outcome, const ProbeContext &context);

/// Whether this text ends the waiting: a reply to one of the probes, on stdio also one that only can be meant as such.
bool decides(const ProbeText &text, const std::vector<std::string> &ids);

} // namespace assayer
