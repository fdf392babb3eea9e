// Values without what is secret by its name or by its schema: for what is kept on disk beside the traces.
#pragma once

#include "json/document.h"

#include <QByteArray>

#include <set>
#include <string>

namespace assayer {

/// Names of members that a schema calls passwords (`format: password`, `writeOnly`), at any depth.
std::set<std::string> secretMembers(const json::Node &schema);
/// JSON text of the value without members of such names and of those that the redaction list knows. Digits, order and
/// duplicates of the rest stay. Empty for a null value.
QByteArray withoutSecrets(const json::Node &value, const std::set<std::string> &names = {});

} // namespace assayer
