// What went wrong, as a value: the kinds and causes every edge of the program speaks of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace assayer {

/// Facts behind an error, each present only where it is known. Texts are UTF-8 of the server: untrusted.
struct ErrorData {
    std::optional<int> status; ///< HTTP status
    std::string statusText; ///< HTTP reason phrase
    std::optional<std::string> text; ///< body as text, bounded
    std::optional<std::string> body; ///< offending body that is no plain text answer, bounded
    std::vector<std::string> supported; ///< revisions the server named
    std::optional<std::string> requested; ///< revision that was asked for
    std::optional<std::int64_t> timeoutMs;
    std::optional<std::string> code; ///< JSON text of a JSON-RPC error's code
    std::optional<std::string> data; ///< JSON text of a JSON-RPC error's data
    std::optional<std::string> location; ///< target of a redirect that was not followed
    std::optional<std::string> retryAfter;
    std::optional<std::string> scope; ///< scope of a WWW-Authenticate challenge
    std::optional<std::string> resourceMetadata; ///< resource_metadata of a challenge
    std::optional<std::int64_t> position; ///< offset of a syntax error
    std::optional<std::string> path; ///< JSON Pointer or file the error is about
    std::vector<std::string> chain; ///< certificate chain, one line each
};

/// Kinds and causes are the words of the headless contract: "timeout", "network"/"cut", "era-negotiation-failed"/"pin-not-offered"...
struct Error {
    std::string kind;
    std::string cause;
    std::string message; ///< one sentence for people, no trailing period needed by callers
    ErrorData data;

    Error() = default;
    Error(std::string errorKind, std::string errorMessage, std::string errorCause = {})
        : kind(std::move(errorKind))
        , cause(std::move(errorCause))
        , message(std::move(errorMessage))
    {
    }
};

template<class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

inline tl::unexpected<Error> fail(std::string kind, std::string message, std::string cause = {})
{
    return tl::unexpected<Error>(Error(std::move(kind), std::move(message), std::move(cause)));
}

} // namespace assayer
