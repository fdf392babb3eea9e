// The tables, by the name the specification gives to each object. To add a revision, give its rows their sets of revisions.
#pragma once

#include "protocol/listkind.h"
#include "protocol/rules/rule.h"

namespace assayer::rules {

// Entries of lists
extern const Shape toolShape;
extern const Shape resourceShape;
extern const Shape resourceTemplateShape;
extern const Shape promptShape;
const Shape &entryShape(ListKind kind);

/// What stands beside the entries of a list result: cursor, `_meta` and, on the modern era, the envelope.
extern const Shape pageShape;

} // namespace assayer::rules
