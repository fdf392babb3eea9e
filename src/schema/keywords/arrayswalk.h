// Items at work.
#pragma once

#include "json/equality.h"
#include "schema/walk.h"

#include <algorithm>
#include <unordered_map>

namespace assayer::schema {

template<bool Errors, bool Full>
bool Walk<Errors, Full>::array(const Node &node, const json::Value &value, Evaluated *seen)
{
    const ArrayRules &rules = *node.array;
    const auto items = value.items();
    m_run.charge(items.size());
    bool ok = true;
    if (items.size() < rules.minItems)
        ok = fail(node, Keyword::MinItems, value, {}, items.size());
    if (items.size() > rules.maxItems)
        ok = fail(node, Keyword::MaxItems, value, {}, items.size());
    const std::size_t prefix = std::min(rules.prefix.size(), items.size());
    for (std::size_t i = 0; i < prefix && (Errors || ok); ++i)
        ok = apply(*rules.prefix[i], items[i]) && ok;
    if (rules.rest) {
        for (const json::Value &item : items.subspan(prefix)) {
            if (!Errors && !ok)
                return false;
            ok = apply(*rules.rest, item) && ok;
        }
    }
    if (!Errors && !ok)
        return false;
    if (Full && seen) {
        if (rules.rest)
            seen->markAll();
        else
            seen->markFirst(prefix);
    }
    if (rules.unique)
        ok = unique(node, value) && ok;
    if (rules.contains)
        ok = contains(node, value, seen) && ok;
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::unique(const Node &node, const json::Value &value)
{
    const auto items = value.items();
    const auto same = [&](std::size_t a, std::size_t b) { return json::equal(m_run.instance, items[a], m_run.instance, items[b]); };
    constexpr std::size_t few = 8;
    if (items.size() <= few) {
        for (std::size_t b = 1; b < items.size(); ++b) {
            for (std::size_t a = 0; a < b; ++a) {
                if (same(a, b))
                    return fail(node, Keyword::UniqueItems, items[b], {}, a);
            }
        }
        return true;
    }
    std::unordered_multimap<std::size_t, std::size_t> byHash;
    byHash.reserve(items.size());
    for (std::size_t b = 0; b < items.size(); ++b) {
        const std::size_t hash = json::hash(m_run.instance, items[b]);
        const auto [begin, end] = byHash.equal_range(hash);
        for (auto candidate = begin; candidate != end; ++candidate) {
            if (--m_run.stepsLeft < 0 || same(candidate->second, b))
                return fail(node, Keyword::UniqueItems, items[b], {}, candidate->second);
        }
        byHash.emplace(hash, b);
    }
    return true;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::contains(const Node &node, const json::Value &value, Evaluated *seen)
{
    const ArrayRules &rules = *node.array;
    const auto items = value.items();
    const bool marks = Full && seen && rules.containsMarks;
    std::size_t count = 0;
    Verdict verdict(m_run);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!verdict.apply(*rules.contains, items[i]))
            continue;
        ++count;
        if (marks)
            seen->mark(i);
        else if (!Errors && count >= rules.minContains && rules.maxContains == unbounded)
            return true;
    }
    bool ok = true;
    if (count < rules.minContains)
        ok = fail(node, rules.minContains == 1 ? Keyword::Contains : Keyword::MinContains, value, {}, count);
    if (count > rules.maxContains)
        ok = fail(node, Keyword::MaxContains, value, {}, count);
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::unevaluatedItems(const Node &node, const json::Value &value, const Evaluated &seen)
{
    const Node &schema = *node.array->unevaluated;
    const auto items = value.items();
    m_run.charge(items.size());
    bool ok = true;
    for (std::size_t i = 0; i < items.size() && (Errors || ok); ++i) {
        if (seen.has(i))
            continue;
        if (schema.never)
            ok = fail(node, Keyword::UnevaluatedItems, items[i], {}, i);
        else
            ok = apply(schema, items[i]) && ok;
    }
    return ok;
}

} // namespace assayer::schema
