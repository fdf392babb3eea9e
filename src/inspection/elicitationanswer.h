// Whether what we answer to a form breaks the schema that the server asked with.
#pragma once

#include "json/document.h"
#include "session/session.h"

#include <QByteArray>

#include <vector>

namespace assayer {

/// Failures of an elicitation result: of an accepted form's content against requestedSchema, formats included. Empty for
/// decline, cancel and URL mode, and where the schema does not compile. `params` are those of elicitation/create. Any thread.
std::vector<OutputVerdict::Failure> elicitationFailures(const json::Node &params, const QByteArray &resultJson);

} // namespace assayer
