// Judging JSON values by a compiled schema.
#pragma once

#include "schema/schemaprogram.h"

#include "json/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assayer::schema {

/// One broken rule. All texts are UTF-8; what comes from the server is shortened.
struct Failure {
    std::string instancePath; ///< JSON Pointer from the value that was judged
    std::string schemaPath; ///< "#/properties/a/type", or "uri#/…" in another document: the place of the keyword
    std::string keyword; ///< empty for the schema false
    std::string expected; ///< JSON text or words
    std::string actual; ///< JSON text, shortened
    std::string message; ///< one sentence that names the place, what is wanted and what is there
    std::vector<Failure> causes; ///< anyOf, oneOf and propertyNames: why not, the closest alternative's failures first
};

struct Evaluation {
    enum class Outcome { Valid, Invalid, NotChecked };

    Outcome outcome = Outcome::Valid;
    std::vector<Failure> failures; ///< in the order of the instance, up to EvaluateOptions::maxFailures
    bool truncated = false; ///< there are more
    /// Why there is no verdict ("the pattern … at … is too costly"); empty unless NotChecked.
    std::vector<std::string> notChecked;
    bool formatsAsserted = false; ///< else `format` only annotated

    bool isValid() const { return outcome == Outcome::Valid; }
};

struct EvaluateOptions {
    std::size_t maxFailures = 10'000; ///< 1: the first only
    std::size_t maxDepth = 2'000; ///< schemas applied within schemas
    std::int64_t maxSteps = 200'000'000; ///< schemas applied, items and members looked at, text matched (16 bytes a step)
};

/// The verdict alone, as fast as possible. False also where nothing can be said: evaluate() tells which.
/// `value` is of `document`. Pure; any thread.
bool isValid(const Program &program, const json::Document &document, const json::Value &value);
/// The verdict with every failure.
Evaluation evaluate(const Program &program, const json::Document &document, const json::Value &value, const EvaluateOptions &options = {});

} // namespace assayer::schema
