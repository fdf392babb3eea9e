// Reads a JSON Schema as rows of a tree: what it says at a place, and which places follow from it.
#pragma once

#include "json/document.h"

#include <QString>

#include <vector>

namespace assayer {

struct SchemaRow {
    QString name; ///< untrusted; empty for the root
    QString keyword; ///< how it follows from its parent; empty for the root
    QString pointer; ///< place of the subschema in the whole schema
    const json::Value *value = nullptr; ///< the subschema, references followed; null where only `required` names it
    bool required = false;
    QString type; ///< "string", "integer | null", "enum", "any", "never"
    QString constraints; ///< "minimum 1, maximum 50"
    QString description; ///< untrusted
};

SchemaRow schemaRoot(const json::Node &schema);
/// Properties, items and alternatives of a row, in the order of the text.
std::vector<SchemaRow> schemaRows(const json::Node &schema, const SchemaRow &parent);

} // namespace assayer
