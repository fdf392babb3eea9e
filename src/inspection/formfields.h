// The form that a JSON Schema of an object means, as plain data: what the command line prints.
#pragma once

#include "json/document.h"
#include "session/session.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace assayer {

struct ToolFormField {
    std::string path; ///< JSON Pointer into the arguments; "/*" for what every row of an array holds
    std::string label; ///< title, else the property's name
    std::string kind; ///< "text", "number", "integer", "boolean", "enum", "multi-enum", "array", "object", "map", "variant", "date", "date-time", "time", "email", "uri", "json"
    bool required = false;
    bool nullable = false;
    std::string defaultJson; ///< exact text, empty where there is none
    std::vector<std::string> options; ///< JSON texts of the values
};

struct ToolForm {
    std::vector<ToolFormField> fields;
    QByteArray arguments; ///< what would be sent: defaults and what was given
    std::vector<OutputVerdict::Failure> errors; ///< of the arguments against the schema
};

/// `schema` is the input schema (null value: no arguments known); `givenJson` an object or empty.
ToolForm makeForm(const json::Node &schema, const QByteArray &givenJson);

QByteArray formJson(const QByteArray &tool, const ToolForm &form);
QString formText(const QByteArray &tool, const ToolForm &form);

} // namespace assayer
