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

/// Equal numbers have the same nearest double, however they are written.
std::size_t hashNumber(const Value &value)
{
    const double nearest = value.number();
    return std::hash<double>()(nearest == 0 ? 0.0 : nearest);
}

bool isScalar(const Value &value)
{
    return !value.isArray() && !value.isObject();
}

bool sameScalar(const Document &documentA, const Value &a, const Document &documentB, const Value &b)
{
    if (a.isNumber())
        return sameNumber(documentA, a, documentB, b);
    return !a.isString() || a.string() == b.string();
}

bool sameContainers(const Document &documentA, const Value &rootA, const Document &documentB, const Value &rootB)
{
    std::vector<Pair> todo { { &rootA, &rootB } };
    while (!todo.empty()) {
        const auto [a, b] = todo.back();
        todo.pop_back();
        if (a->kind() != b->kind())
            return false;
        if (isScalar(*a)) {
            if (!sameScalar(documentA, *a, documentB, *b))
                return false;
        } else if (a->isArray()) {
            if (a->size() != b->size())
                return false;
            for (std::size_t i = 0; i < a->size(); ++i)
                todo.push_back({ &a->items()[i], &b->items()[i] });
        } else if (!pushMembers(*a, *b, todo)) {
            return false;
        }
    }
    return true;
}

std::size_t hashScalar(const Value &value)
{
    if (value.isNumber())
        return hashNumber(value);
    if (value.isString())
        return std::hash<std::string_view>()(value.string());
    return static_cast<std::size_t>(value.kind()) * 977;
}

} // namespace

bool equal(const Document &documentA, const Value &a, const Document &documentB, const Value &b)
{
    if (a.kind() != b.kind())
        return false;
    return isScalar(a) ? sameScalar(documentA, a, documentB, b) : sameContainers(documentA, a, documentB, b);
}

std::size_t hash(const Document &, const Value &root)
{
    if (isScalar(root))
        return hashScalar(root);
    // The sum over all values of their hash mixed with their path's: the order of members does not matter, and no depth
    // is beyond reach, so nobody can make many different values look alike cheaply.
    struct Place {
        const Value *value;
        std::size_t path;
    };
    std::size_t sum = 0;
    std::vector<Place> todo { { &root, 1 } };
    while (!todo.empty()) {
        const Value *const value = todo.back().value;
        const std::size_t path = todo.back().path;
        todo.pop_back();
        sum += mix(path, isScalar(*value) ? hashScalar(*value) : static_cast<std::size_t>(value->kind()) * 977);
        for (std::size_t i = 0; i < value->items().size(); ++i)
            todo.push_back({ &value->items()[i], mix(path, i) });
        const auto push = [&](std::string_view name, const Value &member) { todo.push_back({ &member, mix(path, std::hash<std::string_view>()(name)) }); };
        if (value->hasDuplicates()) {
            for (const auto &[name, member] : indexOf(*value))
                push(name, *member);
        } else {
            for (const Member &member : value->members())
                push(member.name(), member.value());
        }
    }
    return sum;
}

} // namespace assayer::json
