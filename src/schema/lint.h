// Schemas that compile but will not mean what their author thinks.
#pragma once

#include "schema/dialects.h"

#include "base/finding.h"
#include "json/document.h"

namespace assayer::schema {

/// Findings on a schema (a value of `document`), in its order, up to 1,000. `where` is the JSON Pointer from `root`;
/// `expected` says how to fix it. Works on schemas that do not compile, too. Pure; any thread.
///
/// Rules, all "schema.lint.": `exclusive-flag` (draft-04's exclusiveMinimum: true), `required-in-property` (draft-03's
/// required: true), `unknown-keyword`, `ref-siblings` (ignored up to draft-07), `nullable` (OpenAPI's), `unused-definition`,
/// `unsatisfiable-type` (a type that no value can have beside the other keywords), `unknown-format`, `pattern-not-ecma`,
/// `misplaced-keyword` (a keyword without the one it belongs to), `keyword-of-another-draft`, `keyword-of-another-type`,
/// `contradictory-limits`.
Findings lint(const json::Document &document, const json::Value &root, Dialect dialect = Dialect::Draft202012);

} // namespace assayer::schema
