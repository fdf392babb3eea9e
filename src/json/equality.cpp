#include "json/equality.h"

#include "json/number.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace assayer::json {
namespace {

bool sameNumber(const Document &documentA, const Value &a, const Document &documentB, const Value &b)
{
    if (a.isExact() && b.isExact()) {
        const auto integerA = a.integer();
        const auto integerB = b.integer();
        return integerA || integerB ? integerA == integerB : a.number() == b.number();
    }
    return Number::of(documentA, a) == Number::of(documentB, b);
}

/// Members in force by name; only built for objects that need it.
using Index = std::unordered_map<std::string_view, const Value *>;

Index indexOf(const Value &object)
{
    Index index;
    index.reserve(object.size());
    for (const Member &member : object.members())
        index[member.name()] = &member.value();
    return index;
}

struct Pair {
    const Value *a;
    const Value *b;
};

/// Pushes the pairs of members still to compare; false where the names differ.
bool pushMembers(const Value &a, const Value &b, std::vector<Pair> &todo)
{
    constexpr std::size_t few = 16;
    if (a.size() <= few && b.size() <= few && !a.hasDuplicates() && !b.hasDuplicates()) {
        if (a.size() != b.size())
            return false;
        for (const Member &member : a.members()) {
            const Value *other = b.find(member.name());
            if (!other)
                return false;
            todo.push_back({ &member.value(), other });
        }
        return true;
    }
    const Index indexA = indexOf(a);
    const Index indexB = indexOf(b);
    if (indexA.size() != indexB.size())
        return false;
    for (const auto &[name, value] : indexA) {
        const auto other = indexB.find(name);
        if (other == indexB.end())
            return false;
        todo.push_back({ value, other->second });
    }
    return true;
}

std::size_t mix(std::size_t seed, std::size_t value)
{
    return seed ^ (value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2));
}

std::size_t hashNumber(const Document &document, const Value &value)
{
    return std::hash<std::string>()(Number::of(document, value).canonical());
}

} // namespace

bool equal(const Document &documentA, const Value &rootA, const Document &documentB, const Value &rootB)
{
    std::vector<Pair> todo { { &rootA, &rootB } };
    while (!todo.empty()) {
        const auto [a, b] = todo.back();
        todo.pop_back();
        if (a->kind() != b->kind())
            return false;
        if (a->isNumber()) {
            if (!sameNumber(documentA, *a, documentB, *b))
                return false;
        } else if (a->isString()) {
            if (a->string() != b->string())
                return false;
        } else if (a->isArray()) {
            if (a->size() != b->size())
                return false;
            for (std::size_t i = 0; i < a->size(); ++i)
                todo.push_back({ &a->items()[i], &b->items()[i] });
        } else if (a->isObject() && !pushMembers(*a, *b, todo)) {
            return false;
        }
    }
    return true;
}

std::size_t hash(const Document &document, const Value &root)
{
    // Scalars and the shape of the first levels: cheap, and consistent with equal(); deep differences only cost a compare.
    const auto shallow = [&document](const Value &value) -> std::size_t {
        if (value.isNumber())
            return hashNumber(document, value);
        if (value.isString())
            return std::hash<std::string_view>()(value.string());
        return static_cast<std::size_t>(value.kind()) * 977;
    };
    std::size_t seed = shallow(root);
    for (const Value &item : root.items())
        seed = mix(seed, shallow(item));
    if (root.isObject()) {
        std::size_t sum = 0; // order of members must not matter
        const auto add = [&](std::string_view name, const Value &value) { sum += mix(std::hash<std::string_view>()(name), shallow(value)); };
        if (root.hasDuplicates()) {
            for (const auto &[name, value] : indexOf(root))
                add(name, *value);
        } else {
            for (const Member &member : root.members())
                add(member.name(), member.value());
        }
        seed = mix(seed, sum);
    }
    return seed;
}

} // namespace assayer::json
