// The one walk over schema and value, compiled four times: verdict or all failures, with or without the bookkeeping of
// unevaluated* and dynamic references. Each keyword family has its part in keywords/<family>walk.h.
#pragma once

#include "schema/evaluated.h"
#include "schema/run.h"

namespace assayer::schema {

/// Errors: go on after a failure and record it. Full: keep evaluated sets and the dynamic scope.
template<bool Errors, bool Full>
class Walk {
public:
    explicit Walk(Run &run)
        : m_run(run)
    {
    }

    /// `outer` collects what was evaluated, null where nobody asks.
    [[gnu::always_inline]] bool apply(const Node &node, const json::Value &value, Evaluated *outer = nullptr)
    {
        if (node.typeOnly) {
            if (node.types & typeBit(value)) [[likely]]
                return true;
            return typeFails(node, value);
        }
        return node.scalar ? scalar(node, value) : applyRules(node, value, outer);
    }

private:
    template<bool, bool>
    friend class Walk;
    using Verdict = Walk<false, Full>;

    bool applyRules(const Node &node, const json::Value &value, Evaluated *outer);
    bool scalar(const Node &node, const json::Value &value);
    bool check(const Node &node, const json::Value &value, Evaluated *outer);
    bool checkScoped(const Node &node, const json::Value &value, Evaluated *outer);

    // keywords/valueswalk.h
    bool typeFails(const Node &node, const json::Value &value);
    bool typeHolds(const Node &node, const json::Value &value);
    bool values(const Node &node, const json::Value &value);
    // keywords/numberswalk.h
    bool number(const Node &node, const json::Value &value);
    bool explainNumber(const Node &node, const json::Value &value);
    // keywords/stringswalk.h
    bool string(const Node &node, const json::Value &value);
    bool matches(const Node &node, const Pattern &pattern, std::string_view text, const json::Value &value, bool otherwise);
    // keywords/arrayswalk.h
    bool array(const Node &node, const json::Value &value, Evaluated *seen);
    bool unique(const Node &node, const json::Value &value);
    bool contains(const Node &node, const json::Value &value, Evaluated *seen);
    bool unevaluatedItems(const Node &node, const json::Value &value, const Evaluated &seen);
    // keywords/objectswalk.h
    bool object(const Node &node, const json::Value &value, Evaluated *seen);
    bool members(const Node &node, const json::Value &value, Evaluated *seen);
    template<class Filter, class Required>
    bool eachMember(const Node &node, const json::Value &value, Evaluated *seen, const Filter &inForce, Required required);
    bool memberRest(const Node &node, const json::Member &member, bool &evaluated);
    bool propertyName(const Node &node, const json::Value &object, const json::Member &member);
    bool dependencies(const Node &node, const json::Value &value, Evaluated *seen);
    bool unevaluatedProperties(const Node &node, const json::Value &value, const Evaluated &seen);
    // keywords/logicwalk.h
    bool inPlace(const Node &node, const json::Value &value, Evaluated *seen);
    bool anyOf(const Node &node, const json::Value &value, Evaluated *seen);
    bool oneOf(const Node &node, const json::Value &value, Evaluated *seen);
    bool conditional(const InPlaceRules &rules, const json::Value &value, Evaluated *seen);
    bool dynamic(const DynamicReference &reference, const json::Value &value, Evaluated *seen);
    bool tolerated(const Node &node, const json::Value &value, Evaluated *seen);
    std::vector<std::vector<Record>> explain(const std::vector<const Node *> &nodes, const json::Value &value);

    /// Records a failure where failures are recorded; always false.
    bool fail(const Node &node, Keyword keyword, const json::Value &value, std::string_view name = {}, std::size_t count = 0,
        std::vector<std::vector<Record>> branches = {}, std::uint64_t matched = 0)
    {
        if constexpr (Errors)
            record({ &node, keyword, &value, name, count, std::move(branches), matched });
        return false;
    }
    void record(Record record)
    {
        // After a stop everything unwinds as failed: that says nothing about the value.
        if (m_run.stopped() && !m_run.doubt.empty())
            return;
        if (m_run.recorded >= m_run.options.maxFailures) {
            m_run.truncated = true;
            m_run.stepsLeft = -1;
            return;
        }
        ++m_run.recorded;
        m_run.records->push_back(std::move(record));
    }

    Run &m_run;
};

/// No deeper schema: neither depth nor steps need counting.
template<bool Errors, bool Full>
bool Walk<Errors, Full>::scalar(const Node &node, const json::Value &value)
{
    bool ok = typeHolds(node, value);
    if (!Errors && !ok)
        return false;
    if (node.number && value.isNumber())
        ok = number(node, value) && ok;
    else if (node.string && value.isString())
        ok = string(node, value) && ok;
    if (node.values && (Errors || ok))
        ok = values(node, value) && ok;
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::applyRules(const Node &node, const json::Value &value, Evaluated *outer)
{
    if (!m_run.enter(node, value)) [[unlikely]]
        return false;
    const bool ok = Full ? checkScoped(node, value, outer) : check(node, value, nullptr);
    m_run.leave();
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::checkScoped(const Node &node, const json::Value &value, Evaluated *outer)
{
    const bool enters = m_run.scope.empty() || m_run.scope.back() != node.resource;
    if (enters)
        m_run.scope.push_back(node.resource);
    const bool asks = (value.isObject() && node.object && node.object->unevaluated) || (value.isArray() && node.array && node.array->unevaluated);
    bool ok;
    if (asks) {
        Evaluated own;
        ok = check(node, value, &own);
        if (Errors || ok)
            ok = (value.isObject() ? unevaluatedProperties(node, value, own) : unevaluatedItems(node, value, own)) && ok;
        if (outer)
            outer->markAll();
    } else {
        ok = check(node, value, outer);
    }
    if (enters)
        m_run.scope.pop_back();
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::check(const Node &node, const json::Value &value, Evaluated *seen)
{
    bool ok = typeHolds(node, value);
    if (!Errors && !ok)
        return false;
    switch (value.kind()) {
    case json::Kind::Number:
        if (node.number)
            ok = number(node, value) && ok;
        break;
    case json::Kind::String:
        if (node.string)
            ok = string(node, value) && ok;
        break;
    case json::Kind::Array:
        if (node.array)
            ok = array(node, value, seen) && ok;
        break;
    case json::Kind::Object:
        if (node.object)
            ok = object(node, value, seen) && ok;
        break;
    default:
        break;
    }
    if (!Errors && !ok)
        return false;
    if (node.values)
        ok = values(node, value) && ok;
    if (node.inPlace && (Errors || ok))
        ok = inPlace(node, value, seen) && ok;
    return ok;
}

} // namespace assayer::schema
