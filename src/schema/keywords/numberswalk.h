// Numeric limits and multiples at work: windows where they are exact, decimal arithmetic elsewhere.
#pragma once

#include "json/number.h"
#include "schema/walk.h"

#include <cmath>

namespace assayer::schema {

template<bool Errors, bool Full>
bool Walk<Errors, Full>::number(const Node &node, const json::Value &value)
{
    const NumberRules &rules = *node.number;
    if (!rules.multipleOf) {
        if (rules.integerWindow && value.isInt64()) {
            const std::int64_t integer = *value.integer();
            if (integer >= rules.lowest && integer <= rules.highest) [[likely]]
                return true;
            return Errors ? explainNumber(node, value) : false;
        }
        const double real = value.number();
        if (rules.realWindow && value.isExact() && std::abs(real) <= 9007199254740992.0) {
            const bool low = rules.lowIsExclusive ? real > rules.low : real >= rules.low;
            const bool high = rules.highIsExclusive ? real < rules.high : real <= rules.high;
            if (low && high) [[likely]]
                return true;
            return Errors ? explainNumber(node, value) : false;
        }
    }
    return explainNumber(node, value);
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::explainNumber(const Node &node, const json::Value &value)
{
    const NumberRules &rules = *node.number;
    const json::Document &schema = *node.document;
    const auto order = [&](const json::Value &bound) { return json::compare(m_run.instance, value, schema, bound); };
    bool ok = true;
    if (rules.minimum && order(*rules.minimum) < 0)
        ok = fail(node, Keyword::Minimum, value);
    if (rules.exclusiveMinimum && order(*rules.exclusiveMinimum) <= 0)
        ok = fail(node, Keyword::ExclusiveMinimum, value);
    if (rules.maximum && order(*rules.maximum) > 0)
        ok = fail(node, Keyword::Maximum, value);
    if (rules.exclusiveMaximum && order(*rules.exclusiveMaximum) >= 0)
        ok = fail(node, Keyword::ExclusiveMaximum, value);
    if (rules.multipleOf && !json::isMultipleOf(m_run.instance, value, schema, *rules.multipleOf))
        ok = fail(node, Keyword::MultipleOf, value);
    return ok;
}

} // namespace assayer::schema
