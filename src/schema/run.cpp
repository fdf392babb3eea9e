#include "schema/run.h"

namespace assayer::schema {

bool Run::refuse(const Node &node, const json::Value &value)
{
    // Everything after the first refusal unwinds without further work.
    if (depth > options.maxDepth) {
        --depth;
        if (stepsLeft >= 0)
            doubt.push_back({ Doubt::TooDeep, &node, &value, {} });
    } else if (!truncated && doubt.empty()) {
        doubt.push_back({ Doubt::TooManySteps, &node, &value, {} });
    }
    stepsLeft = -1;
    return false;
}

bool Run::doubts(const Node &node, const json::Value &value, std::string_view pattern)
{
    constexpr std::size_t enough = 20;
    doubt.push_back({ Doubt::PatternTooCostly, &node, &value, pattern });
    // Each costly match takes milliseconds; a document full of them must not take minutes.
    if (doubt.size() >= enough)
        stepsLeft = -1;
    return false;
}

} // namespace assayer::schema
