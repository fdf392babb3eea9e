// The lint of a tool's schemas, off the window's thread: a server may send schemas of megabytes.
#pragma once

#include "base/finding.h"
#include "json/document.h"

#include <QObject>

#include <functional>

namespace assayer {

/// Compiles and lints the schemas of a tool's entry. Places begin at the entry ("/outputSchema/type"); where a schema does not
/// compile, that comes first, as rule "schema.compile". Any thread.
Findings judgeSchemas(const json::Node &entry);

/// The same in a thread of the pool; calls back in the window's thread while `receiver` lives.
void judgeSchemasAside(const json::Node &entry, QObject *receiver, std::function<void(const Findings &)> done);

} // namespace assayer
