#include "trace/jsondiff.h"

#include "json/equality.h"
#include "json/pointer.h"
#include "protocol/message.h"

#include <algorithm>
#include <unordered_map>

namespace assayer {
namespace {

constexpr int deepest = 1000; ///< what lies deeper counts as one place

using Members = std::unordered_map<std::string_view, const json::Value *>;

/// Of duplicate members the last is in force.
Members membersOf(const json::Value &object)
{
    Members members;
    for (const json::Member &member : object.members())
        members[member.name()] = &member.value();
    return members;
}

class Comparer {
public:
    Comparer(const json::DocumentPtr &before, const json::DocumentPtr &after, std::size_t most, std::vector<JsonDifference> &found)
        : m_before(before)
        , m_after(after)
        , m_most(most)
        , m_found(found)
    {
    }

    void compare(const json::Value &a, const json::Value &b, const std::string &pointer, int depth)
    {
        if (m_found.size() >= m_most || json::equal(*m_before, a, *m_after, b))
            return;
        if (depth < deepest && a.isObject() && b.isObject())
            return objects(a, b, pointer, depth);
        if (depth < deepest && a.isArray() && b.isArray())
            return arrays(a, b, pointer, depth);
        add(pointer, JsonDifference::Changed, &a, &b);
    }

private:
    void objects(const json::Value &a, const json::Value &b, const std::string &pointer, int depth)
    {
        const Members ours = membersOf(a);
        const Members theirs = membersOf(b);
        for (const json::Member &member : a.members()) {
            if (ours.at(member.name()) != &member.value())
                continue;
            const auto other = theirs.find(member.name());
            const std::string at = child(pointer, member.name());
            if (other == theirs.end())
                add(at, JsonDifference::Removed, &member.value(), nullptr);
            else
                compare(member.value(), *other->second, at, depth + 1);
        }
        for (const json::Member &member : b.members()) {
            if (!ours.contains(member.name()) && theirs.at(member.name()) == &member.value())
                add(child(pointer, member.name()), JsonDifference::Added, nullptr, &member.value());
        }
    }

    void arrays(const json::Value &a, const json::Value &b, const std::string &pointer, int depth)
    {
        const std::size_t ours = a.items().size();
        const std::size_t theirs = b.items().size();
        for (std::size_t i = 0; i < std::max(ours, theirs); ++i) {
            std::string at = pointer;
            json::appendIndex(at, i);
            if (i >= theirs)
                add(at, JsonDifference::Removed, &a.items()[i], nullptr);
            else if (i >= ours)
                add(at, JsonDifference::Added, nullptr, &b.items()[i]);
            else
                compare(a.items()[i], b.items()[i], at, depth + 1);
        }
    }

    void add(const std::string &pointer, JsonDifference::Kind kind, const json::Value *a, const json::Value *b)
    {
        if (m_found.size() < m_most)
            m_found.push_back({ QByteArray::fromStdString(pointer), kind, a ? json::Node { m_before, a } : json::Node(), b ? json::Node { m_after, b } : json::Node() });
    }

    static std::string child(std::string pointer, std::string_view name)
    {
        json::appendToken(pointer, name);
        return pointer;
    }

    const json::DocumentPtr &m_before;
    const json::DocumentPtr &m_after;
    std::size_t m_most;
    std::vector<JsonDifference> &m_found;
};

QByteArray shown(const json::Node &node, int longest)
{
    QByteArray text = bytes(node.raw());
    if (text.size() > longest)
        text = text.left(longest) + "...";
    return text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
}

} // namespace

std::vector<JsonDifference> jsonDifferences(const json::Node &before, const json::Node &after, std::size_t most)
{
    std::vector<JsonDifference> found;
    if (before && after)
        Comparer(before.document, after.document, most, found).compare(*before.value, *after.value, {}, 0);
    else if (before)
        found.push_back({ {}, JsonDifference::Removed, before, {} });
    else if (after)
        found.push_back({ {}, JsonDifference::Added, {}, after });
    return found;
}

QByteArray differenceText(const std::vector<JsonDifference> &differences, int longest)
{
    QByteArray text;
    for (const JsonDifference &one : differences) {
        const QByteArray place = one.pointer.isEmpty() ? QByteArrayLiteral("(all)") : one.pointer;
        if (one.kind == JsonDifference::Added)
            text += "+ " + place + ": " + shown(one.after, longest) + '\n';
        else if (one.kind == JsonDifference::Removed)
            text += "- " + place + ": " + shown(one.before, longest) + '\n';
        else
            text += "~ " + place + ": " + shown(one.before, longest) + " -> " + shown(one.after, longest) + '\n';
    }
    return text;
}

} // namespace assayer
