// An HTTP answer that is no success, as the error kind that the contract has for it.
#pragma once

#include "base/error.h"
#include "transport/transport.h"

#include <QByteArray>

#include <string>

namespace assayer {

/// Parameter of a WWW-Authenticate challenge, without quotes; empty where it is missing. RFC 9110 section 11.6.1.
std::string challengeParameter(const std::string &challenge, const std::string &name);

/// What an answer holds that an error needs.
struct HttpFacts {
    int status = 0;
    std::string reason;
    std::string challenge; ///< WWW-Authenticate
    std::string location;
    std::string retryAfter;
    std::string text; ///< body, bounded

    static HttpFacts of(const HttpHead &head, const QByteArray &body);
};

/// Kinds "auth-required" ("unauthorized" where credentials were sent), "insufficient-scope", "forbidden",
/// "proxy-authentication-required" and "http-error", with status, reason and text in data. `request` names what was
/// answered, for the message: "the probe", "initialize", "tools/list".
Error httpError(const HttpFacts &facts, const std::string &request, bool credentialsSent);

/// Status, reason, text, location and Retry-After as data of an error.
void putHttpFacts(ErrorData &data, const HttpFacts &facts);

/// "404 Not Found".
std::string statusWords(int status, const std::string &reason);

/// Whether a header of that kind is among those of a target.
bool sendsCredentials(const Target &target);

} // namespace assayer
