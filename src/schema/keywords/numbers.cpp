#include "schema/keywords/numbers.h"

#include "json/number.h"
#include "schema/compilation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assayer::schema {
namespace {

constexpr double exactIntegers = 9007199254740992.0; // 2^53

const json::Value *number(KeywordContext &context)
{
    if (context.value->isNumber())
        return context.value;
    context.error("must be a number");
    return nullptr;
}

/// Draft-04 has the exclusive keywords as flags of the inclusive ones.
bool isFlag(KeywordContext &context)
{
    if (context.features().dialect != Dialect::Draft4)
        return false;
    if (!context.value->isBool())
        context.error("must be a boolean in draft-04");
    return true;
}

bool fitsDouble(const json::Value &bound)
{
    return bound.isExact() && std::abs(bound.number()) <= exactIntegers;
}

void lowBound(NumberRules &rules, const json::Value &bound, bool exclusive)
{
    const auto integer = bound.integer();
    const bool overflows = exclusive && integer == std::numeric_limits<std::int64_t>::max();
    rules.integerWindow = rules.integerWindow && integer && !overflows;
    if (rules.integerWindow)
        rules.lowest = std::max(rules.lowest, *integer + (exclusive ? 1 : 0));
    rules.realWindow = rules.realWindow && fitsDouble(bound);
    const double real = bound.number();
    if (real > rules.low || (real == rules.low && exclusive)) {
        rules.low = real;
        rules.lowIsExclusive = exclusive;
    }
}

void highBound(NumberRules &rules, const json::Value &bound, bool exclusive)
{
    const auto integer = bound.integer();
    const bool overflows = exclusive && integer == std::numeric_limits<std::int64_t>::min();
    rules.integerWindow = rules.integerWindow && integer && !overflows;
    if (rules.integerWindow)
        rules.highest = std::min(rules.highest, *integer - (exclusive ? 1 : 0));
    rules.realWindow = rules.realWindow && fitsDouble(bound);
    const double real = bound.number();
    if (real < rules.high || (real == rules.high && exclusive)) {
        rules.high = real;
        rules.highIsExclusive = exclusive;
    }
}

} // namespace

void compileMultipleOf(KeywordContext &context)
{
    const json::Value *divisor = number(context);
    if (!divisor)
        return;
    const auto exact = json::Number::of(*context.node.document, *divisor);
    if (exact.isNegative() || exact.isZero())
        context.error("must be greater than 0");
    context.numberRules().multipleOf = divisor;
}

void compileMaximum(KeywordContext &context) { context.numberRules().maximum = number(context); }
void compileMinimum(KeywordContext &context) { context.numberRules().minimum = number(context); }

void compileExclusiveMaximum(KeywordContext &context)
{
    if (isFlag(context))
        context.numberRules().maximumIsExclusive = context.value->isTrue();
    else
        context.numberRules().exclusiveMaximum = number(context);
}

void compileExclusiveMinimum(KeywordContext &context)
{
    if (isFlag(context))
        context.numberRules().minimumIsExclusive = context.value->isTrue();
    else
        context.numberRules().exclusiveMinimum = number(context);
}

void finishNumbers(KeywordContext &context)
{
    NumberRules &rules = *context.number;
    if (rules.maximumIsExclusive)
        rules.exclusiveMaximum = std::exchange(rules.maximum, nullptr);
    if (rules.minimumIsExclusive)
        rules.exclusiveMinimum = std::exchange(rules.minimum, nullptr);
    rules.integerWindow = true;
    rules.realWindow = true;
    if (rules.minimum)
        lowBound(rules, *rules.minimum, false);
    if (rules.exclusiveMinimum)
        lowBound(rules, *rules.exclusiveMinimum, true);
    if (rules.maximum)
        highBound(rules, *rules.maximum, false);
    if (rules.exclusiveMaximum)
        highBound(rules, *rules.exclusiveMaximum, true);
}

} // namespace assayer::schema
