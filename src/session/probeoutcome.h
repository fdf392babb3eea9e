// What came back for a probe, before anyone judges it. A value that can be kept, compared and judged again.
#pragma once

#include "base/error.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assayer {

/// One JSON-RPC text that arrived while the probe was open.
struct ProbeText {
    enum class From { Body, Event, Line };
    From from = From::Body;
    QByteArray bytes; ///< decoded body, data of an event, or a line without its end
    QByteArray eventName; ///< Event: "message" unless named
    std::uint64_t frame = 0; ///< record that completed it
    bool terminated = true; ///< Line: false for a last line without its end
};

/// The end of one probe. HTTP members are empty on stdio and the other way round.
struct ProbeOutcome {
    enum class End {
        Complete, ///< the exchange is over, or a text came that decides
        Silence, ///< the probe time ran out
        Broken, ///< the connection failed before the answer was whole
        Ended, ///< stdio: the process ended or closed its stdout
        SpawnFailed,
        TooLarge, ///< the answer is longer than the limit
    };

    End end = End::Complete;
    bool stdio = false;
    std::vector<std::string> ids; ///< JSON texts of the ids of all probes still open, the newest last
    std::vector<ProbeText> texts; ///< body, events or lines, in order
    bool stream = false; ///< the answer was an event stream

    int status = 0; ///< 0: no head came
    std::string reason;
    std::string mediaType; ///< lower case, no parameters
    std::string challenge; ///< WWW-Authenticate
    std::string location;
    std::string retryAfter;

    std::optional<Error> transportError; ///< Broken, Ended, SpawnFailed, TooLarge
    std::optional<int> exitCode;
    std::optional<int> signal;

    std::uint64_t requestFrame = 0;
    std::uint64_t answerFrame = 0; ///< record that completed what decided; 0 where nothing came
    double elapsedMs = 0;

    /// Text of the answer as it came: the body, or events and lines one below the other; at most `limit` bytes.
    std::string evidence(std::size_t limit = 64 * 1024) const;
};

} // namespace assayer
