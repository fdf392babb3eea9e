// Exit codes of the contract.
#pragma once

#include "base/error.h"
#include "base/finding.h"
#include "inspection/action.h"
#include "protocol/listsnapshot.h"

namespace assayer {

enum ExitCode {
    Fine = 0,
    FaultyAnswers = 1, ///< malformed entries, a refused list, findings, an output that breaks its schema
    UsageError = 2,
    AuthorizationNeeded = 3,
    TransportBroken = 4,
    ToolFailed = 5,
    NegotiationFailed = 6,
    TimedOut = 7,
    RpcFailed = 8,
};

/// Of a connection that could not be made.
int connectionExitCode(const Error &error);
/// Of a list, a call or any other request on a connection that stands.
int requestExitCode(const Error &error);
/// Of an action: its error, the tool's own error, or an output that breaks its schema.
int actionExitCode(const ActionResult &result);
/// Those of the findings that are about the answer of the action.
Findings findingsOfAnswer(const ActionResult &result, const Findings &findings);
/// The same, and 1 where the answer itself breaks a rule of its revision.
int answerExitCode(const ActionResult &result, const Findings &findings);
/// Of lists: the first error, else 1 for malformed entries.
int listExitCode(const ListSnapshot &snapshot);
/// The more specific of two: authorization, transport, negotiation, time-out, JSON-RPC, tool, faults, fine.
int worseExitCode(int a, int b);

} // namespace assayer
