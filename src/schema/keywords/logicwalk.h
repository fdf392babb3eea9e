// Schemas applied to the same value: combinations, conditions and references.
#pragma once

#include "schema/walk.h"

namespace assayer::schema {

template<bool Errors, bool Full>
bool Walk<Errors, Full>::inPlace(const Node &node, const json::Value &value, Evaluated *seen)
{
    const InPlaceRules &rules = *node.inPlace;
    bool ok = true;
    const auto and_ = [&](bool holds) {
        ok = holds && ok;
        return Errors || ok;
    };
    if (rules.reference && !and_(apply(*rules.reference, value, seen)))
        return false;
    if (Full && rules.dynamicReference && !and_(dynamic(*rules.dynamicReference, value, seen)))
        return false;
    for (const Node *schema : rules.allOf) {
        if (!and_(apply(*schema, value, seen)))
            return false;
    }
    if (!rules.anyOf.empty() && !and_(anyOf(node, value, seen)))
        return false;
    if (!rules.oneOf.empty() && !and_(oneOf(node, value, seen)))
        return false;
    if (rules.negated && Verdict(m_run).apply(*rules.negated, value) && !and_(fail(node, Keyword::Not, value)))
        return false;
    if (rules.condition && !and_(conditional(rules, value, seen)))
        return false;
    return ok;
}

/// Applies a schema whose failure is no failure; what it evaluated counts only where it holds.
template<bool Errors, bool Full>
bool Walk<Errors, Full>::tolerated(const Node &node, const json::Value &value, Evaluated *seen)
{
    if (!Full || !seen)
        return Verdict(m_run).apply(node, value);
    Evaluated own;
    if (!Verdict(m_run).apply(node, value, &own))
        return false;
    seen->merge(own);
    return true;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::anyOf(const Node &node, const json::Value &value, Evaluated *seen)
{
    const auto &schemas = node.inPlace->anyOf;
    bool found = false;
    for (const Node *schema : schemas) {
        found = tolerated(*schema, value, seen) || found;
        if (found && !(Full && seen))
            return true;
    }
    if (found)
        return true;
    if constexpr (Errors)
        fail(node, Keyword::AnyOf, value, {}, 0, explain(schemas, value));
    return false;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::oneOf(const Node &node, const json::Value &value, Evaluated *seen)
{
    const auto &schemas = node.inPlace->oneOf;
    std::size_t count = 0;
    std::uint64_t matched = 0; // of the first 64, for the words
    for (std::size_t i = 0; i < schemas.size(); ++i) {
        const bool holds = tolerated(*schemas[i], value, seen);
        count += holds;
        if (Errors && holds && i < 64)
            matched |= std::uint64_t(1) << i;
        if (!Errors && count > 1)
            return false;
    }
    if (count == 1)
        return true;
    if constexpr (Errors)
        fail(node, Keyword::OneOf, value, {}, count, count > 1 ? std::vector<std::vector<Record>>() : explain(schemas, value), matched);
    return false;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::conditional(const InPlaceRules &rules, const json::Value &value, Evaluated *seen)
{
    const Node *next = tolerated(*rules.condition, value, seen) ? rules.consequence : rules.alternative;
    return !next || apply(*next, value, seen);
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::dynamic(const DynamicReference &reference, const json::Value &value, Evaluated *seen)
{
    for (const std::uint32_t resource : m_run.scope) {
        if (const Node *target = reference.targetIn(resource))
            return apply(*target, value, seen);
    }
    return apply(*reference.fallback, value, seen);
}

/// The failures of each schema by itself.
template<bool Errors, bool Full>
std::vector<std::vector<Record>> Walk<Errors, Full>::explain(const std::vector<const Node *> &schemas, const json::Value &value)
{
    std::vector<std::vector<Record>> branches;
    if constexpr (Errors) {
        std::vector<Record> *outer = m_run.records;
        for (const Node *schema : schemas) {
            m_run.records = &branches.emplace_back();
            apply(*schema, value);
        }
        m_run.records = outer;
    }
    return branches;
}

} // namespace assayer::schema
