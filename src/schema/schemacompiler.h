// JSON Schema text to a Program.
#pragma once

#include "schema/dialects.h"
#include "schema/schemaprogram.h"

#include "json/document.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

namespace assayer::schema {

/// Documents by absolute URI without fragment.
using DocumentMap = std::unordered_map<std::string, json::DocumentPtr>;

struct CompileOptions {
    /// Where the schema has no `$schema`.
    Dialect dialect = Dialect::Draft202012;
    /// An unknown `$schema` is read as `dialect` instead of being an error.
    bool lenientUnknownDialect = false;
    /// `format` fails a value; otherwise only where the metaschema's vocabulary asks for it.
    bool assertFormats = false;
    /// draft-07's choice to check contentEncoding and contentMediaType.
    bool assertContent = false;
    /// What references may lead to beside the schema itself and the built-in metaschemas. Nothing is ever fetched.
    std::shared_ptr<const DocumentMap> documents;
};

struct CompileError {
    std::string path; ///< JSON Pointer into the schema; "uri#pointer" where the fault is in another document
    std::string message; ///< one sentence
};

using CompileResult = tl::expected<ProgramPtr, std::vector<CompileError>>;

/// `root` is the schema: a value of `document`, which the program keeps alive. All errors are found, up to 100 of them.
/// Pure; any thread.
CompileResult compile(json::DocumentPtr document, const json::Value &root, const CompileOptions &options = {});
/// The whole document is the schema.
CompileResult compile(json::DocumentPtr document, const CompileOptions &options = {});

} // namespace assayer::schema
