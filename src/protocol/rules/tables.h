// The tables, by the name the specification gives to each object. To add a revision, give its rows their sets of revisions.
#pragma once

#include "protocol/listkind.h"
#include "protocol/message.h"
#include "protocol/rules/rule.h"

namespace assayer::rules {

// Entries of lists
extern const Shape toolShape;
extern const Shape resourceShape;
extern const Shape resourceTemplateShape;
extern const Shape promptShape;
const Shape &entryShape(ListKind kind);

// Parts of results and messages
extern const Shape contentBlockShape;
extern const Shape resourceContentsShape;
extern const Shape promptMessageShape;
extern const Shape samplingMessageShape;
extern const Shape samplingResultShape;
extern const Shape taskShape;

// Whole results
extern const Shape implementationShape;
extern const Shape initializeShape;
extern const Shape discoverShape;
extern const Shape createTaskShape; ///< 2025-11-25: the answer to a request that became a task
extern const Shape inputRequiredShape; ///< 2026-07-28: the answer that asks back
extern const Shape emptyResultShape; ///< what every result has

/// A method and what its params or result hold.
struct MethodShape {
    std::string_view method;
    const Shape *shape;
    Revisions defined = always;
    bool paramsRequired = false;
};
struct MethodRule {
    const MethodShape *row = nullptr; ///< null where the revision does not have the method
    bool known = false; ///< some revision has it
};
/// Requests that a server may send.
MethodRule requestRule(std::string_view method, Revision revision);
/// Requests that a client sends; null where the revision does not have the method. A probe is older than its verdict, so a
/// method of another revision is no fault.
const MethodShape *clientRequest(std::string_view method, Revision revision);
MethodRule notificationRule(std::string_view method, Revision revision);
/// Result of that method, lists aside; null where the revision does not say.
const Shape *resultShape(std::string_view method, Revision revision);

const Shape &envelopeShape(Message::Kind kind);

/// What stands beside the entries of a list result: cursor, `_meta` and, on the modern era, the envelope.
extern const Shape pageShape;

} // namespace assayer::rules
