#include "inspection/resultdifferences.h"

#include "json/equality.h"
#include "json/pointer.h"

namespace assayer {

namespace {

constexpr int deepest = 500;

class Comparison {
public:
    Comparison(const json::Node &left, const json::Node &right, std::size_t most)
        : m_left(left)
        , m_right(right)
        , m_most(most)
    {
    }

    void compare(const json::Value *left, const json::Value *right, const std::string &pointer, int depth)
    {
        if (m_found.size() >= m_most || (!left && !right))
            return;
        if (left && right) {
            if (json::equal(*m_left.document, *left, *m_right.document, *right))
                return;
            if (left->isObject() && right->isObject() && depth < deepest)
                return compareObjects(*left, *right, pointer, depth);
            if (left->isArray() && right->isArray() && depth < deepest)
                return compareArrays(*left, *right, pointer, depth);
        }
        m_found.push_back({ pointer, left ? std::string(m_left.document->raw(*left)) : std::string(), right ? std::string(m_right.document->raw(*right)) : std::string() });
    }

    std::vector<ResultDifference> take() { return std::move(m_found); }

private:
    void compareObjects(const json::Value &left, const json::Value &right, const std::string &pointer, int depth)
    {
        for (const json::Member &member : left.members()) {
            if (left.find(member.name()) == &member.value())
                compare(&member.value(), right.find(member.name()), child(pointer, member.name()), depth + 1);
        }
        for (const json::Member &member : right.members()) {
            if (!left.find(member.name()) && right.find(member.name()) == &member.value())
                compare(nullptr, &member.value(), child(pointer, member.name()), depth + 1);
        }
    }

    void compareArrays(const json::Value &left, const json::Value &right, const std::string &pointer, int depth)
    {
        const std::size_t longest = std::max(left.size(), right.size());
        for (std::size_t i = 0; i < longest; ++i) {
            std::string place = pointer;
            json::appendIndex(place, i);
            compare(i < left.size() ? &left.items()[i] : nullptr, i < right.size() ? &right.items()[i] : nullptr, place, depth + 1);
        }
    }

    static std::string child(const std::string &pointer, std::string_view name)
    {
        std::string place = pointer;
        json::appendToken(place, name);
        return place;
    }

    const json::Node &m_left;
    const json::Node &m_right;
    std::size_t m_most;
    std::vector<ResultDifference> m_found;
};

} // namespace

std::vector<ResultDifference> resultDifferences(const json::Node &left, const json::Node &right, std::size_t most)
{
    Comparison comparison(left, right, most);
    comparison.compare(left.value, right.value, {}, 0);
    return comparison.take();
}

} // namespace assayer
