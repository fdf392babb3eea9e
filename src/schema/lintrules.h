// The lint's rules on one subschema each.
#pragma once

#include "schema/dialects.h"

#include "base/finding.h"
#include "json/document.h"

#include <functional>
#include <span>
#include <string_view>

namespace assayer::schema {

struct LintContext {
    const json::Document &document;
    const json::Value &schema; ///< an object
    Dialect dialect;
};

/// Takes a finding whose rule has no prefix yet, and where it is.
using LintReport = std::function<void(const json::Value &at, Finding finding)>;
using LintRule = void(const LintContext &context, const LintReport &report);

std::span<LintRule *const> lintRules();
bool isKnownFormat(std::string_view name);

} // namespace assayer::schema
