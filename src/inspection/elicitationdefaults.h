// The content an elicitation form has before anyone types.
#pragma once

#include "json/document.h"

#include <QByteArray>

namespace assayer {

/// Defaults of the requested schema's properties; a required one without a default gets the smallest value its type allows
/// (true for a boolean: the form asks for consent). `params` are those of elicitation/create. JSON object text.
QByteArray elicitationDefaults(const json::Node &params);

} // namespace assayer
