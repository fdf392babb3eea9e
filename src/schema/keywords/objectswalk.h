// Members at work: one pass over them, each name looked up once.
#pragma once

#include "schema/inforce.h"
#include "schema/walk.h"

#include <array>

namespace assayer::schema {

/// Which required names were seen.
class RequiredSeen {
public:
    explicit RequiredSeen(std::uint32_t count)
        : m_missing(count)
    {
        if (count > 64) [[unlikely]]
            m_more.assign(count / 64, 0);
    }

    void mark(std::uint32_t index)
    {
        std::uint64_t &word = index < 64 ? m_first : m_more[index / 64 - 1];
        const std::uint64_t bit = std::uint64_t(1) << index % 64;
        m_missing -= (word & bit) == 0;
        word |= bit;
    }
    bool has(std::uint32_t index) const { return ((index < 64 ? m_first : m_more[index / 64 - 1]) >> index % 64 & 1) != 0; }
    bool complete() const { return m_missing == 0; }

private:
    std::uint32_t m_missing;
    std::uint64_t m_first = 0;
    std::vector<std::uint64_t> m_more;
};

template<bool Errors, bool Full>
bool Walk<Errors, Full>::object(const Node &node, const json::Value &value, Evaluated *seen)
{
    const ObjectRules &rules = *node.object;
    bool ok = true;
    if (rules.minProperties > 0 || rules.maxProperties != unbounded) {
        const std::size_t count = InForce(value).count();
        if (count < rules.minProperties)
            ok = fail(node, Keyword::MinProperties, value, {}, count);
        if (count > rules.maxProperties)
            ok = fail(node, Keyword::MaxProperties, value, {}, count);
    }
    if (rules.visitsMembers && (Errors || ok))
        ok = members(node, value, seen) && ok;
    if (!rules.dependencies.empty() && (Errors || ok))
        ok = dependencies(node, value, seen) && ok;
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::members(const Node &node, const json::Value &value, Evaluated *seen)
{
    const ObjectRules &rules = *node.object;
    const auto all = value.members();
    const bool hasRest = !rules.patterns.empty() || rules.additional || rules.propertyNames;
    const InForce inForce(value);
    RequiredSeen required(rules.requiredCount);
    std::uint32_t expected = 0;
    bool ok = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!inForce[i]) [[unlikely]]
            continue;
        const json::Member &member = all[i];
        const std::uint32_t index = rules.names.find(member.name(), expected);
        bool known = false;
        if (index != NameTable::none) {
            const ObjectRules::Property &property = rules.properties[index];
            expected = index + 1;
            if (property.required != NameTable::none)
                required.mark(property.required);
            known = property.node != nullptr;
            if (known && !apply(*property.node, member.value())) {
                ok = false;
                if (!Errors)
                    return false;
            }
        }
        bool evaluated = known;
        if (hasRest && !memberRest(node, member, known, evaluated)) {
            ok = false;
            if (!Errors)
                return false;
        }
        if (Full && seen && evaluated)
            seen->mark(i);
    }
    if (required.complete()) [[likely]]
        return ok;
    if constexpr (Errors) {
        for (std::uint32_t i = 0; i < rules.properties.size(); ++i) {
            if (rules.properties[i].required != NameTable::none && !required.has(rules.properties[i].required))
                fail(node, Keyword::Required, value, rules.names.name(i));
        }
    }
    return false;
}

/// patternProperties, additionalProperties and propertyNames for one member.
template<bool Errors, bool Full>
bool Walk<Errors, Full>::memberRest(const Node &node, const json::Member &member, bool known, bool &evaluated)
{
    const ObjectRules &rules = *node.object;
    bool ok = !rules.propertyNames || propertyName(node, member.value(), member);
    for (const ObjectRules::PatternProperty &entry : rules.patterns) {
        if (!entry.pattern || !matches(node, *entry.pattern, member.name(), member.value(), false))
            continue;
        evaluated = true;
        ok = apply(*entry.node, member.value()) && ok;
    }
    if (evaluated || !rules.additional)
        return ok;
    static_cast<void>(known);
    evaluated = true;
    if (rules.additional->never)
        return fail(node, Keyword::AdditionalProperties, member.value(), member.name());
    return apply(*rules.additional, member.value()) && ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::propertyName(const Node &node, const json::Value &value, const json::Member &member)
{
    const json::Value name = member.nameValue();
    if (Verdict(m_run).apply(*node.object->propertyNames, name))
        return true;
    if constexpr (Errors) {
        m_run.names.push_back(name);
        fail(node, Keyword::PropertyNames, value, member.name(), 0, explain({ node.object->propertyNames }, m_run.names.back()));
    }
    return false;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::dependencies(const Node &node, const json::Value &value, Evaluated *seen)
{
    bool ok = true;
    for (const ObjectRules::Dependency &dependency : node.object->dependencies) {
        if (!value.find(dependency.name))
            continue;
        for (const std::string_view name : dependency.required) {
            if (!value.find(name))
                ok = fail(node, dependency.keyword, value, name);
        }
        if (dependency.node)
            ok = apply(*dependency.node, value, seen) && ok;
        if (!Errors && !ok)
            return false;
    }
    return ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::unevaluatedProperties(const Node &node, const json::Value &value, const Evaluated &seen)
{
    const Node &schema = *node.object->unevaluated;
    const InForce inForce(value);
    const auto all = value.members();
    bool ok = true;
    for (std::size_t i = 0; i < all.size() && (Errors || ok); ++i) {
        if (seen.has(i) || !inForce[i])
            continue;
        if (schema.never)
            ok = fail(node, Keyword::UnevaluatedProperties, all[i].value(), all[i].name());
        else
            ok = apply(schema, all[i].value()) && ok;
    }
    return ok;
}

} // namespace assayer::schema
