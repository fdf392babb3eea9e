// Members at work: one pass over them, each name looked up once.
#pragma once

#include "schema/inforce.h"
#include "schema/walk.h"

#include <unordered_set>
#include <vector>

namespace assayer::schema {

/// Which required names were seen: up to 64 of them in a register, more in memory.
class FewRequired {
public:
    static constexpr std::uint32_t most = 64;

    explicit FewRequired(std::uint32_t count)
        : m_missing(count == most ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1)
    {
    }
    [[gnu::always_inline]] void mark(std::uint32_t index) { m_missing &= ~(std::uint64_t(1) << index); }
    bool has(std::uint32_t index) const { return (m_missing >> index & 1) == 0; }
    bool complete() const { return m_missing == 0; }

private:
    std::uint64_t m_missing;
};

class ManyRequired {
public:
    explicit ManyRequired(std::uint32_t count)
        : m_missing(count)
        , m_seen(count)
    {
    }
    void mark(std::uint32_t index)
    {
        m_missing -= m_seen[index] ? 0u : 1u;
        m_seen[index] = true;
    }
    bool has(std::uint32_t index) const { return m_seen[index]; }
    bool complete() const { return m_missing == 0; }

private:
    std::size_t m_missing;
    std::vector<bool> m_seen;
};

/// For an object without duplicate names.
struct AllInForce {
    bool operator[](std::size_t) const { return true; }
};

/// Whether an object has a member; indexed where many are asked for.
class PresentNames {
public:
    PresentNames(const json::Value &object, std::size_t questions)
        : m_object(object)
        , m_indexed(questions * object.size() > 1'000)
    {
        for (const json::Member &member : m_indexed ? object.members() : std::span<const json::Member>())
            m_names.insert(member.name());
    }
    bool has(std::string_view name) const { return m_indexed ? m_names.count(name) > 0 : m_object.find(name) != nullptr; }

private:
    const json::Value &m_object;
    bool m_indexed;
    std::unordered_set<std::string_view> m_names;
};

template<bool Errors, bool Full>
bool Walk<Errors, Full>::object(const Node &node, const json::Value &value, Evaluated *seen)
{
    const ObjectRules &rules = *node.object;
    m_run.charge(value.size());
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
    const std::uint32_t count = node.object->requiredCount;
    if (!value.hasDuplicates() && count <= FewRequired::most) [[likely]]
        return eachMember(node, value, seen, AllInForce(), FewRequired(count));
    return eachMember(node, value, seen, InForce(value), ManyRequired(count));
}

template<bool Errors, bool Full>
template<class Filter, class Required>
bool Walk<Errors, Full>::eachMember(const Node &node, const json::Value &value, Evaluated *seen, const Filter &inForce, Required required)
{
    const ObjectRules &rules = *node.object;
    const bool hasRest = !rules.patterns.empty() || rules.additional || rules.propertyNames;
    std::uint32_t expected = 0;
    bool ok = true;
    std::size_t i = 0;
    for (const json::Member &member : value.members()) {
        const std::size_t at = i++;
        if (!inForce[at])
            continue;
        const std::uint32_t index = rules.names.find(member.name(), expected);
        bool evaluated = false;
        if (index != NameTable::none) [[likely]] {
            const ObjectRules::Property &property = rules.properties[index];
            expected = index + 1;
            if (property.required != NameTable::none)
                required.mark(property.required);
            evaluated = property.node != nullptr;
            if (evaluated && !apply(*property.node, member.value())) {
                ok = false;
                if (!Errors)
                    return false;
            }
        }
        if (hasRest && (!evaluated || rules.visitsKnown) && !memberRest(node, member, evaluated)) {
            ok = false;
            if (!Errors)
                return false;
        }
        if (Full && seen && evaluated)
            seen->mark(at);
    }
    if (required.complete()) [[likely]]
        return ok;
    if constexpr (Errors) {
        for (std::uint32_t name = 0; name < rules.properties.size(); ++name) {
            if (rules.properties[name].required != NameTable::none && !required.has(rules.properties[name].required))
                fail(node, Keyword::Required, value, rules.names.name(name));
        }
    }
    return false;
}

/// patternProperties, additionalProperties and propertyNames for one member.
template<bool Errors, bool Full>
bool Walk<Errors, Full>::memberRest(const Node &node, const json::Member &member, bool &evaluated)
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
    evaluated = true;
    if (rules.additional->never)
        return fail(node, Keyword::AdditionalProperties, member.value(), member.name());
    return apply(*rules.additional, member.value()) && ok;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::propertyName(const Node &node, const json::Value &value, const json::Member &member)
{
    const json::Value name = m_run.instance.nameValue(member);
    if (Verdict(m_run).apply(*node.object->propertyNames, name))
        return true;
    if constexpr (Errors) {
        m_run.names.push_front(name);
        fail(node, Keyword::PropertyNames, value, member.name(), 0, explain({ node.object->propertyNames }, m_run.names.front()));
    }
    return false;
}

template<bool Errors, bool Full>
bool Walk<Errors, Full>::dependencies(const Node &node, const json::Value &value, Evaluated *seen)
{
    const PresentNames present(value, node.object->dependencies.size());
    bool ok = true;
    for (const ObjectRules::Dependency &dependency : node.object->dependencies) {
        if (!present.has(dependency.name))
            continue;
        for (const std::string_view name : dependency.required) {
            if (!present.has(name))
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
