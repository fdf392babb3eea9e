// Compares what a record is with the values of one test of a filter.
#pragma once

#include "base/finding.h"
#include "json/document.h"
#include "trace/filternode.h"

#include <algorithm>
#include <compare>
#include <string>
#include <string_view>

namespace assayer {

/// Things a field can be, each with a test of one comparison.
class Comparison {
    using Op = FilterOp;

public:
    explicit Comparison(const FilterNode &test)
        : m_test(test)
    {
    }

    bool integer(std::int64_t x) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? holds(orderOf(x, value), op) : op == Op::NotEqual;
        }, [&] { return std::to_string(x); });
    }

    bool string(std::string_view x) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? op == Op::NotEqual : holds(orderOf(x, value.text), op);
        }, [&] { return x; });
    }

    bool number(std::string_view lexeme) const
    {
        return any([&](const FilterValue &value, Op op) {
            return value.number ? holds(json::Number::parse(lexeme) <=> *value.number, op) : op == Op::NotEqual;
        }, [&] { return lexeme; });
    }

    /// true, false and null: equal to their word only.
    bool word(std::string_view x) const
    {
        return any([&](const FilterValue &value, Op op) {
            const bool same = value.bare && value.text == x;
            return (op == Op::Equal && same) || (op == Op::NotEqual && !same);
        }, [&] { return x; });
    }

    bool json(const json::Document &document, const json::Value &value) const
    {
        if (m_test.op == Op::Exists)
            return true;
        if (value.isString())
            return string(value.string());
        if (value.isNumber())
            return number(document.raw(value));
        if (value.isArray() || value.isObject())
            return false;
        return word(document.raw(value));
    }

    /// Ranks: note < warning < error. Other words have none.
    bool severity(Severity x) const
    {
        const auto rank = [](std::string_view text) { return text == "note" ? 0 : text == "warning" ? 1 : text == "error" ? 2 : -1; };
        const std::string_view name = severityName(x);
        return any([&](const FilterValue &value, Op op) {
            const int other = value.number ? -1 : rank(value.text);
            return other < 0 ? op == Op::NotEqual : holds(rank(name) <=> other, op);
        }, [&] { return name; });
    }

private:
    template<class Compare, class Text>
    bool any(const Compare &compare, const Text &text) const
    {
        switch (m_test.op) {
        case Op::Exists:
            return true;
        case Op::In:
            return std::any_of(m_test.items.begin(), m_test.items.end(), [&](const FilterItem &item) {
                return item.high ? compare(item.low, Op::GreaterEqual) && compare(*item.high, Op::LessEqual) : compare(item.low, Op::Equal);
            });
        case Op::Contains:
            return std::string_view(text()).find(m_test.items.front().low.text) != std::string_view::npos;
        case Op::Matches:
            return m_test.items.front().low.regex->isFoundIn(text());
        default:
            return compare(m_test.items.front().low, m_test.op);
        }
    }

    static bool holds(std::strong_ordering order, Op op)
    {
        switch (op) {
        case Op::Equal:
            return order == 0;
        case Op::NotEqual:
            return order != 0;
        case Op::Less:
            return order < 0;
        case Op::LessEqual:
            return order <= 0;
        case Op::Greater:
            return order > 0;
        case Op::GreaterEqual:
            return order >= 0;
        case Op::Exists:
        case Op::Contains:
        case Op::Matches:
        case Op::In:
            break;
        }
        return false;
    }

    static std::strong_ordering orderOf(std::int64_t x, const FilterValue &value)
    {
        if (x != value.floor)
            return x <=> value.floor;
        return value.exact ? std::strong_ordering::equal : exactOrderOf(x, value);
    }

    static std::strong_ordering exactOrderOf(std::int64_t x, const FilterValue &value);
    static std::strong_ordering orderOf(std::string_view x, const std::string &value);

    const FilterNode &m_test;
};

} // namespace assayer
