// The state of one evaluation: budget, dynamic scope, and what was found.
#pragma once

#include "schema/keywords/keyword.h"
#include "schema/programparts.h"
#include "schema/schemaevaluator.h"

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string_view>
#include <vector>

namespace assayer::schema {

/// A failure before it is put into words.
struct Record {
    const Node *node = nullptr;
    Keyword keyword = Keyword::None;
    const json::Value *value = nullptr;
    std::string_view name; ///< the property or item the keyword is about
    std::size_t count = 0; ///< what was counted
    std::vector<std::vector<Record>> branches; ///< failures of each alternative
    std::uint64_t matched = 0; ///< oneOf: which of the first 64 alternatives hold
};

/// Something that could not be decided.
struct Doubt {
    enum Kind { PatternTooCostly, TooDeep, TooManySteps };
    Kind kind;
    const Node *node = nullptr;
    const json::Value *value = nullptr;
    std::string_view pattern;
};

struct Run {
    Run(const ProgramParts &programParts, const json::Document &instanceDocument, const EvaluateOptions &evaluateOptions)
        : program(programParts)
        , instance(instanceDocument)
        , options(evaluateOptions)
        , stepsLeft(evaluateOptions.maxSteps)
    {
    }

    /// Whether another schema may be applied; counts it. leave() must follow a true.
    bool enter(const Node &node, const json::Value &value)
    {
        if (--stepsLeft < 0 || ++depth > options.maxDepth) [[unlikely]]
            return refuse(node, value);
        return true;
    }
    void leave() { --depth; }
    /// Work that no enter() counts: items and members looked at, text matched.
    void charge(std::size_t steps) { stepsLeft -= static_cast<std::int64_t>(steps); }

    bool stopped() const { return stepsLeft < 0; }
    /// At the end: a budget that ran out where nobody asked is a doubt, too.
    void noteExhaustion(const Node &root, const json::Value &value)
    {
        if (stopped() && !truncated && doubt.empty())
            doubt.push_back({ Doubt::TooManySteps, &root, &value, {} });
    }
    bool doubts(const Node &node, const json::Value &value, std::string_view pattern);

    const ProgramParts &program;
    const json::Document &instance;
    const EvaluateOptions &options;
    std::int64_t stepsLeft;
    std::size_t depth = 0;
    std::vector<std::uint32_t> scope; ///< resources, outermost first; only where the program is dynamic
    std::vector<Record> *records = nullptr;
    std::size_t recorded = 0;
    bool truncated = false;
    std::vector<Doubt> doubt;
    std::forward_list<json::Value> names; ///< property names that records point at

private:
    bool refuse(const Node &node, const json::Value &value);
};

} // namespace assayer::schema
