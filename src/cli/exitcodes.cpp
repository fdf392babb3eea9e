#include "cli/exitcodes.h"

#include "inspection/reportparts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace assayer {

namespace {

using Kinds = std::set<std::string_view>;

bool isAuth(const Error &error)
{
    static const Kinds kinds { "auth-required", "unauthorized", "forbidden", "insufficient-scope", "proxy-authentication-required" };
    return kinds.count(error.kind) > 0;
}

bool isUsage(const Error &error)
{
    static const Kinds kinds { "usage", "unset-variable", "unreadable-file" };
    return kinds.count(error.kind) > 0;
}

bool isTransport(const Error &error)
{
    static const Kinds kinds { "network", "connection-closed", "spawn-failed", "message-too-large" };
    return kinds.count(error.kind) > 0;
}

} // namespace

int connectionExitCode(const Error &error)
{
    if (isUsage(error))
        return UsageError;
    if (isAuth(error))
        return AuthorizationNeeded;
    if (error.kind == "timeout")
        return TimedOut;
    if (isTransport(error) || error.cause == "network" || error.cause == "closed")
        return TransportBroken;
    return NegotiationFailed;
}

int requestExitCode(const Error &error)
{
    static const Kinds faults { "invalid-result", "unsupported-result-type", "invalid-message", "pagination-exceeded", "rounds-exceeded",
        "output-mismatch", "schema-does-not-compile" };
    if (isUsage(error))
        return UsageError;
    if (isAuth(error))
        return AuthorizationNeeded;
    if (error.kind == "timeout")
        return TimedOut;
    if (error.kind == "rpc-error")
        return RpcFailed;
    return faults.count(error.kind) ? FaultyAnswers : TransportBroken;
}

int actionExitCode(const ActionResult &result)
{
    if (result.result.error)
        return requestExitCode(*result.result.error);
    if (result.isError)
        return ToolFailed;
    return report::outputError(result.output) ? FaultyAnswers : Fine;
}

Findings findingsOfAnswer(const ActionResult &result, const Findings &findings)
{
    Findings own;
    const std::string frame = "frame:" + std::to_string(result.result.answerFrame);
    std::copy_if(findings.begin(), findings.end(), std::back_inserter(own), [&](const Finding &finding) {
        return result.result.answerFrame && (finding.where == frame || finding.where.starts_with(frame + '/'));
    });
    return own;
}

int answerExitCode(const ActionResult &result, const Findings &findings)
{
    const Findings own = findingsOfAnswer(result, findings);
    const bool faulty = std::any_of(own.begin(), own.end(), [](const Finding &finding) { return finding.severity == Severity::Error; });
    return worseExitCode(actionExitCode(result), faulty ? FaultyAnswers : Fine);
}

int listExitCode(const ListSnapshot &snapshot)
{
    if (snapshot.error)
        return requestExitCode(*snapshot.error);
    return snapshot.malformed.empty() ? Fine : FaultyAnswers;
}

int worseExitCode(int a, int b)
{
    static constexpr std::array order { int(Fine), int(FaultyAnswers), int(ToolFailed), int(RpcFailed), int(TimedOut), int(NegotiationFailed),
        int(TransportBroken), int(AuthorizationNeeded), int(UsageError) };
    const auto rank = [](int code) { return std::find(order.begin(), order.end(), code); };
    return rank(a) < rank(b) ? b : a;
}

} // namespace assayer
